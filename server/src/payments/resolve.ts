import { cardName } from '@callboard/domain/kernel/wording.ts'
import { minutesAfter, instant, type Instant } from '@callboard/domain/kernel/instant.ts'
import { cents, usd, type Cents } from '@callboard/domain/kernel/money.ts'
import { paymentMethodIds } from '@callboard/domain/payments/methods.ts'
import { holdEnd, untilResolved } from '@callboard/domain/registrations/places/hold.ts'
import { sql } from 'kysely'
import { loadContext, loadEditContext, type RegistrationContext } from '../registrations/facts.ts'
import { partlyApproved } from './reconciliation-queries.ts'
import type { Tx } from '../platform/db/connect.ts'
import { Refused } from '../platform/http/errors.ts'
import { addJob } from '../platform/queue/queue.ts'
import { setHoldRecordEnd } from '../capacity/hold-record-queries.ts'
import { sendMail } from '../platform/mail/queries.ts'
import { claimPlaces, releaseEditPlaces } from '../registrations/hold.ts'
import { prolongClaims } from '../capacity/queries.ts'
import { releasePromoUses } from '../ledger/promo-queries.ts'
import { lockRegistration } from '../registrations/queries.ts'
import { setHold, setHoldEnd } from '../registrations/root-queries.ts'
import { actionFor, isOpenState, secondsToNextCheck, type Verdict } from './attempt-moves.ts'
import { employeeLetter, employeesOr, exceptionLetter, receiptLetter } from './letters.ts'
import { partlyApprovedText } from './payments-check.ts'
import { presentAttempt } from './present.ts'
import {
  findOpenCharge,
  listRefundsOf,
  lockAttempt,
  approveAttempt,
  closeAttempt,
  keepAttemptOpen,
  setChargeState,
  type Attempt,
} from '../ledger/attempt-queries.ts'
import { storeReply } from '../platform/http/idempotency-queries.ts'
import { addToPaid, findEmployeeMail, findPaymentOfAttempt, insertPayment, markSettled } from './queries.ts'
import { insertExceptionOnce } from '../ledger/exception-queries.ts'
import { postPayment } from '../registrations/postings.ts'
import { retireProfileOf } from './saved-method-queries.ts'
import { paymentsUrl, requestedReversal, recordReversal } from './reversals.ts'
import { paymentStatus } from './payment-status.ts'
import { statusOf } from '@callboard/domain/registrations/registration-status.ts'

type Resolution = {
  tx: Tx
  attempt: Attempt
  context: RegistrationContext
  verdict: Verdict
  now: Instant
  origin: string
}

const secondsAfter = (start: Instant, seconds: number): Instant => instant(Date.parse(start) + seconds * 1000)

/**
 * Applies the gateway's result of a charge to its attempt, from any source and in any order: the response, a
 * query, a webhook, repeated or late. Locks the registration, then the attempt, and returns the attempt's new state.
 */
export async function resolveAttempt(
  tx: Tx,
  reference: Pick<Attempt, 'id' | 'registration_id'>,
  verdict: Verdict,
  { now, origin }: { now: Instant; origin: string },
): Promise<Attempt> {
  const [loadedRegistration, attempt] = await Promise.all([
    lockRegistration(tx, reference.registration_id),
    lockAttempt(tx, reference.id),
  ])
  if (!loadedRegistration) throw new Error(`Attempt ${reference.id} belongs to no registration`)
  const resolution: Resolution = {
    tx,
    attempt,
    context: await loadContext(tx, loadedRegistration, now),
    verdict,
    now,
    origin,
  }
  switch (actionFor(attempt.state, verdict)) {
    case 'book':
      return book(resolution)
    case 'give_back':
      await giveBack(resolution)
      break
    case 'close':
      return close(resolution)
    case 'keep_open':
      return keepOpen(resolution)
    case 'mark_settled':
      if (attempt.state === 'approved') await setChargeState(tx, attempt.id, 'settled')
      await markSettled(tx, attempt.id, now)
      break
    case 'exception':
      await notifyOffice(resolution, 'news against a recorded payment', `${attempt.orderid}: ${verdict.outcome}.`)
      break
    case 'nothing':
      break
  }
  return lockAttempt(tx, attempt.id)
}

function reportedFields({ verdict, attempt }: Resolution) {
  return {
    code: verdict.code ?? attempt.code,
    message: verdict.message ?? attempt.message,
    declined_field: verdict.field ?? attempt.declined_field,
    gateway_transaction_id: verdict.gatewayTxnId ?? attempt.gateway_transaction_id,
    last_four: verdict.last_four || attempt.last_four,
    brand: verdict.brand || attempt.brand,
  }
}

