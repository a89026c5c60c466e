import { addDays, type CalendarDate } from '../kernel/calendar.ts'
import { secondsAfter, type Instant } from '../kernel/instant.ts'
import { clockText, weekdayText } from '../kernel/moment-text.ts'
import { accept, refuse, type Result } from '../kernel/result.ts'
import { instantAt } from '../kernel/zoned-time.ts'
import type { RunningOrderRefusal } from './refusals.ts'

/** Characters of a request and of the office's answer. */
export const requestMost = 300

/** When a studio would like an entry to start, on the clocks of the city. Times are 'HH:mm'. */
export type EntryWish = {
  /** Null: any day. */
  day: CalendarDate | null
  not_before: string | null
  not_after: string | null
}
/** A studio's request for one of its entries: in words, as a wish that the rules read, or both. */
export type EntryRequest = EntryWish & { text: string }

/** A stretch of time in which an entry may start. */
export type WishWindow = { from: Instant; until: Instant }

/** The days from a city's first to its last, and those of its blocks, in order. */
export function cityDays(
  { start_date, end_date }: { start_date: CalendarDate; end_date: CalendarDate },
  blockDays: readonly CalendarDate[] = [],
): CalendarDate[] {
  const days = new Set(blockDays)
  for (let day = start_date; day <= end_date; day = addDays(day, 1)) days.add(day)
  return [...days].toSorted()
}

const hasWish = ({ day, not_before, not_after }: EntryWish) => day !== null || not_before !== null || not_after !== null

/** When an entry starts that meets the wish, on each of these days; empty: at any time. */
export function wishWindows(wish: EntryWish, days: readonly CalendarDate[], zone: string): WishWindow[] {
  if (!hasWish(wish)) return []
  return (wish.day === null ? days : [wish.day]).map((day) => ({
    from: instantAt(zone, `${day}T${wish.not_before ?? '00:00'}`),
    // Screens show minutes: what starts within the minute is not after it.
    until: secondsAfter(instantAt(zone, `${day}T${wish.not_after ?? '23:59'}`), 59),
  }))
}

/** Whether an entry that starts then is where its studio would like it. */
export const meetsWish = (start: Instant, windows: readonly WishWindow[]): boolean =>
  windows.length === 0 || windows.some(({ from, until }) => from <= start && start <= until)

/** 'Saturday, November 2' */
export const dayText = (day: CalendarDate) => weekdayText(instantAt('UTC', `${day}T12:00`), 'UTC')

/** '10:00 am' of '10:00'. */
const timeText = (time: string) => clockText(instantAt('UTC', `2000-01-01T${time}`), 'UTC')

/** 'Saturday, November 2, not before 10:00 am'; empty without a wish. */
export const wishText = ({ day, not_before, not_after }: EntryWish): string =>
  [
    day && dayText(day),
    not_before && `not before ${timeText(not_before)}`,
    not_after && `not after ${timeText(not_after)}`,
  ]
    .filter(Boolean)
    .join(', ')

const tooLong = (field: string, { length }: string) =>
  refuse({ code: 'request.too_long', field, length, most: requestMost } as const)

/** The office's answer as it is kept; empty takes an earlier one back. */
export function checkAnswer(text: string): Result<string, RunningOrderRefusal> {
  const answer = text.trim()
  return answer.length > requestMost ? tooLong('answer', answer) : accept(answer)
}

/** A request as it is kept: spaces around its text are removed. */
export function checkRequest(
  request: EntryRequest,
  days: readonly CalendarDate[],
): Result<EntryRequest, RunningOrderRefusal> {
  const text = request.text.trim()
  const { day, not_before, not_after } = request
  if (text === '' && !hasWish(request)) return refuse({ code: 'request.empty', field: 'text' })
  if (text.length > requestMost) return tooLong('text', text)
  if (day !== null && !days.includes(day)) return refuse({ code: 'request.other_day', field: 'day' })
  if (not_before !== null && not_after !== null && not_after < not_before) {
    return refuse({ code: 'request.no_time_left', field: 'not_after' })
  }
  return accept({ ...request, text })
}
