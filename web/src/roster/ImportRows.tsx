import { Button } from '@mantine/core'
import { rowState, type PlannedRow } from '@callboard/domain/roster/import/plan.ts'
import { useMemo, useState } from 'react'
import { Panel } from '../ui/Panel.tsx'
import { ImportRow, type NamedItem } from './ImportRow.tsx'
import type { Importing } from './use-import.ts'
import { NativeSelect } from '../ui/NativeSelect.tsx'
import styles from './Import.module.css'

type ImportRowsProps = { importing: Importing; genders: readonly NamedItem[]; types: readonly NamedItem[] }

const filters = {
  all: { name: 'all rows', shows: () => true },
  attention: {
    name: 'rows to fix',
    shows: (row: PlannedRow, attention: ReadonlySet<number>) => attention.has(row.line),
  },
  add: { name: 'rows to add', shows: (row: PlannedRow) => ['add', 'birthdate'].includes(rowState(row)) },
  skip: { name: 'skipped rows', shows: (row: PlannedRow) => rowState(row) === 'skip' },
} as const
type Filter = keyof typeof filters

const atOnce = 60

/** The rows of the sheet and what becomes of each; rows to fix come first and are edited in place. */
export function ImportRows({ importing, genders, types }: ImportRowsProps) {
  const { rows, attention } = importing
  const [filter, setFilter] = useState<Filter>('all')
  const [visibleCount, setVisibleCount] = useState(atOnce)
  const [openLines, setOpenLines] = useState<ReadonlySet<number>>(new Set())
  const ordered = useMemo(() => {
    const filteredRows = rows.filter((row) => filters[filter].shows(row, attention))
    return [
      ...filteredRows.filter(({ line }) => attention.has(line)),
      ...filteredRows.filter(({ line }) => !attention.has(line)),
    ]
  }, [rows, attention, filter])
  const open = (line: number) => setOpenLines(new Set([...openLines, line]))

  return (
    <Panel
      title={`${rows.length} ${rows.length === 1 ? 'person' : 'people'} found`}
      flush
      actions={
        <NativeSelect
          size="sm"
          aria-label="Show"
          value={filter}
          data={Object.entries(filters).map(([value, { name }]) => ({ value, label: `Show ${name}` }))}
          onChange={({ currentTarget }) => {
            setFilter((Object.keys(filters) as Filter[]).find((one) => one === currentTarget.value) ?? 'all')
            setVisibleCount(atOnce)
          }}
        />
      }
    >
      <table className={styles['rows']} aria-label="People of the sheet">
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">First name</th>
            <th scope="col">Last name</th>
            <th scope="col">Gender</th>
            <th scope="col">Birthdate</th>
            <th scope="col">Contact</th>
            <th scope="col">What happens</th>
          </tr>
        </thead>
        <tbody>
          {ordered.slice(0, visibleCount).map((row) => (
            <ImportRow
              key={row.line}
              row={row}
              edits={attention.has(row.line) || openLines.has(row.line)}
              importing={importing}
              genders={genders}
              types={types}
              onOpen={open}
            />
          ))}
        </tbody>
      </table>
      {ordered.length > visibleCount && (
        <div className={styles['more']}>
          <Button variant="default" size="sm" onClick={() => setVisibleCount(visibleCount + 240)}>
            Show {Math.min(240, ordered.length - visibleCount)} more of {ordered.length}
          </Button>
        </div>
      )}
    </Panel>
  )
}
