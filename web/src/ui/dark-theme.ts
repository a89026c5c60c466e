import { useEffect, useSyncExternalStore } from 'react'

type ThemeName = 'light' | 'dark'

let darkScreens = 0
const listeners = new Set<() => void>()

const notifyListeners = () => {
  for (const notify of listeners) notify()
}

function countDarkScreens(change: 1 | -1) {
  darkScreens += change
  notifyListeners()
}

const systemQuery = () => window.matchMedia('(prefers-color-scheme: dark)')

function subscribe(listener: () => void) {
  const system = systemQuery()
  listeners.add(listener)
  system.addEventListener('change', listener)
  return () => {
    listeners.delete(listener)
    system.removeEventListener('change', listener)
  }
}

const pageTheme = (): ThemeName => (darkScreens > 0 || systemQuery().matches ? 'dark' : 'light')

// Markup is the same in both themes; the server has no window to ask.
const markupTheme = (): ThemeName => (typeof window === 'undefined' ? 'light' : pageTheme())

/** Returns the theme of the page: the system's, and dark while a screen asks for it. */
export const usePageTheme = () => useSyncExternalStore(subscribe, pageTheme, markupTheme)

/** Switches the page to the dark theme while the calling screen is mounted (the results portal). */
export function useDarkTheme() {
  useEffect(() => {
    countDarkScreens(1)
    return () => countDarkScreens(-1)
  }, [])
}
