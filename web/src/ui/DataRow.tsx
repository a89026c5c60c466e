import { memo, type ReactNode, type Ref } from 'react'
import { isForButtons, type Column } from './data-columns.ts'
import styles from './DataRows.module.css'

export type RowKey = string | number

/** Callbacks of the rows; their identity is stable, so that only changed rows render again. */
export type RowActions = {
  toggle: (key: RowKey, through: boolean) => void
  edit: (cell: { row: RowKey; column: string } | null) => void
}

type DataRowProps<Row> = {
  row: Row
  id: RowKey
  name: string
  index: number
  columns: readonly Column<Row>[]
  selectable: boolean
  selected: boolean
  editing: string | null
  acts: RowActions
  /** Where a virtual row lies, in pixels from the first. */
  start: number | undefined
  measure: Ref<HTMLTableRowElement> | undefined
}

function PlainRow<Row>({
  row,
  id,
  name,
  index,
  columns,
  selectable,
  selected,
  editing,
  acts,
  start,
  measure,
}: DataRowProps<Row>) {
  return (
    <tr
      ref={measure}
      className={styles['row']}
      data-index={index}
      data-selected={selected || undefined}
      aria-rowindex={index + 2}
      {...(start !== undefined && { style: { position: 'absolute', transform: `translateY(${start}px)` } })}
    >
      {selectable && (
        <td className={styles['check']}>
          <input
            type="checkbox"
            aria-label={`Select ${name}`}
            checked={selected}
            onChange={(event) => acts.toggle(id, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
            onKeyDown={(event) => {
              if (event.key === ' ' && event.shiftKey) {
                event.preventDefault()
                acts.toggle(id, true)
              }
            }}
          />
        </td>
      )}
      {columns.map((column, place) => (
        <Cell
          key={column.key}
          role={place === 0 ? 'rowheader' : undefined}
          row={row}
          id={id}
          name={name}
          column={column}
          open={editing === column.key}
          acts={acts}
        />
      ))}
    </tr>
  )
}

type CellProps<Row> = {
  /** The first cell names its row. */
  role: 'rowheader' | undefined
  row: Row
  id: RowKey
  name: string
  column: Column<Row>
  open: boolean
  acts: RowActions
}

function Cell<Row>({ role, row, id, name, column, open, acts }: CellProps<Row>) {
  const { key, header, quietHeader, align, phone, cell, edit } = column
  const close = () => acts.edit(null)

  let content: ReactNode = null
  if (edit && open) content = edit(row, close)
  else if (edit) {
    content = (
      <button
        type="button"
        className={styles['edit']}
        data-edit={`${id}/${key}`}
        aria-label={`Edit ${header.toLowerCase()} of ${name}`}
        onClick={() => acts.edit({ row: id, column: key })}
      >
        {cell(row)}
      </button>
    )
  } else content = cell(row)

  return (
    <td
      role={role}
      data-align={align}
      data-label={quietHeader ? undefined : header}
      data-phone={phone}
      data-open={open || undefined}
      data-print={isForButtons(column) ? 'hide' : undefined}
      data-none={content === '–' || undefined}
      onKeyDown={(event) => {
        if (open && event.key === 'Escape') {
          event.stopPropagation()
          close()
        }
      }}
    >
      {content}
    </td>
  )
}

// memo loses the type parameter; the cast gives it back.
export const DataRow = memo(PlainRow) as typeof PlainRow
