import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useRead } from '../../api/use-call.ts'
import { useLookup } from '../../api/use-lookup.ts'
import { SelectField } from '../../ui/fields.tsx'
import { columns, lineName } from './registration-columns.tsx'
import { OfficeList } from '../../shell/OfficeList.tsx'
import styles from '../../ui/Office.module.css'
import { useOfficeList } from '../../ui/use-search-params.ts'

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
  const { list, params, show, query } = useOfficeList<SearchParams>({ sort: 'completed', order: 'desc' })
  const { state, tour_date_id } = params
  const cities = useLookup('GET /v1/office/tour-dates', {})
  // Going on by one page says where the last one ended; the server need not count up to it.
  const [lastRow, setLastRow] = useState<{ page: number; id: number }>()
  const after = lastRow?.page === query.page - 1 ? lastRow.id : undefined
  const answer = useRead(
    'GET /v1/office/registrations',
    {
      query: {
        ...query,
        ...(after !== undefined && { after }),
        per_page: pageSize,
        ...(state && { state }),
        ...(tour_date_id && { tour_date_id }),
      },
    },
    { keepsPage: true },
  )
  const box = useRef<HTMLDivElement>(null)
  const search = useRef<HTMLInputElement>(null)
  useSlash(search)
  const filters = { ...(state && { state }), ...(tour_date_id && { tour_date_id }), ...(query.q && { q: query.q }) }

  return (
    <div
      ref={box}
      className={styles['manyColumns']}
      onKeyDown={(event) => walkLines(event, box.current)}
      role="presentation"
    >
      <OfficeList
        title="Registrations"
        about="Search by studio, person, email or number. Press “/” to search."
        exportOf={{ list: 'registrations', filters }}
        list={{
          ...list,
          showPage: (next) => {
            const id = answer.data?.rows.at(-1)?.id
            setLastRow(id !== undefined && next === query.page + 1 ? { page: query.page, id } : undefined)
            list.showPage(next)
          },
        }}
        search="Studio, person, email, #number"
        searchRef={search}
        isFiltered={state !== undefined || tour_date_id !== undefined}
        filters={
          <>
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
              options={(cities?.rows ?? []).map((city) => ({
                value: city.id,
                label: `${city.city} (${city.event} ${city.start_date.slice(0, 4)})`,
              }))}
              error={undefined}
              any="Every city"
              onChange={(next) => show({ tour_date_id: next ?? undefined })}
            />
          </>
        }
        answer={answer}
        pageSize={pageSize}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={lineName}
        empty={{
          title: 'No registrations yet',
          text: 'When a studio starts to register for a city, it appears here.',
        }}
        noMatch={{ title: 'No registrations found', text: 'Try fewer letters, or clear a filter.' }}
      />
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
