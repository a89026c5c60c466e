import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { plus, type Cents } from '@callboard/domain/kernel/money.ts'
import { methodName } from '@callboard/domain/payments/methods.ts'
import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx, Schema } from '../platform/db/connect.ts'
import { postPayment } from '../registrations/postings.ts'
import { setPaid } from '../registrations/root-queries.ts'
import { addToTotals } from '../tours/total-queries.ts'
import { isSubmitted } from '@callboard/domain/registrations/registration-status.ts'

export type PaymentRow = Selectable<Schema['payments']>

// Payments

export const insertPayment = (tx: Tx, payment: Insertable<Schema['payments']>) =>
  tx.insertInto('payments').values(payment).returningAll().executeTakeFirstOrThrow()

export const markSettled = (tx: Tx, attempt_id: number, settled_at: Instant) =>
  tx
    .updateTable('payments')
    .set({ settled_at })
    .where('attempt_id', '=', attempt_id)
    .where('settled_at', 'is', null)
    .execute()

const paymentRows = (tx: Tx) =>
  tx
    .selectFrom('payments as p')
    .innerJoin('payment_methods as m', 'm.id', 'p.payment_method_id')
    .selectAll('p')
    .select('m.name as method')

export type NamedPayment = PaymentRow & { method: string }

const withMethodName = (row: NamedPayment): NamedPayment => ({
  ...row,
  method: methodName(row.payment_method_id, row.details, row.method),
})

/** The newest first. */
export const listPayments = async (tx: Tx, registration_id: number): Promise<NamedPayment[]> =>
  (
    await paymentRows(tx)
      .where('p.registration_id', '=', registration_id)
      .orderBy('p.timestamp', 'desc')
      .orderBy('p.id', 'desc')
      .execute()
  ).map(withMethodName)

export async function findPayment(tx: Tx, id: number): Promise<NamedPayment | undefined> {
  const row = await paymentRows(tx).where('p.id', '=', id).executeTakeFirst()
  return row && withMethodName(row)
}

/** Lists full and partial reversals of these payments. */
export const listTakenBack = (tx: Tx, payment_ids: readonly number[]) =>
  payment_ids.length === 0
    ? Promise.resolve([])
    : tx.selectFrom('payments').where('of_payment_id', 'in', payment_ids).select(['of_payment_id', 'amount']).execute()

export const findPaymentOfAttempt = (tx: Tx, attempt_id: number): Promise<NamedPayment | undefined> =>
  paymentRows(tx).where('p.attempt_id', '=', attempt_id).executeTakeFirst()

/** Lists the office users who recorded payments of a registration. */
export const listRecorders = (tx: Tx, registration_id: number) =>
  tx
    .selectFrom('users')
    .where((on) =>
      on.exists(
        on
          .selectFrom('payments')
          .where('registration_id', '=', registration_id)
          .whereRef('payments.admin_id', '=', 'users.id')
          .select('payments.id'),
      ),
    )
    .select(['id', 'email'])
    .execute()

// Gateway events and exceptions

/** Stores a gateway event; false when it was already stored. */
export const keepNews = async (tx: Tx, news: Insertable<Schema['webhook_events']>): Promise<boolean> =>
  (await tx
    .insertInto('webhook_events')
    .values(news)
    .onConflict((conflict) => conflict.column('event_id').doNothing())
    .returning('event_id')
    .executeTakeFirst()) !== undefined

export const findNews = (db: Db, event_id: string) =>
  db
    .selectFrom('webhook_events')
    .where('event_id', '=', event_id)
    .where('processed_at', 'is', null)
    .selectAll()
    .executeTakeFirst()

export const markNews = (db: Db, event_id: string, processed_at: Instant, outcome: string) =>
  db.updateTable('webhook_events').set({ processed_at, outcome }).where('event_id', '=', event_id).execute()

/** False: this dispute of this message was taken in before. */
export const insertDisputeOnce = async (tx: Tx, dispute: Insertable<Schema['disputes']>): Promise<boolean> =>
  (await tx
    .insertInto('disputes')
    .values(dispute)
    .onConflict((conflict) => conflict.columns(['event_id', 'position']).doNothing())
    .returning('position')
    .executeTakeFirst()) !== undefined

// Credit

/** Makes this the credit of a registration; null: none. A new claim is undecided again. */
export async function replaceCredit(tx: Tx, registration_id: number, credit: { from: string; amount: Cents } | null) {
  await tx.deleteFrom('credits').where('registration_id', '=', registration_id).execute()
  if (credit)
    await tx
      .insertInto('credits')
      .values({ registration_id, ...credit })
      .execute()
}

