import type Stripe from 'stripe'
import type {
  ChargeRequest,
  PaymentAnswer,
  PaymentGateway,
  PaymentLog,
  RefundRequest,
  SaveMethodRequest,
  Tender,
  VoidRequest,
} from './gateway.ts'
import { cents } from '@callboard/domain/kernel/money.ts'
import { worldTime } from '../../platform/clock.ts'
import { stripeRecords } from './stripe-records.ts'
import { answer, classify, type StripeOperation } from './stripe-classify.ts'
import { stripeClient } from './stripe-client.ts'
import { defaultOrigin, isTestKey, type StripeConfig } from './stripe-config.ts'
import { nameKept, readKept, customerParams, intentParams, keepsMethod, refundParams } from './stripe-requests.ts'
import { chargebacksIn, verifyWebhook } from './stripe-webhook.ts'

type Outside = { fetch?: typeof fetch; now?: () => number; log?: PaymentLog }

/** Stripe, or the stand-in that speaks like it: cards and accounts, each charged by one request with the order id as key. */
export function stripeGateway(
  config: StripeConfig,
  { fetch = globalThis.fetch, now = worldTime, log = () => {} }: Outside = {},
): PaymentGateway {
  const stripe = stripeClient(config, fetch)
  const { publishableKey, secretKey, webhookSecret } = config

  async function attempt(operation: StripeOperation, act: () => Promise<PaymentAnswer>): Promise<PaymentAnswer> {
    const result = await act().catch((error: unknown) => classify(error, operation))
    const { outcome, code, gatewayText } = result
    const { of, tender, name = '' } = operation
    log({ asked: { of, tender, name }, outcome, code, ...(gatewayText && { gatewayText }) })
    return result
  }

  async function charge(request: ChargeRequest): Promise<PaymentAnswer> {
    const params = (customer?: string) => intentParams(request, customer)
    params()
    const isStored = request.source.kind === 'method'
    const operation: StripeOperation = {
      tender: request.tender.kind,
      of: 'charge',
      stored: isStored,
      name: request.orderId,
    }
    const holder = keepsMethod(request) ? await openCustomer(request) : undefined
    if (holder && 'refused' in holder) return holder.refused
    return attempt(operation, async () => {
      const options = { idempotencyKey: request.orderId }
      return answerOfIntent(await stripe.paymentIntents.create(params(holder?.id), options), request)
    })
  }

  /** Runs before the charge and moves no money: when it fails, nothing was charged. */
  async function openCustomer({
    orderId,
    billTo,
    tender: { kind },
  }: ChargeRequest): Promise<{ id: string } | { refused: PaymentAnswer }> {
    try {
      const { id } = await stripe.customers.create(customerParams(billTo), { idempotencyKey: `customer-${orderId}` })
      return { id }
    } catch (error) {
      const failure = classify(error, { tender: kind, of: 'method' })
      if (failure.outcome !== 'unknown') return { refused: failure }
      return { refused: answer('busy', kind, { outcome: 'retry_later', code: failure.code }) }
    }
  }

  const refund = (request: RefundRequest) => {
    const params = refundParams(request)
    const options = request.orderId ? { idempotencyKey: request.orderId } : {}
    return attempt({ tender: request.tender, of: 'refund', name: request.orderId }, async () =>
      answerOfRefund(await stripe.refunds.create(params, options), request),
    )
  }

  /** A captured payment cannot be voided, only refunded. Stripe reports this and the caller continues with a refund. */
  const undo = ({ gatewayTxnId, tender }: VoidRequest) =>
    attempt({ tender, of: 'void', name: gatewayTxnId }, async () => {
      const { id, status } = await stripe.paymentIntents.cancel(gatewayTxnId)
      return answer('approved', tender, { outcome: 'approved', code: status, gatewayTxnId: id })
    })

  const saveMethod = ({ from, gatewayCustomerId, tender: { kind }, billTo }: SaveMethodRequest) =>
    attempt({ tender: kind, of: 'method' }, async () => {
      if ('token' in from) {
        const params = { ...customerParams(billTo), payment_method: from.token }
        const { id } = await stripe.customers.create(params, { idempotencyKey: `customer-${gatewayCustomerId}` })
        return keptAs(id, from.token, kind)
      }
      // Only the charge itself can save the method: Stripe does not attach a used method later.
      const { customer, payment_method } = await stripe.paymentIntents.retrieve(from.gatewayTxnId)
      const [holder, method] = [idOf(customer), idOf(payment_method)]
      return holder && method
        ? keptAs(holder, method, kind)
        : answer('refused', kind, { outcome: 'error', code: 'not_kept' })
    })

  const deleteMethod = ({ gatewayCustomerId }: { gatewayCustomerId: string }) =>
    attempt({ tender: 'card', of: 'method' }, async () => {
      const keptMethod = readKept(gatewayCustomerId)
      if (!keptMethod) return answer('method_missing', 'card', { outcome: 'error', code: 'not_ours' })
      await stripe.customers.del(keptMethod.customer)
      return answer('approved', 'card', { outcome: 'approved', code: 'deleted', gatewayCustomerId })
    })

  return {
    capabilities: { idempotencyKeys: true, bank: 'dialog', wallets: false, storedMethods: true },
    clientConfig: () => {
      return {
        ...pageOf(config.origin),
        tokenizationKey: publishableKey,
        sandbox: isTestKey(secretKey),
        fields: 'stripe',
      }
    },
    charge,
    void: undo,
    refund: async (request) => refund(request),
    saveMethod,
    deleteMethod,
    ...stripeRecords(stripe, now),
    signatureHeader: 'stripe-signature',
    verifyWebhook: (signature, rawBody) => verifyWebhook(webhookSecret, signature, rawBody),
    chargebacksIn,
  }
}

