import { stripeKeys } from '@callboard/sandbox/stripe/start-stripe.ts'
import { readStripeConfig } from '@callboard/server/payments/gateways/stripe-config.ts'
import { expect, test } from 'vitest'

const real = {
  NODE_ENV: 'production',
  STRIPE_SECRET_KEY: 'sk_live_abc',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_abc',
  STRIPE_WEBHOOK_SECRET: 'whsec_abc',
}

test('a real account is taken as it is, at Stripe itself', () => {
  expect(readStripeConfig(real)).toMatchObject({ origin: 'https://api.stripe.com', timeoutMs: 60_000 })
  expect(readStripeConfig({ ...real, STRIPE_SECRET_KEY: 'rk_live_abc' })).toMatchObject({ secretKey: 'rk_live_abc' })
})

test.each<[string, Record<string, string>]>([
  ['keys for tests', { STRIPE_SECRET_KEY: 'sk_test_a', STRIPE_PUBLISHABLE_KEY: 'pk_test_a' }],
  ['a secret key for tests', { STRIPE_SECRET_KEY: 'sk_test_a' }],
  ['a public key for tests', { STRIPE_PUBLISHABLE_KEY: 'pk_test_a' }],
  ['the stand-in’s webhook secret', { STRIPE_WEBHOOK_SECRET: stripeKeys.webhookSecret }],
  ['keys that were swapped', { STRIPE_SECRET_KEY: 'pk_live_a', STRIPE_PUBLISHABLE_KEY: 'sk_live_a' }],
  ['an open line', { STRIPE_ORIGIN: 'http://api.stripe.com' }],
  ['this very machine', { STRIPE_ORIGIN: 'https://localhost:12111' }],
  ['no webhook secret', { STRIPE_WEBHOOK_SECRET: '' }],
])('production refuses %s', (_, wrong) => expect(() => readStripeConfig({ ...real, ...wrong })).toThrow())
