import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { Cents } from '@callboard/domain/kernel/money.ts'
import { paymentMethodIds } from '@callboard/domain/payments/methods.ts'
import { sql, type Insertable, type Selectable } from 'kysely'
import type { Db, Tx, Schema } from '../platform/db/connect.ts'
import type { AttemptState } from '../platform/db/column-types.ts'
import { isUnfinished } from '../platform/db/registration-status.ts'

export type { AttemptState }
export type Attempt = Selectable<Schema['payment_attempts']>

export const insertAttempt = (tx: Tx, attempt: Insertable<Schema['payment_attempts']>) =>
  tx.insertInto('payment_attempts').values(attempt).returningAll().executeTakeFirstOrThrow()

/** Finds the registration's charge with an unknown outcome. There is at most one. */
export const findOpenCharge = (tx: Tx, registration_id: number) =>
  tx
    .selectFrom('payment_attempts')
    .where('registration_id', '=', registration_id)
    .where('kind', '=', 'charge')
    .where('state', 'in', ['submitting', 'unknown'])
    .select(['id', 'orderid'])
    .executeTakeFirst()

/** Finds a registration's gateway request with an unknown outcome: a charge, refund or void. */
export const findOpenAttempt = (tx: Tx, registration_id: number) =>
  tx
    .selectFrom('payment_attempts')
    .where('registration_id', '=', registration_id)
    .where('state', 'in', ['submitting', 'unknown'])
    .select(['id', 'orderid'])
    .executeTakeFirst()

/** Lists paid but incomplete registrations and edits whose charge was resolved by `by`. REV-032. */
export const listPaidAndLeft = async (tx: Tx, by: Instant, most: number) =>
  (
    await sql<{ registration_id: number; for_edit: boolean }>`
      select r.id as registration_id, false as for_edit from registrations r
        where ${isUnfinished('r')} and r.hold_ends = '9999-12-31T00:00:00Z' and exists (
          select from payment_attempts a where a.registration_id = r.id and a.kind = 'charge' and not a.for_edit
            and a.state in ('approved', 'settled') and a.resolved_at <= ${by})
      union all
      select v.registration_id, true from revisions v where exists (
        select from payment_attempts a where a.registration_id = v.registration_id and a.kind = 'charge' and a.for_edit
          and a.state in ('approved', 'settled') and a.created >= v.updated and a.resolved_at <= ${by})
      order by 1 limit ${most}`.execute(tx)
  ).rows

/** Tells whether an edit, last changed at `since`, is paid in its current form. */
export const isEditPaid = async (tx: Tx, registration_id: number, since: Instant): Promise<boolean> =>
  (await tx
    .selectFrom('payment_attempts')
    .where('registration_id', '=', registration_id)
    .where('kind', '=', 'charge')
    .where('for_edit', '=', true)
    .where('state', 'in', ['approved', 'settled'])
    .where('created', '>=', since)
    .select('id')
    .executeTakeFirst()) !== undefined

export const findAttempt = (db: Db, orderid: string) =>
  db.selectFrom('payment_attempts').where('orderid', '=', orderid).selectAll().executeTakeFirst()

export const findOwnAttempt = (tx: Tx, orderid: string, user_id: number) =>
  tx
    .selectFrom('payment_attempts')
    .where('orderid', '=', orderid)
    .where('user_id', '=', user_id)
    .selectAll()
    .executeTakeFirst()

export const findAttemptOfKey = (tx: Tx, user_id: number, key: string) =>
  tx
    .selectFrom('payment_attempts')
    .where('user_id', '=', user_id)
    .where('idempotency_key', '=', key)
    .selectAll()
    .executeTakeFirst()

/** The charge or refund that made a transaction. A void makes none: it is the charge's own. */
export const findAttemptOfTransaction = (db: Db, gateway_transaction_id: string) =>
  db
    .selectFrom('payment_attempts')
    .where('gateway_transaction_id', '=', gateway_transaction_id)
    .where('kind', '!=', 'void')
    .selectAll()
    .executeTakeFirst()

export const findAttemptById = (db: Db, id: number) =>
  db.selectFrom('payment_attempts').where('id', '=', id).selectAll().executeTakeFirst()

/** Lists the refund attempts of a charge, newest first. */
export const listRefundsOf = (db: Db, charge_id: number) =>
  db
    .selectFrom('payment_attempts')
    .where('of_attempt_id', '=', charge_id)
    .where('kind', 'in', ['void', 'refund'])
    .orderBy('id', 'desc')
    .selectAll()
    .execute()

