import type { CalendarDate } from '../kernel/calendar.ts'
import { ageAsOf } from './birthdate.ts'

/** Orders people as their names are shown: by first name, then by last name. */
export const compareNames = (one: { fname: string; lname: string }, other: { fname: string; lname: string }): number =>
  one.fname.localeCompare(other.fname, 'en-US') || one.lname.localeCompare(other.lname, 'en-US')

/** The options of SHOW ME, in their order. ROST-010, M065. */
export const rosterFilters = ['all', '19 & under', '20 & over', 'no birthdate'] as const
export type RosterFilter = (typeof rosterFilters)[number]

/** The people a filter shows, by their age on January 1 of the season's age year; 20 is the setting's age. ROST-010, ROST-036. */
export function filterRoster<Someone extends { birthdate: CalendarDate | null }>(
  roster: readonly Someone[],
  filter: RosterFilter,
  age_year: number,
  dancer_age_threshold: number,
): Someone[] {
  return roster.filter(({ birthdate }) => {
    if (filter === 'all') return true
    if (birthdate === null) return filter === 'no birthdate'
    const isOver = ageAsOf(birthdate, age_year) >= dancer_age_threshold
    return filter === (isOver ? '20 & over' : '19 & under')
  })
}
