import type { CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { Cents } from '@callboard/domain/kernel/money.ts'
import type { CompletedStatus } from '@callboard/domain/registrations/settlement/coverage.ts'
import { sql, type Expression, type SqlBool } from 'kysely'
import { cityName } from '../tours/city-queries.ts'
import type { Tx } from '../platform/db/connect.ts'
import { isCompleted, isLive, wasCompleted, wasNotCompleted } from '../platform/db/registration-status.ts'

/** Ledger sums of completed registrations. */
type Sums = Record<'charged' | 'promo' | 'credit' | 'fees' | 'adjustments' | 'received' | 'given_back', Cents>
const sumNames = [
  ...(['charged', 'promo', 'credit', 'fees', 'adjustments', 'received', 'given_back'] as const),
  'deposits_received',
] as const

export type CityMoney = Sums & {
  tour_date_id: number
  event: string
  city: string
  start_date: CalendarDate
  end_date: CalendarDate
  registrations: number
  owed: Cents
  overpaid: Cents
  deposits: number
  deposits_received: Cents
  deposits_owed: Cents
  checks: number
  checks_owed: Cents
  unfinished_received: Cents
}

// Ledger sums of one registration, read through an index. Payments are negative because they lower the balance.
const ledger = sql`(
  select
    coalesce(sum(l.amount) filter (where l.kind = 'charge'), 0)::int as charged,
    coalesce(-sum(l.amount) filter (where l.kind = 'promo'), 0)::int as promo,
    coalesce(-sum(l.amount) filter (where l.kind = 'credit_voucher'), 0)::int as credit,
    coalesce(sum(l.amount) filter (where l.kind in ('returned_check_fee', 'card_reversal_fee')), 0)::int as fees,
    coalesce(sum(l.amount) filter (where l.kind = 'adjustment'), 0)::int as adjustments,
    coalesce(-sum(l.amount) filter (where l.kind = 'payment'), 0)::int as received,
    coalesce(sum(l.amount) filter (where l.kind in ('refund', 'return_reversal', 'chargeback')), 0)::int as given_back,
    coalesce(sum(l.amount), 0)::int as owed
  from ledger l where l.registration_id = r.id and l.account = 'receivable')`

const stands: Readonly<Record<CompletedStatus, Expression<SqlBool>>> = {
  paid: sql<SqlBool>`b.owed <= 0`,
  deposit: sql<SqlBool>`(b.owed > 0 and not r.paying_by_check)`,
  pending_check: sql<SqlBool>`(b.owed > 0 and r.paying_by_check)`,
}

type Which = { season_id?: number | undefined; event_id?: number | undefined; tour_date_id?: number | undefined }

// The same by the stored balance, which the check of payments holds against the ledger.
const isOwedAfterDeposit = sql<SqlBool>`(r.receivable > 0 and not r.paying_by_check)`
const isOwedByCheck = sql<SqlBool>`(r.receivable > 0 and r.paying_by_check)`

/**
 * Lists each city's charges, receipts and receivables in order of date. OFF-043. The ledger is summed by city and kind at
 * once: read for one registration after the other, a season takes three times as long.
 */
export async function listCityMoney(tx: Tx, { season_id, event_id, tour_date_id }: Which): Promise<CityMoney[]> {
  const { rows } = await sql<CityMoney>`
    with cities as (
      select t.id from tour_dates t
      where (${season_id ?? null}::int is null or t.season_id = ${season_id ?? null})
        and (${event_id ?? null}::int is null or t.event_id = ${event_id ?? null})
        and (${tour_date_id ?? null}::int is null or t.id = ${tour_date_id ?? null})),
    kinds as (
      select r.tour_date_id, l.kind, ${isOwedAfterDeposit} as on_deposit, sum(l.amount) as amount
      from cities t
      join registrations r on r.tour_date_id = t.id and ${isCompleted('r')}
      join ledger l on l.registration_id = r.id and l.account = 'receivable'
      group by 1, 2, 3),
    sums as (
      select k.tour_date_id,
        sum(k.amount) filter (where k.kind = 'charge') as charged,
        -sum(k.amount) filter (where k.kind = 'promo') as promo,
        -sum(k.amount) filter (where k.kind = 'credit_voucher') as credit,
        sum(k.amount) filter (where k.kind in ('returned_check_fee', 'card_reversal_fee')) as fees,
        sum(k.amount) filter (where k.kind = 'adjustment') as adjustments,
        -sum(k.amount) filter (where k.kind = 'payment') as received,
        sum(k.amount) filter (where k.kind in ('refund', 'return_reversal', 'chargeback')) as given_back,
        -sum(k.amount) filter (
          where k.on_deposit and k.kind in ('payment', 'refund', 'return_reversal', 'chargeback')) as deposits_received
      from kinds k group by 1),
    counts as (
      select r.tour_date_id,
        count(*) filter (where ${wasCompleted('r')}) as registrations,
        sum(r.receivable) filter (where ${wasCompleted('r')} and r.receivable > 0) as owed,
        -sum(r.receivable) filter (where ${wasCompleted('r')} and r.receivable < 0) as overpaid,
        count(*) filter (where ${wasCompleted('r')} and ${isOwedAfterDeposit}) as deposits,
        sum(r.receivable) filter (where ${wasCompleted('r')} and ${isOwedAfterDeposit}) as deposits_owed,
        count(*) filter (where ${wasCompleted('r')} and ${isOwedByCheck}) as checks,
        sum(r.receivable) filter (where ${wasCompleted('r')} and ${isOwedByCheck}) as checks_owed,
        sum(r.paid) filter (where ${wasNotCompleted('r')}) as unfinished_received
      from cities t
      join registrations r on r.tour_date_id = t.id and ${isLive('r')}
      group by 1)
    select t.id as tour_date_id, e.name as event, ${cityName} as city, t.start_date, t.end_date,
      coalesce(n.registrations, 0)::int as registrations,
      ${sql.join(sumNames.map((name) => sql`coalesce(b.${sql.ref(name)}, 0)::float8 as ${sql.ref(name)}`))},
      coalesce(n.owed, 0)::float8 as owed, coalesce(n.overpaid, 0)::float8 as overpaid,
      coalesce(n.deposits, 0)::int as deposits, coalesce(n.deposits_owed, 0)::float8 as deposits_owed,
      coalesce(n.checks, 0)::int as checks, coalesce(n.checks_owed, 0)::float8 as checks_owed,
      coalesce(n.unfinished_received, 0)::float8 as unfinished_received
    from cities
    join tour_dates t on t.id = cities.id
    join events e on e.id = t.event_id
    join event_cities c on c.id = t.event_city_id
    left join sums b on b.tour_date_id = t.id
    left join counts n on n.tour_date_id = t.id
    order by t.start_date, t.id`.execute(tx)
  return rows
}

export type BalanceRow = Sums & {
  id: number
  studio: string | null
  owner: string
  email: string
  paying_by_check: boolean
  completed_at: Instant
  balance: Cents
}

export type BalanceFilter = {
  show: 'all' | CompletedStatus
  sort: 'studio' | 'stands' | 'due' | 'charged' | 'off' | 'extra' | 'received' | 'balance'
  order: 'asc' | 'desc'
}

const sorts: Readonly<Record<Exclude<BalanceFilter['sort'], 'due'>, Expression<unknown>>> = {
  studio: sql`lower(coalesce(s.name, p.lname || ' ' || p.fname))`,
  // Paid, deposit, awaiting a check.
  stands: sql`case when ${stands.paid} then 0 when ${stands.deposit} then 1 else 2 end`,
  charged: sql`b.charged`,
  off: sql`b.promo + b.credit`,
  extra: sql`b.fees + b.adjustments`,
  received: sql`b.received`,
  balance: sql`b.owed`,
}

/** A page of the completed registrations of a city with their balances, and how many there are in all. OFF-043. */
export async function listBalancesOf(
  tx: Tx,
  tour_date_id: number,
  { show, sort, order }: BalanceFilter & { sort: keyof typeof sorts },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: BalanceRow[]; total: number }> {
  const where = show === 'all' ? sql<SqlBool>`true` : stands[show]
  const { rows } = await sql<BalanceRow & { counted: number }>`
    select r.id, s.name as studio, p.fname || ' ' || p.lname as owner, u.email, r.paying_by_check, r.completed_at,
      b.charged, b.promo, b.credit, b.fees, b.adjustments, b.received, b.given_back, b.owed as balance,
      count(*) over ()::int as counted
    from registrations r
    join users u on u.id = r.user_id
    join persons p on p.id = u.person_id
    left join studios s on s.id = r.studio_id
    cross join lateral ${ledger} b
    where r.tour_date_id = ${tour_date_id} and ${isCompleted('r')} and ${where}
    order by ${sorts[sort]} ${order === 'asc' ? sql`asc` : sql`desc`}, r.id
    limit ${limit} offset ${offset}`.execute(tx)
  return { rows: rows.map(({ counted: _, ...row }) => row), total: rows[0]?.counted ?? 0 }
}