/** The newest refund attempt of each charge that the gateway has not answered clearly. */
export const listOpenRefunds = async (db: Db, charge_ids: readonly number[]): Promise<Map<number, Attempt>> => {
  const rows = await db
    .selectFrom('payment_attempts')
    .where('of_attempt_id', '=', sql<number>`any(${[...charge_ids]}::int[])`)
    .where('kind', 'in', ['void', 'refund'])
    .where('state', 'in', ['submitting', 'unknown'])
    .orderBy('id')
    .selectAll()
    .execute()
  return new Map(rows.flatMap((row) => (row.of_attempt_id === null ? [] : [[row.of_attempt_id, row]])))
}

/** Everything that was tried for a registration. */
export const listAttempts = (tx: Tx, registration_id: number) =>
  tx.selectFrom('payment_attempts').where('registration_id', '=', registration_id).orderBy('id').selectAll().execute()

const booked = ['approved', 'settled', 'returned', 'voided', 'refunded', 'partly_refunded', 'charged_back'] as const

/** Charges that the gateway names, and those it should: known to have been approved between two moments. */
export const listChargesFor = (
  db: Db,
  { orderids, ids, from, to }: { orderids: readonly string[]; ids: readonly string[]; from: Instant; to: Instant },
) =>
  db
    .selectFrom('payment_attempts as a')
    .leftJoin('payments as p', 'p.attempt_id', 'a.id')
    .where('a.kind', '=', 'charge')
    .where((on) =>
      on.or([
        on('a.orderid', '=', sql<string>`any(${orderids})`),
        on('a.gateway_transaction_id', '=', sql<string>`any(${ids})`),
        on.and([on('a.state', 'in', [...booked]), on('a.resolved_at', '>=', from), on('a.resolved_at', '<', to)]),
      ]),
    )
    .selectAll('a')
    .select('p.amount as paid')
    .execute()

/** Sums the gateway refunds of each charge, in cents. */
export const sumRefunds = async (db: Db, charge_ids: readonly number[]): Promise<Map<number, number>> =>
  charge_ids.length === 0
    ? new Map()
    : new Map(
        (
          await db
            .selectFrom('payment_attempts')
            .where('of_attempt_id', 'in', charge_ids)
            .where('kind', '=', 'refund')
            .where('state', '=', 'approved')
            .groupBy('of_attempt_id')
            .select(['of_attempt_id', ({ fn }) => fn.sum<number>('amount').as('sum')])
            .execute()
        ).map(({ of_attempt_id, sum }) => [of_attempt_id ?? 0, Number(sum)]),
      )

/** Approved before these moments and not paid out yet: a card takes a day or two, a bank account about a week. */
export const listUnsettled = (
  db: Db,
  { card, bank, since }: { card: Instant; bank: Instant; since: Instant },
  most: number,
) =>
  db
    .selectFrom('payment_attempts')
    .where('kind', '=', 'charge')
    .where('state', '=', 'approved')
    .where('resolved_at', '>=', since)
    .where((on) =>
      on.or([
        on.and([on('payment_method_id', '!=', paymentMethodIds.bank), on('resolved_at', '<', card)]),
        on.and([on('payment_method_id', '=', paymentMethodIds.bank), on('resolved_at', '<', bank)]),
      ]),
    )
    .orderBy('id')
    .limit(most)
    .selectAll()
    .execute()

/** Finds the last attempt of an idempotency key: a void may be followed by a refund. */
export const findLastAttemptOfKey = (tx: Tx, user_id: number, key: string) =>
  tx
    .selectFrom('payment_attempts')
    .where('user_id', '=', user_id)
    .where('idempotency_key', '=', key)
    .orderBy('id', 'desc')
    .selectAll()
    .executeTakeFirst()

/** Card charges that a dispute without a transaction id may be about. */
export const listChargesAlike = (
  db: Db,
  { last_four, amount, since }: { last_four: string; amount: Cents; since: Instant },
) =>
  db
    .selectFrom('payment_attempts')
    .where('kind', '=', 'charge')
    .where('state', 'in', ['approved', 'settled', 'partly_refunded'])
    .where('last_four', '=', last_four)
    .where('amount', '=', amount)
    .where('created', '>=', since)
    .limit(2)
    .selectAll()
    .execute()

