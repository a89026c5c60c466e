import { addDays, dayIn, type CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { dueOf, type DueState } from '@callboard/domain/payments/dues.ts'
import type { Tx } from '../platform/db/connect.ts'
import { loadSettingsOf } from '../platform/settings-queries.ts'
import { loadTourDatesOf } from '../tours/queries.ts'
import { listOwing } from './search.ts'

/** Balances older than this are not listed; the office wrote them off. */
const daysBack = 400

type Owing = Awaited<ReturnType<typeof listOwing>>[number]
export type DueRegistration = { row: Owing; due_date: CalendarDate; due_state: DueState }

/** Lists completed registrations with a balance and its due date, earliest first. OFF-026. */
export async function listDueRegistrations(
  tx: Tx,
  filter: { tour_date_id?: number | undefined; most: number },
  now: Instant,
): Promise<DueRegistration[]> {
  const owingRows = await listOwing(tx, { since: addDays(dayIn('UTC', now), -daysBack), ...filter })
  const settings = await loadSettingsOf(
    tx,
    owingRows.map(({ tour_date_id: id, event_id, season_id }) => ({ tour_date_id: id, event_id, season_id })),
  )
  return owingRows
    .flatMap((row, at) => {
      const set = settings[at]
      const { completed_at, paying_by_check: pays_later } = row
      return set && completed_at ? [{ row, ...dueOf(row, { completed_at, pays_later }, now, set) }] : []
    })
    .toSorted((one, other) => (one.due_date < other.due_date ? -1 : one.due_date > other.due_date ? 1 : 0))
}

type BalanceLine = Pick<Owing, 'tour_date_id' | 'completed_at' | 'paying_by_check' | 'balance'>

/** Lines with the day their balance is due by; null where nothing is owed. */
export async function withDueDates<Row extends BalanceLine>(tx: Tx, rows: readonly Row[], now: Instant) {
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
    const { completed_at, paying_by_check: pays_later } = row
    const owes = tour_date && set && completed_at && row.balance > 0
    return owes
      ? { ...row, ...dueOf(tour_date, { completed_at, pays_later }, now, set) }
      : { ...row, due_date: null, due_state: null }
  })
}
