import type { Sheet } from './read-sheet.ts'
import { SheetSource } from './SheetSource.tsx'
import type { SheetLists } from './write-sheet.ts'
import styles from './Import.module.css'

type ImportSourceProps = {
  lists: SheetLists
  onRead: (sheets: readonly Sheet[], pasted?: string) => void
  rows: string
  onRows: (rows: string) => void
}

/** Where the people come from: a file, or rows copied out of a spreadsheet. */
export const ImportSource = ({ lists, ...source }: ImportSourceProps) => (
  <SheetSource help="Headings can have any name. Up to 1,000 people and 5 MB." {...source}>
    <p className={styles['quiet']}>
      No list yet?{' '}
      <button type="button" className={styles['link']} onClick={() => void saveEmptySheet(lists)}>
        Download an empty sheet
      </button>{' '}
      and fill it in.
    </p>
  </SheetSource>
)

async function saveEmptySheet(lists: SheetLists) {
  const { rosterXlsx, saveAs } = await import('./write-sheet.ts')
  saveAs(await rosterXlsx([], lists), 'roster-to-fill-in.xlsx')
}
