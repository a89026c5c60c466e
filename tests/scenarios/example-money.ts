import { cents } from '@callboard/domain/kernel/money.ts'
import type { Stage } from '../kit.ts'
import type { Studio } from './small-city.ts'

/** A card that was declined: over, and nothing came of it. */
export async function makeAttempt({ db, clock }: Stage, { user_id }: Studio, registration_id: number) {
  const orderid = 'P-01JEXAMPLE'
  await db
    .insertInto('payment_attempts')
    .values({
      registration_id,
      user_id,
      kind: 'charge',
      orderid,
      state: 'declined',
      amount: cents(5_000),
      payment_method_id: 1,
      message: 'Your card was declined. Please try another payment method.',
      created: clock.now(),
      resolved_at: clock.now(),
    })
    .execute()
  return orderid
}

export async function makePromo({ db }: Stage) {
  const code = 'EARLYBIRD'
  await db.insertInto('promo_codes').values({ code, event_id: 7, season_id: 41, type: 'total', value: 5_000 }).execute()
  return code
}

/** Open tasks of the office: a credit to decide, a mail that failed. */
export async function makeDeskWork({ db, clock }: Stage, registration_id: number) {
  const credit = await db
    .insertInto('credits')
    .values({ registration_id, from: 'Last season', amount: cents(1_000) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const mail = await db
    .insertInto('mails')
    .values({
      to: 'grace@example.com',
      subject: 'Your confirmation',
      text: 'Hello',
      html: '<p>Hello</p>',
      template: 'confirmation',
      state: 'failed',
      tries: 3,
      last_error: 'The mail server did not answer',
      created: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const exception = await db
    .insertInto('payment_exceptions')
    .values({ registration_id, kind: 'a payment was voided', detail: 'P-01JEXAMPLE', created: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const promo = await db
    .insertInto('promo_codes')
    .values({ code: 'UNUSED', event_id: 7, season_id: 41, type: 'total', value: 1_000 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const payment_id = await makeCardPayment({ db, clock }, registration_id)
  return { credit_id: credit.id, mail_id: mail.id, exception_id: exception.id, payment_id, promo_id: promo.id }
}

/** The charge of `refundable`, and its transaction: the first that a new sandbox makes. */
export const refundable = { orderId: 'P-01JREFUNDABLE', amount: cents(50_000), gatewayTxnId: '2900000001' }

/** A payment by card that the office can give back. */
async function makeCardPayment({ db, clock }: Pick<Stage, 'db' | 'clock'>, registration_id: number) {
  const { user_id, paid } = await db
    .selectFrom('registrations')
    .where('id', '=', registration_id)
    .select(['user_id', 'paid'])
    .executeTakeFirstOrThrow()
  const { amount, orderId, gatewayTxnId } = refundable
  const same = { registration_id, amount, payment_method_id: 1 }
  const attempt = await db
    .insertInto('payment_attempts')
    .values({
      ...same,
      user_id,
      kind: 'charge',
      orderid: orderId,
      state: 'approved',
      gateway_transaction_id: gatewayTxnId,
      last_four: '1111',
      brand: 'visa',
      created: clock.now(),
      resolved_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const payment = await db
    .insertInto('payments')
    .values({ ...same, attempt_id: attempt.id, timestamp: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('registrations')
    .set({ paid: cents(paid + amount) })
    .where('id', '=', registration_id)
    .execute()
  return payment.id
}
