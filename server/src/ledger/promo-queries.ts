import type { CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { Cents } from '@callboard/domain/kernel/money.ts'
import { promoStatuses, whyNotLive, type PromoStatus } from '@callboard/domain/payments/promo.ts'
import type { PaymentRefusal } from '@callboard/domain/registrations/settlement/payment-refusals.ts'
import { sql, type Insertable } from 'kysely'
import type { Tx, Schema } from '../platform/db/connect.ts'
import { isLive } from '../platform/db/registration-status.ts'

export const findPromo = (tx: Tx, code: string, event_id: number, season_id: number | undefined) =>
  tx
    .selectFrom('promo_codes as p')
    .innerJoin('seasons as s', 's.id', 'p.season_id')
    .where('p.code', '=', code)
    .where((on) => on.or([on('p.event_id', 'is', null), on('p.event_id', '=', event_id)]))
    // Without a season the current one applies.
    .where((on) => (season_id === undefined ? on('s.current', '=', true) : on('p.season_id', '=', season_id)))
    .orderBy(sql`p.event_id is null`)
    .orderBy('p.season_id', 'desc')
    .selectAll('p')
    .executeTakeFirst()

export type PromoRow = NonNullable<Awaited<ReturnType<typeof findPromo>>>
/** Whether an account may use a code: one that is only granted, such as a reward, is for those who have it. A59. */
export async function mayUsePromo(tx: Tx, promo: Pick<PromoRow, 'id' | 'granted_only'>, user_id: number) {
  if (!promo.granted_only) return true
  const grant = await tx
    .selectFrom('promo_grants')
    .where('promo_code_id', '=', promo.id)
    .where('user_id', '=', user_id)
    .select('user_id')
    .executeTakeFirst()
  return grant !== undefined
}

type GrantedPromo = { code: string; amount: Cents; event_id: number; season_id: number; note: string }

/**
 * Lets an account use a code that takes an amount off the total, and creates the code where it is not there yet; returns
 * its id. Repeating it changes nothing.
 */
export async function grantPromo(
  tx: Tx,
  { code, amount, event_id, season_id, note }: GrantedPromo,
  grant: { user_id: number; granted_at: Instant },
): Promise<number> {
  const promo = { code, event_id, season_id, type: 'total' as const, value: amount, granted_only: true, note }
  await insertPromo(tx, promo)
  const { id } = await tx
    .selectFrom('promo_codes')
    .where('code', '=', code)
    .where('event_id', '=', event_id)
    .where('season_id', '=', season_id)
    .select('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('promo_grants')
    .values({ promo_code_id: id, ...grant })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return id
}

type Whose = { user_id: number; event_id: number; season_id: number; registration_id: number }

/** Which of these codes the account has used at this event and season, through another registration. PAY-047. */
export const listUsedPromos = async (tx: Tx, ids: readonly number[], whose: Whose): Promise<Set<number>> => {
  if (ids.length === 0) return new Set()
  const rows = await tx
    .selectFrom('promo_uses')
    .where('promo_code_id', 'in', ids)
    .where('user_id', '=', whose.user_id)
    .where('event_id', '=', whose.event_id)
    .where('season_id', '=', whose.season_id)
    .where('registration_id', '!=', whose.registration_id)
    .where('counted', '=', true)
    .select('promo_code_id')
    .execute()
  return new Set(rows.map(({ promo_code_id }) => promo_code_id))
}

/** How many registrations use a code for good, the one named left out. */
export const countOtherUses = async (tx: Tx, promo_code_id: number, registration_id: number): Promise<number> =>
  (
    await tx
      .selectFrom('promo_uses')
      .where('promo_code_id', '=', promo_code_id)
      .where('registration_id', '!=', registration_id)
      .where('counted', '=', true)
      .select((of) => of.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n

/** Makes these the codes of a registration, in their order. */
export async function replacePromoUses(tx: Tx, whose: Whose, uses: readonly { id: number; amount: Cents }[]) {
  await tx.deleteFrom('promo_uses').where('registration_id', '=', whose.registration_id).execute()
  if (uses.length === 0) return
  await tx
    .insertInto('promo_uses')
    .values(uses.map(({ id, amount }, position) => ({ ...whose, promo_code_id: id, position, amount })))
    .execute()
}

/** Sets the amount (cents) that each of a registration's codes takes off now. */
export const setPromoAmounts = (tx: Tx, registration_id: number, uses: readonly { code: string; amount: Cents }[]) =>
  sql`update promo_uses u set amount = x.amount
    from unnest(${uses.map(({ code }) => code)}::text[], ${uses.map(({ amount }) => amount)}::int[]) x(code, amount)
    join promo_codes p on p.code = x.code
    where u.promo_code_id = p.id and u.registration_id = ${registration_id} and u.amount <> x.amount`.execute(tx)

/** Takes codes off a registration whose price leaves them out already. */
export const dropPromoUses = (tx: Tx, registration_id: number, codes: readonly string[]) =>
  tx
    .deleteFrom('promo_uses')
    .where('registration_id', '=', registration_id)
    .where('counted', '=', false)
    .where('promo_code_id', 'in', (from) => from.selectFrom('promo_codes').where('code', 'in', codes).select('id'))
    .execute()

/**
 * Counts the registration's codes as used on a day; returns the reason when one cannot be used. Concurrent uses of a code by one
 * account wait for each other, as do all uses of a limited code: the second is refused and never charged. PAY-047.
 */
export async function countPromoUses(
  tx: Tx,
  registration_id: number,
  day: CalendarDate,
): Promise<PaymentRefusal | null> {
  const uses = await tx
    .selectFrom('promo_uses as u')
    .innerJoin('promo_codes as p', 'p.id', 'u.promo_code_id')
    .where('u.registration_id', '=', registration_id)
    .where('u.counted', '=', false)
    .orderBy('p.id')
    .select([
      'p.id',
      'p.code',
      'p.active',
      'p.max_uses',
      'p.valid_from',
      'p.valid_through',
      'p.granted_only',
      'u.counted',
      'u.user_id',
      'u.event_id',
      'u.season_id',
      'u.registration_id',
    ])
    .execute()
  const [first] = uses
  if (!first) return null
  // In one order for all, so that two never wait for each other.
  await sql`select pg_advisory_xact_lock(id, ${first.user_id})
    from unnest(${uses.map(({ id }) => id)}::int[]) with ordinality as u(id, n) order by n`.execute(tx)
  const limited = uses.filter(({ max_uses }) => max_uses !== null).map(({ id }) => id)
  if (limited.length > 0) {
    await tx.selectFrom('promo_codes').where('id', 'in', limited).orderBy('id').forUpdate().select('id').execute()
  }
  const usedPromos = await listUsedPromos(
    tx,
    uses.map(({ id }) => id),
    first,
  )
  const counts = await countedOf(tx, limited)
  for (const use of uses) {
    const state = { ...use, used_before: usedPromos.has(use.id), other_uses: counts.get(use.id) ?? 0 }
    const dead = whyNotLive(use.code, state, day)
    if (dead) return dead
    if (!(await mayUsePromo(tx, use, use.user_id))) return { code: 'promo.unknown', field: 'code', which: use.code }
  }
  await setCounted(tx, registration_id, true)
  return null
}

async function countedOf(tx: Tx, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('promo_uses')
    .where('promo_code_id', 'in', ids)
    .where('counted', '=', true)
    .groupBy('promo_code_id')
    .select(['promo_code_id', (of) => of.fn.countAll<number>().as('n')])
    .execute()
  return new Map(rows.map(({ promo_code_id, n }) => [promo_code_id, n]))
}

/** The money did not come: the registration's codes may be used again. */
export const releasePromoUses = (tx: Tx, registration_id: number) => setCounted(tx, registration_id, false)

const setCounted = (tx: Tx, registration_id: number, isCounted: boolean) =>
  tx
    .updateTable('promo_uses')
    .set({ counted: isCounted })
    .where('registration_id', '=', registration_id)
    .where('counted', '!=', isCounted)
    .execute()

// The office's side

const lines = (tx: Tx) =>
  tx
    .selectFrom('promo_codes as p')
    .innerJoin('seasons as s', 's.id', 'p.season_id')
    .leftJoin('events as e', 'e.id', 'p.event_id')
    .selectAll('p')
    .select(['e.name as event', sql<string>`s.start_year || '–' || s.end_year`.as('season')])
    .select((from) => [
      from
        .selectFrom('promo_uses as u')
        .whereRef('u.promo_code_id', '=', 'p.id')
        .where('u.counted', '=', true)
        .select((of) => of.fn.countAll<number>().as('n'))
        .as('uses'),
      from
        .selectFrom('promo_uses as u')
        .whereRef('u.promo_code_id', '=', 'p.id')
        .where('u.counted', '=', true)
        .select(sql<Cents>`coalesce(sum(u.amount), 0)::int`.as('sum'))
        .as('taken_off'),
      from
        .selectFrom('promo_uses as u')
        .whereRef('u.promo_code_id', '=', 'p.id')
        .select((of) => of.fn.countAll<number>().as('n'))
        .as('applied'),
    ])

export type PromoLine = Awaited<ReturnType<ReturnType<typeof lines>['executeTakeFirstOrThrow']>>
type PromoSearch = {
  q?: string | undefined
  season_id?: number | undefined
  status?: PromoStatus | undefined
  sort: 'created' | 'code' | 'worth' | 'where' | 'days' | 'state' | 'uses' | 'taken_off'
  order: 'asc' | 'desc'
}
type Page = { page: number; per_page: number; day: CalendarDate }

/** How a code stands on a day: what `promoStatus` answers, for a list that is cut into pages. */
const statusOn = (day: CalendarDate) => sql<PromoStatus>`case when not p.active then 'off'
  when p.valid_through < ${day} then 'ended'
  when p.max_uses <= (select count(*) from promo_uses u where u.promo_code_id = p.id and u.counted) then 'used_up'
  when p.valid_from > ${day} then 'not_yet' else 'on' end`

const columns = (day: CalendarDate) => ({
  created: sql`p.id`,
  code: sql`p.code`,
  // Amounts, then percentages.
  worth: sql`row(p.percentage, p.value)`,
  where: sql`event`,
  // By the last day, and of one last day by the first; without a last day after all that end.
  days: sql`row(coalesce(p.valid_through, 'infinity'), coalesce(p.valid_from, '-infinity'))`,
  state: sql`array_position(${[...promoStatuses]}::text[], ${statusOn(day)})`,
  uses: sql`uses`,
  taken_off: sql`taken_off`,
})

/** Promo codes, one more than asked; what holds for every event comes last among events. OFF-022. */
export const listPromos = (
  tx: Tx,
  { q = '', season_id, status, sort, order }: PromoSearch,
  { page, per_page, day }: Page,
) =>
  lines(tx)
    .$if(q.trim() !== '', (some) =>
      some.where(
        'p.code',
        'like',
        `%${q
          .trim()
          .toUpperCase()
          .replace(/[\\%_]/g, '\\$&')}%`,
      ),
    )
    .$if(season_id !== undefined, (some) => some.where('p.season_id', '=', season_id ?? 0))
    .$if(status !== undefined, (some) => some.where(statusOn(day), '=', status ?? 'on'))
    .orderBy(columns(day)[sort], order)
    .orderBy('p.id', 'desc')
    .limit(per_page + 1)
    .offset((page - 1) * per_page)
    .execute()

export const findPromoLine = (tx: Tx, id: number) => lines(tx).where('p.id', '=', id).executeTakeFirst()
export const lockPromo = (tx: Tx, id: number) =>
  tx.selectFrom('promo_codes').where('id', '=', id).forUpdate().selectAll().executeTakeFirst()

/** Undefined: there is one of this name for the event and season. */
export const insertPromo = (tx: Tx, promo: Insertable<Schema['promo_codes']>) =>
  tx
    .insertInto('promo_codes')
    .values(promo)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()

type PromoTerms = Omit<Insertable<Schema['promo_codes']>, 'id' | 'created'>

/** Sets what a code is worth, where it holds and how often it may be used. */
export const setPromoTerms = (tx: Tx, id: number, terms: PromoTerms) =>
  tx.updateTable('promo_codes').set(terms).where('id', '=', id).execute()

export const deletePromo = (tx: Tx, id: number) => tx.deleteFrom('promo_codes').where('id', '=', id).execute()

/** Which registrations have a code, and since when for good: the newest first. */
export const listUsesOf = (tx: Tx, promo_code_id: number, most: number) =>
  tx
    .selectFrom('promo_uses as u')
    .innerJoin('registrations as r', 'r.id', 'u.registration_id')
    .innerJoin('tour_dates as t', 't.id', 'r.tour_date_id')
    .innerJoin('event_cities as c', 'c.id', 't.event_city_id')
    .innerJoin('events as e', 'e.id', 't.event_id')
    .innerJoin('users as a', 'a.id', 'u.user_id')
    .leftJoin('studios as s', 's.id', 'r.studio_id')
    .where('u.promo_code_id', '=', promo_code_id)
    .where(isLive('r'))
    .orderBy('r.id', 'desc')
    .limit(most)
    .select([
      'r.id as registration_id',
      's.name as studio',
      'a.email',
      'e.name as event',
      'c.name as city',
      'u.amount',
      'u.counted',
      'r.completed',
    ])
    .execute()
