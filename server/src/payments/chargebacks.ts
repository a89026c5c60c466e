import { daysAfter, type Instant } from '@callboard/domain/kernel/instant.ts'
import { least, usd } from '@callboard/domain/kernel/money.ts'
import { paymentMethodIds } from '@callboard/domain/payments/methods.ts'
import { open } from '../aggregate/facts.ts'
import type { Db, Tx } from '../db/connect.ts'
import type { Parts } from '../parts.ts'
import type { Chargeback } from '../ports/payments.ts'
import { lockRegistration } from '../registrations/queries.ts'
import {
  findAttemptOfTransaction,
  listChargesAlike,
  lockAttempt,
  updateAttempt,
  type Attempt,
} from '../attempts/queries.ts'
import { findPaymentOfAttempt, insertException, insertExceptionOnce } from './queries.ts'
import { resolveAttempt, tellOffice } from './resolve.ts'
import { leftOfPayment, takeBack } from './returns.ts'

/** How long after a payment its card holder may still dispute it. */
const disputableDays = 540

/** The charge a dispute is about: by its transaction, else the only one with that card ending and amount. */
async function chargeOf(
  db: Db,
  { gatewayTxnId, last4, amount }: Chargeback,
  now: Instant,
): Promise<Attempt | undefined> {
  const named = gatewayTxnId ? await findAttemptOfTransaction(db, gatewayTxnId) : undefined
  if (named) return named.kind === 'charge' ? named : undefined
  const alike = await listChargesAlike(db, { last_four: last4, amount, since: daysAfter(now, -disputableDays) })
  return alike.length === 1 ? alike[0] : undefined
}

/** Takes disputed payments back, each once; what fits no payment goes on the office's list. All of a batch or none. */
export async function bookChargebacks(
  tx: Tx,
  disputes: readonly (Chargeback | null)[],
  { clock, origin }: Pick<Parts, 'clock' | 'origin'>,
) {
  const now = clock.now()
  const strange = (detail: string) =>
    insertException(tx, { kind: 'chargeback', detail, created: now, registration_id: null, attempt_id: null })
  for (const dispute of disputes) {
    if (!dispute) {
      await strange('The gateway reports a dispute that cannot be read.')
      continue
    }
    const charge = await chargeOf(tx, dispute, now)
    if (charge) await bookChargeback(tx, charge, dispute, { now, origin })
    else {
      const { gatewayTxnId, last4, amount, reason } = dispute
      await strange(`A dispute of ${usd(amount)}, card ending ${last4}, fits no payment (${gatewayTxnId}): ${reason}`)
    }
  }
}

/** Money of a dispute that was won: a person books it, since nobody knows which fees it comes without. */
export async function tellOfWonDisputes(
  tx: Tx,
  disputes: readonly (Chargeback | null)[],
  { clock }: Pick<Parts, 'clock'>,
) {
  const kind = 'a dispute was won'
  for (const dispute of disputes) {
    const charge = dispute && (await chargeOf(tx, dispute, clock.now()))
    const about = { registration_id: charge?.registration_id ?? null, attempt_id: charge?.id ?? null }
    const detail = dispute
      ? `${usd(dispute.amount)} came back (${dispute.gatewayTxnId}). Record it as a payment.`
      : kind
    await insertExceptionOnce(tx, { ...about, kind, detail, created: clock.now() })
  }
}

async function bookChargeback(
  tx: Tx,
  found: Attempt,
  { amount, reason }: Chargeback,
  at: { now: Instant; origin: string },
) {
  const loaded = await lockRegistration(tx, found.registration_id)
  if (!loaded) throw new Error(`Attempt ${found.id} belongs to no registration`)
  const attempt = await lockAttempt(tx, found.id)
  if (attempt.state === 'charged_back') return
  // What a bank takes back is a return, whatever its gateway calls it.
  if (attempt.payment_method_id === paymentMethodIds.bank) {
    await resolveAttempt(tx, attempt, { outcome: 'returned', code: reason }, at)
    return
  }
  const context = { tx, attempt, opened: await open(tx, loaded, at.now), ...at }
  const came = await findPaymentOfAttempt(tx, attempt.id)
  const left = came ? await leftOfPayment(tx, came) : 0
  if (!came || left <= 0) {
    return tellOffice(context, 'a dispute of what went back already', `${attempt.orderid}, ${usd(amount)}: ${reason}`)
  }
  await updateAttempt(tx, attempt.id, { state: 'charged_back' })
  const note = reason ? `Disputed: ${reason}` : 'Disputed'
  await takeBack(
    { came, ...context },
    { kind: 'chargeback', amount: least(amount, await leftOfPayment(tx, came)), note, admin_id: null },
  )
  await tellOffice(context, 'a card payment was disputed', `${attempt.orderid}, ${usd(amount)}: ${reason}`)
}
