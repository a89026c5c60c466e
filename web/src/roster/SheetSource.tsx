import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { FileField } from '../ui/FileField.tsx'
import { LongTextField } from '../ui/LongTextField.tsx'
import { Panel } from '../ui/Panel.tsx'
import type { Sheet } from './read-sheet.ts'
import { readOffThread, type SheetJob } from './sheet-job.ts'
import styles from './Import.module.css'

type SheetSourceProps = {
  /** Below the field for the file: what may be in it. */
  help: string
  /** `pasted`: the rows, where they were read as they were pasted. */
  onRead: (sheets: readonly Sheet[], pasted?: string) => void
  /** The text of the field for copied rows; its owner keeps it as a draft. */
  rows: string
  onRows: (rows: string) => void
  /** Below the field for the file. */
  children?: ReactNode
}

const rowsLabel = 'Copied rows'
const rowsName = 'rows'

/** Whether a paste is meant for another field than the one for rows. */
const isOtherField = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.matches('input, textarea, [contenteditable]') &&
  target.getAttribute('name') !== rowsName

type SheetActionsProps = { hasUndo: boolean; onUndo: () => void; onChooseAnother: () => void }

/** Beside the title of a page that shows a sheet: back to what was pasted, or to another sheet. */
export const SheetActions = ({ hasUndo, onUndo, onChooseAnother }: SheetActionsProps) => (
  <>
    {hasUndo && (
      <Button variant="default" onClick={onUndo}>
        Undo paste
      </Button>
    )}
    <Button variant="default" onClick={onChooseAnother}>
      Choose another sheet
    </Button>
  </>
)

/** Where rows come from: a file, or what was copied out of a spreadsheet. Both are read off the page's thread. */
export function SheetSource({ help, onRead, rows, onRows, children }: SheetSourceProps) {
  const [problem, setProblem] = useState<{ of: 'file' | 'paste'; words: string } | null>(null)
  const [job, setJob] = useState<SheetJob | null>(null)

  async function take(of: 'file' | 'paste', source: File | string) {
    const started = readOffThread(source)
    setJob(started)
    setProblem(null)
    const sheets = await started.result
    setJob(null)
    if (sheets === 'canceled') return
    if (sheets.ok) onRead(sheets.sheets, typeof source === 'string' ? source : undefined)
    else setProblem({ of, words: sheets.problem })
  }

  /** Rows pasted anywhere but into another field, or into one that holds rows already, are the whole sheet: read at once. */
  const readPaste = useEffectEvent((event: ClipboardEvent) => {
    const pasted = event.clipboardData?.getData('text/plain') ?? ''
    if (rows.trim() !== '' || pasted.trim() === '' || job !== null || isOtherField(event.target)) return
    event.preventDefault()
    onRows(pasted)
    void take('paste', pasted)
  })
  useEffect(() => {
    document.addEventListener('paste', readPaste)
    return () => document.removeEventListener('paste', readPaste)
  }, [])

  return (
    <div className={styles['sources']} aria-busy={job !== null}>
      {job && (
        <output className={styles['progress']}>
          Reading your sheet…{' '}
          <button type="button" className={styles['link']} onClick={job.cancel}>
            Cancel
          </button>
        </output>
      )}
      <Panel title="From a file">
        <div className={styles['source']}>
          <FileField
            label="Excel or CSV file"
            accept=".xlsx,.csv,.tsv,.txt,text/csv"
            help={help}
            error={problem?.of === 'file' ? problem.words : undefined}
            onFile={(file) => void take('file', file)}
            progress={null}
            onCancel={() => {}}
          />
          {children}
        </div>
      </Panel>
      <Panel title="From a spreadsheet">
        <div className={styles['source']}>
          <LongTextField
            label={rowsLabel}
            name={rowsName}
            lines={5}
            value={rows}
            onChange={onRows}
            error={problem?.of === 'paste' ? problem.words : undefined}
            help="Select the rows in Excel, Numbers or Google Sheets, copy them, and paste them anywhere on this page: they are read at once."
          />
          <div>
            <Button disabled={rows.trim() === '' || job !== null} onClick={() => void take('paste', rows)}>
              Read the rows
            </Button>
          </div>
        </div>
      </Panel>
    </div>
  )
}
