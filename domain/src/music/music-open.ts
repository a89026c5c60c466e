import { dayIn, type CalendarDate } from '../kernel/calendar.ts'
import type { Instant } from '../kernel/instant.ts'
import { accept, refuse, type Result } from '../kernel/result.ts'
import type { Wording } from '../kernel/wording.ts'

export type MusicRefusal =
  /** The city takes no music, or no more. */
  { code: 'music.closed' } | { code: 'music.over' } | { code: 'music.email'; field: 'email' }

export const musicWording: Wording<MusicRefusal> = {
  'music.closed': () => 'Music for this city cannot be changed now. If something is wrong, please contact the event.',
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
