import { groupBy, rank } from './ranking.ts'
import type { Points } from '../judging/points.ts'

/** A routine of the registration that danced, with what was released about it. */
export type DataRoutine = {
  total: Points
  award_id: number | null
  /** One of each award that placed it. */
  places: readonly number[]
  performance_division: { id: number; name: string }
  /** Marks of its judges: the level-1 item each belongs to, and whether it was good. */
  marks: readonly { level_1_id: number; good: boolean }[]
}

/** The fewest routines of which data is shown. RES-020. */
const fewestDataRoutines = 3

/** Whether data is shown of so many routines with a total. */
export const isEnoughForData = (routines: number): boolean => routines >= fewestDataRoutines

type DivisionMean = { id: number; name: string; mean: Points; count: number }

type RegistrationData = {
  routine_count: number
  /** Hundredths, rounded half up. */
  average: Points
  by_division: readonly DivisionMean[]
  /** The three performance divisions with the highest mean. RES-023. */
  top_divisions: readonly DivisionMean[]
  /** Counts of the five highest levels, the highest first. */
  awards: readonly { award_id: number; count: number }[]
  places: { first: number; second: number; third: number }
  /** Per level-1 item: how many marks were good, of how many. RES-019. */
  level1: readonly { level_1_id: number; good: number; count: number }[]
}

const meanOf = (totals: readonly Points[]): Points => {
  const sum = totals.reduce((all, total) => all + total, 0)
  return Math.floor((2 * sum + totals.length) / (2 * totals.length))
}

/**
 * The figures of the Data tab of a registration; null with fewer than three routines. `awardOrder` lists the ids of the
 * levels, the highest first.
 */
export function registrationData(
  routines: readonly DataRoutine[],
  awardOrder: readonly number[],
): RegistrationData | null {
  if (!isEnoughForData(routines.length)) return null
  const divisions = groupBy(routines, ({ performance_division }) => performance_division.id)
  const by_division = [...divisions.values()]
    .map((own): DivisionMean => {
      const { id = 0, name = '' } = own[0]?.performance_division ?? {}
      return { id, name, mean: meanOf(own.map(({ total }) => total)), count: own.length }
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
  const countOf = (isCounted: (routine: DataRoutine) => boolean) => routines.filter(isCounted).length
  const places = routines.flatMap((routine) => routine.places)
  // As the results list them: a routine that two awards placed has two places.
  const placeCount = (place: number) => places.filter((one) => one === place).length
  const items = groupBy(
    routines.flatMap(({ marks }) => marks),
    ({ level_1_id }) => level_1_id,
  )
  return {
    routine_count: routines.length,
    average: meanOf(routines.map(({ total }) => total)),
    by_division,
    top_divisions: rank(by_division, (a, b) => b.mean - a.mean || b.count - a.count)
      .map(({ item }) => item)
      .slice(0, 3),
    awards: awardOrder
      .slice(0, 5)
      .map((award_id) => ({ award_id, count: countOf((routine) => routine.award_id === award_id) })),
    places: {
      first: placeCount(1),
      second: placeCount(2),
      third: placeCount(3),
    },
    level1: [...items].map(([level_1_id, marks]) => ({
      level_1_id,
      good: marks.filter(({ good }) => good).length,
      count: marks.length,
    })),
  }
}
