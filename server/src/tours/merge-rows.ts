import type { Cents } from '@callboard/domain/kernel/money.ts'
import { mergeEdit } from '@callboard/domain/kernel/merge-edit.ts'
import { refuse } from '@callboard/domain/kernel/result.ts'
import type { PriceKind, RateTier } from '@callboard/domain/tours/city.ts'
import { orRefuse } from '../platform/http/errors.ts'

type Row = Readonly<Record<string, unknown>>
type Base = { base?: Row | undefined }

const rowLabels = { id_v: 'code', is_solo: 'solo', add_winner: 'winners', half: 'column of the table' }

/** Merges a row of a shared list with the stored one, and names the field of a conflict by the row's place in the call. */
export function mergeListRow(stored_row: Row | undefined, draft: Row, { base, index }: Base & { index: number }): Row {
  if (!stored_row) return draft
  const merged = mergeEdit({ current: stored_row, base, change: draft, labels: rowLabels })
  const change = orRefuse(
    merged.ok ? merged : refuse({ ...merged.refusal, field: `rows.${index}.${merged.refusal.field}` }),
  )
  return Object.fromEntries(Object.keys(draft).map((name) => [name, name in change ? change[name] : stored_row[name]]))
}

type LevelPrice = { level_id: number; tier: RateTier; kind: PriceKind; price: Cents | null }
type CategoryFee = { category_id: number; fee_per_dancer: Cents | null }
type PriceList<Extra = unknown> = {
  levels?: readonly (LevelPrice & Extra)[] | undefined
  categories?: readonly (CategoryFee & Extra)[] | undefined
}

const levelKey = ({ level_id, tier, kind }: LevelPrice) => `level/${level_id}/${tier}/${kind}`
const categoryKey = ({ category_id }: CategoryFee) => `category/${category_id}`

function cellsOf<Extra>({ levels = [], categories = [] }: PriceList<Extra>) {
  const levelCells = levels.map((row) => ({ key: levelKey(row), name: 'price', value: row.price, row }))
  const fees = categories.map((row) => ({
    key: categoryKey(row),
    name: 'fee_per_dancer',
    value: row.fee_per_dancer,
    row,
  }))
  return [...levelCells, ...fees]
}

/**
 * The rows of a change of prices that its caller did not leave as read, merged with what others stored since. A conflict
 * names the cells that both changed, 'level/1/full/one_day' or 'category/2'; null: not offered.
 */
export function mergePrices(stored_prices: PriceList, change: PriceList<Base>) {
  const storedCells = new Map(cellsOf(stored_prices).map(({ key, value }) => [key, value]))
  const cells = cellsOf(change)
  const bases = cells.flatMap(({ key, name, row: { base } }) => (base && name in base ? [[key, base[name]]] : []))
  const merged = orRefuse(
    mergeEdit<Record<string, Cents | null>>({
      current: Object.fromEntries(cells.map(({ key }) => [key, storedCells.get(key) ?? null])),
      base: Object.fromEntries(bases),
      change: Object.fromEntries(cells.map(({ key, value }) => [key, value])),
      labels: Object.fromEntries(
        cells.map(({ key, name }) => [key, name === 'price' ? 'price of a level' : 'fee of a category']),
      ),
    }),
  )
  return {
    levels: (change.levels ?? []).filter((row) => levelKey(row) in merged).map(({ base: _, ...row }) => row),
    categories: (change.categories ?? []).filter((row) => categoryKey(row) in merged).map(({ base: _, ...row }) => row),
  }
}
