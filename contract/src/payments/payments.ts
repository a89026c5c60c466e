import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  calendarDateField,
  centsField,
  idField,
  idInPath,
  instantField,
  lineField,
  listOf,
  listUpTo,
  reasonField,
  tokenField,
} from '../fields.ts'

/** PAY-014. Zip and state are asked for where the country has them; the rule decides. */
export const billToShape = z.object({
  firstName: lineField(60),
  lastName: lineField(60),
  address: lineField(120),
  city: lineField(60),
  zip: lineField(12),
  state_id: idField.nullable(),
  country_id: idField.nullable(),
})

/** PAY-018, PAY-019. Positive: received; negative: given back. */
export const paymentShape = z.object({
  id: z.int(),
  amount: centsField,
  payment_method_id: z.int(),
  method: z.string(), // 'Card', 'Check'.
  origin: z.enum(['CHECK', 'OFFICE', 'ONLINE']),
  admin_id: z.int().nullable(),
  details: z.object({
    check_number: z.string().optional(),
    last_four: z.string().optional(),
    transfer_reference: z.string().optional(),
    brand: z.string().optional(),
    note: z.string().optional(),
  }),
  timestamp: instantField,
  /** False: a bank payment that was accepted and has not arrived yet. */
  settled: z.boolean(),
  /** Negative because a bank took a payment back or the office had recorded one by mistake: not a refund. */
  is_taken_back: z.boolean(),
})

/** A saved way to pay. The gateway's own name for it never leaves the server. SEC-023. */
export const savedMethodShape = z.object({
  billing_id: z.string(),
  payment_method_id: z.int(),
  last_four: z.string(),
  billTo: billToShape,
  details: z.object({
    first_name: z.string(),
    last_name: z.string(),
    address: z.string(),
    city: z.string(),
    /** Its abbreviation; empty where the country has none. */
    state: z.string(),
    zip: z.string(),
    type: z.string(),
    expiration_date: z.string(),
  }),
  /** The holder and type of the bank account; null: a card, or an account saved without a holder. */
  bank_account: z
    .object({
      name: z.string(),
      account_type: z.enum(['checking', 'savings']),
      holder_type: z.enum(['personal', 'business']),
    })
    .nullable(),
})

/** The state of one payment attempt. `processing`: the outcome is unknown, so the client must not retry. */
export const attemptShape = z.object({
  state: z.enum(['processing', 'approved', 'declined', 'not_charged']),
  attempt: z.string(),
  amount: centsField,
  message: z.string(),
  /** Of a decline: the hosted field to correct; `token`: all of them. */
  field: z.string().nullable(),
  payment: paymentShape.nullable(),
  mybtf_user_payment_method: savedMethodShape.nullable(),
})

export const payByGateway = endpoint({
  summary: 'Pay by card or bank account. The Idempotency-Key header makes a repeated request the same payment',
  catalogue: 'C066',
  method: 'POST',
  path: '/v1/payments/nmi-payment',
  auth: 'user',
  body: z.object({
    registration_id: idField,
    amount: centsField,
    paymentMethodId: idField,
    paymentProfile: z.object({
      /** Of a new card or account: what the hosted fields made of it. */
      token: tokenField.nullish(),
      /** Of a saved one. */
      billing_id: lineField(60).nullish(),
      saveProfile: z.boolean().optional(),
      billTo: billToShape.optional(),
      /** Only shown again, never believed: the ending and kind of what the hosted fields took. */
      last_four: z
        .string()
        .regex(/^\d{4}$/)
        .optional(),
      details: z.object({ type: lineField(30).optional(), expiration_date: lineField(7).optional() }).optional(),
      /** Of a bank account: the name on it. */
      name: lineField(120).optional(),
      account_type: z.enum(['checking', 'savings']).optional(),
      account_holder_type: z.enum(['personal', 'business']).optional(),
    }),
    /** Of a bank payment: the text that was read and agreed to, word for word. */
    authorization: z.object({ version: lineField(40), text: lineField(20_000), agreed: z.boolean() }).optional(),
    sendEmployeeEmail: z.boolean().optional(),
    editing: z.boolean().optional(),
    // Accepted and ignored: the server reads the account and the city from the registration.
    studio_id: idField.nullable().optional(),
    mybtf_user_id: idField.optional(),
    event: lineField(120).optional(),
    city: lineField(120).optional(),
    event_id: idField.optional(),
  }),
  reply: attemptShape,
  statuses: { 202: 'The outcome is not known yet: ask for the attempt; do not pay again.' },
  idempotency: 'required',
  refusals: [
    'payment.amount',
    'payment.authorization',
    'payment.authorization_changed',
    'payment.declined',
    'payment.in_progress',
    'payment.key_missing',
    'payment.key_reused',
    'payment.method_gone',
    'payment.method_not_offered',
    'payment.unavailable',
    'payment.bill_to',
    'places.not_held',
    'promo.ended',
    'promo.gone',
    'promo.not_yet',
    'promo.used',
    'registration.closed',
    'registration.not_reviewed',
  ],
  example: ({ reviewed, billing_id }) => ({
    headers: { 'idempotency-key': '5f0c6d2e-2c4b-4c55-9d5a-0c9f2b7a1e10' },
    body: {
      registration_id: reviewed.id,
      amount: 5_000,
      paymentMethodId: 1,
      paymentProfile: { billing_id },
    },
  }),
})

