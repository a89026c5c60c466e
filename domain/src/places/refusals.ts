import type { Wording } from '../kernel/wording.ts'

export type PlaceRefusal =
  { code: 'places.gone'; key: string; over: number; sentence: string } | { code: 'places.not_held' }

/** COMP-084: what is missing, for whom and what to do stands in the sentence (`shortageSentence`). */
export const placeWording: Wording<PlaceRefusal> = {
  'places.gone': ({ sentence }) => sentence,
  'places.not_held': () => 'Your places are no longer held. Please review your registration once more.',
}
