import { startStripe, stripeKeys } from './start-stripe.ts'

// The stand-in as a program, for trying the product on it: `node --import tsx sandbox/src/stripe/main.ts`.
const { origin } = await startStripe({ port: Number(process.env.STRIPE_SANDBOX_PORT ?? 4020) })
const { secretKey, publishableKey, webhookSecret } = stripeKeys
console.log(`The stand-in for Stripe listens. Start the product with
PAYMENT_GATEWAY=stripe STRIPE_ORIGIN=${origin} STRIPE_SECRET_KEY=${secretKey} \\
STRIPE_PUBLISHABLE_KEY=${publishableKey} STRIPE_WEBHOOK_SECRET=${webhookSecret}`)