export const paymentAttempt = endpoint({
  summary: 'Return the state of a payment attempt, including one whose outcome was unknown at first',
  method: 'GET',
  path: '/v1/payments/attempts/{orderid}',
  auth: 'user',
  params: z.object({ orderid: z.string().min(1).max(40) }),
  reply: attemptShape,
  example: ({ orderid }) => ({ params: { orderid } }),
})

/** The current balance, every part of it, and what may be chosen. PAY-001 to PAY-007, PAY-024 to PAY-031. */
export const readPaymentStatus = endpoint({
  summary: 'Return the payment status of a registration: balance, payments and available methods',
  method: 'GET',
  path: '/v1/payments/standing',
  auth: 'user',
  query: z.object({
    registration_id: idInPath,
    /** Of a completed registration: as it will be once its edit is submitted. */
    editing: z.enum(['true', 'false']).optional(),
  }),
  reply: z.object({
    fees: z.object({ workshop: centsField, competition: centsField, bestdancer: centsField, media: centsField }),
    total: centsField,
    promo: centsField,
    credit: centsField,
    payments: centsField,
    /** Fees and corrections after completion: a returned check, an adjustment. */
    adjustments: centsField,
    added: listOf(z.object({ label: z.string(), amount: centsField })),
    /** Negative: overpaid. */
    raw: centsField,
    balance: centsField,
    deposit: centsField,
    deposit_required: centsField,
    deposit_offered: z.boolean(),
    /** The remainder of the amount required now; zero or less shows COMPLETE REGISTRATION. */
    raw_due_now: centsField,
    covered: z.boolean(),
    /** A payment covers it, so that it is completed also where its owner leaves. REV-032. */
    completes_itself: z.boolean(),
    paying_by_check: z.boolean(),
    in_flow: z.boolean(),
    /** Why nothing can be paid now: not reviewed, places no longer held. */
    blocked_by: reasonField.nullable(),
    methods: listOf(
      z.object({
        id: z.int(),
        method: z.enum(['card', 'bank', 'paypal', 'check', 'apple_pay', 'google_pay']),
        offered: z.boolean(),
        why: reasonField.nullable(),
      }),
    ),
    /** A payment whose outcome is still open. */
    open_attempt: z.string().nullable(),
    promo_codes: listOf(z.object({ code: z.string(), amount: centsField, unique: z.boolean() })),
    promo_codes_gone: listOf(reasonField), // Why applied codes take nothing off any more.
    credit_claim: z.object({ from: z.string(), amount: centsField, status: z.string() }).nullable(),
    /** How the registration stands, said above everything. PAY-037. */
    banners: listOf(z.object({ kind: z.enum(['closed', 'pending', 'rates_changed']), text: z.string() })),
    /** The day it is in the city; by when everything is paid, and by when with a check. */
    today: calendarDateField,
    due_date: calendarDateField,
    due_date_by_check: calendarDateField,
    /** The payee and mailing address of checks; empty: see `bank_authorization.contact`. */
    check_address: z.string(),
    /** How a new account is told: by its numbers, or in a dialog of the gateway's that confirms it. */
    bank_entry: z.enum(['numbers', 'dialog']),
    /** The words in which a bank debit is authorized today; the rule fills in the rest. */
    bank_authorization: z.object({
      version: z.string(),
      template: z.string(),
      contact: z.string(),
      returned_fee: centsField,
      date: calendarDateField,
    }),
    employee_email_allowed: z.boolean(),
    bill_to: billToShape,
    event: z.string(),
    city: z.string(),
    countries: listOf(z.object({ id: z.int(), name: z.string() })),
    states: listOf(z.object({ id: z.int(), country_id: z.int(), name: z.string() })),
  }),
  example: ({ reviewed }) => ({ query: { registration_id: reviewed.id } }),
})

export const savedMethods = endpoint({
  summary: 'The account’s saved cards and bank accounts',
  catalogue: 'C065',
  method: 'GET',
  path: '/v1/payments/customer-vault',
  auth: 'user',
  query: z.object({ mybtf_user_id: idInPath.optional() }),
  reply: z.object({ card: listOf(savedMethodShape), bank: listOf(savedMethodShape) }),
  example: ({ owner }) => ({ query: { mybtf_user_id: owner.user_id } }),
})

export const removeSavedMethod = endpoint({
  summary: 'Remove a saved card or bank account',
  method: 'DELETE',
  path: '/v1/payments/customer-vault/{billing_id}',
  auth: 'user',
  params: z.object({ billing_id: z.string().min(1).max(60) }),
  status: 204,
  example: ({ billing_id }) => ({ params: { billing_id } }),
})

