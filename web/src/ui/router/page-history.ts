import { locationOf, type PageLocation } from './page-location.ts'

export type Move = 'PUSH' | 'REPLACE' | 'BACK' | 'FORWARD'

/** Asked before the address changes; true keeps the screen. */
type Blocker = { blockerFn: (move: { action: Move }) => boolean | Promise<boolean> }

export type PageHistory = {
  readonly location: PageLocation
  /** Resolves with false if a blocker kept the screen. */
  go: (action: 'PUSH' | 'REPLACE', href: string) => Promise<boolean>
  back: () => void
  block: (blocker: Blocker) => () => void
  /** Calls the listener after the user went back or forward. */
  listen: (listener: () => void) => () => void
}

const newKey = () => Math.random().toString(36).slice(2, 10)

function makeBlockers() {
  const blockers = new Set<Blocker>()
  const isBlocked = async (action: Move) => {
    for (const { blockerFn } of blockers) if (await blockerFn({ action })) return true
    return false
  }
  const block = (blocker: Blocker) => {
    blockers.add(blocker)
    return () => void blockers.delete(blocker)
  }
  return { block, isBlocked, isEmpty: () => blockers.size === 0 }
}

/** The state of an entry of the browser's history: `index` tells back from forward. */
type EntryState = { key: string; index: number }

function readState(): EntryState | null {
  const state: unknown = window.history.state
  // Entries of others (a link to an anchor) have no state, or none of this shape.
  if (typeof state !== 'object' || state === null || !('key' in state) || !('index' in state)) return null
  return { key: String(state.key), index: Number(state.index) }
}

/** The history of the window. */
export function windowHistory(): PageHistory {
  const { block, isBlocked, isEmpty } = makeBlockers()
  const listeners = new Set<() => void>()
  let index = readState()?.index ?? 0
  let isUndoing = false
  // Without a state of its own the first entry could not be told from a link to an anchor.
  if (!readState()) window.history.replaceState({ key: newKey(), index } satisfies EntryState, '')

  const read = () => {
    const { pathname, search, hash } = window.location
    return locationOf(pathname + search + hash, readState()?.key)
  }
  let current = read()

  async function onPopState() {
    if (isUndoing) {
      isUndoing = false
      return
    }
    const target = readState()?.index ?? index + 1
    const steps = index - target
    if (steps !== 0 && !isEmpty() && (await isBlocked(steps > 0 ? 'BACK' : 'FORWARD'))) {
      isUndoing = true
      window.history.go(steps)
      return
    }
    index = target
    current = read()
    for (const listener of listeners) listener()
  }
  const handlePopState = () => void onPopState()

  return {
    get location() {
      return current
    },
    async go(action, href) {
      if (!isEmpty() && (await isBlocked(action))) return false
      if (action === 'PUSH') index += 1
      const state: EntryState = { key: newKey(), index }
      window.history[action === 'PUSH' ? 'pushState' : 'replaceState'](state, '', href)
      current = read()
      return true
    },
    back: () => window.history.back(),
    block,
    listen(listener) {
      if (listeners.size === 0) window.addEventListener('popstate', handlePopState)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) window.removeEventListener('popstate', handlePopState)
      }
    },
  }
}

/** A history without a window: for pages written by the server, and for tests. */
export function memoryHistory(href = '/'): PageHistory {
  const { block, isBlocked } = makeBlockers()
  const listeners = new Set<() => void>()
  const entries = [locationOf(href, newKey())]
  const current = () => entries.at(-1) ?? locationOf(href)

  async function goBack() {
    if (entries.length < 2 || (await isBlocked('BACK'))) return
    entries.pop()
    for (const listener of listeners) listener()
  }

  return {
    get location() {
      return current()
    },
    async go(action, target) {
      if (await isBlocked(action)) return false
      if (action === 'REPLACE') entries.pop()
      entries.push(locationOf(target, newKey()))
      return true
    },
    back: () => void goBack(),
    block,
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
