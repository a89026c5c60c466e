import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { useDebounced } from './clock.ts'
import type { KeptOrder, Order } from './data-columns.ts'
import { formatSearch, useSearchValues } from './search-values.ts'

type ParamChanges<Params> = { readonly [Name in keyof Params]?: Params[Name] | undefined }

/** Keeps a list's filters in the URL, so that going back restores them. */
export function useSearchParams<Params extends object>() {
  // The casts: the router knows the names of no list.
  const search: object = useSearchValues()
  const searchParams = search as Params
  const [path, navigate] = useLocation()
  /** Another order or filter begins at the first page; what is undefined leaves the address. */
  const setSearchParams = (next: ParamChanges<Params>) =>
    navigate(path + formatSearch({ ...searchParams, page: undefined, ...next }), { replace: true })
  return [searchParams, setSearchParams] as const
}

/** The text of a search: `onRested` is told once typing rests, and what the address says comes from it alone. */
export function useSearchText(q: string | number = '', onRested: (change: { q: string | undefined }) => void) {
  // A number that was typed comes back from the address as one.
  const urlText = String(q)
  const [searchText, setSearchText] = useState(urlText)
  const rested = useDebounced(searchText)
  const rest = useEffectEvent((text: string) => text !== urlText && onRested({ q: text || undefined }))
  useEffect(() => {
    rest(rested)
  }, [rested])
  return [searchText, setSearchText] as const
}

type Ordered<Sort extends string> = { sort: Sort; order: 'asc' | 'desc' }

/** A list's order for its head: the keys of the columns are the names the server puts it in order by. */
export const orderIn = <Sort extends string>({ sort, order }: Ordered<Sort>, show: (next: Ordered<Sort>) => void) => ({
  currentOrder: { key: sort as string, descending: order === 'desc' },
  onChange: ({ key, descending }: { key: string; descending: boolean }) =>
    show({ sort: key as Sort, order: descending ? 'desc' : 'asc' }),
})

/**
 * Keeps the order of a list that is here whole in the address; `firstOrder` while it says none. Of several lists on one
 * page each has a `list` of its own: 'sort_12=mean&order_12=desc'.
 */
export function useAddressOrder(firstOrder: Order | null = null, list?: string | number): KeptOrder {
  const [search, show] = useSearchParams<Readonly<Record<string, string>>>()
  const [sortName, orderName] = list === undefined ? ['sort', 'order'] : [`sort_${list}`, `order_${list}`]
  const { [sortName]: sort, [orderName]: order } = search
  const key = sort === undefined ? firstOrder?.key : String(sort)
  const descending = sort === undefined ? (firstOrder?.descending ?? false) : order === 'desc'
  // Rows are put in order again when it changes.
  const currentOrder = useMemo(() => (key === undefined ? null : { key, descending }), [key, descending])
  return {
    currentOrder,
    onChange: (next) => show({ [sortName]: next.key, [orderName]: next.descending ? 'desc' : 'asc' }),
  }
}

type ListParams = { q?: string | number; page?: number; sort?: string; order?: 'asc' | 'desc' }
type SortOf<Params extends ListParams> = NonNullable<Params['sort']>

/** Search, order and page of a list, as a list of the office shows them. */
export type ListState = {
  page: number
  showPage: (page: number) => void
  searchText: string
  setSearchText: (text: string) => void
  order: ReturnType<typeof orderIn> | undefined
}

/**
 * Keeps a list's search, filters, order and page in the address. `query` goes to the endpoint, filters beside it.
 * Without a `firstOrder` the server's order stands.
 */
export function useOfficeList<Params extends ListParams>(firstOrder?: Ordered<SortOf<Params>>) {
  const [params, show] = useSearchParams<Params>()
  const { q, page = 1, sort, order }: ListParams = params
  // The cast: a change of these three leaves the other parameters as they are.
  const change = show as (next: ParamChanges<ListParams>) => void
  const [searchText, setSearchText] = useSearchText(q, change)
  const sorting = firstOrder && {
    sort: (sort ?? firstOrder.sort) as SortOf<Params>,
    order: order ?? firstOrder.order,
  }
  const list: ListState = {
    page,
    showPage: (next) => change({ page: next }),
    searchText,
    setSearchText,
    order: sorting && orderIn<string>(sorting, change),
  }
  return { list, params, show, query: { page, ...(q && { q: String(q) }), ...sorting } }
}
