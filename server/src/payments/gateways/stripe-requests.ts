import type Stripe from 'stripe'
import type { GatewayBillTo, ChargeRequest, PaymentSource, RefundRequest } from './gateway.ts'

/** A new method may be bought with only once, unless a customer of the gateway's holds it from the first charge on. */
export const keepsMethod = ({ source, storedCredential, saveAs }: ChargeRequest) =>
  source.kind === 'token' && (storedCredential?.use === 'store' || saveAs !== undefined)

export function customerParams(billTo: GatewayBillTo = {}): Stripe.CustomerCreateParams {
  const { firstName, lastName, email, phone } = billTo
  const name = [firstName, lastName].filter(Boolean).join(' ')
  return { ...(name && { name }), ...(email && { email }), ...(phone && { phone }) }
}

/** `customer`: made just before, where this charge is to keep its method. */
export function intentParams(request: ChargeRequest, customer: string | undefined): Stripe.PaymentIntentCreateParams {
  const { orderId, amount, description, references = [], storedCredential } = request
  checkAmount(amount)
  checkOrderId(orderId)
  const source = heldBy(request.source, customer)
  const bank = request.tender.kind === 'bank'
  const own = references.map((value, place) => [`reference_${place + 1}`, String(value)] as const)
  return {
    amount,
    currency: 'usd',
    // Said, so that nothing but the card or the account that was chosen can be charged.
    allowed_payment_method_types: [bank ? 'us_bank_account' : 'card'],
    ...(bank && bankParams(request)),
    payment_method: source.method,
    ...(source.customer && { customer: source.customer }),
    confirm: true,
    // Bank questions and micro-deposits cannot be answered later, so they decline the charge immediately.
    error_on_requires_action: true,
    ...(customer && { setup_future_usage: 'off_session' }),
    ...(storedCredential?.initiatedBy === 'merchant' && { off_session: true }),
    ...(description && { description }),
    metadata: { ...Object.fromEntries(own), orderid: orderId },
    expand: ['latest_charge'],
  }
}

/** The account must be verified by Stripe and the debit authorized by its owner. */
function bankParams({ consent }: ChargeRequest): Partial<Stripe.PaymentIntentCreateParams> {
  if (!consent) throw new RangeError('A bank debit that no one authorized')
  const online = { ip_address: consent.ipAddress, user_agent: consent.userAgent }
  const accepted_at = Math.floor(Date.parse(consent.at) / 1000)
  return {
    payment_method_options: { us_bank_account: { verification_method: 'instant' } },
    mandate_data: { customer_acceptance: { type: 'online', accepted_at, online } },
  }
}

function heldBy(source: PaymentSource, customer: string | undefined): { method: string; customer?: string } {
  if (source.kind === 'token') return { method: source.token, ...(customer && { customer }) }
  return readKept(source.gatewayCustomerId) ?? { method: source.gatewayCustomerId }
}

export function refundParams({ gatewayTxnId, amount, orderId }: RefundRequest): Stripe.RefundCreateParams {
  checkAmount(amount)
  return { payment_intent: gatewayTxnId, amount, ...(orderId && { metadata: { orderid: orderId } }) }
}

/** Order ids become part of a search: nothing may be in them that ends a quotation. */
export function checkOrderId(orderId: string) {
  if (!/^[A-Za-z0-9-]{1,32}$/.test(orderId)) throw new RangeError(`Not an order id: ${orderId}`)
}

function checkAmount(amount: number) {
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new RangeError(`Not an amount to send: ${amount}`)
}

/** A kept card has two names at Stripe, whose it is and which. To us they are one: `cus_….pm_…`. */
export const nameKept = (customer: string, method: string) => `${customer}.${method}`

export function readKept(name: string): { customer: string; method: string } | undefined {
  const [, customer, method] = /^(cus_\w+)\.((?:pm|card)_\w+)$/.exec(name) ?? []
  return customer && method ? { customer, method } : undefined
}
