import { intentView, type StripeBook } from './book.ts'
import { invalid, missing } from './failure.ts'
import { formOf, textOf, textsOf, type Form } from './form.ts'

/** Read operations of the Stripe stand-in. Fields are expanded on request; otherwise they hold an id. */
export function stripeReading(book: StripeBook, now: () => number) {
  const viewOf = (id: string, expand: readonly string[]) => {
    const intent = book.intents.get(id)
    if (!intent) throw missing('payment_intent', id, 'intent')
    const view = intentView(intent)
    return expand.includes('latest_charge') ? view : { ...view, latest_charge: view.latest_charge?.id ?? null }
  }
  const refunded = (id: string, expand: readonly string[]) => {
    const refund = book.refunds.get(id)
    if (!refund) throw missing('refund', id, 'id')
    const deeper = expand.includes('payment_intent.latest_charge') ? ['latest_charge'] : undefined
    return deeper ? { ...refund, payment_intent: viewOf(refund.payment_intent, deeper) } : refund
  }

  /** Newest first, page by page, as Stripe lists. */
  function page<Item extends { id: string; created: number }>(items: Iterable<Item>, form: Form, url: string) {
    const { gte = '0', lte = '99999999999' } = textsOf(formOf(form, 'created'))
    const within = [...items].toReversed().filter(({ created }) => created >= Number(gte) && created <= Number(lte))
    const after = textOf(form, 'starting_after')
    const from = after ? within.findIndex(({ id }) => id === after) + 1 : 0
    const limit = Number(textOf(form, 'limit') || 10)
    const rows = within.slice(from, from + limit)
    return { rows, list: { object: 'list', url, has_more: from + limit < within.length } }
  }

  const expandOf = (form: Form) => Object.values(textsOf(formOf(form, 'expand')))
  const ofData = (form: Form) => expandOf(form).flatMap((one) => (one.startsWith('data.') ? [one.slice(5)] : []))

  return {
    charge: (id: string, form: Form) => viewOf(id, expandOf(form)),
    refund: (id: string, form: Form) => refunded(id, expandOf(form)),
    charges(form: Form) {
      const { rows, list } = page(book.intents.values(), form, '/v1/payment_intents')
      return { ...list, data: rows.map(({ id }) => viewOf(id, ofData(form))) }
    },
    refunds(form: Form) {
      const { rows, list } = page(book.refunds.values(), form, '/v1/refunds')
      return { ...list, data: rows.map(({ id }) => refunded(id, ofData(form))) }
    },
    events(all: Iterable<{ id: string; created: number; type: string }>, form: Form) {
      const types = Object.values(textsOf(formOf(form, 'types')))
      const events = [...all].filter(({ type }) => types.length === 0 || types.includes(type))
      const { rows, list } = page(events, form, '/v1/events')
      return { ...list, data: rows.map((event) => ({ object: 'event', ...event })) }
    },
    search(form: Form) {
      const [, name = '', value] = /^metadata\['(\w+)'\]:'([^']*)'$/.exec(textOf(form, 'query')) ?? []
      if (value === undefined) throw invalid('The query cannot be read.', { param: 'query' })
      const intents = [...book.intents.values()].filter(
        ({ metadata, searchableFrom }) => metadata[name] === value && searchableFrom <= now(),
      )
      const data = intents.map(({ id }) => viewOf(id, ofData(form)))
      return { object: 'search_result', url: '/v1/payment_intents/search', has_more: false, next_page: null, data }
    },
  }
}
