import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** For the gateway alone: signed, read as raw bytes. */
export const paymentNews = endpoint({
  summary: 'News from the payment gateway, signed by it',
  headers: ['WebhookSignature'],
  method: 'POST',
  path: '/v1/payments/webhook',
  auth: 'public',
  reply: z.object({ received: z.boolean() }),
  // The signature is that of these very bytes under the sandbox's key.
  example: () => ({
    headers: {
      'content-type': 'application/json',
      'webhook-signature': 't=f3c1e9a2b7d84c15,s=04ac6a0d6e1b85f4501b13d1f3fd605d87c0d5179af3e9f93669035a320fdbb1',
    },
    body: '{"event_id":"11111111-2222-4333-8444-555555555555","event_type":"transaction.sale.success","event_body":{"transaction_id":"1234560000","order_id":"P-01JTEST","condition":"pendingsettlement","action":{"action_type":"sale","amount":"54.04","success":"1"}}}',
  }),
})
