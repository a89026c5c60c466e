import { listBankAuthorizations, listClaims, listDues } from '@callboard/contract/payments/office-dues.ts'
import { zeroCents, sumOf } from '@callboard/domain/kernel/money.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { z } from 'zod'
import { listAuthorizations } from '../payments/authorization-queries.ts'
import { listReminders } from '../payments/due-queries.ts'
import type { Tx } from '../platform/db/connect.ts'
import { orNotFound } from '../platform/http/errors.ts'
import { nextPage, pageOf } from '../platform/http/write-reply.ts'
import { serve, type App } from '../platform/http/serve.ts'
import { listCreditClaims } from './queries.ts'
import { listDueRegistrations, type DueRegistration } from './due-registrations.ts'
import { findLine } from './search.ts'

/** Maximum number of balances due to read; a season has fewer. */
const owingAtMost = 5_000

type Sort = z.output<(typeof listDues)['query']>['sort']

const sortedBy: Readonly<Record<Exclude<Sort, 'reminded'>, (due: DueRegistration) => string | number>> = {
  due: ({ due_date }) => due_date,
  studio: ({ row }) => (row.studio ?? row.owner).toLowerCase(),
  city: ({ row }) => row.city.toLowerCase(),
  how: ({ row }) => (row.paying_by_check ? 'check' : 'online'),
  balance: ({ row }) => row.balance,
}

const compare = (one: string | number, other: string | number) => (one < other ? -1 : one > other ? 1 : 0)

async function loadLastReminders(tx: Tx, due: readonly DueRegistration[]): Promise<Map<number, Instant>> {
  const reminders = await listReminders(
    tx,
    due.map(({ row }) => row.id),
  )
  return new Map(reminders.map(({ registration_id, sent_at }) => [registration_id, sent_at]))
}

/** Lists balances due with their age, and credits that wait for a decision. OFF-026, OFF-043. */
export function officeDueRoutes(app: App) {
  serve(app, listDues, async (tx, { query: { show, tour_date_id, sort, order, page, per_page }, now }) => {
    const owing = await listDueRegistrations(tx, { tour_date_id, most: owingAtMost }, now)
    const due = owing
      .filter(({ due_state }) => show === 'all' || (due_state === 'overdue') === (show === 'overdue'))
      .filter(({ due_state }) => show !== 'soon' || due_state !== 'later')
    // Only the order by reminder needs those of the rows behind the page.
    const lastReminders = sort === 'reminded' ? await loadLastReminders(tx, due) : undefined
    const sortValue =
      sort === 'reminded' ? ({ row }: DueRegistration) => lastReminders?.get(row.id) ?? '' : sortedBy[sort]
    const pageRows = due
      .toSorted((one, other) => (order === 'asc' ? 1 : -1) * compare(sortValue(one), sortValue(other)))
      .slice((page - 1) * per_page, page * per_page)
    const last = lastReminders ?? (await loadLastReminders(tx, pageRows))
    return {
      rows: pageRows.map(({ row, due_date, due_state }) => ({
        ...row,
        due_date,
        due_state,
        reminded_at: last.get(row.id) ?? null,
      })),
      total: owing.length === owingAtMost ? null : due.length,
      next: nextPage(due.length, { page, per_page }),
      at_least: due.length,
      owed: due.length > 0 ? sumOf(due, ({ row }) => row.balance) : zeroCents,
    }
  })

  serve(app, listClaims, async (tx, { query }) => pageOf(await listCreditClaims(tx, query), query))

  serve(app, listBankAuthorizations, async (tx, { params: { id } }) => {
    orNotFound(await findLine(tx, id))
    return { rows: await listAuthorizations(tx, id) }
  })
}
