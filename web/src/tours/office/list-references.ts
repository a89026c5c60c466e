import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callQuery } from '../../api/use-call.ts'
import type { Option } from '../../ui/fields.tsx'
import { isReference, sharedLists, type ListColumn, type StaticTable } from './list-columns.ts'

type Row = Readonly<Record<string, unknown>>

/** Rows of the lists that a list's columns refer to, by list. */
export type ReferencedRows = ReadonlyMap<StaticTable, readonly Row[]>

const tablesOf = (table: StaticTable): StaticTable[] => [
  ...new Set(sharedLists[table].columns.flatMap(([, , kind]) => (isReference(kind) ? [kind.of] : []))),
]

export function useReferencedRows(table: StaticTable): ReferencedRows {
  const tables = useMemo(() => tablesOf(table), [table])
  const lists = useQueries({
    queries: tables.map((of) => callQuery('GET /v1/office/static/{table}', { params: { table: of } })),
    // The same value while the answers are.
    combine: (answers) => answers.map(({ data }) => data?.rows ?? []),
  })
  return useMemo(() => new Map(tables.map((of, index) => [of, lists[index] ?? []])), [tables, lists])
}

const nameOf = (table: StaticTable, row: Row) => {
  const name = row[sharedLists[table].name]
  return typeof name === 'string' ? name : ''
}

/** Rows that may be chosen for a row of this brand (null: of the product): the product's and the brand's own. */
export const referenceOptions = (of: StaticTable, rows: ReferencedRows, event_id: unknown): Option<number>[] =>
  (rows.get(of) ?? [])
    .filter((row) => row['hidden'] !== true && [null, undefined, event_id].includes(row['event_id'] as null))
    .map((row) => ({ value: Number(row[sharedLists[of].key]), label: nameOf(of, row) }))

/** The names of what a cell refers to; a row that is not there, or not loaded yet, is left out. */
export function referencedNames(kind: ListColumn[2], value: unknown, rows: ReferencedRows): string | null {
  if (!isReference(kind)) return null
  const keys: readonly unknown[] = Array.isArray(value) ? value : [value]
  const { key } = sharedLists[kind.of]
  const names = keys.flatMap((one) => (rows.get(kind.of) ?? []).filter((row) => row[key] === one))
  return names.map((row) => nameOf(kind.of, row)).join(', ')
}
