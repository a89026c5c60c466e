import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { cents, minus, type Cents } from '@callboard/domain/kernel/money.ts'
import type { Quote } from '@callboard/domain/registrations/pricing/line.ts'
import type { Selectable } from 'kysely'
import { contraOf, kindOfPayment, pair, type EntryKind, type LedgerEntry } from '../ledger/ledger.ts'
import { insertEntries, numberOfEntries } from '../ledger/queries.ts'
import type { Tx, Schema } from '../platform/db/connect.ts'
import { addToReceivable } from './root-queries.ts'

type PostedPayment = Selectable<Schema['payments']>

/** Posts to the ledger, and to what lists show as owed. */
const post = (tx: Tx, registration_id: number, entries: readonly LedgerEntry[], now: Instant) =>
  insertEntries(tx, registration_id, entries, now, addToReceivable)

type Completion = {
  registration_id: number
  price: Pick<Quote, 'fees' | 'promo'>
  credit: Cents
  actor_user_id?: number
  now: Instant
}

/**
 * Posts a completed registration's charges to the ledger: the full price at completion, the difference after an edit.
 * Earlier payments are posted with it. Requires the registration's lock.
 */
export async function postCompletion(tx: Tx, { registration_id, price, credit, actor_user_id, now }: Completion) {
  const booked = await tx
    .selectFrom('ledger')
    .where('registration_id', '=', registration_id)
    .where('account', '=', 'receivable')
    .select(['kind', 'amount', 'payment_id'])
    .execute()
  const already = (kind: EntryKind) =>
    cents(booked.reduce((sum, row) => (row.kind === kind && row.payment_id === null ? sum + row.amount : sum), 0))
  const txn_group = `completion:${registration_id}:${await numberOfEntries(tx, registration_id)}`
  const same = { txn_group, ...(actor_user_id !== undefined && { actor_user_id }) }
  const entries = [
    ...pair({ ...same, kind: 'charge', contra: 'revenue', owed: minus(price.fees.total, already('charge')) }),
    ...pair({ ...same, kind: 'promo', contra: 'discount', owed: minus(cents(-price.promo), already('promo')) }),
    ...pair({
      ...same,
      kind: 'credit_voucher',
      contra: 'credit',
      owed: minus(cents(-credit), already('credit_voucher')),
    }),
  ]
  const bookedIds = new Set(booked.map(({ payment_id }) => payment_id))
  const payments = await tx
    .selectFrom('payments')
    .where('registration_id', '=', registration_id)
    .orderBy('id')
    .select(['id', 'amount', 'payment_method_id', 'admin_id'])
    .execute()
  const unbooked = payments.filter(({ id }) => !bookedIds.has(id)).flatMap(entriesOfPayment)
  await post(tx, registration_id, [...entries, ...unbooked], now)
}

type Booked = Pick<PostedPayment, 'id' | 'amount' | 'payment_method_id' | 'admin_id'>

const entriesOfPayment = ({ id, amount, payment_method_id, admin_id }: Booked): LedgerEntry[] =>
  pair({
    txn_group: `payment:${id}`,
    kind: kindOfPayment(amount, payment_method_id),
    contra: contraOf(payment_method_id),
    owed: cents(-amount),
    payment_id: id,
    ...(admin_id !== null && { actor_user_id: admin_id }),
  })

/** The entries that lower the bill by what a payment gave back. They are posted with that payment, so as often as it. */
const loweredBill = ({ id, amount, admin_id }: Booked): LedgerEntry[] =>
  pair({
    txn_group: `lowered:${id}`,
    kind: 'adjustment',
    contra: 'discount',
    owed: amount,
    ...(admin_id !== null && { actor_user_id: admin_id }),
  })

/** Books a payment of a completed registration. Under the registration's lock. */
export const postPayment = (tx: Tx, payment: Booked & { registration_id: number }, now: Instant, lowers_bill = false) =>
  post(tx, payment.registration_id, [...entriesOfPayment(payment), ...(lowers_bill ? loweredBill(payment) : [])], now)

type Reversal = {
  payment: PostedPayment
  /** `payment` and `adjustment`: one that had been recorded by mistake. */
  kind: 'return_reversal' | 'chargeback' | 'refund' | 'payment' | 'adjustment'
  fee: Cents
  fee_kind: 'returned_check_fee' | 'card_reversal_fee'
  /** The amount is not owed again. */
  lowers_bill?: boolean
  now: Instant
}

/** Books money that went back, and what going back costs. Under the registration's lock. */
export const postReversal = (tx: Tx, { payment, kind, fee, fee_kind, lowers_bill = false, now }: Reversal) => {
  const actor = payment.admin_id === null ? {} : { actor_user_id: payment.admin_id }
  return post(
    tx,
    payment.registration_id,
    [
      ...pair({
        txn_group: `payment:${payment.id}`,
        kind,
        contra: contraOf(payment.payment_method_id),
        owed: cents(-payment.amount),
        payment_id: payment.id,
        ...actor,
      }),
      ...pair({ txn_group: `fee:${payment.id}`, kind: fee_kind, contra: 'fees', owed: fee, ...actor }),
      ...(lowers_bill ? loweredBill(payment) : []),
    ],
    now,
  )
}
