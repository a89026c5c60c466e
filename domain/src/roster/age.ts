import { ageOn, type CalendarDate } from '../kernel/calendar.ts'

/** Completed years on January 1 of a season's age year: the age for rosters, levels and routines. ROST-009, A15. */
export const ageAsOf = (birthdate: CalendarDate, age_year: number): number =>
  ageOn(`${age_year}-01-01` as CalendarDate, birthdate)
