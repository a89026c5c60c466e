import type { Wording } from '../kernel/wording.ts'

export type MusicRefusal =
  /** The city takes no music, or no more. */
  { code: 'music.closed' } | { code: 'music.over' } | { code: 'music.email'; field: 'email' }

export const musicWording: Wording<MusicRefusal> = {
  'music.closed': () => 'Music for this city cannot be changed now. If something is wrong, please contact the event.',
  'music.over': () => 'This event is over. Its music cannot be changed any more.',
  'music.email': () => 'Must be valid email',
}
