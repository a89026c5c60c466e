import type { RoutineCategory } from '../../tours/city.ts'

/** The category of a routine of so many dancers: of those whose least number it reaches, the largest. COMP-047. */
export function categoryFor(dancers: number, categories: readonly RoutineCategory[]): RoutineCategory | undefined {
  let match: RoutineCategory | undefined
  for (const category of categories) {
    if (category.min_dancers > dancers) continue
    if (!match || category.min_dancers > match.min_dancers) match = category
  }
  return match
}
