import type { RosterPerson } from '@callboard/contract/roster/roster.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { notice } from '../ui/dialogs.ts'
import type { SheetLists } from './write-sheet.ts'
import styles from './Roster.module.css'

type RosterExportProps = { people: readonly RosterPerson[]; lists: SheetLists }

/** The roster as a file; what writes it is loaded when it is wanted. */
export function RosterExport({ people, lists }: RosterExportProps) {
  const [pending, setPending] = useState<'csv' | 'xlsx' | null>(null)

  async function save(kind: 'csv' | 'xlsx') {
    setPending(kind)
    try {
      const { rosterCsv, rosterXlsx, saveAs } = await import('./write-sheet.ts')
      saveAs(await (kind === 'csv' ? rosterCsv : rosterXlsx)(people, lists), `roster.${kind}`)
    } catch {
      await notice({ title: 'Oops...', message: 'The file could not be written. Please try again.' })
    } finally {
      setPending(null)
    }
  }

  return (
    <span className={styles['exports']}>
      <Button variant="default" loading={pending === 'xlsx'} onClick={() => void save('xlsx')}>
        Download Excel
      </Button>
      <Button variant="default" loading={pending === 'csv'} onClick={() => void save('csv')}>
        Download CSV
      </Button>
    </span>
  )
}
