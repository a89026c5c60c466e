import { listBankAuthorizations, listClaims, listDues } from '@callboard/contract/office-dues.ts'
import { addDays, dayIn } from '@callboard/domain/kernel/calendar.ts'
import { nothing, sumOf } from '@callboard/domain/kernel/money.ts'
import { dueState, promisedDueDate } from '@callboard/domain/payments/dues.ts'
import { listAuthorizations } from '../authorizations/queries.ts'
import { listReminders } from '../dues/queries.ts'
import { orNotFound } from '../http/errors.ts'
import { serve, type App } from '../http/serve.ts'
import { loadSettingsOf } from '../settings/queries.ts'
import { listCreditClaims } from './queries.ts'
import { findLine, listOwing } from './search.ts'

/** So many that owe are looked through; a season has fewer. */
const owingAtMost = 5_000
/** What is older was written off long ago. */
const daysBack = 400

/** Who owes what since when, and which credits wait for a decision. OFF-026, OFF-043. */
export function officeDueRoutes(app: App) {
  serve(app, listDues, async (tx, { query: { show, tour_date_id, page, per_page }, now }) => {
    const found = await listOwing(tx, { since: addDays(dayIn('UTC', now), -daysBack), tour_date_id, most: owingAtMost })
    const settings = await loadSettingsOf(
      tx,
      found.map(({ tour_date_id: id, event_id, season_id }) => ({ tour_date_id: id, event_id, season_id })),
    )
    const due = found
      .flatMap((row, at) => {
        const set = settings[at]
        if (!set || !row.completed_at) return []
        const owing = { completed_at: row.completed_at, pays_later: row.paying_by_check }
        const due_date = promisedDueDate(row, owing, set)
        return { row, due_date, due_state: dueState(due_date, dayIn(row.time_zone, now), set.reminder_days) }
      })
      .filter(({ due_state }) => show === 'all' || (due_state === 'overdue') === (show === 'overdue'))
      .filter(({ due_state }) => show !== 'soon' || due_state !== 'later')
      .toSorted((one, other) => (one.due_date < other.due_date ? -1 : one.due_date > other.due_date ? 1 : 0))
    const shown = due.slice((page - 1) * per_page, page * per_page)
    const reminders = await listReminders(
      tx,
      shown.map(({ row }) => row.id),
    )
    const last = new Map(reminders.map(({ registration_id, sent_at }) => [registration_id, sent_at]))
    return {
      rows: shown.map(({ row, due_date, due_state }) => ({
        ...row,
        due_date,
        due_state,
        reminded_at: last.get(row.id) ?? null,
      })),
      total: due.length,
      owed: due.length > 0 ? sumOf(due, ({ row }) => row.balance) : nothing,
      page,
      per_page,
      more: found.length === owingAtMost,
    }
  })

  serve(app, listClaims, async (tx, { query: { status, page, per_page } }) => {
    const rows = await listCreditClaims(tx, status, { page, per_page })
    return { rows: rows.slice(0, per_page), more: rows.length > per_page, page }
  })

  serve(app, listBankAuthorizations, async (tx, { params: { id } }) => {
    orNotFound(await findLine(tx, id))
    return { rows: await listAuthorizations(tx, id) }
  })
}