async function book(resolution: Resolution): Promise<Attempt> {
  const { tx, attempt, context, verdict, now } = resolution
  const { registration, row } = context
  const late = !isOpenState(attempt.state)
  const amount = cents(verdict.amount ?? attempt.amount)
  const verdictFields = reportedFields(resolution)
  const settled = verdict.outcome === 'settled'
  const resolving = approveAttempt(tx, attempt.id, settled ? 'settled' : 'approved', {
    ...verdictFields,
    resolved_at: now,
  })
  const inserting = insertPayment(tx, {
    registration_id: registration.id,
    amount,
    payment_method_id: attempt.payment_method_id,
    admin_id: null,
    attempt_id: attempt.id,
    details: JSON.stringify({
      ...(verdictFields.last_four && { last_four: verdictFields.last_four }),
      ...(verdictFields.brand && { brand: verdictFields.brand }),
    }),
    // A card approval counts as settled; a bank approval only means that the debit was accepted.
    settled_at: settled || attempt.payment_method_id !== paymentMethodIds.bank ? now : null,
    timestamp: now,
  })
  const [resolved, payment] = await Promise.all([
    resolving,
    inserting,
    addToPaid(tx, { ...registration, paid: row.paid, deleted: row.deleted }, amount),
  ])
  if (registration.completed) await postPayment(tx, payment, now)

  const edited = attempt.for_edit ? await loadEditContext(tx, context, now) : context
  const { raw, covered } = await paymentStatus(tx, edited)
  if (late) await notifyOffice(resolution, 'a payment that turned up late', `${attempt.orderid}, ${usd(amount)}.`)
  if (raw < 0) await notifyOffice(resolution, 'more was paid than was due', `${usd(cents(-raw))} too much.`)
  if (amount !== attempt.amount) {
    await notifyOffice(resolution, partlyApproved, partlyApprovedText(amount, attempt.amount))
  }
  await Promise.all([sendReceipts(resolution, amount, raw), keepMethodSoon(resolution), keepReply(tx, resolved, 200)])
  if (row.deleted) {
    await notifyOffice(resolution, 'charged, but its registration was deleted', `${attempt.orderid}, ${usd(amount)}.`)
    return resolved
  }
  // Last: it locks what other registrations share.
  if (statusOf(registration) === 'reviewed') await (covered ? keepForGood(resolution) : renewPlaces(resolution))
  if (attempt.for_edit) await (covered && edited.revision ? submitSoon(resolution) : releaseEditPlaces(tx, context))
  return resolved
}

async function keepMethodSoon({ tx, attempt }: Resolution) {
  if (!attempt.save_profile) return
  // The paying request saves the card immediately; a charge found later relies on this job.
  const in_seconds = attempt.state === 'submitting' ? 20 : 0
  await addJob(tx, 'save_payment_method', { orderid: attempt.orderid }, { in_seconds })
}

/**
 * The payment covers the balance: the places no longer expire, and a job completes the registration even without a
 * request from the client. REV-032.
 */
async function keepForGood(resolution: Resolution) {
  const { tx, context, now } = resolution
  const { id } = context.registration
  try {
    // Sent together: the claim executes after the savepoint.
    await Promise.all([sql`savepoint places`.execute(tx), claimPlaces(tx, context)])
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    // Only when the places were given up while the outcome was open. The money stays recorded.
    await sql`rollback to savepoint places`.execute(tx)
    return notifyOffice(resolution, 'paid, but its places are gone', error.refusal.code)
  }
  await Promise.all([
    setHold(tx, id, { began: context.row.hold_began ?? now, ends: untilResolved }),
    addJob(tx, 'complete_covered', { registration_id: id }, { in_seconds: 120, key: `complete:${id}` }),
  ])
}

/**
 * The edit's additional charge is paid, so the edit is submitted even without a request from the client. Its places are
 * already claimed. EDIT-013.
 */
async function submitSoon({ tx, context }: Resolution) {
  const { id } = context.registration
  await addJob(tx, 'complete_covered_edit', { registration_id: id }, { in_seconds: 120, key: `complete_edit:${id}` })
}

/** The outcome is known and does not cover: the places are held by the clock again. */
async function renewPlaces({
  tx,
  context: { registration, row, facts },
  now,
}: Pick<Resolution, 'tx' | 'context' | 'now'>) {
  if (!row.hold_began || row.hold_ends !== untilResolved) return
  // A result of an earlier attempt does not affect a charge that is still pending.
  if (await findOpenCharge(tx, registration.id)) return
  const hold_ends = holdEnd(row.hold_began, now, facts.settings)
  await setHoldEnd(tx, registration.id, hold_ends)
  await prolongClaims(tx, registration.id, hold_ends)
  await setHoldRecordEnd(tx, row, hold_ends)
}

const closedState = (outcome: Verdict['outcome']) =>
  outcome === 'declined' || outcome === 'not_processed' || outcome === 'voided' || outcome === 'returned'
    ? outcome
    : 'error'

async function close(resolution: Resolution): Promise<Attempt> {
  const { tx, attempt, verdict, context, now } = resolution
  const { registration } = context
  const outcome = verdict.outcome
  const closedAttempt = await closeAttempt(tx, attempt.id, closedState(outcome), {
    ...reportedFields(resolution),
    resolved_at: now,
  })
  await keepReply(tx, closedAttempt, outcome === 'declined' ? 402 : 422)
  if (verdict.alert) await notifyOffice(resolution, 'no one can pay: please check the gateway account', verdict.alert)
  if (attempt.for_edit) await releaseEditPlaces(tx, context)
  if (registration.completed) return closedAttempt
  const { due, covered } = await paymentStatus(tx, context)
  if (due.payments <= 0) await releasePromoUses(tx, registration.id)
  // An earlier payment may have covered already; then the places stay for good.
  if (!covered || due.payments <= 0) await renewPlaces(resolution)
  return closedAttempt
}

