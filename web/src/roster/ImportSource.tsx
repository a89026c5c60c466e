import { Button } from '@mantine/core'
import { useState } from 'react'
import { FileField } from '../ui/FileField.tsx'
import { LongTextField } from '../ui/LongTextField.tsx'
import { Panel } from '../ui/Panel.tsx'
import type { Sheet } from './read-sheet.ts'
import { readOffThread, type SheetJob } from './sheet-job.ts'
import type { SheetLists } from './write-sheet.ts'
import styles from './Import.module.css'

type ImportSourceProps = { lists: SheetLists; onRead: (sheets: readonly Sheet[]) => void }

/** Where the people come from: a file, or rows copied out of a spreadsheet. */
export function ImportSource({ lists, onRead }: ImportSourceProps) {
  const [pasted, setPasted] = useState('')
  const [problem, setProblem] = useState<{ of: 'file' | 'paste'; words: string } | null>(null)
  const [job, setJob] = useState<SheetJob | null>(null)

  async function take(of: 'file' | 'paste', source: File | string) {
    const started = readOffThread(source)
    setJob(started)
    setProblem(null)
    const sheets = await started.result
    setJob(null)
    if (sheets === 'canceled') return
    if (sheets.ok) onRead(sheets.sheets)
    else setProblem({ of, words: sheets.problem })
  }

  return (
    <div className={styles['sources']} aria-busy={job !== null}>
      {job && (
        <output className={styles['reading']}>
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
            help="Headings can have any name. Up to 1,000 people and 5 MB."
            error={problem?.of === 'file' ? problem.words : undefined}
            onFile={(file) => void take('file', file)}
            progress={null}
            onCancel={() => {}}
          />
          <p className={styles['quiet']}>
            No list yet?{' '}
            <button type="button" className={styles['link']} onClick={() => void saveEmptySheet(lists)}>
              Download an empty sheet
            </button>{' '}
            and fill it in.
          </p>
        </div>
      </Panel>
      <Panel title="From a spreadsheet">
        <div className={styles['source']}>
          <LongTextField
            label="Copied rows"
            lines={5}
            value={pasted}
            onChange={setPasted}
            error={problem?.of === 'paste' ? problem.words : undefined}
            help="Select the rows in Excel, Numbers or Google Sheets, copy them, and paste them here."
          />
          <div>
            <Button disabled={pasted.trim() === '' || job !== null} onClick={() => void take('paste', pasted)}>
              Read the rows
            </Button>
          </div>
        </div>
      </Panel>
    </div>
  )
}

async function saveEmptySheet(lists: SheetLists) {
  const { rosterXlsx, saveAs } = await import('./write-sheet.ts')
  saveAs(await rosterXlsx([], lists), 'roster-to-fill-in.xlsx')
}
