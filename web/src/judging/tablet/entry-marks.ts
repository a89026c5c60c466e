import type { LocalSheet, Pack } from './sheet-store.ts'

/** The mark of this seat for an entry, as far as this device knows. */
export type EntryMark = {
  client_id: string
  points: number | null
  criteria: Record<string, number> | null
  abstained: string | null
  critique: string
  note: string
  switches: readonly number[]
  critique_marks: Pack['sheets'][number]['critique_marks']
  revision: number
  status: LocalSheet['status']
  message: string
  verified: boolean
  /** Where this device made the sheet. */
  marked_at?: string
}

/** The latest word of the seat on each entry: of the device's own sheets and those of the pack, by revision. */
export function entryMarks(pack: Pack, sheets: readonly LocalSheet[]): ReadonlyMap<number, EntryMark> {
  const marks = new Map<number, EntryMark>()
  const add = (id: number, mark: EntryMark) => {
    const before = marks.get(id)
    if (!before || before.revision <= mark.revision) marks.set(id, mark)
  }
  for (const { registration_routine_id, verified, contested, ...sheet } of pack.sheets) {
    add(registration_routine_id, { ...sheet, status: contested ? 'contested' : 'stored', message: '', verified })
  }
  const packSheets = new Map(pack.sheets.map((sheet) => [sheet.client_id, sheet]))
  for (const { registration_routine_id, ...sheet } of sheets) {
    const packSheet = packSheets.get(sheet.client_id)
    add(registration_routine_id, {
      ...sheet,
      // Another device may have contested it since it was sent.
      status: packSheet?.contested ? 'contested' : sheet.status,
      verified: packSheet?.verified ?? false,
    })
  }
  return marks
}

/** How many sheets still wait to be sent. */
export const queuedCount = (sheets: readonly LocalSheet[]): number =>
  sheets.filter(({ status }) => status === 'queued').length

/** How many sheets wait until the office takes their entry back. */
export const heldCount = (sheets: readonly LocalSheet[]): number =>
  sheets.filter(({ status }) => status === 'held').length

/** Whether a sheet is on this device alone, so that a hand-over takes it along. */
export const isUnsent = ({ status }: LocalSheet): boolean => status === 'queued' || status === 'held'

/**
 * The last sheets of their entries where the server did not take them, in the order of sending: these marks count nowhere
 * until somebody acts. One that a later sheet of the entry replaced is no loss.
 */
export function unacceptedSheets(pack: Pack, sheets: readonly LocalSheet[]): LocalSheet[] {
  const lastRevisions = new Map<number, number>()
  for (const { registration_routine_id: id, revision } of [...pack.sheets, ...sheets])
    lastRevisions.set(id, Math.max(revision, lastRevisions.get(id) ?? 0))
  return sheets.filter(
    ({ status, registration_routine_id: id, revision }) =>
      (status === 'refused' || status === 'locked') && revision === lastRevisions.get(id),
  )
}
