import { accept, refuse, type Result } from '../kernel/result.ts'
import type { OfficeRefusal } from './office-refusals.ts'

/** A row of a list of which brands may have rows of their own. */
export type BrandRow = {
  id: number
  /** Null: the product's own row, which every brand has. */
  event_id: number | null
  /** The product's row that a brand's row stands for. */
  replaces: number | null
  /** The brand does without the row that this one stands for. */
  hidden: boolean
}

/** The code of a level that a brand has of its own: codes are unique. */
export const brandLevelCode = (id: number): string => `${id}v`

type NewRows = { key: string; isNew: readonly (boolean | undefined)[]; takenNumbers: readonly number[] }

/** The rows as they are stored: a new one whose number is taken meanwhile gets the next that is free. OFF-013. */
export function numberNewRows<Row extends Readonly<Record<string, unknown>>>(
  rows: readonly Row[],
  { key, isNew, takenNumbers }: NewRows,
): Row[] {
  const highest = Math.max(0, ...takenNumbers, ...rows.map((row) => Number(row[key])))
  let nextNumber = highest + 1
  return rows.map((row, index) => {
    const id = Number(row[key])
    if (!isNew[index] || !takenNumbers.includes(id)) return row
    const number = nextNumber
    nextNumber += 1
    const hasBrandCode = row['id_v'] === brandLevelCode(id)
    return { ...row, [key]: number, ...(hasBrandCode && { id_v: brandLevelCode(number) }) }
  })
}

/** Whether these rows may be written beside those that are stored: a brand's row stands for one of the product's alone. */
export function checkBrandRows(
  rows: readonly BrandRow[],
  storedRows: readonly BrandRow[],
): Result<null, OfficeRefusal> {
  const byId = new Map(storedRows.map((row) => [row.id, row]))
  for (const [index, { id, event_id, replaces, hidden }] of rows.entries()) {
    const field = `rows.${index}.event_id`
    const before = byId.get(id)
    if (before && before.event_id !== event_id) {
      return refuse({ code: 'office.brand_row', field, why: 'This row belongs to its brand. Add a new row instead.' })
    }
    if (event_id === null && (replaces !== null || hidden)) {
      return refuse({ code: 'office.brand_row', field, why: 'Only a brand’s row can replace another row.' })
    }
    if (hidden && replaces === null) {
      return refuse({ code: 'office.brand_row', field, why: 'Choose the row to hide from the brand.' })
    }
    if (replaces !== null && byId.get(replaces)?.event_id !== null) {
      return refuse({ code: 'office.brand_row', field, why: 'A brand’s row can only replace a shared row.' })
    }
  }
  return accept(null)
}

type LevelAges = { minimum_age: number; maximum_age: number | null }

/** Refuses a level that no age fits; `index`: its place among the rows that are saved. OFF-010. */
export function checkLevelAges<Level extends LevelAges>(level: Level, index: number): Result<Level, OfficeRefusal> {
  const { minimum_age, maximum_age } = level
  if (maximum_age === null || maximum_age >= minimum_age) return accept(level)
  const why = `The oldest dancer cannot be younger than the youngest, ${minimum_age}.`
  return refuse({ code: 'office.level_ages', field: `rows.${index}.maximum_age`, why })
}
