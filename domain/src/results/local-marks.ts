import { joinHandOvers, readHandOverCode, readHandOverText } from '../judging/hand-over.ts'
import type { JudgedEntry, Sheet } from '../judging/judged-entry.ts'
import type { TabulatedPanel } from '../judging/panel.ts'
import type { Points } from '../judging/points.ts'

/** A mark that only this laptop has: typed there, or scanned from a tablet. */
export type LocalMark = {
  entry_id: number
  seat_id: number
  revision: number
  /** Null: the judge abstained. */
  points: Points | null
  criteria: Readonly<Record<string, Points>> | null
}

const hasRevision = ({ sheets }: JudgedEntry, { seat_id, revision }: LocalMark) =>
  sheets.some((sheet) => sheet.seat_id === seat_id && sheet.revision >= revision)

/**
 * The entries with the marks that the server does not have yet. A seat's sheet of the server with the same or a later
 * revision is the newer word. A mark tells that its entry danced: the stage's own word may not have arrived. A mark of a
 * seat that does not count, or of an entry that is out, changes nothing.
 */
export function withLocalMarks(
  entries: readonly JudgedEntry[],
  panels: readonly TabulatedPanel[],
  marks: readonly LocalMark[],
): JudgedEntry[] {
  const seatsOf = new Map(panels.map(({ id, seats = [] }) => [id, seats]))
  return entries.map((entry) => {
    const seats = seatsOf.get(entry.panel_id) ?? []
    const localSheets = marks.flatMap((mark): Sheet[] => {
      const seat = seats.find(({ id }) => id === mark.seat_id)
      if (mark.entry_id !== entry.id || !seat || hasRevision(entry, mark)) return []
      const { seat_id, revision, points, criteria } = mark
      return [
        {
          ...{ seat_id, position: seat.position, revision, points, ...(criteria && { criteria }) },
          ...{ contested: false, shadow: false, substitute: false },
        },
      ]
    })
    const sheets = [...entry.sheets, ...localSheets]
    const state = entry.state === 'pending' && sheets.length > 0 ? 'danced' : entry.state
    return { ...entry, state, sheets }
  })
}

type ReadSheet = Partial<Record<'registration_routine_id' | 'revision' | 'points' | 'criteria', unknown>>

const isWhole = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value)
const isParts = (value: unknown): value is Record<string, Points> =>
  typeof value === 'object' && value !== null && Object.values(value).every(isWhole)

function readMark(sheet: unknown, seat_id: number): LocalMark[] {
  if (typeof sheet !== 'object' || sheet === null) return []
  const { registration_routine_id, revision, points = null, criteria = null } = sheet as ReadSheet
  if (!isWhole(registration_routine_id) || !isWhole(revision) || !(points === null || isWhole(points))) return []
  return [
    { entry_id: registration_routine_id, seat_id, revision, points, criteria: isParts(criteria) ? criteria : null },
  ]
}

/**
 * The marks of the hand-overs whose codes were all read. `devices`: the seat of each device. The seal is checked by the
 * server, once it receives the codes: this laptop has no key of a device.
 */
export function marksOfCodes(
  codes: readonly string[],
  devices: readonly { id: number; seat_id: number }[],
): LocalMark[] {
  const seatOf = new Map(devices.map(({ id, seat_id }) => [id, seat_id]))
  return joinHandOvers(codes.flatMap((code) => readHandOverCode(code) ?? [])).flatMap(
    ({ device_id, missing, text }) => {
      const seat_id = seatOf.get(device_id)
      if (seat_id === undefined || missing.length > 0) return []
      return (readHandOverText(text) ?? []).flatMap((sheet) => readMark(sheet, seat_id))
    },
  )
}
