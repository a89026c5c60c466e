import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { payByGateway } from './payments/payments.ts'

const payment = payByGateway.body

export const readBankAuthorization = endpoint({
  summary: 'The text a bank payment agrees to, sent back word for word as `authorization`',
  method: 'POST',
  path: '/v1/payments/bank-authorization',
  auth: 'user',
  /** The parts of the payment's own body that the text speaks of. */
  body: payment.pick({ registration_id: true, amount: true, editing: true }).extend({
    paymentProfile: payment.shape.paymentProfile.omit({ token: true, details: true }),
  }),
  reply: z.object({ version: z.string(), text: z.string() }),
  refusals: ['payment.method_gone', 'registration.no_edit'],
  example: ({ reviewed }) => ({
    body: {
      registration_id: reviewed.id,
      amount: 5_000,
      paymentProfile: {
        name: 'Grace Okafor',
        account_type: 'checking',
        account_holder_type: 'personal',
        last_four: '6789',
      },
    },
  }),
})
