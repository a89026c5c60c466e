import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { centsField, idInPath, instantField, lineField, listOf } from '../fields.ts'

const params = z.object({ id: idInPath })

/** Why money is moved: `office_reason` for the office alone, `note` as the message that the studio reads. */
const moneyReasons = { office_reason: lineField(300).default(''), note: lineField(300).default('') }

export const officePayment = z.object({
  id: z.int(),
  amount: centsField,
  /** The part that has not been refunded or reversed. */
  left: centsField,
  payment_method_id: z.int(),
  method: z.string(),
  origin: z.enum(['CHECK', 'OFFICE', 'ONLINE']),
  details: z.object({
    check_number: z.string().optional(),
    last_four: z.string().optional(),
    transfer_reference: z.string().optional(),
    brand: z.string().optional(),
    note: z.string().optional(),
  }),
  /** For the office alone; `details.note` is what the studio reads. */
  office_reason: z.string(),
  recorded_by: z.string().nullable(),
  timestamp: instantField,
  settled: z.boolean(),
  /** The name of its attempt at the gateway. */
  orderid: z.string().nullable(),
  gateway_transaction_id: z.string().nullable(),
  of_payment_id: z.int().nullable(),
  /** The most that can be given back through the gateway now; null: it cannot be. */
  refundable: centsField.nullable(),
  /** How its bank may take it back, and what that would cost; null: it cannot. */
  reversible: z.object({ kind: z.enum(['returned', 'chargeback']), fee: centsField }).nullable(),
  /** The office recorded it, and may take it back as a mistake. */
  can_take_back: z.boolean(),
  /** Negative because a bank took a payment back or the office had recorded one by mistake: not a refund. */
  is_taken_back: z.boolean(),
  /** The fee the office may charge for a refund, in basis points of the refunded amount. */
  reversal_fee: z.int(),
  /** A refund of it whose outcome nobody knows yet. */
  open_refund: z.object({ orderid: z.string(), amount: centsField }).nullable(),
})

export const readOfficeMoney = endpoint({
  summary: 'List the payments of a registration with their refundable amounts, and its ledger',
  method: 'GET',
  path: '/v1/office/registrations/{id}/money',
  auth: 'office',
  params,
  reply: z.object({
    payments: listOf(officePayment),
    ledger: listOf(
      z.object({
        id: z.int(),
        occurred_at: instantField,
        kind: z.string(),
        account: z.string(),
        amount: centsField,
        note: z.string(),
        payment_id: z.int().nullable(),
      }),
    ),
  }),
  example: ({ completed }) => ({ params: { id: completed.id } }),
})

export const refundReply = z.object({
  /** `processing`: nobody knows yet; it must not be tried again. */
  state: z.enum(['refunded', 'processing']),
  kind: z.enum(['void', 'refund']),
  orderid: z.string(),
  amount: centsField,
  message: z.string(),
})

export const refundPayment = endpoint({
  summary:
    'Refund a payment, in part or whole, to the card or account it came from. The Idempotency-Key header makes a repeated request the same refund',
  method: 'POST',
  path: '/v1/office/payments/{id}/refund',
  auth: 'office',
  params,
  body: z.object({
    /** Always said: there is no "everything" by leaving it out. */
    amount: centsField,
    ...moneyReasons,
    /** Charge the registrant for the reversal, as the settings say. */
    reversal_fee: z.boolean().default(false),
    /** The bill sinks by the same amount, so that it is not owed again. */
    lowers_bill: z.boolean().default(false),
  }),
  reply: refundReply,
  statuses: { 202: 'The outcome is not known yet: ask again with the same key.' },
  idempotency: 'required',
  refusals: [
    'office.not_refundable',
    'office.refund_open',
    'office.refund_amount',
    'office.refund_refused',
    'office.bill_open',
    'payment.key_missing',
    'payment.key_reused',
  ],
  example: ({ office }) => ({
    params: { id: office.payment_id },
    headers: { 'idempotency-key': '0b9b1f44-6b1e-4f7e-9a57-2f3f5d1c6c11' },
    body: { amount: 100, office_reason: 'Called on Monday', note: 'One observer fewer' },
  }),
})

export const reversePayment = endpoint({
  summary:
    'Take a payment back without a refund: a returned check, a disputed card, or a payment that the office recorded by mistake',
  method: 'POST',
  path: '/v1/office/payments/{id}/reversal',
  auth: 'office',
  params,
  body: z.object({
    ...moneyReasons,
    /** The office recorded a payment that never came: no fee, and no bank is involved. */
    by_mistake: z.boolean().default(false),
  }),
  reply: z.object({ payment_id: z.int(), amount: centsField, fee: centsField }),
  refusals: ['office.not_reversible', 'office.refund_open', 'office.not_by_office', 'office.refund_amount'],
  example: ({ office }) => ({
    params: { id: office.payment_id },
    body: { office_reason: 'Letter of the bank, October 4', note: 'Your bank took it back.' },
  }),
})

const reconciliation = z.object({
  id: z.int(),
  began: instantField,
  from_at: instantField,
  to_at: instantField,
  outcome: z.enum(['done', 'unavailable']),
  /** Why the gateway could not be asked. */
  code: z.string(),
  transactions: z.int(),
  charged_there: centsField,
  charged_here: centsField,
  refunded_there: centsField,
  refunded_here: centsField,
  unsettled: centsField,
  learned: z.int(),
})

const books = z.object({
  /** The newest first. */
  reconciliations: listOf(reconciliation),
  /** Of the newest. */
  findings: listOf(
    z.object({
      id: z.int(),
      kind: z.enum(['orphan', 'missing', 'difference', 'unsettled', 'learned']),
      orderid: z.string(),
      gateway_transaction_id: z.string(),
      registration_id: z.int().nullable(),
      studio: z.string().nullable(),
      here: centsField,
      there: centsField,
      detail: z.string(),
    }),
  ),
  anchor: z.object({ id: z.int(), made_at: instantField, registrations: z.int(), digest: z.string() }).nullable(),
})

export const readBooks = endpoint({
  summary: 'List the nightly reconciliations with the gateway, their differences and the last ledger anchor',
  method: 'GET',
  path: '/v1/office/books',
  auth: 'office',
  reply: books,
  example: () => ({}),
})

export const reconcileNow = endpoint({
  summary: 'Lay the gateway’s book of the last three days beside ours now',
  method: 'POST',
  path: '/v1/office/books/reconcile',
  auth: 'office',
  limit: { hits: 20, minutes: 60 },
  reply: books,
  example: () => ({}),
})

export const checkLedger = endpoint({
  summary: 'Verify every ledger from its first entry and list its faults',
  method: 'POST',
  path: '/v1/office/books/check',
  auth: 'office',
  limit: { hits: 20, minutes: 60 },
  reply: z.object({
    registrations: z.int(),
    entries: z.int(),
    anchors: z.int(),
    faults: listOf(z.object({ registration_id: z.int().nullable(), entry: z.int().nullable(), what: z.string() })),
  }),
  example: () => ({}),
})

export const officeMoneyEndpoints = {
  readOfficeMoney,
  refundPayment,
  reversePayment,
  readBooks,
  reconcileNow,
  checkLedger,
}
