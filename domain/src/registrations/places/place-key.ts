import type { Instant } from '../../kernel/instant.ts'
import { momentText } from '../../kernel/moment-text.ts'
import type { Wording } from '../../kernel/wording.ts'

/** The names of scarce things of a city. A row of `capacity` has the same key. */
export type PlaceKey = 'routines' | 'small_solos' | `category:${number}` | `level:${number}`

/** The city’s routines of a category. COMP-081. */
export const categoryKey = (category_id: number): PlaceKey => `category:${category_id}`
/** The city’s people of a workshop level. */
export const levelKey = (level_id: number): PlaceKey => `level:${level_id}`

type PlaceLists = {
  workshop_levels: readonly { id: number; plural_name: string }[]
  routine_categories: readonly { category_id: number; name: string }[]
}

/** The places of these keys as they stand in a sentence; one that the lists do not name is left out. */
export function placeNames(keys: readonly string[], { workshop_levels, routine_categories }: PlaceLists): string[] {
  const names = new Map<string, string>([
    ['routines', 'the competition'],
    ['small_solos', 'solos of small registrations'],
    ...workshop_levels.map(({ id, plural_name }) => [levelKey(id), plural_name] as const),
    ...routine_categories.map(({ category_id, name }) => [categoryKey(category_id), `${name} routines`] as const),
  ])
  return keys.flatMap((key) => names.get(key) ?? [])
}

export type PlaceRefusal =
  | { code: 'places.gone'; key: string; over: number; sentence: string }
  | { code: 'places.not_held' }
  /** The account has held places of this city as long as it may without paying. */
  | { code: 'places.hold_paused'; minutes: number; until: Instant; time_zone: string }

/** COMP-084: what is missing, for whom and what to do stands in the sentence (`shortageSentence`). */
export const placeWording: Wording<PlaceRefusal> = {
  'places.gone': ({ sentence }) => sentence,
  'places.hold_paused': ({ minutes, until, time_zone }) =>
    `You have held places here for ${minutes} minutes without paying, so they are open to others now. You can review and hold them again from ${momentText(until, time_zone)}.`,
  'places.not_held': () => 'Your places are no longer held. Please review your registration once more.',
}
