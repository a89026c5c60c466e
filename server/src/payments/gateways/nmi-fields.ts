import type {
  GatewayBillTo,
  ChargeRequest,
  NewMethod,
  PaymentSource,
  RefundRequest,
  SaveMethodRequest,
  StoredCredential,
  Tender,
  VoidRequest,
} from './gateway.ts'
import { cents, type Cents } from '@callboard/domain/kernel/money.ts'

/** The gateway's field names, made here and nowhere else. An undefined field is not sent. */
export type Fields = Record<string, string | undefined>

export function chargeFields(request: ChargeRequest): Fields {
  const { orderId, amount, tender, source, billTo, description, references = [], ipAddress } = request
  if (!/^[A-Za-z0-9-]{1,32}$/.test(orderId)) throw new RangeError(`Not an order id: ${orderId}`)
  const own = references.map((value, place) => [`merchant_defined_field_${place + 1}`, String(value)] as const)
  return {
    type: 'sale',
    amount: writeAmount(amount),
    currency: 'USD',
    orderid: orderId,
    order_description: description,
    ipaddress: ipAddress,
    // The receipt is ours.
    customer_receipt: 'false',
    ...Object.fromEntries(own),
    ...tenderFields(tender),
    ...sourceFields(source),
    ...billToFields(billTo),
    ...credentialFields(request.storedCredential),
    ...(request.saveAs && newMethodFields(request.saveAs)),
  }
}

export const voidFields = ({ gatewayTxnId, tender, orderId }: VoidRequest): Fields => {
  return { type: 'void', transactionid: gatewayTxnId, orderid: orderId, ...paymentKind(tender) }
}

export const refundFields = ({ amount, ...request }: RefundRequest): Fields => {
  return { ...voidFields(request), type: 'refund', amount: writeAmount(amount) }
}

export function saveMethodFields({ from, tender, billTo, ...method }: SaveMethodRequest): Fields {
  const source = 'token' in from ? { payment_token: from.token } : { source_transaction_id: from.gatewayTxnId }
  return { ...newMethodFields(method), ...source, ...tenderFields(tender), ...billToFields(billTo) }
}

export const deleteMethodFields = (gatewayCustomerId: string): Fields => {
  return { customer_vault: 'delete_customer', customer_vault_id: gatewayCustomerId }
}

const newMethodFields = ({ gatewayCustomerId, gatewayBillingId }: NewMethod): Fields => {
  return { customer_vault: 'add_customer', customer_vault_id: gatewayCustomerId, billing_id: gatewayBillingId }
}

// Said also with a token: a bank account that is sent as a card, without the debit's authorization, is then refused.
const paymentKind = (tender: Tender['kind']): Fields => ({ payment: tender === 'bank' ? 'check' : 'creditcard' })

function tenderFields(tender: Tender): Fields {
  if (tender.kind === 'card') return paymentKind('card')
  const { accountType, holderType } = tender
  return {
    ...paymentKind('bank'),
    account_type: accountType,
    account_holder_type: holderType,
    sec_code: holderType === 'business' ? 'CCD' : 'WEB',
  }
}

const sourceFields = (source: PaymentSource): Fields =>
  source.kind === 'token'
    ? { payment_token: source.token }
    : { customer_vault_id: source.gatewayCustomerId, billing_id: source.gatewayBillingId }

function billToFields(billTo: GatewayBillTo = {}): Fields {
  const { firstName, lastName, company, address, city, state, zip, country, email, phone } = billTo
  const inUs = country === undefined || country === 'US'
  return {
    first_name: firstName,
    last_name: lastName,
    company,
    address1: address,
    city,
    ...(inUs && { state, zip }),
    country,
    email,
    phone,
  }
}

function credentialFields(credential: StoredCredential | undefined): Fields {
  if (!credential) return {}
  return {
    initiated_by: credential.initiatedBy,
    stored_credential_indicator: credential.use === 'store' ? 'stored' : 'used',
    ...(credential.initiatedBy === 'merchant' && { initial_transaction_id: credential.initialTransactionId }),
  }
}

export function formOf(fields: Fields): URLSearchParams {
  const filledFields = Object.entries(fields).filter((field): field is [string, string] => Boolean(field[1]))
  return new URLSearchParams(filledFields)
}

/** Formats an amount as `x.xx`. Throws for zero and negative amounts: on a refund 0.00 would mean the full amount. */
export function writeAmount(amount: Cents): string {
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new RangeError(`Not an amount to send: ${amount}`)
  return `${Math.trunc(amount / 100)}.${String(amount % 100).padStart(2, '0')}`
}

/** Parses cents from text without floating point. A sign is dropped: the action gives the direction. */
export function readAmount(text: string | undefined): Cents | undefined {
  const [, whole = '', part = ''] = /^-?(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text?.trim() ?? '') ?? []
  return whole === '' ? undefined : cents(Number(whole) * 100 + Number(part.padEnd(2, '0')))
}
