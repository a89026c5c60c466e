import { createHash } from 'node:crypto'
import type { payByGateway } from '@callboard/contract/payments/payments.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { checkAmount } from '@callboard/domain/payments/amount.ts'
import { checkBillTo } from '@callboard/domain/payments/bill-to.ts'
import type { BankAccount } from '@callboard/domain/payments/bank-authorization.ts'
import { checkMethod, isWallet, paymentMethodIds } from '@callboard/domain/payments/methods.ts'
import type { z } from 'zod'
import { loadContext, loadEditContext, type RegistrationContext } from '../registrations/facts.ts'
import type { Tx } from '../platform/db/connect.ts'
import type { BillTo } from '../platform/db/money-tables.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { unavailabilityOf } from '../platform/db/unavailable.ts'
import { orNotFound, orRefuse, Refused } from '../platform/http/errors.ts'
import { actsForOffice, type SessionUser } from '../platform/user.ts'
import type { Dependencies } from '../platform/dependencies.ts'
import { keepHold, takeForEdit } from '../registrations/hold.ts'
import { revalidateForPayment } from '../registrations/revalidation.ts'
import type { ChargeRequest, PaymentSource, Tender } from './gateways/gateway.ts'
import { promoDay } from '@callboard/domain/payments/promo.ts'
import { countPromoUses, dropPromoUses } from '../ledger/promo-queries.ts'
import { lockOwnRegistration } from '../registrations/queries.ts'
import { isOpenState, verdictOfAnswer } from './attempt-moves.ts'
import { authorizedDebit, bankAccountOf, keepAuthorization } from './bank-authorization.ts'
import { newOrderId } from './order-id.ts'
import { presentAttempt, presentOpenAttempt, type AttemptReply } from './present.ts'
import { findAttemptOfKey, findOpenCharge, insertAttempt, type Attempt } from '../ledger/attempt-queries.ts'
import { claimKey, findKey } from '../platform/http/idempotency-queries.ts'
import { findEmployeeMail, findPlaceCodes } from './queries.ts'
import { findProfile, type ProfileRow } from './saved-method-queries.ts'
import { firstCheck, resolveAttempt } from './resolve.ts'
import { saveMethod } from './saved-methods.ts'
import { inProgress, paymentStatus, whyNotPayable } from './payment-status.ts'

type Body = z.output<typeof payByGateway.body>
type PaymentCall = {
  body: Body
  user: SessionUser
  key: string
  now: Instant
  origin: string
  /** From where it was asked: evidence of a bank authorization. */
  from: { ip: string; user_agent: string; request_id: string }
}

/** A stored attempt with the request to send, or null when it was already sent and must not be sent again. */
type StoredAttempt = { attempt: Attempt; request: ChargeRequest | null }

/**
 * Charges exactly once. Step A checks every rule and stores the attempt under the registration's lock. The gateway is
 * then called outside any transaction. Step B records the outcome. After a crash in between, the stored attempt is
 * reconciled. PAY-054, PAY-062, COMP-084.
 */
export async function pay(dependencies: Dependencies, call: PaymentCall): Promise<AttemptReply> {
  const { db, payments, clock, origin } = dependencies
  const { attempt, request } = await inTransaction(db, (tx) => begin(tx, call))
  if (!request) return replyOrRefuse(await presentNow(dependencies, call))
  const verdict = verdictOfAnswer(await payments.charge(request))
  const { resolved, reply } = await inTransaction(db, async (tx) => {
    const after = await resolveAttempt(tx, attempt, verdict, { now: clock.now(), origin })
    return { resolved: after, reply: await presentAttempt(tx, after) }
  }).catch((error: unknown) => {
    if (unavailabilityOf(error) === undefined) throw error
    // The money may have moved, so the payer must not hear "try again". Reconciliation records what became of it.
    return { resolved: attempt, reply: presentOpenAttempt(attempt) }
  })
  if (!resolved.save_profile || isOpenState(resolved.state)) return replyOrRefuse(reply)
  // The charge is recorded. Keeping the card may fail and be tried again by the job; it never touches the charge.
  await saveMethod(dependencies, resolved).catch(() => {})
  return replyOrRefuse(await presentNow(dependencies, call).catch(() => reply))
}

const presentNow = ({ db }: Dependencies, { user, key }: PaymentCall): Promise<AttemptReply> =>
  inTransaction(db, async (tx) => presentAttempt(tx, orNotFound(await findAttemptOfKey(tx, user.id, key))))

function replyOrRefuse(reply: AttemptReply): AttemptReply {
  const says = { says: reply.message, orderid: reply.attempt }
  if (reply.state === 'declined') {
    throw new Refused({ code: 'payment.declined', ...says, ...(reply.field && { field: reply.field }) })
  }
  if (reply.state === 'not_charged') throw new Refused({ code: 'payment.unavailable', ...says })
  return reply
}

