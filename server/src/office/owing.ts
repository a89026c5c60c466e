import { addDays, dayIn, type CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { dueState, promisedDueDate, type DueState } from '@callboard/domain/payments/dues.ts'
import type { Tx } from '../db/connect.ts'
import { loadSettingsOf } from '../settings/queries.ts'
import { loadTourDatesOf } from '../tour-dates/queries.ts'
import { listOwing } from './search.ts'

/** What is older was written off long ago. */
const daysBack = 400

type Owing = Awaited<ReturnType<typeof listOwing>>[number]
export type Due = { row: Owing; due_date: CalendarDate; due_state: DueState }

/** Completed registrations that owe something, with the day each was told to pay by; the earliest first. OFF-026. */
export async function listDue(
  tx: Tx,
  asked: { tour_date_id?: number | undefined; most: number },
  now: Instant,
): Promise<Due[]> {
  const found = await listOwing(tx, { since: addDays(dayIn('UTC', now), -daysBack), ...asked })
  const settings = await loadSettingsOf(
    tx,
    found.map(({ tour_date_id: id, event_id, season_id }) => ({ tour_date_id: id, event_id, season_id })),
  )
  return found
    .flatMap((row, at) => {
      const set = settings[at]
      if (!set || !row.completed_at) return []
      const owing = { completed_at: row.completed_at, pays_later: row.paying_by_check }
      const due_date = promisedDueDate(row, owing, set)
      return { row, due_date, due_state: dueState(due_date, dayIn(row.time_zone, now), set.reminder_days) }
    })
    .toSorted((one, other) => (one.due_date < other.due_date ? -1 : one.due_date > other.due_date ? 1 : 0))
}

type Line = Pick<Owing, 'tour_date_id' | 'completed_at' | 'paying_by_check' | 'balance' | 'time_zone'>

/** Lines with the day their balance is due by; null where nothing is owed. */
export async function withDueDates<Row extends Line>(tx: Tx, rows: readonly Row[], now: Instant) {
  const dates = await loadTourDatesOf(
    tx,
    rows.map(({ tour_date_id }) => tour_date_id),
  )
  const settings = await loadSettingsOf(
    tx,
    dates.map(({ id, event_id, season_id }) => ({ tour_date_id: id, event_id, season_id })),
  )
  return rows.map((row) => {
    const at = dates.findIndex(({ id }) => id === row.tour_date_id)
    const [tour_date, set] = [dates[at], settings[at]]
    if (!tour_date || !set || !row.completed_at || row.balance <= 0) return { ...row, due_date: null, due_state: null }
    const due_date = promisedDueDate(
      tour_date,
      { completed_at: row.completed_at, pays_later: row.paying_by_check },
      set,
    )
    return { ...row, due_date, due_state: dueState(due_date, dayIn(row.time_zone, now), set.reminder_days) }
  })
}
