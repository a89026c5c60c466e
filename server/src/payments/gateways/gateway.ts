import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { Cents } from '@callboard/domain/kernel/money.ts'

/**
 * Outcome of a request that moves money. `retry_later`: it had no effect. `unknown`: it may have been executed; query
 * `findByOrderId` and never send it again.
 */
export type PaymentOutcome = 'approved' | 'declined' | 'error' | 'retry_later' | 'unknown'

/** Machine-readable reason of the outcome. `message` is for people. */
export type PaymentReason =
  | 'approved'
  | 'partly_approved'
  | 'declined'
  | 'fix_input'
  | 'stop_recurring'
  | 'duplicate'
  | 'token_spent'
  | 'method_missing'
  | 'method_exists'
  | 'not_voidable'
  | 'no_such_transaction'
  | 'refund_too_large'
  | 'configuration'
  | 'refused'
  | 'busy'
  | 'unreachable'
  | 'ambiguous'

export type PaymentField = 'ccnumber' | 'ccexp' | 'cvv' | 'checkname' | 'checkaba' | 'checkaccount'

export type PaymentAnswer = {
  outcome: PaymentOutcome
  reason: PaymentReason
  /** The gateway's response code, or a transport error: `timeout`, `http_500`, `unreadable`, `ECONNRESET`. */
  code: string
  /** A sentence for the person who pays. Never the gateway's own words. */
  message: string
  /** The hosted field that a person can correct. */
  field?: PaymentField
  /** True when the office must check its gateway account before any payment can succeed. */
  alertOffice?: boolean
  gatewayTxnId?: string
  authCode?: string
  avs?: string
  cvv?: string
  /** Approved amount. Compare it with the requested amount when `reason` is `partly_approved`. */
  amount?: Cents
  /** The stored method that this request made. */
  gatewayCustomerId?: string
  /** The gateway's own words with its reference, for the log and the office. */
  gatewayText?: string
}

export type Tender =
  | { kind: 'card' }
  | { kind: 'bank'; accountType: 'checking' | 'savings'; holderType: 'personal' | 'business' }

export type PaymentSource =
  | { kind: 'token'; token: string }
  | { kind: 'method'; gatewayCustomerId: string; gatewayBillingId?: string }

export type GatewayBillTo = {
  firstName?: string
  lastName?: string
  company?: string
  address?: string
  city?: string
  state?: string
  zip?: string
  /** ISO 3166 alpha-2. State and postal code are only sent for US. */
  country?: string
  email?: string
  phone?: string
}

/** Consent to keep a method, and use of a kept one. Needed by the card networks. */
export type StoredCredential =
  | { initiatedBy: 'customer'; use: 'store' | 'reuse' }
  | { initiatedBy: 'merchant'; use: 'reuse'; initialTransactionId: string }

export type NewMethod = { gatewayCustomerId: string; gatewayBillingId?: string }

export type ChargeRequest = {
  /** Unique per attempt, at most 32 letters and digits, stored before the call and never reused. */
  orderId: string
  amount: Cents
  tender: Tender
  source: PaymentSource
  billTo?: GatewayBillTo
  description?: string
  /** The account's own fields, in order: registration, studio, user. */
  references?: readonly (string | number)[]
  ipAddress?: string
  /** Bank debits: time and source of the authorization, passed on to gateways that store mandates. */
  consent?: { at: Instant; ipAddress: string; userAgent: string }
  storedCredential?: StoredCredential
  /** Stores the method in the same request, for accounts that cannot store from an earlier transaction. */
  saveAs?: NewMethod
}

export type VoidRequest = { gatewayTxnId: string; tender: Tender['kind']; orderId?: string }
export type RefundRequest = VoidRequest & { amount: Cents }

export type SaveMethodRequest = NewMethod & {
  /** An approved charge to copy the method from, or a fresh token. */
  from: { gatewayTxnId: string } | { token: string }
  tender: Tender
  billTo?: GatewayBillTo
}

export type TransactionAction = {
  /** sale, auth, capture, void, refund, credit, settle, check_return, check_late_return … */
  type: string
  amount: Cents
  success: boolean
  at: Instant
  code: string
  text: string
  batchId: string
}

