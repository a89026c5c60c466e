import { decideCredit, recordPayment, resolvePaymentException } from '@callboard/contract/payments/office-payments.ts'
import { decideStudentId } from '@callboard/contract/registrations/office-registrations.ts'
import { cents, zeroCents, type Cents } from '@callboard/domain/kernel/money.ts'
import { paymentMethodIds, paymentText } from '@callboard/domain/payments/methods.ts'
import { checkLowersBill } from '@callboard/domain/payments/refund.ts'
import { planOfficePayment } from '@callboard/domain/payments/office-payment.ts'
import type { z } from 'zod'
import { refuseWhileCharged } from '../registrations/act.ts'
import { loadAmountOwed } from '../registrations/amount-owed.ts'
import { loadContext, type RegistrationContext } from '../registrations/facts.ts'
import { priceOf } from '../registrations/present.ts'
import { adjustmentLetter, receiptLetter, refundLetter, rejectedCreditLetter } from '../payments/letters.ts'
import { paymentsUrl } from '../payments/reversals.ts'
import { sendMail } from '../platform/mail/queries.ts'
import type { Tx } from '../platform/db/connect.ts'
import { orNotFound, orRefuse } from '../platform/http/errors.ts'
import { serve, type App } from '../platform/http/serve.ts'
import { decideCredit as storeDecision, recordOfficePayment } from '../payments/queries.ts'
import { resolveException, findException } from '../ledger/exception-queries.ts'
import { lockRegistration } from '../registrations/queries.ts'
import { audited, type Caller } from '../platform/audit-queries.ts'
import { withIdempotencyKey } from '../platform/http/idempotency.ts'
import { presentPayment } from './present.ts'
import { findOfficeCredit, findAnyAttendee, upsertIdDecision } from './queries.ts'
import { postAmountOwed, setCollegeDiscount } from './reprice.ts'

const keyRefusals = {
  malformed: { code: 'payment.key_missing' },
  reused: { code: 'office.recorded_already' },
} as const

export function officeMoneyRoutes(app: App) {
  serve(app, recordPayment, (tx, { params, body, ...caller }) =>
    withIdempotencyKey(tx, caller, ['office payment', params.id, body], keyRefusals, () =>
      record(tx, params.id, body, { ...caller, origin: app.origin }),
    ),
  )

  serve(app, resolvePaymentException, async (tx, { params: { id }, ...caller }) => {
    const before = orNotFound(await findException(tx, id))
    if (before.resolved_at) return before
    await resolveException(tx, id, caller.user.id, caller.now)
    const { registration_id, kind, detail } = before
    await audited(tx, caller, {
      action: 'settle payment question',
      entity: registration_id === null ? 'payment_exception' : 'registration',
      entity_id: registration_id ?? id,
      before: { kind, detail, resolved_at: null },
      after: { kind, detail, resolved_at: caller.now },
    })
    return { ...before, resolved_at: caller.now }
  })

  serve(app, decideCredit, async (tx, { params: { id }, body: { status }, ...caller }) => {
    const officeCredit = orNotFound(await findOfficeCredit(tx, id))
    const { registration_id } = officeCredit
    // The registration first, as everywhere: two locks taken in one order never wait for each other.
    const loadedRegistration = orNotFound(await lockRegistration(tx, registration_id))
    const credit = orNotFound(loadedRegistration.registration.credit ?? undefined)
    await storeDecision(tx, id, status, caller.user.id)
    await audited(tx, caller, {
      action: status === 'verified' ? 'verify credit' : 'reject credit',
      entity: 'registration',
      entity_id: registration_id,
      before: { credit_id: id, status: credit.status, amount: credit.amount },
      after: { credit_id: id, status, amount: credit.amount },
    })
    const registration = { ...loadedRegistration.registration, credit: { ...credit, status } }
    const context = await loadContext(tx, { ...loadedRegistration, registration }, caller.now)
    await postAmountOwed(tx, context, caller.user.id)
    const isNews = status === 'rejected' && credit.status !== 'rejected'
    if (isNews && registration.completed) await mailRejectedCredit(tx, context, { id, ...credit }, app.origin)
    return { id, status, amount: credit.amount }
  })

  serve(app, decideStudentId, async (tx, { params, body: { decision }, ...caller }) => {
    const { attendee_id } = params
    const { registration_id, person_id } = orNotFound(await findAnyAttendee(tx, attendee_id))
    const context = await loadContext(tx, orNotFound(await lockRegistration(tx, registration_id)), caller.now)
    const attendee = orNotFound(context.registration.attendees[person_id])
    const has_college_discount = decision === 'verified' && attendee.college_discount
    const isRepriced = has_college_discount !== attendee.has_college_discount
    if (isRepriced) await refuseWhileCharged(tx, registration_id)

    await upsertIdDecision(tx, {
      attendee_id,
      student_id_url: attendee.student_id_url ?? '',
      decision,
      decided_by: caller.user.id,
      decided_at: caller.now,
    })
    await audited(tx, caller, {
      action: decision === 'verified' ? 'verify student ID' : 'reject student ID',
      entity: 'registration',
      entity_id: registration_id,
      before: { attendee_id, has_college_discount: attendee.has_college_discount },
      after: { attendee_id, has_college_discount },
    })
    if (isRepriced) await setCollegeDiscount(tx, context, attendee, has_college_discount, caller.user.id)
    return { attendee_id, decision, has_college_discount }
  })
}

