import { createContext, useContext, useEffect } from 'react'
import { isFocusLost } from './focus-return.ts'

/** The city whose pages these are, 'Portland, OR'; empty outside one. */
export const PlaceName = createContext('')

type Place = { event_city: { name: string; state: string } }

/** Returns 'Portland, OR'; a city without a state stands alone. */
export const placeName = ({ event_city: { name, state } }: Place): string => [name, state].filter(Boolean).join(', ')

/** Names the browser's tab after the page and its city, so that tabs and the history can be told apart; null: not a page. */
export function usePageTitle(title: string | null) {
  const place = useContext(PlaceName)
  useEffect(() => {
    if (title !== null) document.title = [title, place, 'Callboard'].filter(Boolean).join(' · ')
  }, [title, place])
}

/** A screen that takes another's place at the same address is read and walked from its beginning, as one that was gone to. */
export function useFocusScreen(title: string | null) {
  useEffect(() => {
    if (title !== null && isFocusLost()) document.getElementById('content')?.focus({ preventScroll: true })
  }, [title])
}
