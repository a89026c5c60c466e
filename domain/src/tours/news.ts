import type { CalendarDate } from '../kernel/calendar.ts'
import { accept, refuse, type Result } from '../kernel/result.ts'
import type { Wording } from '../kernel/wording.ts'

export type NewsRefusal = { code: 'news.text'; field: 'text' }

export const newsWording: Wording<NewsRefusal> = { 'news.text': () => 'Please enter the news.' }

/** Whether a news item is shown: from its day on, as the city counts days. OFF-028, EVT-020. */
export const isShown = ({ date }: { date: CalendarDate }, today: CalendarDate): boolean => date <= today

/** The trimmed text of a news item; refuses an empty one. OFF-028. */
export function checkNews(text: string): Result<string, NewsRefusal> {
  const trimmedText = text.trim()
  return trimmedText === '' ? refuse({ code: 'news.text', field: 'text' }) : accept(trimmedText)
}
