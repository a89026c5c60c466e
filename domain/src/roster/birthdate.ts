import { ageOn, calendarDate, type CalendarDate } from '../kernel/calendar.ts'

const format = /^(\d{2})\/(\d{2})\/(\d{4})$/
const oldest = 100

/** The day a text MM/DD/YYYY names if it can be a birthdate today: a real day, past, of someone under 100; else null. ROST-005, A15. */
export function birthdateFrom(text: string, today: CalendarDate): CalendarDate | null {
  const [, month, day, year] = format.exec(text.trim()) ?? []
  const date = toDate(`${year}-${month}-${day}`)
  return date && isBirthdate(date, today) ? date : null
}

/** Whether a day can be the birthdate of someone alive and under 100 today. ROST-005, M004. */
export const isBirthdate = (birthdate: CalendarDate, today: CalendarDate): boolean =>
  birthdate < today && ageOn(today, birthdate) < oldest

/** A birthdate as forms show it, MM/DD/YYYY. ROST-008, CONST-029. */
export const birthdateText = (birthdate: CalendarDate): string =>
  `${birthdate.slice(5, 7)}/${birthdate.slice(8, 10)}/${birthdate.slice(0, 4)}`

function toDate(text: string): CalendarDate | null {
  try {
    return calendarDate(text)
  } catch {
    return null // February 30 and its like are no days.
  }
}

/** Completed years on January 1 of a season's age year: the age for rosters, levels and routines. ROST-009, A15. */
export const ageAsOf = (birthdate: CalendarDate, age_year: number): number =>
  ageOn(`${age_year}-01-01` as CalendarDate, birthdate)
