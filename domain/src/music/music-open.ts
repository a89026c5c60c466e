import { dayIn, type CalendarDate } from '../kernel/calendar.ts'
import type { Instant } from '../kernel/instant.ts'
import { accept, refuse, type Result } from '../kernel/result.ts'
import type { Wording } from '../kernel/wording.ts'

export type MusicRefusal =
  /** The city takes no music, or no more. */
  { code: 'music.closed' } | { code: 'music.over' } | { code: 'music.email'; field: 'email' } | { code: 'music.none' }

export const musicWording: Wording<MusicRefusal> = {
  'music.closed': () => 'Music for this city cannot be changed now. If something is wrong, please contact the event.',
  'music.none': () => 'Upload the music of this routine first, then add a note or a name.',
  'music.over': () => 'This event is over. Its music can no longer be changed.',
  'music.email': () => 'Must be valid email',
}

type MusicCity = {
  music_upload: boolean
  end_date: CalendarDate
  time_zone: string
  /** In an edit of the office, which deadlines do not bind. */
  by_office?: boolean
}

/** Whether music may be uploaded, changed or removed: the city takes it, and its last day is not over there. MUS-013, SEC-018. */
export function musicOpen(city: MusicCity, now: Instant): Result<true, MusicRefusal> {
  if (city.by_office) return accept(true)
  if (dayIn(city.time_zone, now) > city.end_date) return refuse({ code: 'music.over' })
  return city.music_upload ? accept(true) : refuse({ code: 'music.closed' })
}

type RoutineState = { music: unknown; no_music: boolean }

const routinesText = (count: number) => (count === 1 ? '1 routine' : `${count} routines`)

/**
 * How far the music of a list of routines is: 'Music uploaded for 37 of 39 routines. 1 routine needs no music.' Routines
 * marked No Music need no file, so they count neither as uploaded nor as missing.
 */
export function uploadProgress(routines: readonly RoutineState[]): string {
  const routinesWithMusic = routines.filter(({ music, no_music }) => music || !no_music)
  const uploadedCount = routinesWithMusic.filter(({ music }) => music).length
  const withoutCount = routines.length - routinesWithMusic.length
  const withoutText = `${routinesText(withoutCount)} ${withoutCount === 1 ? 'needs' : 'need'} no music`
  if (routinesWithMusic.length === 0) return withoutText
  const uploadedText = `Music uploaded for ${uploadedCount} of ${routinesText(routinesWithMusic.length)}`
  return withoutCount === 0 ? uploadedText : `${uploadedText}. ${withoutText}`
}
