import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useAct, useRead } from '../../api/use-call.ts'
import { useLookup } from '../../api/use-lookup.ts'
import { useSession } from '../../shell/session.ts'
import type { Column } from '../../ui/data-columns.ts'
import { ListViews } from '../../shell/OfficeList.tsx'
import { DataRows } from '../../ui/DataRows.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { RowAct } from '../../ui/ListCells.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import { isBrandList, isChoice, listNames, sharedLists, type ListColumn, type StaticTable } from './list-columns.ts'
import { referencedNames, useReferencedRows, type ReferencedRows } from './list-references.ts'
import { brandRow, ListRowDialog, typedCell, type ListRow, type OfBrand } from './ListRowDialog.tsx'
import { toast } from '../../ui/toasts.ts'
import styles from '../../ui/Office.module.css'
import { LoadError } from '../../shell/ErrorPage.tsx'
import { useAddressOrder, useSearchParams } from '../../ui/use-search-params.ts'

const cellText = (kind: ListColumn[2], value: unknown, rows: ReferencedRows) => {
  if (kind === 'switch') return value === true ? 'Yes' : '–'
  const text = referencedNames(kind, value, rows) ?? choiceText(kind, value) ?? typedCell(kind, value)
  if (text === '') return '–'
  return kind === 'money' ? `$${text}` : text
}

/** A choice as the office says it; null: the column has none. */
const choiceText = (kind: ListColumn[2], value: unknown): string | null =>
  isChoice(kind) && typeof value === 'string' ? (kind.choices[value] ?? value) : null

const inOrderOf = (value: unknown): string | number | null =>
  typeof value === 'number' || typeof value === 'string'
    ? value
    : value === null || value === undefined
      ? null
      : JSON.stringify(value)

/** So many columns are read at a glance; the dialog of a row has all. */
const atAGlance = 5

type Acts = {
  onChange: (row: ListRow) => void
  onRename: (row: ListRow) => void
  onHide: (row: ListRow, isHidden: boolean) => void
}

type ListRows = { event_id: number | null; rows: readonly ListRow[]; referencedRows: ReferencedRows }

/** A row with where it is from, as the list of a brand shows it. */
const originOf = (row: ListRow, event_id: number | null, products: ReadonlyMap<unknown, string>): string => {
  if (event_id === null || row['event_id'] === null) return 'Every brand'
  const instead = products.get(row['replaces'])
  if (instead === undefined) return 'This brand'
  return row['hidden'] === true ? 'Hidden here' : `Instead of ${instead}`
}

function columnsOf(
  table: StaticTable,
  acts: Acts | null,
  { event_id, rows, referencedRows }: ListRows,
): Column<ListRow>[] {
  const { columns, name, key } = sharedLists[table]
  const cells = columns.slice(0, atAGlance).map(([column, header, kind]): Column<ListRow> => ({
    key: column,
    header,
    width: column === name ? 'minmax(0, 2fr)' : 'minmax(0, 1fr)',
    sort: (row) =>
      referencedNames(kind, row[column], referencedRows) ?? choiceText(kind, row[column]) ?? inOrderOf(row[column]),
    text: (row) => cellText(kind, row[column], referencedRows),
    cell: (row) => cellText(kind, row[column], referencedRows),
  }))
  const products = new Map(rows.map((row) => [row[key], typedCell('text', row[name])]))
  const origin: Column<ListRow> = {
    key: 'origin',
    header: 'Of',
    sort: (row) => originOf(row, event_id, products),
    width: 'minmax(0, 1.2fr)',
    phone: 'named',
    cell: (row) => originOf(row, event_id, products),
  }
  const shownColumns = event_id === null ? cells : [...cells, origin]
  if (!acts) return shownColumns
  const change: Column<ListRow> = {
    key: 'change',
    header: 'Change',
    quietHeader: true,
    width: event_id === null ? '96px' : '184px',
    align: 'end',
    cell: (row) => {
      const rowName = typedCell('text', row[name])
      if (event_id !== null && row['event_id'] === null) {
        return (
          <span className={styles['acts']}>
            <RowAct label="Rename" name={`Rename ${rowName} for this brand`} onClick={() => acts.onRename(row)} />
            <RowAct label="Hide" name={`Hide ${rowName} from this brand`} onClick={() => acts.onHide(row, true)} />
          </span>
        )
      }
      if (row['hidden'] === true) {
        return <RowAct label="Show" name={`Show ${rowName} again`} onClick={() => acts.onHide(row, false)} />
      }
      return <RowAct label="Change" name={`Change ${rowName}`} onClick={() => acts.onChange(row)} />
    },
  }
  return [...shownColumns, change]
}

