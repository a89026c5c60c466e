import { useEffect, useSyncExternalStore } from 'react'

type ThemeName = 'light' | 'dark'

let darkScreens = 0
const listeners = new Set<() => void>()

function countDarkScreens(change: 1 | -1) {
  darkScreens += change
  for (const notify of listeners) notify()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const pageTheme = (): ThemeName => (darkScreens > 0 ? 'dark' : 'light')

/** Returns the theme of the page: dark while at least one screen asks for it. */
export const usePageTheme = () => useSyncExternalStore(subscribe, pageTheme, pageTheme)

/** Switches the page to the dark theme while the calling screen is mounted (the results portal). */
export function useDarkTheme() {
  useEffect(() => {
    countDarkScreens(1)
    return () => countDarkScreens(-1)
  }, [])
}
