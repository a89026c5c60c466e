import type { ExportList } from '@callboard/domain/desk/saved-export.ts'
import { csvAmount, csvText } from '@callboard/domain/kernel/csv.ts'
import type { Tx } from '../platform/db/connect.ts'
import { searchEntries, type EntrySearch } from './entry-queries.ts'
import { searchRegistrations } from './search.ts'

/** Rows of a spreadsheet; a list that is longer is narrowed by its filters. */
const rowsAtMost = 20_000

/** A column of a spreadsheet: its header, and the cell of a row. */
type Column<Row> = readonly [header: string, cell: (row: Row) => string | number]

const sheetText = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string =>
  csvText([columns.map(([header]) => header), ...rows.map((row) => columns.map(([, cell]) => cell(row)))])

const musicWords = { sent: 'sent', missing: 'missing', none: 'none needed' } as const

const entryColumns: readonly Column<Awaited<ReturnType<typeof searchEntries>>[number]>[] = [
  ['Number', ({ number }) => number ?? ''],
  ['Routine', ({ name }) => name],
  ['Studio', ({ studio }) => studio],
  ['Event', ({ event }) => event],
  ['City', ({ city }) => city],
  ['Date', ({ start_date }) => start_date],
  ['Age division', ({ age_division }) => age_division],
  ['Performance division', ({ performance_division }) => performance_division],
  ['Category', ({ category }) => category],
  ['Dancers', ({ dancers }) => dancers],
  ['Status', ({ status }) => status],
  ['Music', ({ music }) => musicWords[music]],
  ['Registration', ({ registration_id }) => registration_id],
]

/** The entries as text of a spreadsheet. It names routines and studios, and no dancer. */
export async function entriesSheet(tx: Tx, search: EntrySearch): Promise<string> {
  return sheetText(entryColumns, await searchEntries(tx, search, { limit: rowsAtMost, offset: 0 }))
}

type FoundRegistration = Awaited<ReturnType<typeof searchRegistrations>>['rows'][number]

const statusOf = ({ deleted, confirmed, completed }: FoundRegistration) =>
  deleted ? 'deleted' : confirmed ? 'confirmed' : completed ? 'completed' : 'not completed'

const registrationColumns: readonly Column<FoundRegistration>[] = [
  ['Registration', ({ id }) => id],
  ['Studio', ({ studio }) => studio ?? ''],
  ['Account', ({ owner }) => owner],
  ['Email', ({ email }) => email],
  ['Event', ({ event }) => event],
  ['City', ({ city }) => city],
  ['Date', ({ start_date }) => start_date],
  ['Status', statusOf],
  ['Dancers', ({ dancers }) => dancers],
  ['Teachers', ({ teachers }) => teachers],
  ['Observers', ({ observers }) => observers],
  ['Routines', ({ routine_count }) => routine_count],
  ['Total', ({ total }) => csvAmount(total)],
  ['Paid', ({ paid }) => csvAmount(paid)],
  ['Balance', ({ balance }) => csvAmount(balance)],
]

const registrationStates = ['incomplete', 'unconfirmed', 'pending', 'paid', 'deleted'] as const
type RegistrationFilters = { q?: string; tour_date_id?: number; state?: (typeof registrationStates)[number] }

async function registrationsSheet(tx: Tx, { q, tour_date_id, state }: RegistrationFilters): Promise<string> {
  const search = { q, tour_date_id, state, sort: 'completed', order: 'desc', page: 1, per_page: rowsAtMost } as const
  const { rows } = await searchRegistrations(tx, search)
  return sheetText(registrationColumns, rows)
}

/** The spreadsheet of a list with the filters that were saved. Their shape was checked when they were. */
export const sheetOf = (tx: Tx, list: ExportList, filters: object): Promise<string> =>
  list === 'entries' ? entriesSheet(tx, { sort: 'studio', order: 'asc', ...filters }) : registrationsSheet(tx, filters)