/** Stripe's script has its own host and calls the API directly; the stand-in serves both. */
const pageOf = (origin: string) =>
  origin === defaultOrigin
    ? {
        scriptUrl: 'https://js.stripe.com/v3/',
        origin: `https://js.stripe.com https://hooks.stripe.com ${defaultOrigin}`,
      }
    : { scriptUrl: `${origin}/v3/`, origin }

const idOf = (keptMethod: string | { id: string } | null) =>
  typeof keptMethod === 'string' ? keptMethod : keptMethod?.id

const keptAs = (customer: string, method: string, tender: Tender['kind']) =>
  answer('approved', tender, { outcome: 'approved', code: 'kept', gatewayCustomerId: nameKept(customer, method) })

function answerOfIntent(intent: Stripe.PaymentIntent, { amount, tender: { kind } }: ChargeRequest): PaymentAnswer {
  const { id, status, amount_received, latest_charge } = intent
  const baseFields = { code: status ?? 'unreadable', ...(id && { gatewayTxnId: id }) }
  if (status === 'requires_payment_method') return answer('declined', kind, { outcome: 'declined', ...baseFields })
  // An account is only accepted by this; the money comes days later, or is returned.
  if (status === 'processing' && id && kind === 'bank') {
    return answer(intent.amount === amount ? 'approved' : 'partly_approved', kind, {
      outcome: 'approved',
      ...baseFields,
      amount: cents(intent.amount),
    })
  }
  // Pending, or an unreadable answer: the outcome is queried later.
  if (status !== 'succeeded' || !id) return answer('ambiguous', kind, { outcome: 'unknown', ...baseFields })
  const card = typeof latest_charge === 'object' ? latest_charge?.payment_method_details?.card : undefined
  const authCode = card?.authorization_code
  const approvedFields = {
    outcome: 'approved',
    ...baseFields,
    amount: cents(amount_received),
    ...(authCode && { authCode }),
  } as const
  return answer(amount_received === amount ? 'approved' : 'partly_approved', kind, approvedFields)
}

function answerOfRefund({ id, status, amount }: Stripe.Refund, { tender }: RefundRequest): PaymentAnswer {
  const baseFields = { code: status ?? 'unreadable', ...(id && { gatewayTxnId: id }) }
  if (status === 'failed' || status === 'canceled')
    return answer('refused', tender, { outcome: 'error', ...baseFields })
  // Pending is accepted: it is on its way, as with any card.
  if (id && (status === 'succeeded' || status === 'pending')) {
    return answer('approved', tender, { outcome: 'approved', ...baseFields, amount: cents(amount) })
  }
  return answer('ambiguous', tender, { outcome: 'unknown', ...baseFields })
}
