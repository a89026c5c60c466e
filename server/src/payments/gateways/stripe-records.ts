import type { Instant } from '@callboard/domain/kernel/instant.ts'
import Stripe from 'stripe'
import type { TransactionSearch, GatewayTransaction } from './gateway.ts'
import { classify } from './stripe-classify.ts'
import { checkOrderId } from './stripe-requests.ts'
import { readIntent, readRefund } from './stripe-transactions.ts'

const page = 100
const hour = 3_600
/** Stripe's search may lag a minute behind, an hour on a bad day; its lists do not. */
const recent = { charges: 2 * hour, refunds: 72 * hour }
const withCharge = ['data.latest_charge']

/** Queries Stripe's records; read-only. A failed query is `unavailable`, never an empty list. */
export function stripeRecords(stripe: Stripe, now: () => number) {
  const secondsAgo = (seconds: number) => Math.floor(now() / 1000) - seconds
  const ofOrder = (orderId: string) => (one: { metadata: Stripe.Metadata | null }) =>
    one.metadata?.['orderid'] === orderId

  async function findByOrder(orderId: string): Promise<GatewayTransaction[]> {
    checkOrderId(orderId)
    const query = `metadata['orderid']:'${orderId}'`
    const { data: searched } = await stripe.paymentIntents.search({ query, limit: page, expand: withCharge })
    if (searched.length > 0) return searched.map(readIntent)
    const since = { created: { gte: secondsAgo(recent.charges) }, limit: page }
    const intents = await all(stripe.paymentIntents.list({ ...since, expand: withCharge }))
    const charges = intents.filter(ofOrder(orderId))
    if (charges.length > 0) return charges.map(readIntent)
    // Refunds cannot be searched for at all.
    const refunds = await all(stripe.refunds.list({ created: { gte: secondsAgo(recent.refunds) }, limit: page }))
    return refunds.filter(ofOrder(orderId)).map(readRefund)
  }

  async function findOne(id: string): Promise<GatewayTransaction[]> {
    if (/^re_\w+$/.test(id)) return [readRefund(await stripe.refunds.retrieve(id))]
    if (!/^pi_\w+$/.test(id)) return []
    return [readIntent(await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }))]
  }

  /** Debits that came or were returned days after they were made, by the events of that time; Stripe keeps those a month. */
  async function listDebitsOf(created: { gte: number; lte: number }, listedIds: ReadonlySet<string>) {
    const events = await all(stripe.events.list({ created, limit: page, types: [...newsOfDebits] }))
    const ids = new Set(events.flatMap(({ data: { object } }) => intentNamedIn(object) ?? []))
    const unknown = [...ids].filter((id) => !listedIds.has(id))
    return Promise.all(unknown.map((id) => stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })))
  }

  /** Stripe has no list of changed transactions, so this reads new charges, new refunds and changed debits. */
  async function listTouched(from: Instant, to: Instant): Promise<GatewayTransaction[]> {
    const created = { gte: Math.floor(Date.parse(from) / 1000), lte: Math.ceil(Date.parse(to) / 1000) }
    const intents = await all(stripe.paymentIntents.list({ created, limit: page, expand: withCharge }))
    const expand = ['data.payment_intent.latest_charge']
    const refunds = await all(stripe.refunds.list({ created, limit: page, expand }))
    const listedIds = new Set(intents.map(({ id }) => id))
    const refunded = new Map<string, Stripe.PaymentIntent>()
    for (const { payment_intent: of } of refunds) {
      if (of && typeof of === 'object' && !listedIds.has(of.id)) refunded.set(of.id, of)
    }
    const debits = await listDebitsOf(created, new Set([...listedIds, ...refunded.keys()]))
    return [...[...intents, ...refunded.values(), ...debits].map(readIntent), ...refunds.map(readRefund)]
  }

  return {
    findByOrderId: (orderId: string) => searchFor(() => findByOrder(orderId)),
    findById: (id: string) => searchFor(() => findOne(id)),
    listModified: (from: Instant, to: Instant) => searchFor(() => listTouched(from, to)),
  }
}

const newsOfDebits = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'charge.dispute.funds_withdrawn',
] as const

/** The payment an event is about: itself, or the one a dispute names. */
function intentNamedIn(about: object): string | undefined {
  const { object, id, payment_intent } = about as { object?: unknown; id?: unknown; payment_intent?: unknown }
  const intentId = object === 'payment_intent' ? id : payment_intent
  return typeof intentId === 'string' && intentId.startsWith('pi_') ? intentId : undefined
}

/** All pages, or none: a list with a hole would look like payments that never happened. */
async function all<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = []
  for await (const item of list) items.push(item)
  return items
}

async function searchFor(look: () => Promise<GatewayTransaction[]>): Promise<TransactionSearch> {
  try {
    return { outcome: 'found', transactions: await look() }
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.code === 'resource_missing') {
      return { outcome: 'found', transactions: [] }
    }
    return { outcome: 'unavailable', code: classify(error, { tender: 'card', of: 'charge' }).code }
  }
}