/** Returns the hash that decides whether two requests with one idempotency key are the same request. */
function hashOfRequest({ registration_id, amount, paymentMethodId, paymentProfile, editing = false }: Body): string {
  const { token, billing_id, saveProfile = false, billTo } = paymentProfile
  const same = [registration_id, amount, paymentMethodId, token, billing_id, saveProfile, billTo, editing]
  return createHash('sha256').update(JSON.stringify(same)).digest('hex')
}

async function begin(tx: Tx, { body, user, key, now, origin, from }: PaymentCall): Promise<StoredAttempt> {
  const request_hash = hashOfRequest(body)
  // A second request with this key waits here until the first has written its attempt down, or was refused.
  if (!(await claimKey(tx, { user_id: user.id, key, request_hash, created: now }))) {
    const before = await findKey(tx, user.id, key)
    if (before.request_hash !== request_hash) throw new Refused({ code: 'payment.key_reused' })
    return { attempt: orNotFound(await findAttemptOfKey(tx, user.id, key)), request: null }
  }

  const { context, underway } = await openToPay(tx, body, user.id, now)
  if (underway) throw new Refused(inProgress(underway.orderid))
  const refusal = whyNotPayable(context)
  if (refusal) throw new Refused(refusal)
  const { registration, facts, revision } = context
  const for_edit = revision !== undefined
  // A registration is charged only if it could be completed as reviewed. Places of an edit are claimed below.
  const contextWithoutPlaces = for_edit ? { ...context, facts: { ...facts, places: {} } } : context
  if (!registration.completed || for_edit)
    await revalidateForPayment(tx, contextWithoutPlaces, { is_paid: false, exact: true })
  orRefuse(checkMethod(body.paymentMethodId, registration, facts, !registration.completed || for_edit, 'other'))
  if (!gatewayMethods.has(body.paymentMethodId)) {
    const why = 'This way of paying does not go through the payment form.'
    throw new Refused({ code: 'payment.method_not_offered', field: 'payment_method_id', why })
  }
  const [{ balance }, mail] = await Promise.all([
    paymentStatus(tx, context),
    findEmployeeMail(tx, registration.tour_date_id),
  ])
  orRefuse(checkAmount(body.amount, balance))
  await dropDeadPromos(tx, context, body.amount === balance)
  const paidWith = await payingWith(tx, body, user.id)
  const { profile, bill_to } = paidWith
  const account = body.paymentMethodId === paymentMethodIds.bank ? bankAccountOf(body, bill_to, profile) : undefined
  const authorization = account && authorizedDebit({ body, context, account, profile })

  const insertion = insertAttempt(tx, {
    registration_id: registration.id,
    user_id: user.id,
    kind: 'charge',
    orderid: newOrderId(now),
    state: 'submitting',
    amount: body.amount,
    payment_method_id: body.paymentMethodId,
    payment_profile_id: profile?.id ?? null,
    for_edit,
    // A wallet token is valid for one payment, so it is not saved.
    save_profile: !profile && !isWallet(body.paymentMethodId) && body.paymentProfile.saveProfile === true,
    bill_to: JSON.stringify(bill_to),
    ...(account && { bank_account: JSON.stringify(account) }),
    idempotency_key: key,
    last_four: profile?.last_four ?? body.paymentProfile.last_four ?? null,
    brand: profile?.brand ?? body.paymentProfile.details?.type ?? null,
    expiration_date: body.paymentProfile.details?.expiration_date ?? null,
    send_employee_email: body.sendEmployeeEmail === true && (mail.employee_email_allowed || actsForOffice(user)),
    created: now,
    sent_at: now,
    next_check_at: firstCheck(now),
  })
  const [attempt, codes, promoGone] = await Promise.all([
    insertion,
    findPlaceCodes(tx, bill_to.state_id, bill_to.country_id),
    registration.completed ? null : countPromoUses(tx, registration.id, promoDay(context.facts)),
  ])
  if (authorization) {
    const place = registration.completed
      ? `event/${registration.id}/payments`
      : `registration/${registration.id}/payment`
    const evidence = { ...from, now, to: context.owner.email, url: `${origin}/${place}` }
    await keepAuthorization(tx, attempt, authorization, evidence)
  }
  if (promoGone) throw new Refused(promoGone)
  const request = chargeRequest({ attempt, context, paidWith, account, from, now, codes })
  // From here until the outcome is known the places cannot be lost to the clock; promo codes were counted above.
  if (!registration.completed) await keepHold(tx, context)
  if (revision) await takeForEdit(tx, context, revision.live)
  return { attempt, request }
}