// Registration columns that a payment updates.

type Paying = { id: number; tour_date_id: number; completed: boolean; paid: Cents; deleted: boolean }

/** Adds money (or takes it back, negative) to what lists show as paid. Under the registration's lock. */
export async function addToPaid(tx: Tx, paying: Paying, amount: Cents): Promise<void> {
  const { id, tour_date_id, completed, paid, deleted } = paying
  await setPaid(tx, id, plus(paid, amount))
  // A deleted registration has left the sums of its city.
  if (!isSubmitted({ completed, deleted })) return
  const none = { registrations: 0, dancers: 0, teachers: 0, observers: 0, routines: 0, total: 0 }
  await addToTotals(tx, tour_date_id, { ...none, paid: amount })
}

type OfficePayment = {
  registration_id: number
  /** Negative: refunded. */
  amount: Cents
  payment_method_id: number
  details: PaymentRow['details']
  office_reason?: string
  /** A refund whose amount is not owed again. */
  lowers_bill?: boolean
  admin_id: number
  now: Instant
}

/** Records a payment or refund entered by the office. Requires the registration's lock. PAY-051, SEC-015. */
export async function recordOfficePayment(tx: Tx, officePayment: OfficePayment): Promise<NamedPayment> {
  const { registration_id, details, lowers_bill = false, now, ...payment } = officePayment
  const registration = await tx
    .selectFrom('registrations')
    .where('id', '=', registration_id)
    .select(['id', 'tour_date_id', 'completed', 'paid', 'deleted'])
    .forUpdate()
    .executeTakeFirstOrThrow()
  const row = await insertPayment(tx, {
    ...payment,
    registration_id,
    details: JSON.stringify(details),
    settled_at: now,
    timestamp: now,
  })
  await addToPaid(tx, registration, payment.amount)
  if (registration.completed) await postPayment(tx, row, now, lowers_bill)
  const { name } = await tx
    .selectFrom('payment_methods')
    .where('id', '=', payment.payment_method_id)
    .select('name')
    .executeTakeFirstOrThrow()
  return withMethodName({ ...row, method: name })
}

// Read for the page and the gateway

/** The short names a gateway knows places by. */
export const findPlaceCodes = (tx: Tx, state_id: number | null, country_id: number | null) =>
  tx
    .selectNoFrom((from) => [
      from.selectFrom('states').where('id', '=', state_id).select('abbreviation').as('state'),
      from.selectFrom('countries').where('id', '=', country_id).select('abbreviation').as('country'),
    ])
    .executeTakeFirstOrThrow()

/** Whether the city sends mail to its employees about payments, and who reads it. PAY-050, OFF-038. */
export const findEmployeeMail = (tx: Tx, tour_date_id: number) =>
  tx
    .selectFrom('tour_dates')
    .where('id', '=', tour_date_id)
    .select(['employee_email_allowed', 'employee_emails'])
    .executeTakeFirstOrThrow()

export const listCountries = (tx: Tx) => tx.selectFrom('countries').select(['id', 'name']).orderBy('id').execute()
export const listStates = (tx: Tx) =>
  tx.selectFrom('states').select(['id', 'country_id', 'name']).orderBy('country_id').orderBy('name').execute()

const billingColumns = ['a.address', 'a.city', 'a.zip', 'a.state_id', 'a.country_id'] as const

/** Returns the default billing address of an account: its studio's, else its own; undefined where it has none. */
export const findAddress = async (tx: Tx, { studio_id, user_id }: { studio_id: number | null; user_id: number }) =>
  (await tx
    .selectFrom('studios as s')
    .innerJoin('addresses as a', 'a.id', 's.address_id')
    .where('s.id', '=', studio_id)
    .select(billingColumns)
    .executeTakeFirst()) ??
  tx
    .selectFrom('users as u')
    .innerJoin('addresses as a', (join) =>
      join.onRef('a.person_id', '=', 'u.person_id').onRef('a.entered_by', '=', 'u.id'),
    )
    .where('u.id', '=', user_id)
    .where('a.is_parent', '=', false)
    .select(billingColumns)
    .executeTakeFirst()

/** Decides on a claimed credit; what it takes off follows from that. OFF-026, A06. */
export const decideCredit = (tx: Tx, id: number, status: 'verified' | 'rejected', decided_by: number) =>
  tx.updateTable('credits').set({ status, decided_by }).where('id', '=', id).execute()
