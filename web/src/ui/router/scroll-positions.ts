import { useEffect, useLayoutEffect, useState } from 'react'
import type { PageAddress } from './page-history.ts'

const storageKey = 'callboard.scroll'

function readStored(): Record<string, number> {
  try {
    // Written by this file alone.
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, number>
  } catch {
    return {}
  }
}

function makePositions() {
  let positions: Record<string, number> | undefined
  let shownKey: string | undefined
  const keep = () => {
    if (shownKey !== undefined) (positions ??= readStored())[shownKey] = window.scrollY
  }
  function store() {
    keep()
    try {
      sessionStorage.setItem(storageKey, JSON.stringify(positions))
    } catch {
      // Without storage a reloaded page begins at its top.
    }
  }
  /** The first page is scrolled by its reader, unless it was left here. */
  function show({ key, hash, keepsScroll }: PageAddress) {
    if (key === shownKey) return
    const position = (positions ??= readStored())[key]
    const stays = keepsScroll || shownKey === undefined
    shownKey = key
    const anchor = hash && document.getElementById(hash.slice(1))
    if (anchor) anchor.scrollIntoView()
    else if (position !== undefined || !stays) window.scrollTo(0, position ?? 0)
  }
  return { keep, store, show }
}

/**
 * Scrolls as a browser does between documents: a new page from its top, an earlier one where it was left. Returns a
 * function to call before the shown page changes.
 */
export function useScrollPositions(address: PageAddress | undefined): () => void {
  const [{ keep, store, show }] = useState(makePositions)
  useEffect(() => {
    window.history.scrollRestoration = 'manual'
    window.addEventListener('pagehide', store)
    return () => window.removeEventListener('pagehide', store)
  }, [store])
  useLayoutEffect(() => {
    if (address) show(address)
  }, [address, show])
  return keep
}
