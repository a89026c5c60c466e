import { useEffect, useEffectEvent } from 'react'
import { navigate as setAddress } from 'wouter/use-browser-location'

/** An address inside the product. `key` identifies its entry of the browser's history. */
export type PageAddress = {
  href: string
  path: string
  search: string
  hash: string
  key: string
  keepsScroll: boolean
}

/** Options of wouter's `navigate`; `keepsScroll` opens the screen without scrolling. */
export type NavigateOptions = { replace?: boolean; state?: { keepsScroll: boolean } }

/** The state of an entry of the history: `index` tells back from forward. */
type EntryState = { key: string; index: number; keepsScroll?: boolean }

// Only paths are read from it; the host never shows.
const anyOrigin = 'http://callboard.invalid'

export function addressOf(href: string, key = '', keepsScroll = false): PageAddress {
  const { pathname, search, hash } = new URL(href, anyOrigin)
  return { href: pathname + search + hash, path: pathname, search, hash, key, keepsScroll }
}

/** Entries of others (a link to an anchor) have no state, or none of this shape. */
function readState(): EntryState | undefined {
  const state: unknown = window.history.state
  return typeof state === 'object' && state && 'key' in state && 'index' in state ? (state as EntryState) : undefined
}

/** The address of the window. */
export function readAddress(): PageAddress {
  const { pathname, search, hash } = window.location
  const state = readState()
  return addressOf(pathname + search + hash, state?.key, state?.keepsScroll)
}

let index = 0

/** Adds an entry to the history, or replaces the one that is there. */
export function writeAddress(href: string, { replace = false, state }: NavigateOptions = {}) {
  if (!replace) index += 1
  const entry: EntryState = { ...state, key: Math.random().toString(36).slice(2, 10), index }
  setAddress(href, { replace, state: entry })
}

const layers: (() => void)[] = []

/** The back button puts away what lies on top, of several the one opened last, instead of leaving the screen. */
export function useCloseOnBack(open: boolean, close: () => void) {
  const closeTop = useEffectEvent(close)
  useEffect(() => {
    if (!open) return undefined
    const layer = () => closeTop()
    layers.push(layer)
    return () => void layers.splice(layers.indexOf(layer), 1)
  }, [open])
}

/** Calls the listener after the user went back or forward. */
export function watchHistory(onMove: () => void): () => void {
  let isUndoing = false
  // Without a state of its own the first entry could not be told from a link to an anchor.
  if (!readState()) writeAddress(window.location.href, { replace: true })
  index = readState()?.index ?? 0
  function handlePopState() {
    const target = readState()?.index ?? index + 1
    const close = target < index ? layers.at(-1) : undefined
    if (isUndoing) isUndoing = false
    else if (close) {
      isUndoing = true
      window.history.go(index - target)
      close()
    } else {
      index = target
      onMove()
    }
  }
  window.addEventListener('popstate', handlePopState)
  return () => window.removeEventListener('popstate', handlePopState)
}
