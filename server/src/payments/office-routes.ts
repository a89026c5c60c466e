import { readOfficeMoney, refundPayment, reversePayment } from '@callboard/contract/payments/office-money.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { minCents, type Cents } from '@callboard/domain/kernel/money.ts'
import {
  leftOf,
  planRefund,
  planReversal,
  planTakingBack,
  receivedOf,
  reversalFee,
  type RefundablePayment,
} from '@callboard/domain/payments/refund.ts'
import { originLabel, paymentMethodIds } from '@callboard/domain/payments/methods.ts'
import type { ProductSettings } from '@callboard/domain/tours/settings/registry.ts'
import { loadContext, type RegistrationContext } from '../registrations/facts.ts'
import { insertAudit } from '../platform/audit-queries.ts'
import type { Tx } from '../platform/db/connect.ts'
import { orNotFound, orRefuse, Refused } from '../platform/http/errors.ts'
import { serve, servePhases, type App } from '../platform/http/serve.ts'
import { findRegistration, lockRegistration } from '../registrations/queries.ts'
import { isTakenBack } from './present.ts'
import { isOpenState } from './attempt-moves.ts'
import { findAttemptById, listAttempts, setChargeState, type Attempt } from '../ledger/attempt-queries.ts'
import { findPayment, listPayments, listRecorders, listTakenBack, type NamedPayment } from './queries.ts'
import { listLedger } from '../ledger/queries.ts'
import { retireProfileOf } from './saved-method-queries.ts'
import { refund, refundableFrom, refundableOf } from './refunds.ts'
import { recordReversal } from './reversals.ts'

export function paymentOfficeRoutes(app: App) {
  serve(app, readOfficeMoney, async (tx, { params: { id }, now }) => {
    const context = await loadContext(tx, orNotFound(await findRegistration(tx, id)), now)
    return { payments: await presentAll(tx, context), ledger: await listLedger(tx, id) }
  })

  servePhases(app, refundPayment, async (_, { params, body, user, now, request, reply }) => {
    const key = request.headers['idempotency-key']
    if (typeof key !== 'string' || !/^[\w.:-]{8,255}$/.test(key)) throw new Refused({ code: 'payment.key_missing' })
    const refundRequest = { payment_id: params.id, ...body, admin_id: user.id, key, request_id: request.id, now }
    const answer = await refund(app, refundRequest)
    if (answer.state === 'processing') void reply.code(202)
    return answer
  })

  serve(app, reversePayment, (tx, { params, body, user, now, request }) =>
    reverse(tx, params.id, { ...body, user, now, request, origin: app.origin }),
  )
}

type ReversalCall = {
  office_reason: string
  note: string
  by_mistake: boolean
  user: { id: number }
  now: Instant
  request: { id: string }
  origin: string
}

const reversalWords = {
  returned: { label: 'Returned by the bank', action: 'record returned payment' },
  chargeback: { label: 'Disputed', action: 'record disputed payment' },
  mistake: { label: 'Recorded by mistake', action: 'take back payment' },
} as const

/** Records a bounced check, a dispute the gateway did not report, or a mistake of the office. FEE-029, OFF-020. */
async function reverse(tx: Tx, payment_id: number, call: ReversalCall) {
  const { user, now, request, origin, by_mistake } = call
  const [note, office_reason] = [call.note.trim(), call.office_reason.trim()]
  const { registration_id } = orNotFound(await findPayment(tx, payment_id))
  const context = await loadContext(tx, orNotFound(await lockRegistration(tx, registration_id)), now)
  const came = orNotFound(await findPayment(tx, payment_id))
  const charge = came.attempt_id === null ? undefined : await findAttemptById(tx, came.attempt_id)
  const kind = reversalKind(await refundableOf(tx, came, charge), by_mistake)
  if (charge && kind !== 'mistake') {
    await setChargeState(tx, charge.id, kind === 'returned' ? 'returned' : 'charged_back')
    if (kind === 'returned') await retireProfileOf(tx, charge)
  }
  const { label, action } = reversalWords[kind]
  const why = { kind, label, note, office_reason, admin_id: user.id }
  const reversal = orNotFound((await recordReversal({ tx, context, came, now, origin }, why)) ?? undefined)
  const { payment, fee } = reversal
  await insertAudit(tx, {
    actor_user_id: user.id,
    action,
    entity: 'registration',
    entity_id: registration_id,
    before: { payment_id, amount: came.amount, paid: context.row.paid },
    after: {
      ...{ payment_id: payment.id, amount: payment.amount, fee, paid: context.row.paid + payment.amount },
      ...{ note, office_reason },
    },
    request_id: request.id,
    at: now,
  })
  return { payment_id: payment.id, amount: payment.amount, fee }
}

function reversalKind(payment: RefundablePayment, by_mistake: boolean): keyof typeof reversalWords {
  if (!by_mistake) return orRefuse(planReversal(payment)).kind
  orRefuse(planTakingBack(payment))
  return 'mistake'
}

/** Every payment with what can become of it, each set read at once. */
async function presentAll(tx: Tx, { registration, facts }: RegistrationContext) {
  const rows = await listPayments(tx, registration.id)
  const ids = rows.map(({ id }) => id)
  const received = receivedOf(rows)
  const reversals = await listTakenBack(tx, ids)
  const attempts = await listAttempts(tx, registration.id)
  const recorders = await listRecorders(tx, registration.id)
  return rows.map((row: NamedPayment) => {
    const charge = attempts.find(({ id }) => id === row.attempt_id)
    const refunds = attempts.filter(({ of_attempt_id }) => charge && of_attempt_id === charge.id)
    const back = reversals.filter(({ of_payment_id }) => of_payment_id === row.id)
    const left = leftOf(row.amount, back)
    return { ...presentOne(row, charge, recorders), ...fate(row, { left, received }, charge, refunds, facts.settings) }
  })
}

type Recorders = Awaited<ReturnType<typeof listRecorders>>

function presentOne(row: NamedPayment, charge: Attempt | undefined, recorders: Recorders) {
  const { attempt_id: _, registration_id: __, settled_at, admin_id, ...publicFields } = row
  return {
    ...publicFields,
    origin: originLabel(row),
    recorded_by: recorders.find(({ id }) => id === admin_id)?.email ?? null,
    settled: settled_at !== null,
    is_taken_back: isTakenBack(row),
    orderid: charge?.orderid ?? null,
    gateway_transaction_id: charge?.gateway_transaction_id ?? null,
  }
}

/** Returns the actions that are still possible for a payment. */
function fate(
  row: NamedPayment,
  amounts: { left: Cents; received: Cents },
  charge: Attempt | undefined,
  refunds: readonly Attempt[],
  settings: ProductSettings,
) {
  const { left, received } = amounts
  const standing = refundableFrom(row, amounts, charge, refunds)
  const refundable = planRefund(standing, minCents(left, received))
  const reversible = planReversal(standing)
  const open = refunds.find(({ state }) => isOpenState(state))
  const isCard = row.payment_method_id === paymentMethodIds.card
  return {
    left,
    refundable: refundable.ok ? refundable.value.amount : null,
    reversible: reversible.ok
      ? { kind: reversible.value.kind, fee: reversalFee(reversible.value.kind, left, settings) }
      : null,
    can_take_back: planTakingBack(standing).ok,
    reversal_fee: isCard ? settings.card_reversal_percentage : 0,
    open_refund: open ? { orderid: open.orderid, amount: open.amount } : null,
  }
}
