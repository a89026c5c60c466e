import { addMonths, type CalendarDate } from '../kernel/calendar.ts'
import { accept, refuse, type Result } from '../kernel/result.ts'
import type { Wording } from '../kernel/wording.ts'
import { isBlank } from '../roster/contact.ts'

export type NewsRefusal = { code: 'news.text'; field: 'text' } | { code: 'news.date'; field: 'date' }

export const newsWording: Wording<NewsRefusal> = {
  'news.text': () => 'Please enter the news.',
  'news.date': () => 'Please choose a day within two years of the event.',
}

/** Whether a news item is shown: from its day on, as the city counts days. OFF-028, EVT-020. */
export const isShown = ({ date }: { date: CalendarDate }, today: CalendarDate): boolean => date <= today

/** The trimmed text of a news item; refuses one that shows nothing. OFF-028. */
export function checkNews(text: string): Result<string, NewsRefusal> {
  return isBlank(text) ? refuse({ code: 'news.text', field: 'text' }) : accept(text.trim())
}

/** The day of a news item; refuses one that is far from the event, which is a slip of the keys. OFF-028. */
export function checkNewsDate(
  date: CalendarDate,
  { start_date, end_date }: { start_date: CalendarDate; end_date: CalendarDate },
): Result<CalendarDate, NewsRefusal> {
  const isNear = date >= addMonths(start_date, -24) && date <= addMonths(end_date, 24)
  return isNear ? accept(date) : refuse({ code: 'news.date', field: 'date' })
}
