import {
  payByGateway,
  payByPayPal,
  paymentAttempt,
  paymentHistory,
  paymentSession,
  readPaymentStatus,
  payPalSession,
  removeSavedMethod,
  savedMethods,
} from '@callboard/contract/payments/payments.ts'
import { zeroCents } from '@callboard/domain/kernel/money.ts'
import { untilResolved } from '@callboard/domain/registrations/places/hold.ts'
import { dayIn } from '@callboard/domain/kernel/calendar.ts'
import { paymentBanners } from '@callboard/domain/payments/banners.ts'
import { dueOf, owingOf, payBy } from '@callboard/domain/payments/dues.ts'
import { isWallet, offeredMethods, paymentMethodIds, type OfferedMethod } from '@callboard/domain/payments/methods.ts'
import { explain } from '@callboard/domain/refusals.ts'
import { loadContext, loadEditContext, type RegistrationContext } from '../registrations/facts.ts'
import type { Tx } from '../platform/db/connect.ts'
import { answerWith, Forbidden, NotFound, orNotFound, Refused } from '../platform/http/errors.ts'
import { serve, servePhases, type App } from '../platform/http/serve.ts'
import { addJob } from '../platform/queue/queue.ts'
import type { PaymentCapabilities } from './gateways/gateway.ts'
import { findOwnRegistration } from '../registrations/queries.ts'
import { bankAuthorizationWords } from './bank-authorization.ts'
import { pay } from './pay.ts'
import { presentAttempt, presentPayments, presentProfile } from './present.ts'
import { promoAndCreditRoutes } from './promo-and-credit.ts'
import { findOpenCharge, findOwnAttempt } from '../ledger/attempt-queries.ts'
import { bankAuthorizationRoute } from './bank-authorization-route.ts'
import { findAddress, findEmployeeMail, listCountries, listPayments, listStates } from './queries.ts'
import { deleteProfile, listProfiles } from './saved-method-queries.ts'
import { dayText } from './reminders.ts'
import { paymentStatus, whyNotPayable } from './payment-status.ts'
import { webhookRoute } from './webhook.ts'

export function paymentRoutes(app: App) {
  answerWith({
    'payment.declined': 402,
    'payment.in_progress': 409,
    'payment.unavailable': 503,
    'promo.unknown': 404,
    'places.hold_paused': 409,
    'places.not_held': 409,
  })

  servePhases(app, payByGateway, async (_, { body, user, now, request, reply }) => {
    const key = request.headers['idempotency-key']
    if (typeof key !== 'string' || !/^[\w.:-]{8,255}$/.test(key)) throw new Refused({ code: 'payment.key_missing' })
    const user_agent = (request.headers['user-agent'] ?? '').slice(0, 300)
    const from = { ip: request.ip, user_agent, request_id: request.id }
    const answer = await pay(app, { body, user, key, now, from, origin: app.origin })
    if (answer.state === 'processing') void reply.code(202)
    return answer
  })

  bankAuthorizationRoute(app)

  serve(app, paymentAttempt, async (tx, { params, user }) =>
    presentAttempt(tx, orNotFound(await findOwnAttempt(tx, params.orderid, user.id))),
  )

  serve(app, readPaymentStatus, async (tx, { query, user, now }) => {
    const loadedRegistration = orNotFound(await findOwnRegistration(tx, query.registration_id, user.id))
    const context = await (query.editing === 'true' ? loadEditContext : loadContext)(tx, loadedRegistration, now)
    return presentStanding(tx, context, app.payments.capabilities)
  })

  serve(app, savedMethods, async (tx, { query, user }) => {
    if (query.mybtf_user_id !== undefined && query.mybtf_user_id !== user.id) throw new NotFound()
    const profiles = (await listProfiles(tx, user.id)).map(presentProfile)
    const of = (id: number) => profiles.filter(({ payment_method_id }) => payment_method_id === id)
    return { card: of(paymentMethodIds.card), bank: of(paymentMethodIds.bank) }
  })

  serve(app, removeSavedMethod, async (tx, { params, user }) => {
    const { gateway_customer_id } = orNotFound(await deleteProfile(tx, user.id, params.billing_id))
    await addJob(tx, 'forget_payment_method', { gateway_customer_id })
    return {}
  })

  serve(app, paymentSession, async () => {
    const { tokenizationKey, scriptUrl, sandbox, fields } = app.payments.clientConfig()
    const { wallets } = app.payments.capabilities
    return { tokenization_key: tokenizationKey, script_url: scriptUrl, sandbox, fields, wallets }
  })

  serve(app, paymentHistory, async (tx, { query, user }) => {
    const { row } = orNotFound(await findOwnRegistration(tx, query.registration_id, user.id))
    return presentPayments(await listPayments(tx, row.id))
  })

  const payPalIsOff = () => new Forbidden('payment_method_disabled', 'PayPal is not available for this event.')
  serve(app, payByPayPal, () => Promise.reject(payPalIsOff()))
  serve(app, payPalSession, () => Promise.reject(payPalIsOff()))

  promoAndCreditRoutes(app)
  webhookRoute(app)
}

