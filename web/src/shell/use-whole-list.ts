import { useMemo } from 'react'
import { inOrder, matching, rowTexts, type Column } from '../ui/data-columns.ts'
import { useOfficeList } from '../ui/use-search-params.ts'

export const wholeListPage = 50

type ListParams = { q?: string | number; page?: number; sort?: string; order?: 'asc' | 'desc' }
type FirstOrder = { sort: string; order: 'asc' | 'desc' }

/**
 * For a list whose rows come in one answer, as those of a city: the browser searches, orders and cuts them, and the address
 * keeps search, filters, order and page as of every other list. Sorts are keys of `columns`.
 */
export function useWholeList<Params extends ListParams, Row extends object>(
  rows: readonly Row[] | undefined,
  columns: readonly Column<Row>[],
  firstOrder: FirstOrder,
) {
  const { list } = useOfficeList<ListParams>(firstOrder)
  const { params, show } = useOfficeList<Params>()
  const { q = '' }: ListParams = params
  const { key = '', descending = false } = list.order?.currentOrder ?? {}
  const textOf = useMemo(() => rowTexts(columns), [columns])
  const matches = useMemo(
    () => rows && inOrder(matching(rows, textOf, String(q)), columns, { key, descending }),
    [rows, textOf, q, columns, key, descending],
  )
  const start = (list.page - 1) * wholeListPage
  const data = matches && {
    rows: matches.slice(start, start + wholeListPage),
    at_least: matches.length,
    total: matches.length,
  }
  return { list, params, show, data }
}
