import type { Wording } from '../kernel/wording.ts'
import { shortageSentence } from './short-of.ts'

export type PlaceRefusal = { code: 'places.gone'; key: string; over: number } | { code: 'places.not_held' }

/** COMP-084: what to do stands in the sentence. */
export const placeWording: Wording<PlaceRefusal> = {
  'places.gone': ({ key, over }) => shortageSentence(key, over),
  'places.not_held': () => 'Your places are no longer held. Please review your registration once more.',
}
