import { columnKinds, columnNames, type Cells } from '@callboard/domain/roster/import/sheet.ts'
import { Radio } from '@mantine/core'
import { useState } from 'react'
import { SelectField } from '../ui/fields.tsx'
import { Panel } from '../ui/Panel.tsx'
import type { Importing } from './use-import.ts'
import { NativeSelect } from '../ui/NativeSelect.tsx'
import styles from './Import.module.css'

type ImportColumnsProps = {
  cells: Cells
  importing: Importing
  genders: readonly { id: number; name: string }[]
}

const firstShown = 12

/** How the sheet is read: what each column holds, and what its dates mean. */
export function ImportColumns({ cells, importing, genders }: ImportColumnsProps) {
  const { columns, header, setColumn } = importing
  const [all, setAll] = useState(false)
  const filledColumns = columns
    .map((kind, column) => ({ kind, column }))
    .filter(({ column }) => isFilled(cells, column))
  const visibleColumns = all ? filledColumns : filledColumns.slice(0, firstShown)
  return (
    <Panel title="Match your columns">
      <div className={styles['reading']}>
        <ul className={styles['columns']} aria-label="Columns">
          {visibleColumns.map(({ kind, column }) => (
            <li key={column}>
              <NativeSelect
                size="sm"
                label={(header === null ? '' : cells[header]?.[column]) || `Column ${column + 1}`}
                value={kind}
                data={columnKinds.map((one) => ({ value: one, label: columnNames[one] }))}
                onChange={({ currentTarget }) => {
                  const selectedKind = columnKinds.find((one) => one === currentTarget.value)
                  if (selectedKind) setColumn(column, selectedKind)
                }}
              />
              <span className={styles['sample']}>{sampleOf(cells, column, header)}</span>
            </li>
          ))}
        </ul>
        {filledColumns.length > visibleColumns.length && (
          <button type="button" className={styles['link']} onClick={() => setAll(true)}>
            Show {filledColumns.length - visibleColumns.length} more columns
          </button>
        )}
        {importing.unsureDays && <DayOrderChoice importing={importing} />}
        {importing.lacksGender && (
          <div className={styles['gender']}>
            <SelectField
              label="Gender for rows without one"
              value={importing.gender}
              onChange={importing.setGender}
              options={genders.map(({ id, name }) => ({ value: id, label: name }))}
              placeholder="Ask for each"
              optional
              error={undefined}
            />
          </div>
        )}
      </div>
    </Panel>
  )
}

const DayOrderChoice = ({ importing: { order, setOrder } }: { importing: Importing }) => (
  <Radio.Group
    label="Which is the month in 03/04/2012?"
    description="Some birthdates of this sheet can be read both ways."
    value={order ?? ''}
    onChange={(value) => setOrder(value === 'dmy' ? 'dmy' : 'mdy')}
  >
    <div className={styles['orders']}>
      <Radio value="mdy" label="March 4: the month comes first" />
      <Radio value="dmy" label="April 3: the day comes first" />
    </div>
  </Radio.Group>
)

const isFilled = (cells: Cells, column: number) => cells.some((row) => (row[column] ?? '') !== '')

function sampleOf(cells: Cells, column: number, header: number | null): string {
  const cellTexts = cells
    .slice((header ?? -1) + 1)
    .map((row) => row[column] ?? '')
    .filter((text) => text !== '')
  return cellTexts.slice(0, 3).join(' · ') || 'empty'
}