/** The rows of a list as one brand sees them at the desk, those it hides included; null: the product's own. */
function rowsOfBrand(rows: readonly ListRow[], key: string, event_id: number | null): readonly ListRow[] {
  const own = rows.filter((row) => row['event_id'] === event_id)
  if (event_id === null) return own
  const replacedKeys = new Set(own.map(({ replaces }) => replaces))
  return rows.filter((row) => (row['event_id'] === null ? !replacedKeys.has(row[key]) : own.includes(row)))
}

/** Edits the lists shared by all cities, and what a brand has of its own: levels, categories, divisions, awards. OFF-010, OFF-011, OFF-013. */
export function ListsPage() {
  const may = useSession()?.role === 'admin'
  const [{ list, brand }, show] = useSearchParams<{
    list?: StaticTable
    brand?: number
    sort?: string
    order?: 'asc' | 'desc'
  }>()
  const table = listNames.find((one) => one === list) ?? 'workshop_levels'
  const ofBrands = isBrandList(table)
  const event_id = (ofBrands && brand) || null
  const [open, setOpen] = useState<{ row: ListRow | null; ofBrand?: OfBrand } | null>(null)
  const events = useLookup('GET /v1/office/events', {})?.rows ?? []
  const { data, error, refetch } = useRead('GET /v1/office/static/{table}', { params: { table } })
  const { mutate } = useAct('PUT /v1/office/static/{table}', {
    refreshes: ['GET /v1/office/static/{table}'],
    onSuccess: () => toast('List saved'),
  })
  const { label, one, key, name } = sharedLists[table]
  const allRows = data?.rows
  const nextKey = useMemo(() => Math.max(0, ...(allRows ?? []).map((row) => Number(row[key]))) + 1, [allRows, key])
  const rows = useMemo(
    () => allRows && (ofBrands ? rowsOfBrand(allRows, key, event_id) : allRows),
    [allRows, ofBrands, key, event_id],
  )
  const keptOrder = useAddressOrder()
  const referencedRows = useReferencedRows(table)
  const columns = useMemo(() => {
    const ofBrand = (row: ListRow) => ({ event_id: event_id ?? 0, replaces: Number(row[key]) })
    const acts: Acts = {
      onChange: (row) => setOpen({ row }),
      onRename: (row) => setOpen({ row, ofBrand: ofBrand(row) }),
      onHide: (row, isHidden) => {
        const changedRow =
          row['event_id'] === null
            ? { ...brandRow(table, row, nextKey, ofBrand(row)), hidden: isHidden, is_new: true }
            : { ...row, hidden: isHidden, base: row }
        mutate({ params: { table }, body: { rows: [changedRow] } })
      },
    }
    return columnsOf(table, may ? acts : null, { event_id, rows: allRows ?? [], referencedRows })
  }, [table, may, event_id, allRows, referencedRows, key, nextKey, mutate])
  return (
    <div className={styles['stack']}>
      <PageHeader
        title="Shared lists"
        actions={
          may && (
            <Button
              onClick={() =>
                setOpen({ row: null, ...(event_id !== null && { ofBrand: { event_id, replaces: null } }) })
              }
              disabled={!data}
            >
              New {one}
            </Button>
          )
        }
      >
        Options for every city. Nothing here is deleted: each city sets what it offers. A brand can rename, hide and add
        rows; registrations keep the row they have.
      </PageHeader>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      <search className={styles['filters']}>
        <SelectField
          label="List"
          value={table}
          options={listNames.map((value) => ({ value, label: sharedLists[value].label }))}
          error={undefined}
          onChange={(next) => next && show({ list: next, sort: undefined, order: undefined })}
        />
        {ofBrands && (
          <SelectField
            label="Brand"
            value={event_id}
            options={events.map((event) => ({ value: event.id, label: event.name }))}
            any="Every brand"
            error={undefined}
            onChange={(next) => show({ brand: next ?? undefined })}
          />
        )}
        <ListViews />
      </search>
      {!rows && !error && <RowsSkeleton rows={8} columns={5} />}
      {rows && (
        <DataRows
          key={`${table}/${event_id}`}
          label={label}
          rows={rows}
          rowKey={(row) => Number(row[key])}
          rowName={(row) => typedCell('text', row[name])}
          columns={columns}
          keptOrder={keptOrder}
          filter={false}
          empty={
            <Panel>
              <Empty title="Nothing on this list">Rows you add appear here and in every city.</Empty>
            </Panel>
          }
        />
      )}
      {open && data && (
        <ListRowDialog
          table={table}
          row={open.row}
          ofBrand={open.ofBrand}
          nextKey={nextKey}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  )
}
