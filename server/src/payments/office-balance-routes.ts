import {
  listBalances,
  readBalancesFile,
  readCityMoney,
  readCityMoneyFile,
} from '@callboard/contract/payments/office-balances.ts'
import { csvAmount, csvText } from '@callboard/domain/kernel/csv.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { completedStatus, type CompletedStatus } from '@callboard/domain/registrations/settlement/coverage.ts'
import { dueOf } from '@callboard/domain/payments/dues.ts'
import type { FastifyReply } from 'fastify'
import type { Tx } from '../platform/db/connect.ts'
import { orNotFound } from '../platform/http/errors.ts'
import { nextPage } from '../platform/http/write-reply.ts'
import { serve, type App } from '../platform/http/serve.ts'
import { loadSettingsOf } from '../platform/settings-queries.ts'
import { findTourDateOrDraft } from '../tours/queries.ts'
import { listBalancesOf, listCityMoney, type BalanceFilter, type BalanceRow, type CityMoney } from './balances.ts'

/** A file has all of a city; more registrations than this no hall holds. */
const fileAtMost = 20_000

/**
 * Lists charges, receipts and receivables per city and the registrations behind them, as JSON and as spreadsheets.
 * OFF-043.
 */
export function officeBalanceRoutes(app: App) {
  serve(app, readCityMoney, async (tx, { query }) => ({ rows: await listCityMoney(tx, query) }))

  serve(app, readCityMoneyFile, async (tx, { query, reply }) => {
    const cities = await listCityMoney(tx, query)
    return file(reply, 'money-by-city', [cityHead, ...cities.map(cityCells)])
  })

  serve(app, listBalances, async (tx, { params: { id }, query: { page, per_page, ...filter }, now }) => {
    const city = orNotFound((await listCityMoney(tx, { tour_date_id: id }))[0])
    const { rows, total } = await balancesOf(tx, id, filter, now, { limit: per_page, offset: (page - 1) * per_page })
    return { city, rows, total, next: nextPage(total, { page, per_page }) }
  })

  serve(app, readBalancesFile, async (tx, { params: { id }, query, now, reply }) => {
    const { rows } = await balancesOf(tx, id, query, now, { limit: fileAtMost, offset: 0 })
    return file(reply, `balances-${id}`, [balanceHead, ...rows.map(balanceCells)])
  })
}

/** Lists registrations with their status and due date. */
async function balancesOf(
  tx: Tx,
  id: number,
  filter: BalanceFilter,
  now: Instant,
  part: { limit: number; offset: number },
): Promise<{ rows: BalanceFileLine[]; total: number }> {
  if (filter.sort === 'due') {
    // The rule of due dates is not in the database, so all of the city are read and put in order here.
    const all = await balancesOf(tx, id, { ...filter, sort: 'studio', order: 'asc' }, now, {
      limit: fileAtMost,
      offset: 0,
    })
    return { total: all.total, rows: byDueDate(all.rows, filter.order).slice(part.offset, part.offset + part.limit) }
  }
  const { sort } = filter
  const tour_date = orNotFound(await findTourDateOrDraft(tx, id))
  const { event_id, season_id } = tour_date
  const settings = orNotFound((await loadSettingsOf(tx, [{ tour_date_id: id, event_id, season_id }]))[0])
  const { rows, total } = await listBalancesOf(tx, id, { ...filter, sort }, part)
  return {
    total,
    rows: rows.map((row) => ({
      ...row,
      stands: completedStatus(row, { raw: row.balance }),
      ...dueOf(tour_date, { completed_at: row.completed_at, pays_later: row.paying_by_check }, now, settings),
    })),
  }
}

/** The earliest or latest due date first; those that owe nothing come last either way. */
function byDueDate(lines: readonly BalanceFileLine[], order: 'asc' | 'desc'): BalanceFileLine[] {
  const turn = order === 'asc' ? 1 : -1
  const owing = lines.filter(({ balance }) => balance > 0)
  const compared = owing.toSorted((one, other) => turn * one.due_date.localeCompare(other.due_date))
  return [...compared, ...lines.filter(({ balance }) => balance <= 0)]
}

type BalanceFileLine = BalanceRow & { stands: CompletedStatus } & ReturnType<typeof dueOf>
type Cells = readonly (string | number)[]

function file(reply: FastifyReply, name: string, rows: readonly Cells[]) {
  void reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${name}.csv"`)
  return csvText(rows)
}

const sumHead: Cells = ['Charged', 'Promo codes', 'Credit', 'Fees', 'Adjustments', 'Received', 'Refunded']
type Sums = Pick<BalanceRow, 'charged' | 'promo' | 'credit' | 'fees' | 'adjustments' | 'received' | 'given_back'>
const sumCells = ({ charged, promo, credit, fees, adjustments, received, given_back }: Sums): Cells =>
  [charged, promo, credit, fees, adjustments, received, given_back].map(csvAmount)

const cityHead: Cells = [
  ...['Event', 'City', 'First day', 'Last day', 'Completed'],
  ...sumHead,
  ...['Still owed', 'Overpaid', 'With a deposit', 'Received of these', 'Owed of these'],
  ...['Awaiting a check', 'Owed by check', 'Received, not completed'],
]

const cityCells = (city: CityMoney): Cells => [
  ...[city.event, city.city, city.start_date, city.end_date, city.registrations],
  ...sumCells(city),
  ...[csvAmount(city.owed), csvAmount(city.overpaid)],
  ...[city.deposits, csvAmount(city.deposits_received), csvAmount(city.deposits_owed)],
  ...[city.checks, csvAmount(city.checks_owed), csvAmount(city.unfinished_received)],
]

const words: Readonly<Record<CompletedStatus, string>> = {
  paid: 'Paid',
  deposit: 'Deposit',
  pending_check: 'Awaiting a check',
}

const balanceHead: Cells = ['Registration', 'Studio', 'Name', 'Email', ...sumHead, 'Balance', 'Status', 'Pay by']

const balanceCells = (line: BalanceFileLine): Cells => [
  ...[line.id, line.studio ?? '', line.owner, line.email],
  ...sumCells(line),
  ...[csvAmount(line.balance), words[line.stands], line.balance > 0 ? line.due_date : ''],
]
