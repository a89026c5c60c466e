import { addDays, dayIn, type CalendarDate } from '../kernel/calendar.ts'
import type { Instant } from '../kernel/instant.ts'
import type { Wording } from '../kernel/wording.ts'
import { instantAt } from '../kernel/zoned-time.ts'

export const exportLists = ['entries', 'registrations'] as const
export type ExportList = (typeof exportLists)[number]

export const exportSchedules = ['never', 'daily', 'weekly'] as const
export type ExportSchedule = (typeof exportSchedules)[number]

export type SavedExportRefusal =
  | { code: 'saved_export.time_zone'; field: 'time_zone' }
  | { code: 'saved_export.link_over' }

export const savedExportWording: Wording<SavedExportRefusal> = {
  'saved_export.time_zone': () => 'Please choose a time zone from the list.',
  'saved_export.link_over': () =>
    'This link has expired or was emailed to another account. Your exports are listed under Exports.',
}

type Timing = {
  schedule: ExportSchedule
  /** 0 is Sunday; of a weekly one. */
  weekday: number
  hour: number
  time_zone: string
}

/** Days in which the link of a mailed export opens. */
export const exportLinkDays = 7

const weekdayOf = (day: CalendarDate) => new Date(`${day}T00:00:00Z`).getUTCDay()

/** The first moment after `now` at which the export is due; null: never. */
export function nextExportAt({ schedule, weekday, hour, time_zone }: Timing, now: Instant): Instant | null {
  if (schedule === 'never') return null
  const today = dayIn(time_zone, now)
  const time = `T${String(hour).padStart(2, '0')}:00`
  for (let ahead = 0; ahead <= 8; ahead += 1) {
    const day = addDays(today, ahead)
    const moment = instantAt(time_zone, `${day}${time}`)
    if (moment > now && (schedule === 'daily' || weekdayOf(day) === weekday)) return moment
  }
  return null
}