type Body = z.output<(typeof recordPayment)['body']>

/** Validates and records an office payment or refund under the registration's lock. */
async function record(tx: Tx, id: number, body: Body, { origin, ...caller }: Caller & { origin: string }) {
  const loadedRegistration = orNotFound(await lockRegistration(tx, id))
  const { row } = loadedRegistration
  const plan = orRefuse(planOfficePayment(body, cents(row.paid)))
  orRefuse(checkLowersBill(plan.lowers_bill, row.completed))
  const details = Object.fromEntries(Object.entries(plan.details).filter(([, text]) => text !== ''))
  const payment = await recordOfficePayment(tx, {
    registration_id: id,
    amount: plan.amount,
    payment_method_id: plan.payment_method_id,
    details,
    office_reason: plan.office_reason,
    lowers_bill: plan.lowers_bill,
    admin_id: caller.user.id,
    now: caller.now,
  })
  await audited(tx, caller, {
    action: plan.amount < 0 ? 'record refund' : 'record payment',
    entity: 'registration',
    entity_id: id,
    before: { paid: row.paid },
    after: { paid: row.paid + plan.amount, payment_id: payment.id, ...plan },
  })
  await mailPayment(tx, await loadContext(tx, loadedRegistration, caller.now), payment, origin)
  return presentPayment(payment)
}

/** Tells the owner that a claimed credit no longer counts, with the amount due now. A06. */
async function mailRejectedCredit(
  tx: Tx,
  context: RegistrationContext,
  { id, amount, from }: { id: number; amount: Cents; from: string },
  origin: string,
) {
  const { registration, facts, owner } = context
  const { event, event_city } = facts.tour_date
  const { due } = await loadAmountOwed(tx, registration, await priceOf(tx, context))
  const letter = rejectedCreditLetter({
    ...{ amount, from, event: event.name, city: event_city.name },
    ...{ balance: due.raw, url: paymentsUrl(origin, context) },
  })
  const about = {
    user_id: owner.id,
    registration_id: registration.id,
    dedupe_key: `credit_rejected:${id}:${facts.now}`,
  }
  await sendMail(tx, { ...about, to: owner.email, template: 'credit_rejected' }, letter, facts.now)
}

type OfficePaymentRow = Awaited<ReturnType<typeof recordOfficePayment>>

/** Tells the owner of a payment, refund, credit or adjustment that the office recorded, with the amount due now. */
async function mailPayment(tx: Tx, context: RegistrationContext, payment: OfficePaymentRow, origin: string) {
  const { registration, facts, owner } = context
  const { event, event_city } = facts.tour_date
  const { amount, details, method } = payment
  const { due } = await loadAmountOwed(tx, registration, await priceOf(tx, context))
  const words = {
    ...{ amount, last_four: '', event: event.name, city: event_city.name, message: details.note ?? '' },
    ...{ method: paymentText(method, details), balance: due.raw, url: paymentsUrl(origin, context) },
  }
  const isMoney =
    payment.payment_method_id === paymentMethodIds.check || payment.payment_method_id === paymentMethodIds.cash
  const letter = !isMoney
    ? adjustmentLetter(words)
    : amount > 0
      ? receiptLetter(words)
      : refundLetter({ ...words, amount: cents(-amount) }, zeroCents)
  const about = { user_id: owner.id, registration_id: registration.id, dedupe_key: `office_payment:${payment.id}` }
  await sendMail(tx, { ...about, to: owner.email, template: 'office_payment' }, letter, facts.now)
}
