import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { centsField, idField, idInPath, lineField } from '../fields.ts'
import { paymentException, recordedPayment } from '../registrations/office-registrations.ts'

const params = z.object({ id: idInPath })

export const recordPayment = endpoint({
  summary:
    'Record a check, bank transfer, cash, credit or adjustment; a negative amount is a refund. With an Idempotency-Key header a repeated request is the same payment',
  catalogue: 'C104',
  method: 'POST',
  path: '/v1/office/registrations/{id}/payments',
  auth: 'office',
  params,
  body: z.object({
    amount: centsField,
    payment_method_id: idField,
    details: z
      .object({
        check_number: lineField(40).default(''),
        last_four: z
          .string()
          .regex(/^\d{0,4}$/)
          .default(''),
        /** Of cash: the bank's reference of a transfer. With one the payment is a bank transfer. */
        transfer_reference: lineField(40).default(''),
        /** The message that the studio reads. */
        note: lineField(300).default(''),
      })
      .default({ check_number: '', last_four: '', transfer_reference: '', note: '' }),
    /** Only the office sees this. */
    office_reason: lineField(300).default(''),
    /** Of a refund: the bill sinks by the same amount, so that it is not owed again. */
    lowers_bill: z.boolean().default(false),
  }),
  reply: recordedPayment,
  idempotency: 'optional',
  refusals: [
    'office.payment_method',
    'office.payment_amount',
    'office.check_number',
    'office.reason',
    'office.refund_too_much',
    'office.bill_open',
    'payment.key_missing',
    'office.recorded_already',
  ],
  example: ({ completed }) => ({
    params: { id: completed.id },
    body: { amount: 10_000, payment_method_id: 2, details: { check_number: '4071' } },
  }),
})

export const decideCredit = endpoint({
  summary: 'Verify or reject a claimed credit',
  catalogue: 'C105',
  method: 'PUT',
  path: '/v1/office/credits/{id}',
  auth: 'office',
  params,
  body: z.object({ status: z.enum(['verified', 'rejected']) }),
  reply: z.object({ id: z.int(), status: z.enum(['claimed', 'verified', 'rejected']), amount: centsField }),
  example: ({ office }) => ({ params: { id: office.credit_id }, body: { status: 'verified' } }),
})

export const resolvePaymentException = endpoint({
  summary: 'Mark a payment that needed attention as resolved',
  method: 'POST',
  path: '/v1/office/payment-exceptions/{id}/resolve',
  auth: 'office',
  params,
  reply: paymentException,
  example: ({ office }) => ({ params: { id: office.exception_id } }),
})

export const officePaymentEndpoints = {
  resolvePaymentException,
  recordPayment,
  decideCredit,
}