/**
 * Drops promo codes that no longer count towards the balance. A payer of the full balance has seen the new price, so
 * the codes are removed. A partial payment is refused with the code's name and nothing is charged. PAY-047.
 */
async function dropDeadPromos(tx: Tx, { registration, dead_promos = [] }: RegistrationContext, paysAll: boolean) {
  const [dead] = dead_promos
  if (!dead) return
  if (!paysAll) throw new Refused(dead)
  const codes = dead_promos.flatMap((refusal) => ('which' in refusal ? [refusal.which] : []))
  await dropPromoUses(tx, registration.id, codes)
}

/** Opens the registration to pay: its current state or, with `editing`, its edit. Fails when it changed meanwhile. */
async function openToPay(tx: Tx, { registration_id, editing }: Body, user_id: number, now: Instant) {
  // Read under the lock, so that of two concurrent requests one sees the other's attempt.
  const [ownRegistration, underway] = await Promise.all([
    lockOwnRegistration(tx, registration_id, user_id),
    findOpenCharge(tx, registration_id),
  ])
  const loadedRegistration = orNotFound(ownRegistration)
  if (!editing) return { context: await loadContext(tx, loadedRegistration, now), underway }
  const context = await loadEditContext(tx, loadedRegistration, now)
  const { revision } = context
  if (!revision) throw new Refused({ code: 'registration.no_edit' })
  if (revision.stored.began_version !== revision.live.version) {
    throw new Refused({ code: 'changed_meanwhile', version: context.registration.version })
  }
  return { context, underway }
}

const { card, bank, apple_pay, google_pay } = paymentMethodIds
const gatewayMethods = new Set<number>([card, bank, apple_pay, google_pay])

type PaidWith = { profile: ProfileRow | undefined; bill_to: BillTo; source: PaymentSource }

/** The saved method, which must be the account's own, or a new one with a whole billing address. PAY-014, PAY-055. */
async function payingWith(tx: Tx, { paymentProfile, paymentMethodId }: Body, user_id: number): Promise<PaidWith> {
  const { token, billing_id, billTo } = paymentProfile
  if (billing_id) {
    const profile = await findProfile(tx, user_id, billing_id)
    if (!profile || profile.payment_method_id !== paymentMethodId) {
      throw new Refused({ code: 'payment.method_gone', field: 'paymentProfile' })
    }
    const source = { kind: 'method', gatewayCustomerId: profile.gateway_customer_id } as const
    return { profile, bill_to: profile.bill_to, source }
  }
  if (!token) throw new Refused({ code: 'payment.method_gone', field: 'paymentProfile' })
  const none = { firstName: '', lastName: '', address: '', city: '', zip: '', state_id: null, country_id: null }
  const checkedBillTo = orRefuse(checkBillTo(billTo ?? none))
  // `checkBillTo` refuses an address without a country.
  return { profile: undefined, bill_to: checkedBillTo as BillTo, source: { kind: 'token', token } }
}

type Sending = {
  attempt: Attempt
  context: RegistrationContext
  paidWith: PaidWith
  /** Only for bank payments. */
  account: BankAccount | undefined
  from: PaymentCall['from']
  now: Instant
  codes: Awaited<ReturnType<typeof findPlaceCodes>>
}

function chargeRequest({ attempt, context, account, from, now, paidWith, codes }: Sending): ChargeRequest {
  const { bill_to, source, profile } = paidWith
  const { registration, facts, owner } = context
  const { event, event_city } = facts.tour_date
  return {
    orderId: attempt.orderid,
    amount: attempt.amount,
    tender: tenderOf(account),
    source,
    billTo: {
      firstName: bill_to.firstName,
      lastName: bill_to.lastName,
      address: bill_to.address,
      city: bill_to.city,
      ...(bill_to.zip && { zip: bill_to.zip }),
      ...(codes.state && { state: codes.state }),
      ...(codes.country && { country: codes.country }),
      email: owner.email,
    },
    description: `${event.name} ${event_city.name} reg ${registration.id}`,
    references: [registration.id, registration.studio_id ?? '', attempt.user_id],
    ipAddress: from.ip,
    ...(account && { consent: { at: now, ipAddress: from.ip, userAgent: from.user_agent } }),
    ...((profile || attempt.save_profile) && {
      storedCredential: { initiatedBy: 'customer', use: profile ? 'reuse' : 'store' },
    }),
  }
}

const tenderOf = (account: BankAccount | undefined): Tender =>
  account ? { kind: 'bank', accountType: account.account_type, holderType: account.holder_type } : { kind: 'card' }
