import type { PageLocation } from './page-location.ts'

const storageKey = 'callboard.scroll'

function readStored(): Record<string, number> {
  try {
    // Written by this file alone.
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, number>
  } catch {
    return {}
  }
}

/** Scrolls as a browser does between documents: a new page from its top, an earlier one where it was left. */
export function trackScroll() {
  const positions = readStored()
  let shownKey: string | undefined
  const keepPosition = () => {
    if (shownKey !== undefined) positions[shownKey] = window.scrollY
  }
  const store = () => {
    keepPosition()
    try {
      sessionStorage.setItem(storageKey, JSON.stringify(positions))
    } catch {
      // Without storage a reloaded page begins at its top.
    }
  }
  window.history.scrollRestoration = 'manual'
  window.addEventListener('pagehide', store)
  return {
    /** Called before the shown page changes. */
    keepPosition,
    /** Called after the page of `location` was rendered. The first page is scrolled by its reader, unless it was left here. */
    show({ key, hash }: PageLocation, isFirst: boolean) {
      shownKey = key
      const anchor = hash && document.getElementById(hash.slice(1))
      if (anchor) anchor.scrollIntoView()
      else if (!isFirst || positions[key] !== undefined) window.scrollTo(0, positions[key] ?? 0)
    },
    stay({ key }: PageLocation) {
      shownKey = key
    },
    stop: () => window.removeEventListener('pagehide', store),
  }
}
