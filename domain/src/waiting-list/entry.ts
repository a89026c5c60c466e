import { categoryKey, levelKey, type PlaceKey } from '../registrations/places/place-key.ts'
import { isSmall } from '../registrations/places/needed-places.ts'
import type { Facts } from '../registrations/registration.ts'

/**
 * How it goes with an entry of the waiting list. In line: `waiting`; `offered`: places are kept until it answers;
 * `accepted`: it said yes. The others have left the line.
 */
export type EntryState = 'waiting' | 'offered' | 'accepted' | 'declined' | 'expired' | 'left' | 'refused'

/** Every move of an entry: from a state to those that may follow. A closed entry stays closed. */
export const entryMoves: Readonly<Record<EntryState, readonly EntryState[]>> = {
  waiting: ['offered', 'left', 'refused'],
  offered: ['accepted', 'declined', 'expired', 'left', 'refused'],
  accepted: ['expired', 'left'],
  declined: [],
  expired: [],
  left: [],
  refused: [],
}

/** The states from which an entry may move to this one. */
export const statesBefore = (next: EntryState): EntryState[] =>
  (Object.keys(entryMoves) as EntryState[]).filter((state) => entryMoves[state].includes(next))

export type WaitingNeeds = Readonly<Record<string, number>>
/** Places left by key; null: any number. */
export type FreePlaces = Readonly<Record<string, number | null>>

/** One routine or person of an entry, and the places it would take. */
type WaitingPart = { id: number; needs: WaitingNeeds }

/** `dancers`: the people of the entry it needs. `blocked`: one of its dancers is neither registered nor of the entry. */
export type RoutinePart = WaitingPart & { dancers: readonly number[]; blocked: boolean }

/** An entry in line: routines, people for a level, or routines with such people. With `takes_part` they may come in apart. */
export type Waiter = {
  id: number
  registration_id: number
  takes_part: boolean
  routines: readonly RoutinePart[]
  people: readonly WaitingPart[]
}

/** Part of an entry: the ids of its routines and of its people. */
export type PartsById = { routines: readonly number[]; people: readonly number[] }

/** The sum of two needs, by key. */
export function plusNeeds(one: WaitingNeeds, other: WaitingNeeds): WaitingNeeds {
  const sum: Record<string, number> = { ...one }
  for (const [key, n] of Object.entries(other)) sum[key] = (sum[key] ?? 0) + n
  return sum
}

/** The sum of the needs of an entry's parts, by key. */
export const needsOf = (parts: readonly WaitingPart[]): WaitingNeeds =>
  parts.reduce<WaitingNeeds>((sum, part) => plusNeeds(sum, part.needs), {})

/**
 * The places a waiting routine takes once it comes in, depending on the registration's number of dancers. COMP-035,
 * COMP-064, A18.
 */
export function needsOfWaiting(
  category: { category_id: number; is_solo: boolean },
  dancers: number,
  facts: Pick<Facts, 'tour_date' | 'settings'>,
): WaitingNeeds {
  const needs: Partial<Record<PlaceKey, number>> = { routines: 1, [categoryKey(category.category_id)]: 1 }
  if (category.is_solo && isSmall(dancers, facts)) needs.small_solos = 1
  return needs as WaitingNeeds // Every value given is a number.
}

/** The place a person takes at a level. */
export const needsOfPerson = (level_id: number): WaitingNeeds => ({ [levelKey(level_id)]: 1 })

type EntryContent = {
  routines: readonly { id: number; name: string }[]
  people: readonly { id: number; name: string; level: string }[]
}

/** The title of an entry or of the part of it with these ids: its routines, and its people with their level. */
export const entryTitle = ({ routines, people }: EntryContent, parts?: PartsById): string =>
  [
    ...routines.filter(({ id }) => parts?.routines.includes(id) ?? true).map(({ name }) => name),
    ...people.filter(({ id }) => parts?.people.includes(id) ?? true).map(({ name, level }) => `${name} (${level})`),
  ].join(', ')
