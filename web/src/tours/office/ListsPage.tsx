import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useRead } from '../../api/use-call.ts'
import { useSession } from '../../shell/session.ts'
import type { Column } from '../../ui/data-columns.ts'
import { DataRows } from '../../ui/DataRows.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import { listNames, sharedLists, type ListColumn, type StaticTable } from './list-columns.ts'
import { ListRowDialog, typedCell, type ListRow } from './ListRowDialog.tsx'
import styles from '../../ui/Office.module.css'
import { LoadError } from '../../shell/ErrorPage.tsx'
import { useSearchParams } from '../../ui/use-search-params.ts'

const cellText = (kind: ListColumn[2], value: unknown) => {
  if (kind === 'switch') return value === true ? 'Yes' : '—'
  const text = typedCell(kind, value)
  if (text === '') return '—'
  return kind === 'money' ? `$${text}` : text
}

const inOrderOf = (value: unknown): string | number | null =>
  typeof value === 'number' || typeof value === 'string'
    ? value
    : value === null || value === undefined
      ? null
      : JSON.stringify(value)

/** So many columns are read at a glance; the dialog of a row has all. */
const atAGlance = 5

function columnsOf(table: StaticTable, onOpen: ((row: ListRow) => void) | null): Column<ListRow>[] {
  const { columns, name } = sharedLists[table]
  const cells = columns.slice(0, atAGlance).map(([column, header, kind]): Column<ListRow> => ({
    key: column,
    header,
    width: column === name ? 'minmax(0, 2fr)' : 'minmax(0, 1fr)',
    sort: (row) => inOrderOf(row[column]),
    text: (row) => cellText(kind, row[column]),
    cell: (row) => cellText(kind, row[column]),
  }))
  if (!onOpen) return cells
  const change: Column<ListRow> = {
    key: 'change',
    header: 'Change',
    quietHeader: true,
    width: '96px',
    align: 'end',
    cell: (row) => (
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Change ${typedCell('text', row[name])}`}
        onClick={() => onOpen(row)}
      >
        Change
      </Button>
    ),
  }
  return [...cells, change]
}

/** Edits the lists shared by all cities: levels, categories, divisions, awards. OFF-010, OFF-011, OFF-013. */
export function ListsPage() {
  const may = useSession()?.role === 'admin'
  const [{ list }, show] = useSearchParams<{ list?: StaticTable }>()
  const table = listNames.find((one) => one === list) ?? 'workshop_levels'
  const [open, setOpen] = useState<ListRow | 'new' | null>(null)
  const { data, error, refetch } = useRead('GET /v1/office/static/{table}', { params: { table } })
  const { label, one, key, name } = sharedLists[table]
  const columns = useMemo(() => columnsOf(table, may ? setOpen : null), [table, may])
  const keyOf = (row: ListRow) => Number(row[key])
  return (
    <div className={styles['stack']}>
      <PageHeader
        title="Shared lists"
        actions={
          may && (
            <Button onClick={() => setOpen('new')} disabled={!data}>
              New {one}
            </Button>
          )
        }
      >
        Options for every city. Nothing here is deleted: each city sets what it offers.
      </PageHeader>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      <div style={{ maxWidth: 320 }}>
        <SelectField
          label="List"
          value={table}
          options={listNames.map((value) => ({ value, label: sharedLists[value].label }))}
          error={undefined}
          onChange={(next) => next && show({ list: next })}
        />
      </div>
      {!data && !error && <RowsSkeleton rows={8} columns={5} />}
      {data && (
        <DataRows
          key={table}
          label={label}
          rows={data.rows}
          rowKey={keyOf}
          rowName={(row) => typedCell('text', row[name])}
          columns={columns}
          filter={false}
          empty={
            <Panel>
              <Empty title="Nothing on this list">What is added appears here, and in every city.</Empty>
            </Panel>
          }
        />
      )}
      {open && data && (
        <ListRowDialog
          table={table}
          row={open === 'new' ? null : open}
          nextKey={Math.max(0, ...data.rows.map(keyOf)) + 1}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  )
}
