import { takesTime } from '@callboard/domain/running-order/entry-state.ts'
import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { Reply } from '../../api/call.ts'
import { clearDrafts } from './draft-storage.ts'

export type Pack = Reply<'GET /v1/judging/pack'>
export type PackEntry = Pack['entries'][number]
export type ItemMark = Pack['sheets'][number]['critique_marks'][number]
/** The sheet that a later one begins from, with its items as this device knew them. */
export type BaseSheet = { client_id: string; critique_marks: ItemMark[] }
export type SheetAnswer = Reply<'POST /v1/judging/sheets'>['sheets'][number]

/**
 * A sheet of this device. It is stored before anything is said of it, and leaves the queue once it is answered. `held`:
 * its entry was scratched or did not show up, so it waits until the office takes the entry back.
 */
export type LocalSheet = {
  client_id: string
  /** Counts up on this device: the order of sending. */
  sequence: number
  registration_routine_id: number
  revision: number
  points: number | null
  criteria: Record<string, number> | null
  abstained: string | null
  critique: string
  note: string
  switches: number[]
  critique_marks: ItemMark[]
  /** Null: the first sheet of its entry, or one of an older version of this page. */
  base_sheet: BaseSheet | null
  marked_at: string
  status: 'queued' | 'held' | SheetAnswer['status']
  /** Why the server did not take it. */
  message: string
}

type Schema = DBSchema & {
  sheets: { key: string; value: LocalSheet; indexes: { sequence: number } }
  seat: { key: 'pack'; value: { pack: Pack; etag: string } }
}

/** The sheets and the pack of a seat, on this device. */
export type SheetStore = IDBPDatabase<Schema>

export const openSheetStore = (name = 'callboard-judge'): Promise<SheetStore> =>
  openDB<Schema>(name, 1, {
    upgrade(db) {
      db.createObjectStore('sheets', { keyPath: 'client_id' }).createIndex('sequence', 'sequence')
      db.createObjectStore('seat')
    },
  })

export const readSheets = (store: SheetStore): Promise<LocalSheet[]> => store.getAllFromIndex('sheets', 'sequence')

type NewSheet = Omit<LocalSheet, 'client_id' | 'sequence' | 'status' | 'message' | 'revision'>

/**
 * Stores a sheet as the next revision of its entry; resolves once the device has written it. `sentRevision` is the
 * highest one that the server is known to have. Reading and writing are one transaction: two tabs make two revisions.
 */
export async function addSheet(store: SheetStore, sheet: NewSheet, sentRevision: number): Promise<LocalSheet> {
  const write = store.transaction('sheets', 'readwrite', { durability: 'strict' })
  const all = await write.store.getAll()
  const ofEntry = all.filter((other) => other.registration_routine_id === sheet.registration_routine_id)
  const storedSheet: LocalSheet = {
    ...sheet,
    client_id: crypto.randomUUID(),
    sequence: Math.max(0, ...all.map(({ sequence }) => sequence)) + 1,
    revision: Math.max(sentRevision, ...ofEntry.map(({ revision }) => revision)) + 1,
    status: 'queued',
    message: '',
  }
  await write.store.add(storedSheet)
  await write.done
  return storedSheet
}

/** Notes the answers of the server; an unknown id is passed over. */
export async function settleSheets(store: SheetStore, answers: readonly SheetAnswer[]): Promise<void> {
  const write = store.transaction('sheets', 'readwrite', { durability: 'strict' })
  for (const { client_id, status, message, entry_is_out } of answers) {
    const sheet = await write.store.get(client_id)
    if (sheet) await write.store.put({ ...sheet, status: entry_is_out ? 'held' : status, message })
  }
  await write.done
}

/** Queues held sheets again whose entry is back in the pack; returns how many. */
export async function queueHeldSheets(store: SheetStore, entries: readonly PackEntry[]): Promise<number> {
  const idsOnStage = new Set(entries.flatMap(({ id, state }) => (takesTime(state) ? [id] : [])))
  const write = store.transaction('sheets', 'readwrite', { durability: 'strict' })
  const heldSheets = (await write.store.getAll()).filter(
    ({ status, registration_routine_id }) => status === 'held' && idsOnStage.has(registration_routine_id),
  )
  for (const sheet of heldSheets) await write.store.put({ ...sheet, status: 'queued', message: '' })
  await write.done
  return heldSheets.length
}

export const readPack = (store: SheetStore) => store.get('seat', 'pack')
export const savePack = (store: SheetStore, pack: Pack, etag: string) => store.put('seat', { pack, etag }, 'pack')

/** Empties the device for another seat. Only once nothing waits to be sent. */
export async function clearStore(store: SheetStore): Promise<void> {
  const write = store.transaction(['sheets', 'seat'], 'readwrite')
  await write.objectStore('sheets').clear()
  await write.objectStore('seat').clear()
  await write.done
  clearDrafts()
}