async function keepOpen(resolution: Resolution): Promise<Attempt> {
  const { tx, attempt, now } = resolution
  const seconds = secondsToNextCheck(attempt.checks)
  const checkedAttempt = await keepAttemptOpen(tx, attempt.id, {
    ...reportedFields(resolution),
    checks: attempt.checks + 1,
    next_check_at: secondsAfter(now, seconds),
  })
  const key = `reconcile:${attempt.orderid}`
  await addJob(tx, 'reconcile_payment', { orderid: attempt.orderid }, { in_seconds: seconds, key })
  return checkedAttempt
}

/** Money that came went back: voided before it was settled, or returned by the bank. */
async function giveBack(resolution: Resolution) {
  const { tx, attempt, context, verdict, now, origin } = resolution
  const came = await findPaymentOfAttempt(tx, attempt.id)
  if (!came) return
  const returned = verdict.outcome === 'returned'
  await setChargeState(tx, attempt.id, returned ? 'returned' : 'voided')
  const going = { tx, context, came, now, origin }
  const voidRequest = returned ? undefined : (await listRefundsOf(tx, attempt.id)).find(({ kind }) => kind === 'void')
  if (voidRequest && voidRequest.state !== 'approved') {
    // The office requested the void; its own response is late or lost.
    await approveAttempt(tx, voidRequest.id, 'approved', { ...voidRequest, resolved_at: now })
    const attempt_id = voidRequest.id
    await recordReversal(going, { kind: 'voided', label: 'Voided', attempt_id, ...requestedReversal(voidRequest) })
    return
  }
  const label = returned ? 'Returned by the bank' : 'Voided'
  await recordReversal(going, { kind: returned ? 'returned' : 'voided', label, admin_id: null })
  if (returned) await retireProfileOf(tx, attempt)
  await notifyOffice(resolution, returned ? 'the bank returned a payment' : 'a payment was voided', attempt.orderid)
}

function wordsFor({ attempt, context, origin }: Resolution, amount: Cents, raw: Cents) {
  const { event, event_city } = context.facts.tour_date
  return {
    amount,
    method: attempt.payment_method_id === paymentMethodIds.bank ? 'Bank account' : cardName(attempt.brand),
    last_four: attempt.last_four ?? '',
    event: event.name,
    city: event_city.name,
    balance: raw > 0 ? raw : cents(0),
    url: paymentsUrl(origin, context),
  }
}

async function sendReceipts(resolution: Resolution, amount: Cents, raw: Cents) {
  const { tx, attempt, context, now } = resolution
  const { owner, facts, registration } = context
  const words = wordsFor(resolution, amount, raw)
  const about = { user_id: attempt.user_id, registration_id: registration.id }
  await sendMail(
    tx,
    { ...about, to: owner.email, template: 'payment_receipt', dedupe_key: `receipt:${attempt.orderid}` },
    receiptLetter(words),
    now,
  )
  if (!attempt.send_employee_email) return
  const { employee_emails } = await findEmployeeMail(tx, registration.tour_date_id)
  const who = owner.studio?.name ?? `${owner.fname} ${owner.lname}`
  for (const to of employeesOr(facts.tour_date.event.support_email, employee_emails)) {
    const dedupe_key = `employee:${attempt.orderid}:${to}`
    await sendMail(tx, { ...about, to, template: 'payment_employee', dedupe_key }, employeeLetter(words, who), now)
  }
}

/** Adds a payment exception to the office's list and mails the office. */
export async function notifyOffice(
  { tx, attempt, context, now, origin }: Omit<Resolution, 'verdict'>,
  kind: string,
  detail: string,
) {
  const { registration, facts } = context
  const about = { registration_id: registration.id, attempt_id: attempt.id }
  await insertExceptionOnce(tx, { ...about, kind, detail, created: now })
  await sendMail(
    tx,
    {
      to: facts.tour_date.event.support_email,
      template: 'payment_exception',
      registration_id: registration.id,
      dedupe_key: `exception:${attempt.orderid}:${kind}:${detail.slice(0, 200)}`,
    },
    exceptionLetter(kind, detail, `${origin}/office/registrations/${registration.id}`),
    now,
  )
}

/** Stores the reply to repeated requests with the same idempotency key. */
async function keepReply(tx: Tx, resolved: Attempt, status: number) {
  const { user_id, idempotency_key } = resolved
  if (idempotency_key) await storeReply(tx, user_id, idempotency_key, status, await presentAttempt(tx, resolved))
}

/** Time of the first check of an unanswered request: after every possible timeout. */
export const firstCheck = (now: Instant): Instant => minutesAfter(now, 2)
