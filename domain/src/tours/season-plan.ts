import { addDays, type CalendarDate } from '../kernel/calendar.ts'
import { accept, refuse, type Result } from '../kernel/result.ts'
import type { OfficeRefusal } from './office-refusals.ts'
import type { ProductSettings } from './settings/registry.ts'
import { shiftDays, type CityDays } from './shift-days.ts'
import { checkDays } from './tour-date-days.ts'

type SeasonYears = { start_year: number; end_year: number; age_year: number }

/** A season of one year, or of two that follow each other. `field` names a year in the request. OFF-002. */
export function checkSeasonSpan<Span extends Omit<SeasonYears, 'age_year'>>(
  span: Span,
  field: (name: keyof SeasonYears) => string = (name) => name,
): Result<Span, OfficeRefusal> {
  const { start_year, end_year } = span
  if (end_year >= start_year && end_year <= start_year + 1) return accept(span)
  const why = 'A season ends in its first year or the year after.'
  return refuse({ code: 'office.season_years', field: field('end_year'), why })
}

/** Why a season cannot have years that another has; the constraint `season_years_once` says the same. */
export const seasonYearsTaken = 'This season is already there. Change that one.'

/** A season of one or two years, other than the one it is made from. OFF-002. */
export function checkSeasonYears(years: SeasonYears, source: SeasonYears): Result<SeasonYears, OfficeRefusal> {
  const fieldOf = (name: keyof SeasonYears) => `season.${name}`
  const wrong = (name: keyof SeasonYears, why: string) =>
    refuse({ code: 'office.season_years' as const, field: fieldOf(name), why })
  const { start_year, end_year, age_year } = years
  const span = checkSeasonSpan(years, fieldOf)
  if (!span.ok) return span
  if (age_year < start_year || age_year > end_year) return wrong('age_year', 'Choose a year of the season.')
  if (start_year === source.start_year && end_year === source.end_year) {
    return wrong('start_year', 'This is the season you copy. Choose another.')
  }
  return accept(years)
}

export type PlannedDays = CityDays & {
  /** Why the days do not hold; null: they do. */
  refusal: OfficeRefusal | null
}

/** A city's days in the next season: so many weeks later, so that weekdays stay, or from a first day of its own. */
export function planDays(
  days: CityDays,
  { shift_weeks, start_date }: { shift_weeks: number; start_date: CalendarDate | null },
  settings: Pick<ProductSettings, 'rate_grace_hours'>,
): PlannedDays {
  const planned_days = shiftDays(days, start_date ?? addDays(days.start_date, shift_weeks * 7), settings)
  const result = checkDays(planned_days)
  return { ...planned_days, refusal: result.ok ? null : result.refusal }
}
