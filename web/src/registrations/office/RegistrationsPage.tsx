import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useRead } from '../../api/use-call.ts'
import { DataRows } from '../../ui/DataRows.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import { columns, lineName } from './registration-columns.tsx'
import styles from '../../ui/Office.module.css'
import { LoadError } from '../../shell/LoadError.tsx'
import { orderIn, useSearchParams, useSearchText } from '../../ui/use-search-params.ts'

const pageSize = 50
const states = [
  { value: 'unconfirmed', label: 'To review' },
  { value: 'pending', label: 'Balance due' },
  { value: 'paid', label: 'Paid' },
  { value: 'incomplete', label: 'Not completed' },
  { value: 'deleted', label: 'Deleted' },
] as const

type Sort = 'completed' | 'studio' | 'city' | 'dancers' | 'routines' | 'total' | 'balance'
type SearchParams = {
  q?: string
  state?: (typeof states)[number]['value']
  tour_date_id?: number
  sort?: Sort
  order?: 'asc' | 'desc'
  page?: number
}

/** Every registration of every city: typed for, filtered, put in order, a page at a time. */
export function RegistrationsPage() {
  const [searchParams, show] = useSearchParams<SearchParams>()
  const { q, state, tour_date_id, sort = 'completed', order = 'desc', page = 1 } = searchParams
  const [searchText, setSearchText] = useSearchText(q, show)
  const cities = useRead('GET /v1/office/tour-dates', {})
  const { data, error, refetch, isPlaceholderData } = useRead(
    'GET /v1/office/registrations',
    {
      query: {
        page,
        per_page: pageSize,
        sort,
        order,
        ...(state && { state }),
        ...(tour_date_id && { tour_date_id }),
        ...(q && { q: String(q) }),
      },
    },
    { keepsPage: true },
  )
  const box = useRef<HTMLDivElement>(null)
  const search = useRef<HTMLInputElement>(null)
  useSlash(search)

  return (
    <div className={styles['stack']} ref={box} onKeyDown={(event) => walkLines(event, box.current)} role="presentation">
      <PageHeader title="Registrations">
        Type a studio, a person, an address or a number. “/” goes to the search.
      </PageHeader>
      <search className={styles['filters']}>
        <SearchField
          ref={search}
          value={searchText}
          onChange={setSearchText}
          placeholder="Studio, person, e-mail, #number"
        />
        <SelectField
          label="Status"
          value={state ?? null}
          options={states}
          error={undefined}
          any="Any"
          onChange={(next) => show({ state: next ?? undefined })}
        />
        <SelectField
          label="City"
          value={tour_date_id ?? null}
          options={(cities.data?.rows ?? []).map((city) => ({
            value: city.id,
            label: `${city.city} (${city.event} ${city.start_date.slice(0, 4)})`,
          }))}
          error={undefined}
          any="Every city"
          onChange={(next) => show({ tour_date_id: next ?? undefined })}
        />
      </search>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <RowsSkeleton rows={12} columns={6} />}
      {data && data.rows.length === 0 && (
        <Panel>
          <Empty
            level={2}
            title={searchText || state || tour_date_id ? 'No registration is like that' : 'No registrations yet'}
          >
            {searchText || state || tour_date_id
              ? 'Try fewer letters, or take a filter away.'
              : 'When a studio begins to register for a city, it appears here.'}
          </Empty>
        </Panel>
      )}
      {data && data.rows.length > 0 && (
        <div aria-busy={isPlaceholderData}>
          <DataRows
            label="Registrations"
            rows={data.rows}
            rowKey={({ id }) => id}
            rowName={lineName}
            columns={columns}
            filter={false}
            empty={null}
            order={orderIn({ sort, order }, show)}
            pages={{
              page,
              pageSize,
              total: data.at_least,
              more: data.total === null,
              onPage: (next) => show({ page: next }),
            }}
          />
        </div>
      )}
    </div>
  )
}

/** '/' goes to the search from anywhere on the screen. */
function useSlash(search: { current: HTMLInputElement | null }) {
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      const inField = event.target instanceof Element && event.target.matches('input, textarea, select')
      if (event.key !== '/' || inField || event.metaKey || event.ctrlKey) return
      event.preventDefault()
      search.current?.focus()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [search])
}

/** Arrow keys go from line to line, and from the search into the list. */
function walkLines(event: KeyboardEvent, box: HTMLElement | null) {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  if (!(event.target instanceof Element) || event.target.matches('select, textarea')) return
  const lines = [...(box?.querySelectorAll<HTMLElement>('[data-line]') ?? [])]
  const at = lines.findIndex((line) => line === event.target)
  const next = lines[event.key === 'ArrowDown' ? at + 1 : at - 1]
  if (!next) return
  event.preventDefault()
  next.focus()
}
