import type { RoutineCategory } from '../../tours/city.ts'

/** The category of a routine of so many dancers: of those whose least number it reaches, the largest. COMP-047. */
export function categoryFor(dancers: number, categories: readonly RoutineCategory[]): RoutineCategory | undefined {
  let found: RoutineCategory | undefined
  for (const category of categories) {
    if (category.min_dancers > dancers) continue
    if (!found || category.min_dancers > found.min_dancers) found = category
  }
  return found
}