export const lockAttempt = (tx: Tx, id: number) =>
  tx.selectFrom('payment_attempts').where('id', '=', id).selectAll().forUpdate().executeTakeFirstOrThrow()

/** The part of an attempt that the gateway answers. */
type AnswerColumns = Pick<Attempt, 'code' | 'message' | 'gateway_transaction_id' | 'last_four' | 'brand'> &
  Partial<Pick<Attempt, 'declined_field'>>

const answerColumns = ({ code, message, gateway_transaction_id, last_four, brand, declined_field }: AnswerColumns) => ({
  ...{ code, message, gateway_transaction_id, last_four, brand },
  ...(declined_field !== undefined && { declined_field }),
})

const updateOf = (tx: Tx, id: number) => tx.updateTable('payment_attempts').where('id', '=', id)

const openStates = ['submitting', 'unknown'] as const
const unpaidStates = [...openStates, 'declined', 'error', 'not_processed', 'voided', 'returned'] as const
const returnableStates = ['approved', 'settled', 'partly_refunded', 'charged_back'] as const
/** A refund may be confirmed late, after the money of its charge went back by another way. */
const refundableStates = [...returnableStates, 'refunded', 'voided', 'returned'] as const

type ChargeState = 'settled' | 'returned' | 'voided' | 'refunded' | 'partly_refunded' | 'charged_back'

/** The states from which a booked charge reaches each other one. */
const chargeStatesBefore: Record<ChargeState, readonly AttemptState[]> = {
  settled: ['approved'],
  returned: returnableStates,
  charged_back: returnableStates,
  voided: refundableStates,
  refunded: refundableStates,
  partly_refunded: refundableStates,
}

/** The charge, refund or void took place: nothing is asked of the gateway any more. */
export const approveAttempt = (
  tx: Tx,
  id: number,
  state: 'approved' | 'settled',
  { resolved_at, ...answer }: AnswerColumns & { resolved_at: Instant },
) =>
  updateOf(tx, id)
    .where('state', 'in', unpaidStates)
    .set({ ...answerColumns(answer), state, resolved_at, next_check_at: null })
    .returningAll()
    .executeTakeFirstOrThrow()

/** The attempt did not take place, or was undone before it was booked. */
export const closeAttempt = (
  tx: Tx,
  id: number,
  state: 'declined' | 'error' | 'not_processed' | 'voided' | 'returned',
  { resolved_at, ...answer }: AnswerColumns & { resolved_at: Instant },
) =>
  updateOf(tx, id)
    .where('state', 'in', openStates)
    .set({ ...answerColumns(answer), state, resolved_at, next_check_at: null })
    .returningAll()
    .executeTakeFirstOrThrow()

/** The outcome is unknown: the gateway is asked again at `next_check_at`. */
export const keepAttemptOpen = (
  tx: Tx,
  id: number,
  { checks, next_check_at, ...answer }: AnswerColumns & { checks: number; next_check_at: Instant },
) =>
  updateOf(tx, id)
    .where('state', 'in', openStates)
    .set({ ...answerColumns(answer), state: 'unknown', checks, next_check_at })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Sets the state of a booked charge: paid out, or its money went back. Fails from any state that does not lead there. */
export const setChargeState = (tx: Tx, id: number, state: ChargeState) =>
  updateOf(tx, id)
    .where('state', 'in', chargeStatesBefore[state])
    .set({ state })
    .returning('id')
    .executeTakeFirstOrThrow()

/** Counts the searches in which the gateway did not find the attempt. */
export const setEmptyAnswers = (tx: Tx, id: number, empty_answers: number) =>
  updateOf(tx, id).set({ empty_answers }).execute()

/**
 * Takes the attempts that are due for a look, so that no other process looks at the same: those in the dark, and those
 * whose process must have died while it was asking.
 */
export const leaseOverdueAttempts = (db: Db, now: Instant, until: Instant, most: number) =>
  db
    .updateTable('payment_attempts')
    .set({ next_check_at: until })
    .where('id', 'in', (from) =>
      from
        .selectFrom('payment_attempts')
        .where('state', 'in', ['submitting', 'unknown'])
        .where('next_check_at', '<=', now)
        .orderBy('next_check_at')
        .limit(most)
        .forUpdate()
        .skipLocked()
        .select('id'),
    )
    .returning('orderid')
    .execute()
