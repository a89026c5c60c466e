import { TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconSearch } from '@tabler/icons-react'
import { useDeferredValue, useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { inOrder, isForButtons, matching, rowTexts, type Column, type KeptOrder, type Order } from './data-columns.ts'
import { DataRow, type RowActions, type RowKey } from './DataRow.tsx'
import styles from './DataRows.module.css'
import { useGridKeys } from './grid-keys.ts'
import { PageFooter, type PageLinks } from './PageFooter.tsx'
import { useTableFit } from './table-fit.ts'
import { withToggled, useVisibleRows } from './visible-rows.ts'

type Selection = { selectedKeys: ReadonlySet<RowKey>; onChange: (selectedKeys: ReadonlySet<RowKey>) => void }

type DataRowsProps<Row> = {
  /** Name of the list: 'Dancers'. Names the table and its filter. */
  label: string
  rows: readonly Row[]
  rowKey: (row: Row) => RowKey
  /** Accessible name of the row: the person's or the routine's name. */
  rowName: (row: Row) => string
  /** Must keep its identity between renders (outside the component, or useMemo): rows compare it. */
  columns: readonly Column<Row>[]
  /** Room after the last column, as wide as the actions of another list of the page, so that their columns line up. */
  endSpace?: string | undefined
  /** Shown instead of the table when there are no rows at all. */
  empty: ReactNode
  selection?: Selection
  filter?: boolean
  startOrder?: Order
  /** Beside the filter: what can be done with the list, or with what is selected. */
  tools?: ReactNode
  /** The order of a list that is here whole, where its page keeps it in the address (`useAddressOrder`). */
  keptOrder?: KeptOrder
  /** For lists that the server orders and cuts into pages. */
  order?: KeptOrder
  pages?: PageLinks
}

const textEntry = 'input:not([type=checkbox]), textarea, select, [contenteditable]'

const focusEditButton = (box: HTMLElement | null, cell: string) =>
  [...(box?.querySelectorAll<HTMLElement>('[data-edit]') ?? [])].find((one) => one.dataset['edit'] === cell)?.focus()

/** The one list of people and routines: dense, sortable, filtered by typing, selected with shift and space. */
export function DataRows<Row extends object>(props: DataRowsProps<Row>) {
  const {
    label,
    rows,
    rowKey,
    rowName,
    columns,
    endSpace,
    empty,
    selection,
    filter = true,
    startOrder,
    tools,
    keptOrder,
    order,
    pages,
  } = props
  const [filterText, setFilterText] = useState('')
  // The input updates at once; the rows follow at lower priority.
  const deferredFilter = useDeferredValue(filterText)
  const [stateOrder, setStateOrder] = useState(startOrder ?? null)
  const ownOrder = keptOrder ? keptOrder.currentOrder : stateOrder
  const [editing, setEditing] = useState<{ row: RowKey; column: string } | null>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const edited = useRef<string>(undefined)
  const selectionAnchor = useRef<RowKey>(undefined)
  const currentOrder = order ? order.currentOrder : ownOrder

  const textOf = useMemo(() => rowTexts(columns), [columns])
  const visibleRows = useMemo(() => {
    const matchingRows = matching(rows, textOf, deferredFilter)
    return order ? matchingRows : inOrder(matchingRows, columns, ownOrder)
  }, [rows, columns, textOf, deferredFilter, order, ownOrder])
  const tracks = [
    ...(selection ? ['40px'] : []),
    ...columns.map(({ width = 'minmax(0, 1fr)' }) => width),
    ...(endSpace ? [endSpace] : []),
  ]
  const { fit, box, watchBox } = useTableFit(tracks)
  const list = useVisibleRows(visibleRows.length, body, fit === 'cards')
  const grid = useGridKeys<HTMLTableElement>('tr', list.reveal)

  // Latest values for the stable callbacks below.
  const latest = useRef({ visibleRows, rowKey, selection })
  useEffect(() => {
    latest.current = { visibleRows, rowKey, selection }
  })
  const acts = useMemo<RowActions>(() => {
    const keys = () => latest.current.visibleRows.map(latest.current.rowKey)
    return {
      toggle: (key, through) => {
        const latestSelection = latest.current.selection
        latestSelection?.onChange(
          withToggled(latestSelection.selectedKeys, keys(), key, through ? selectionAnchor.current : undefined),
        )
        selectionAnchor.current = key
      },
      edit: (cell) => {
        setEditing(cell)
      },
    }
  }, [])

  // Focus goes into the open cell, and back to its button once that is there again.
  useEffect(() => {
    const back = edited.current
    edited.current = editing ? `${editing.row}/${editing.column}` : undefined
    if (editing) box.current?.querySelector<HTMLElement>('[data-open] :is(input, select, textarea)')?.focus()
    else if (back) focusEditButton(box.current, back)
  }, [editing, box])

  if (rows.length === 0 && (pages?.page ?? 1) <= 1) return <>{empty}</>

  function typeAnywhere(event: KeyboardEvent) {
    if (!filter || event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return
    if (event.target instanceof Element && event.target.matches(textEntry)) return
    // A question mark asks for the shortcuts.
    if (event.key.length !== 1 || event.key === ' ' || event.key === '?') return
    event.preventDefault()
    setFilterText(filterText + event.key)
    search.current?.focus()
  }

  const sort = (column: Column<Row>) => {
    const next = { key: column.key, descending: currentOrder?.key === column.key && !currentOrder.descending }
    const outerOrder = order ?? keptOrder
    if (outerOrder) outerOrder.onChange(next)
    else setStateOrder(next)
  }

  return (
    <div
      ref={watchBox}
      className={styles['list']}
      data-fit={fit}
      onKeyDown={typeAnywhere}
      {...(list.onFocus && { onFocus: list.onFocus })}
      role="presentation"
    >
      {(filter || tools) && (
        <div className={`${styles['tools']} no-print`}>
          {filter && (
            <TextInput
              ref={search}
              type="search"
              size="sm"
              className={styles['search']}
              aria-label={`Filter ${label.toLowerCase()}`}
              placeholder="Type to filter"
              leftSection={<IconSearch className="icon" />}
              value={filterText}
              onChange={(event) => setFilterText(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key === 'Escape' && filterText !== '') {
                  event.stopPropagation()
                  setFilterText('')
                }
              }}
            />
          )}
          <output className={styles['count']}>
            {pages ? '' : deferredFilter ? `${visibleRows.length} of ${rows.length}` : `${rows.length} in all`}
            {selection && selection.selectedKeys.size > 0 && ` · ${selection.selectedKeys.size} selected`}
          </output>
          {tools && <div className={styles['acts']}>{tools}</div>}
        </div>
      )}
      <table
        ref={grid}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table with keys of its own is a grid
        role="grid"
        className={styles['table']}
        aria-label={label}
        aria-rowcount={visibleRows.length + 1}
        style={{ '--tracks': tracks.join(' ') } as React.CSSProperties}
      >
        <thead className={styles['head']}>
          <tr aria-rowindex={1} className={styles['row']}>
            {selection && <SelectAll label={label} keys={visibleRows.map(rowKey)} {...selection} />}
            {columns.map((column) => (
              <Header key={column.key} column={column} currentOrder={currentOrder} onSort={() => sort(column)} />
            ))}
          </tr>
        </thead>
        <tbody ref={body} className={styles['body']} style={{ height: list.height, minHeight: list.minHeight }}>
          {list.items.map(({ index, start }) => {
            const row = visibleRows[index]
            if (row === undefined) return null
            const id = rowKey(row)
            return (
              <DataRow
                key={id}
                row={row}
                id={id}
                name={rowName(row)}
                index={index}
                columns={columns}
                selectable={selection !== undefined}
                selected={selection?.selectedKeys.has(id) ?? false}
                editing={editing?.row === id ? editing.column : null}
                acts={acts}
                start={start}
                measure={list.measure}
              />
            )
          })}
        </tbody>
      </table>
      {visibleRows.length === 0 && (
        <p className={styles['none']}>
          {rows.length === 0 ? 'This page is empty.' : `Nothing here matches “${deferredFilter}”.`}
        </p>
      )}
      {pages && <PageFooter label={label} {...pages} />}
    </div>
  )
}

type SelectAllProps = Selection & { label: string; keys: readonly RowKey[] }

function SelectAll({ label, keys, selectedKeys, onChange }: SelectAllProps) {
  const count = keys.filter((key) => selectedKeys.has(key)).length
  const all = count > 0 && count === keys.length
  return (
    <th scope="col" className={styles['check']}>
      <input
        ref={(input) => {
          if (input) input.indeterminate = count > 0 && !all
        }}
        type="checkbox"
        aria-label={`Select all ${label.toLowerCase()}`}
        checked={all}
        onChange={() => {
          const others = [...selectedKeys].filter((key) => !keys.includes(key))
          onChange(new Set(all ? others : [...others, ...keys]))
        }}
      />
    </th>
  )
}

type HeaderProps<Row> = { column: Column<Row>; currentOrder: Order | null; onSort: () => void }

function Header<Row>({ column, currentOrder, onSort }: HeaderProps<Row>) {
  const { key, header, quietHeader, sort, align } = column
  const here = currentOrder?.key === key
  const direction = here ? (currentOrder.descending ? 'descending' : 'ascending') : 'none'
  const Arrow = here && currentOrder.descending ? IconArrowDown : IconArrowUp
  return (
    <th
      scope="col"
      data-align={align}
      data-print={isForButtons(column) ? 'hide' : undefined}
      {...(sort && { 'aria-sort': direction })}
    >
      {sort ? (
        <button type="button" className={styles['sort']} data-here={here || undefined} onClick={onSort}>
          {header}
          <Arrow className={styles['arrow']} aria-hidden />
        </button>
      ) : (
        <span className={quietHeader ? styles['quiet'] : undefined}>{header}</span>
      )}
    </th>
  )
}
