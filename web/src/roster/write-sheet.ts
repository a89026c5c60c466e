import type { RosterPerson } from '@callboard/contract/roster/roster.ts'
import { safeCell } from '@callboard/domain/kernel/csv.ts'
import { rosterCells } from '@callboard/domain/roster/import/export.ts'

type ListItem = { id: number; name: string }
export type SheetLists = { genders: readonly ListItem[]; person_types: readonly ListItem[] }

/** The roster as a CSV file that Excel opens with its accents. */
export async function rosterCsv(people: readonly RosterPerson[], lists: SheetLists): Promise<Blob> {
  const { default: papa } = await import('papaparse')
  const cells = rosterCells(people, lists.genders, lists.person_types)
  const text = papa.unparse(
    cells.map((row) => row.map(safeCell)),
    { newline: '\r\n' },
  )
  return new Blob([`\u{feff}${text}\r\n`], { type: 'text/csv;charset=utf-8' })
}

/** The roster as an Excel file; birthdates are dates, everything else is text. */
export async function rosterXlsx(people: readonly RosterPerson[], lists: SheetLists): Promise<Blob> {
  const { default: writeXlsx } = await import('write-excel-file/browser')
  const [headings = [], ...rows] = rosterCells(people, lists.genders, lists.person_types)
  const birthdate = headings.indexOf('Birthdate')
  const sheet = [
    headings.map((value) => ({ value, type: String, fontWeight: 'bold' as const })),
    ...rows.map((row, at) =>
      row.map((value, column) => {
        const day = column === birthdate ? people[at]?.birthdate : null
        return day ? { value: new Date(`${day}T00:00:00Z`), type: Date, format: 'mm/dd/yyyy' } : { value, type: String }
      }),
    ),
  ]
  return writeXlsx(sheet, { columns: headings.map(() => ({ width: 20 })), sheet: 'Roster' }).toBlob()
}

/** A slow disk or a question where to save it needs its time. UI-026. */
const addressKept = 60_000

/** Hands a file to the person at the screen. */
export function saveAs(blob: Blob, name: string) {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), addressKept)
}