/**
 * Returns the offered methods the gateway can charge: unsupported wallets are left out, an unsupported bank account
 * states the reason.
 */
const chargeable = (offers: OfferedMethod[], { bank, wallets }: PaymentCapabilities): OfferedMethod[] =>
  offers
    .filter(({ id }) => wallets || !isWallet(id))
    .map((offer) =>
      offer.method === 'bank' && !bank
        ? {
            ...offer,
            offered: false,
            why: { code: 'bank.not_available', message: 'Bank accounts cannot be charged here.' },
          }
        : offer,
    )

/** The balance panel and the choices of a payments page, decided by the rules that will judge the payment. */
async function presentStanding(tx: Tx, context: RegistrationContext, can: PaymentCapabilities) {
  const { registration, facts, owner, row, revision } = context
  const in_flow = !registration.completed || revision !== undefined
  const stands = await paymentStatus(tx, context)
  const { due, price, deposit, deposit_required, deposit_offered, covered } = stands
  const blocked = whyNotPayable(context)
  const payments = registration.completed ? zeroCents : due.payments
  const { event, event_city } = facts.tour_date
  // An edit chooses its payment anew; the due date of the live registration still applies.
  const { tour_date, now, settings } = facts
  const owing = owingOf(revision?.live ?? registration)
  const { due_date, due_state } = dueOf(tour_date, owing, now, settings)
  const address = await findAddress(tx, row)
  const { workshop, competition, bestdancer, media } = price.fees
  return {
    fees: { workshop, competition, bestdancer, media },
    total: due.total,
    promo: due.promo,
    credit: due.credit,
    payments: due.payments,
    adjustments: stands.adjustments,
    added: stands.added,
    raw: stands.raw,
    balance: stands.balance,
    deposit,
    deposit_required,
    deposit_offered,
    raw_due_now: stands.raw_due_now,
    covered,
    completes_itself: !registration.completed && !revision && covered && row.hold_ends === untilResolved,
    paying_by_check: registration.paying_by_check,
    in_flow,
    blocked_by: blocked && { code: blocked.code, message: explain(blocked) },
    methods: chargeable(offeredMethods({ ...registration, paid: payments }, facts, in_flow, 'full'), can),
    open_attempt: (await findOpenCharge(tx, registration.id))?.orderid ?? null,
    promo_codes: registration.promo_codes.map(({ code, amount, unique }) => ({ code, amount, unique })),
    promo_codes_gone: (context.dead_promos ?? []).map((refusal) => ({ code: refusal.code, message: explain(refusal) })),
    credit_claim: registration.credit,
    today: dayIn(tour_date.time_zone, now),
    due_date,
    banners: paymentBanners(
      revision?.live ?? registration,
      facts,
      { ...due, raw: stands.raw },
      {
        due_date: dayText(due_date),
        missed: due_state === 'overdue',
      },
      revision ? { raw_due_now: stands.raw_due_now } : null,
    ),
    check_address: settings.check_address,
    due_date_by_check: payBy(tour_date, { ...owing, pays_later: true }, now, settings),
    bank_entry: can.bank || 'numbers',
    bank_authorization: bankAuthorizationWords(context),
    employee_email_allowed: (await findEmployeeMail(tx, registration.tour_date_id)).employee_email_allowed,
    bill_to: {
      firstName: owner.fname,
      lastName: owner.lname,
      address: address?.address ?? '',
      city: address?.city ?? '',
      zip: address?.zip ?? '',
      state_id: address?.state_id ?? null,
      country_id: address?.country_id ?? 1,
    },
    event: event.name,
    city: event_city.name,
    countries: await listCountries(tx),
    states: await listStates(tx),
  }
}