/** State of a payment in the gateway's records. `unsettled` and `settled` are both approved. */
export type TransactionState = 'authorized' | 'unsettled' | 'settled' | 'declined' | 'voided' | 'returned' | 'unknown'

export type GatewayTransaction = {
  gatewayTxnId: string
  orderId: string
  tender: Tender['kind'] | 'other'
  /** Transaction type: sale, auth, refund, credit, validate. */
  type: string
  state: TransactionState
  condition: string
  amount: Cents
  refunded: Cents
  authCode: string
  avs: string
  cvv: string
  brand: string
  last4: string
  /** MMYY; empty for a bank account. */
  expiry: string
  actions: readonly TransactionAction[]
}

/** `unavailable` is not "not found": the state is unknown. */
export type TransactionSearch =
  | { outcome: 'found'; transactions: readonly GatewayTransaction[] }
  | { outcome: 'unavailable'; code: string }

type WebhookNews = {
  eventId: string
  eventType: string
  /** Empty when the event concerns a batch. */
  gatewayTxnId: string
  orderId: string
  /** The event's body as sent, masked numbers and all. */
  body: Record<string, unknown>
}

export type VerifiedWebhook = { ok: true; news: WebhookNews } | { ok: false; why: 'signature' | 'malformed' }

/** A card dispute, as reported by a batch event. */
export type Chargeback = {
  /** Set when the gateway provides it; otherwise the charge is matched by its data. */
  gatewayTxnId: string
  last4: string
  amount: Cents
  reason: string
}

/** All that a browser needs, and all that it may know. */
type PaymentClientConfig = {
  scriptUrl: string
  /** For the page's Content-Security-Policy: script-src, frame-src and connect-src. Several are parted by a space. */
  origin: string
  tokenizationKey: string
  /** True where no real money can move. */
  sandbox: boolean
  /** Kind of payment fields our page can render. `none`: cards and accounts cannot be entered. */
  fields: 'collect' | 'stripe' | 'none'
}

/** Log entry of one request: its non-secret fields and its outcome. */
export type PaymentLogLine = { asked: Record<string, string>; outcome: string; code: string; gatewayText?: string }
export type PaymentLog = (line: PaymentLogLine) => void

/** How a new bank account is entered: by its numbers, or in the gateway's dialog, which verifies the account. */
type BankEntry = 'numbers' | 'dialog'

export type PaymentCapabilities = {
  idempotencyKeys: boolean
  /** False: it debits no accounts. */
  bank: BankEntry | false
  wallets: boolean
  storedMethods: boolean
}

declare module '../../platform/dependencies.ts' {
  interface Dependencies {
    payments: PaymentGateway
  }
}

/** Interface of a payment provider. No method throws on network or gateway errors; each returns an outcome. */
export type PaymentGateway = {
  capabilities: PaymentCapabilities
  clientConfig: () => PaymentClientConfig
  charge: (request: ChargeRequest) => Promise<PaymentAnswer>
  void: (request: VoidRequest) => Promise<PaymentAnswer>
  refund: (request: RefundRequest) => Promise<PaymentAnswer>
  saveMethod: (request: SaveMethodRequest) => Promise<PaymentAnswer>
  deleteMethod: (method: { gatewayCustomerId: string }) => Promise<PaymentAnswer>
  findByOrderId: (orderId: string) => Promise<TransactionSearch>
  findById: (gatewayTxnId: string) => Promise<TransactionSearch>
  /** Everything that was touched between two moments, whichever kind of payment. */
  listModified: (from: Instant, to: Instant) => Promise<TransactionSearch>
  /** The header of a webhook that carries its signature, in small letters. */
  signatureHeader: string
  /** Over the raw bytes of the request, before anything parses them. */
  verifyWebhook: (signature: string | undefined, rawBody: Uint8Array) => VerifiedWebhook
  /** Returns the chargebacks of a batch event in order; an unreadable one is null. */
  chargebacksIn: (body: unknown) => readonly (Chargeback | null)[]
}

/** A configuration that must not be used. The start of the app shows the sentence and stops. */
export class UnfitPaymentConfig extends Error {}

/** This very machine, under any of its names. */
export const isLoopback = (hostname: string) =>
  /(^|\.)localhost\.?$/.test(hostname) || /^(127\.|0\.0\.0\.0$|\[(::1?|::ffff:7f.*)\]$)/.test(hostname)
