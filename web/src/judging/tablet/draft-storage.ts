import { useSyncExternalStore } from 'react'

/** Where the page keeps unsaved input, by entry. */
const prefix = 'callboard-judge-draft-'

const listeners = new Set<() => void>()
let ids: readonly number[] = readIds()

/** A private window may keep nothing; a draft then lives as long as its screen. */
function inStorage<T>(act: (storage: Storage) => T, otherwise: T): T {
  try {
    return act(localStorage)
  } catch {
    return otherwise
  }
}

function readIds(): readonly number[] {
  const keys = inStorage((storage) => Object.keys(storage), [])
  return keys.filter((key) => key.startsWith(prefix)).map((key) => Number(key.slice(prefix.length)))
}

function tellChange() {
  ids = readIds()
  for (const tell of listeners) tell()
}

export const readDraftText = (entry_id: number): string | null =>
  inStorage((storage) => storage.getItem(`${prefix}${entry_id}`), null)

/** Null: nothing is left to save. */
export function writeDraftText(entry_id: number, text: string | null): void {
  const key = `${prefix}${entry_id}`
  inStorage((storage) => (text === null ? storage.removeItem(key) : storage.setItem(key, text)), undefined)
  if (ids.includes(entry_id) !== (text !== null)) tellChange()
}

export function clearDrafts(): void {
  inStorage((storage) => readIds().forEach((id) => storage.removeItem(`${prefix}${id}`)), undefined)
  tellChange()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Entries with input that is on this device alone, in no sheet. */
export const useUnsavedEntries = (): readonly number[] => useSyncExternalStore(subscribe, () => ids)
