import type { ExportList } from '@callboard/domain/desk/saved-export.ts'
import { csvAmount, csvText } from '@callboard/domain/kernel/csv.ts'
import type { Tx } from '../platform/db/connect.ts'
import { searchEntries, type EntrySearch } from './entry-queries.ts'
import { searchRegistrations } from './search.ts'

/** Rows of a spreadsheet; a list that is longer is narrowed by its filters. */
const rowsAtMost = 20_000

const entryHeader = [
  ...['Number', 'Routine', 'Studio', 'Event', 'City', 'Date', 'Age division', 'Performance division', 'Category'],
  ...['Dancers', 'Status', 'Music', 'Registration'],
]
const musicWords = { sent: 'sent', missing: 'missing', none: 'none needed' } as const

/** The entries as text of a spreadsheet. It names routines and studios, and no dancer. */
export async function entriesSheet(tx: Tx, search: EntrySearch): Promise<string> {
  const rows = await searchEntries(tx, search, { limit: rowsAtMost, offset: 0 })
  return csvText([
    entryHeader,
    ...rows.map((row) => [
      ...[row.number ?? '', row.name, row.studio, row.event, row.city, row.start_date],
      ...[row.age_division, row.performance_division, row.category, row.dancers],
      ...[row.status, musicWords[row.music], row.registration_id],
    ]),
  ])
}

const registrationHeader = [
  ...['Registration', 'Studio', 'Account', 'Email', 'Event', 'City', 'Date', 'Status'],
  ...['Dancers', 'Teachers', 'Observers', 'Routines', 'Total', 'Paid', 'Balance'],
]

const registrationStates = ['incomplete', 'unconfirmed', 'pending', 'paid', 'deleted'] as const
type RegistrationFilters = { q?: string; tour_date_id?: number; state?: (typeof registrationStates)[number] }

async function registrationsSheet(tx: Tx, { q, tour_date_id, state }: RegistrationFilters): Promise<string> {
  const search = { q, tour_date_id, state, sort: 'completed', order: 'desc', page: 1, per_page: rowsAtMost } as const
  const { rows } = await searchRegistrations(tx, search)
  const statusOf = (row: (typeof rows)[number]) =>
    row.deleted ? 'deleted' : row.confirmed ? 'confirmed' : row.completed ? 'completed' : 'not completed'
  return csvText([
    registrationHeader,
    ...rows.map((row) => [
      ...[row.id, row.studio ?? '', row.owner, row.email, row.event, row.city, row.start_date, statusOf(row)],
      ...[row.dancers, row.teachers, row.observers, row.routine_count],
      ...[csvAmount(row.total), csvAmount(row.paid), csvAmount(row.balance)],
    ]),
  ])
}

/** The spreadsheet of a list with the filters that were saved. Their shape was checked when they were. */
export const sheetOf = (tx: Tx, list: ExportList, filters: object): Promise<string> =>
  list === 'entries' ? entriesSheet(tx, { sort: 'studio', order: 'asc', ...filters }) : registrationsSheet(tx, filters)
