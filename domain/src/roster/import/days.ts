import { addDays, calendarDate, type CalendarDate } from '../../kernel/calendar.ts'

/** Which comes first where a date is three numbers: the month (03/14/2012) or the day (14/03/2012). */
export type DayOrder = 'mdy' | 'dmy'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const numbers = /^(\d{1,2})[/.\-\s]+(\d{1,2})[/.\-\s]+(\d{4}|\d{2})$/
const yearFirst = /^(\d{4})[/.\-\s]?(\d{1,2})[/.\-\s]?(\d{1,2})$/
const monthFirst = /^([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4}|\d{2})$/i
const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?[\s\-.]+([a-z]{3,9})\.?,?[\s-]+(\d{4}|\d{2})$/i
// The days since the end of 1899 that a sheet keeps of a date whose format was lost.
const serial = /^\d{5}$/

// 'Wednesday, September 14, 2012 10:30:00 am +00:00' is shorter. The pattern of times below tries each blank of a run
// against all others, so a cell of blanks would take time by its length squared.
const longestDay = 60

/** A day without the time of day that sheets add to it; empty for a text too long to be a day. */
const bare = (cell: string): string => {
  const text = cell.trim()
  if (text.length > longestDay) return ''
  return text
    .replace(/^'/, '')
    .replace(/[T\s]+\d{1,2}:\d{2}(:\d{2})?(\.\d+)?\s*([ap]\.?m\.?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i, '')
    .trim()
}

/** Whether a cell is written as a day in one of the forms that are read; whether there is such a day is not asked. */
export const looksLikeDay = (text: string): boolean =>
  [numbers, yearFirst, monthFirst, dayFirst].some((form) => form.test(bare(text)))

type OrderGuess = { order: DayOrder; sure: boolean }

/**
 * Which order the dates of a column are written in. A number over 12 is a day. Without any such, or with some in each
 * place, the other dates could be read either way, and the owner of the sheet has to say.
 */
export function guessDayOrder(texts: readonly string[]): OrderGuess {
  const dates = texts.map((text) => numbers.exec(bare(text))).filter((match) => match !== null)
  const dayFirsts = dates.filter(([, first]) => Number(first) > 12).length
  const monthFirsts = dates.filter(([, , second]) => Number(second) > 12).length
  if (dayFirsts !== monthFirsts) {
    return { order: dayFirsts > monthFirsts ? 'dmy' : 'mdy', sure: dayFirsts === 0 || monthFirsts === 0 }
  }
  const sure = dates.every(([, first, second]) => first === second)
  const dotted = dates.length > 0 && dates.every(([whole]) => whole.includes('.'))
  return { order: dotted ? 'dmy' : 'mdy', sure }
}

/** The day that a cell of a sheet means; null when it means none. Two digits of a year mean the last such year. */
export function dayFrom(cell: string, order: DayOrder, today: CalendarDate): CalendarDate | null {
  const text = bare(cell)
  const dated = (year = '', month = '', day = '') => toDay(fullYear(year, today), month, day)
  const [, first, second, third] = numbers.exec(text) ?? []
  if (first) return order === 'mdy' ? dated(third, first, second) : dated(third, second, first)
  const [, year, month, day] = yearFirst.exec(text) ?? []
  if (year && /^(19|20)/.test(year)) return dated(year, month, day)
  const [, monthName, dayAfter, yearAfter] = monthFirst.exec(text) ?? []
  if (monthName) return dated(yearAfter, monthNumber(monthName), dayAfter)
  const [, dayBefore, namedAfter, yearLast] = dayFirst.exec(text) ?? []
  if (namedAfter) return dated(yearLast, monthNumber(namedAfter), dayBefore)
  return serial.test(text) ? addDays('1899-12-30' as CalendarDate, Number(text)) : null
}

const monthNumber = (name: string): string => {
  const index = months.indexOf(name.slice(0, 3).toLowerCase())
  return index < 0 ? '' : String(index + 1)
}

function fullYear(year: string, today: CalendarDate): string {
  if (year.length !== 2) return year
  const century = Number(today.slice(0, 2))
  return `${year <= today.slice(2, 4) ? century : century - 1}${year}`
}

function toDay(year: string, month: string, day: string): CalendarDate | null {
  try {
    return calendarDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
  } catch {
    return null // The 31st of June, and what is no date at all.
  }
}
