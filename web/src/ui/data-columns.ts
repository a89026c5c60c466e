import { foldName, foldWords, hasWords, type FoldedName } from '@callboard/domain/kernel/fold-text.ts'
import type { ReactNode } from 'react'
import { makeOnce } from './text-formats.ts'

export type Column<Row> = {
  key: string
  header: string
  /** Shown to screen readers alone: for a column of buttons. */
  quietHeader?: boolean
  cell: (row: Row) => ReactNode
  /** Sort value of the column; without it the header is not a button. */
  sort?: (row: Row) => string | number | null
  /** Filter text of the column; defaults to its sort value. */
  text?: (row: Row) => string
  /** Amounts and counts stand at the end. */
  align?: 'end'
  /** A grid track: '96px', 'minmax(0, 2fr)'. */
  width?: string
  /** Where it stands in the card that a row is on a phone: beside the name, or in the line below; named: with its header. */
  phone?: 'beside' | 'below' | 'named'
  /** The cell becomes a button that opens this in its place; `done` puts it back. */
  edit?: (row: Row, close: () => void) => ReactNode
}

/** A column of buttons, which paper leaves out: nothing in it is sorted by, so it tells nothing of its rows. */
export const isForButtons = <Row>({ quietHeader, sort }: Column<Row>): boolean => quietHeader === true && !sort

export type Order = { key: string; descending: boolean }
/** An order that another place keeps. */
export type KeptOrder = { currentOrder: Order | null; onChange: (order: Order) => void }

const collator = makeOnce(() => new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' }))

/** Rows in the order asked for; those without a value come last either way. */
export function inOrder<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  order: Order | null,
): readonly Row[] {
  const by = order && columns.find(({ key }) => key === order.key)?.sort
  if (!by || !order) return rows
  const turn = order.descending ? -1 : 1
  return rows.toSorted((one, other) => {
    const [a, b] = [by(one), by(other)]
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
    return turn * (typeof a === 'number' && typeof b === 'number' ? a - b : collator().compare(String(a), String(b)))
  })
}

/** Rows in which every word typed occurs somewhere. */
export function matching<Row>(
  rows: readonly Row[],
  textOf: (row: Row) => FoldedName,
  filterText: string,
): readonly Row[] {
  const words = foldWords(filterText)
  if (words.length === 0) return rows
  return rows.filter((row) => hasWords(textOf(row), words))
}

/** Returns the filter text of each row, cached by row object: a changed row is a new object. */
export function rowTexts<Row extends object>(columns: readonly Column<Row>[]): (row: Row) => FoldedName {
  const textCache = new WeakMap<Row, FoldedName>()
  return (row) => {
    const before = textCache.get(row)
    if (before !== undefined) return before
    const text = foldName(columns.map(({ text, sort }) => text?.(row) ?? sort?.(row) ?? '').join(' '))
    textCache.set(row, text)
    return text
  }
}