export const paymentSession = endpoint({
  summary: 'Return the configuration of the hosted payment fields',
  catalogue: 'C070',
  method: 'POST',
  path: '/v1/payments/session',
  auth: 'user',
  reply: z.object({
    tokenization_key: z.string(),
    script_url: z.string(),
    sandbox: z.boolean(),
    /** Which fields the page can draw for this gateway. `none`: no card and no account can be entered. */
    fields: z.enum(['collect', 'stripe', 'none']),
    /** The fields can show Apple Pay and Google Pay. */
    wallets: z.boolean(),
  }),
  example: () => ({}),
})

export const paymentHistory = endpoint({
  summary: 'The payments of a registration, the newest first',
  catalogue: 'C069',
  method: 'GET',
  path: '/v1/payments/history',
  auth: 'user',
  query: z.object({ registration_id: idInPath }),
  reply: listOf(paymentShape),
  example: ({ reviewed }) => ({ query: { registration_id: reviewed.id } }),
})

const payPalBody = z.object({
  nonce: lineField(500),
  amount: centsField,
  registration_id: idField,
  studio_id: idField.nullable().optional(),
  mybtf_user_id: idField.optional(),
  sendEmployeeEmail: z.boolean().optional(),
  event_id: idField.optional(),
  editing: z.boolean().optional(),
})

export const payByPayPal = endpoint({
  summary: 'Pay by PayPal. Answers 403 while PayPal is not enabled',
  catalogue: 'C067',
  method: 'POST',
  path: '/v1/payments/paypal-payment',
  auth: 'user',
  body: payPalBody,
  reply: z.object({ payment: paymentShape }),
  refusals: ['payment_method_disabled'],
  example: ({ reviewed }) => ({ body: { nonce: 'n', amount: 5_000, registration_id: reviewed.id } }),
})

export const payPalSession = endpoint({
  summary: 'Return the configuration of PayPal. Answers 403 while PayPal is not enabled',
  catalogue: 'C068',
  method: 'GET',
  path: '/v1/payments/paypal-payment',
  auth: 'user',
  query: z.object({ registration_id: idInPath }),
  reply: z.object({ clientToken: z.string(), env: z.string() }),
  refusals: ['payment_method_disabled'],
  example: ({ reviewed }) => ({ query: { registration_id: reviewed.id } }),
})

/** PAY-040. `amount` is what a code takes off a registration now. */
const promoShape = z.object({
  code: z.string(),
  type: z.enum(['workshop', 'competition', 'media', 'total']),
  value: z.int(),
  percentage: z.boolean(),
  unique: z.boolean(),
  amount: centsField,
})

export const applyPromoCodes = endpoint({
  summary: 'Replace the promo codes of a registration and recalculate their discounts',
  catalogue: 'C062',
  method: 'PUT',
  path: '/v1/dance360/promo-codes',
  auth: 'user',
  body: z.object({
    registration_id: idField,
    promo_codes: listUpTo(20, z.union([lineField(40), z.object({ code: lineField(40) })])),
    sendEmployeeEmail: z.boolean().optional(),
  }),
  reply: z.object({ promo_codes: listOf(promoShape) }),
  refusals: [
    'promo.used',
    'promo.unknown',
    'promo.not_yet',
    'promo.ended',
    'promo.gone',
    'payment.in_progress',
    'registration_completed',
  ],
  example: ({ reviewed, promo_code }) => ({ body: { registration_id: reviewed.id, promo_codes: [promo_code] } }),
})

export const findPromoCode = endpoint({
  summary: 'Look a promo code up for an event',
  catalogue: 'C063',
  method: 'GET',
  path: '/v1/dance360/promo-codes',
  auth: 'user',
  query: z.object({ code: z.string().min(1).max(40), event_id: idInPath, registration_id: idInPath.optional() }),
  reply: promoShape,
  refusals: ['promo.used', 'promo.unknown', 'promo.not_yet', 'promo.ended', 'promo.gone'],
  example: ({ promo_code, event_id }) => ({ query: { code: promo_code, event_id } }),
})

const creditBody = z.object({ from: lineField(120), amount: centsField })

export const applyCredit = endpoint({
  summary: 'Apply a credit or vouchers; without either they are cleared',
  catalogue: 'C064',
  method: 'POST',
  path: '/v1/payments/credit-voucher-payment',
  auth: 'user',
  body: z.object({
    registration_id: idField,
    credit: creditBody.nullable().optional(),
    vouchers: listUpTo(20, creditBody).optional(),
    studio_id: idField.nullable().optional(),
    mybtf_user_id: idField.optional(),
    sendEmployeeEmail: z.boolean().optional(),
  }),
  reply: z.object({
    credit: z.object({ from: z.string(), amount: centsField, status: z.string() }).nullable(),
    balance: centsField,
  }),
  refusals: ['credit.from', 'credit.amount', 'payment.in_progress', 'registration_completed'],
  example: ({ draft }) => ({ body: { registration_id: draft.id, credit: { from: 'Spring raffle', amount: 2_500 } } }),
})
