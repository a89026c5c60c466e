import { isLoopback, UnfitPaymentConfig } from './gateway.ts'

export type StripeConfig = {
  origin: string
  secretKey: string
  publishableKey: string
  webhookSecret: string
  timeoutMs: number
}

const defaultTimeoutMs = 60_000
export const defaultOrigin = 'https://api.stripe.com'

/** Reads STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_ORIGIN and STRIPE_TIMEOUT_MS. */
export function readStripeConfig(env: Record<string, string | undefined>): StripeConfig {
  const required = (name: string, begins: RegExp) => {
    const value = env[name]?.trim()
    if (!value) throw new UnfitPaymentConfig(`${name} is not set, so no payment could be taken.`)
    if (!begins.test(value)) throw new UnfitPaymentConfig(`${name} is not the kind of key that belongs there.`)
    return value
  }
  const config = {
    origin: env.STRIPE_ORIGIN?.trim() || defaultOrigin,
    secretKey: required('STRIPE_SECRET_KEY', /^[sr]k_(live|test)_/),
    publishableKey: required('STRIPE_PUBLISHABLE_KEY', /^pk_(live|test)_/),
    webhookSecret: required('STRIPE_WEBHOOK_SECRET', /^whsec_/),
    timeoutMs: Number(env.STRIPE_TIMEOUT_MS || defaultTimeoutMs),
  }
  return checkStripeConfig(config, { production: env.NODE_ENV === 'production' })
}

/** Refuses what would take no real money from real buyers, or send real keys over an open line. */
function checkStripeConfig(config: StripeConfig, { production }: { production: boolean }): StripeConfig {
  if (!URL.canParse(config.origin)) throw new UnfitPaymentConfig('STRIPE_ORIGIN is not an address.')
  const { protocol, hostname, origin } = new URL(config.origin)
  if (protocol !== 'https:' && protocol !== 'http:') throw new UnfitPaymentConfig('STRIPE_ORIGIN is not a web address.')
  if (!Number.isInteger(config.timeoutMs) || config.timeoutMs < 1) {
    throw new UnfitPaymentConfig('STRIPE_TIMEOUT_MS must be a whole number of milliseconds.')
  }
  if (isTestKey(config.secretKey) !== isTestKey(config.publishableKey)) {
    throw new UnfitPaymentConfig('One key of Stripe is for tests and the other is not.')
  }
  if (production) {
    if (protocol !== 'https:') throw new UnfitPaymentConfig('STRIPE_ORIGIN must begin with https:// in production.')
    if (isLoopback(hostname)) throw new UnfitPaymentConfig('STRIPE_ORIGIN points to this very machine.')
    if (isTestKey(config.secretKey)) throw new UnfitPaymentConfig('The keys of Stripe are those for tests.')
    if (config.webhookSecret === 'whsec_sandbox_key') {
      throw new UnfitPaymentConfig('STRIPE_WEBHOOK_SECRET is that of the payment sandbox.')
    }
  }
  return { ...config, origin }
}

export const isTestKey = (key: string) => /^[a-z]k_test_/.test(key)
