import type { AgeDivision } from '../../tours/city.ts'
import type { ProductSettings } from '../../tours/settings/registry.ts'

type AgeSettings = Pick<ProductSettings, 'open_division_age' | 'division_cap_below_oldest'>
type CastAges = { ages: readonly number[]; has_teacher: boolean; age_up: boolean }

/** The divisions dancers compete in, youngest first; Showcase stands apart. COMP-039. */
export const competingDivisions = (divisions: readonly AgeDivision[]): AgeDivision[] =>
  divisions.filter(({ is_showcase }) => !is_showcase).toSorted((one, other) => one.minimum_age - other.minimum_age)

/** The whole years a cast counts as: its average, rounded down. A36. */
export const averageAge = (ages: readonly number[]): number =>
  Math.floor(ages.reduce((total, age) => total + age, 0) / ages.length)

const placeOf = (ordered: readonly AgeDivision[], age: number) =>
  ordered.findLastIndex(({ minimum_age }) => minimum_age <= age)

/** The division of the average age alone; the oldest dancer does not count. */
export function divisionByAverage(ages: readonly number[], divisions: readonly AgeDivision[]): AgeDivision | undefined {
  const ordered = competingDivisions(divisions)
  return ordered[placeOf(ordered, averageAge(ages))]
}

/**
 * The age division of a cast, by ages in whole years: Showcase with a teacher, the oldest with anyone of 21, else that of
 * the average age; age up takes the next. COMP-038, COMP-039, COMP-051, A36, A41.
 */
export function divisionFor(
  { ages, has_teacher, age_up }: CastAges,
  divisions: readonly AgeDivision[],
  settings: AgeSettings,
): AgeDivision | undefined {
  if (has_teacher) return divisions.find(({ is_showcase }) => is_showcase)
  if (ages.length === 0) return undefined

  const ordered = competingDivisions(divisions)
  const last = ordered.length - 1
  const oldest = Math.max(...ages)
  if (oldest >= settings.open_division_age) return ordered[last]

  let place = placeOf(ordered, averageAge(ages))
  if (settings.division_cap_below_oldest) place = Math.max(place, placeOf(ordered, oldest) - 1)
  if (place < 0) return undefined
  return ordered[age_up ? Math.min(place + 1, last) : place]
}
