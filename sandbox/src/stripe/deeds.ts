import { codeOf, intentView, newId, testMethods, type Intent, type Method, type StripeBook } from './book.ts'
import { Failure, invalid, missing } from './failure.ts'
import { formOf, textOf, textsOf, type Form } from './form.ts'

export type StripeTwist = { decline?: string; hideFromSearchMs?: number }
export type Tell = (type: string, object: unknown) => void
type Parts = { book: StripeBook; now: () => number; tell: Tell }

/** Write operations of the Stripe stand-in. */
export function stripeWrites({ book, now, tell }: Parts) {
  const seconds = () => Math.floor(now() / 1000)

  function methodFor(id: string, customer: string): Method {
    const storedMethod = book.methods.get(id)
    const test = testMethods[id]
    // The documented names stand for a new card each time.
    const method = storedMethod ?? (test && { id: newId('pm'), card: test, customer: null, spent: false })
    if (!method) throw missing('PaymentMethod', id, 'payment_method')
    if (method.customer && method.customer !== customer) {
      throw invalid('The PaymentMethod belongs to a Customer, which must be named.', { param: 'payment_method' })
    }
    if (method.spent && !method.customer) {
      throw invalid('The provided PaymentMethod was previously used without being attached to a Customer.')
    }
    book.methods.set(method.id, method)
    return method
  }

  function charge(form: Form, twist: StripeTwist): unknown {
    const amount = Number(textOf(form, 'amount'))
    if (!Number.isSafeInteger(amount) || amount < 50) {
      throw invalid('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' })
    }
    const customer = textOf(form, 'customer')
    if (customer && !book.customers.has(customer)) throw missing('customer', customer, 'customer')
    const method = methodFor(textOf(form, 'payment_method'), customer)
    const declined = twist.decline ?? method.card.decline ?? null
    const { account } = method.card
    const [allowedType] = Object.values(textsOf(formOf(form, 'allowed_payment_method_types')))
    if (allowedType !== (account ? 'us_bank_account' : 'card')) {
      throw invalid('The PaymentMethod is of a type that this PaymentIntent does not allow.', {
        param: 'payment_method',
      })
    }
    const acceptance = formOf(formOf(form, 'mandate_data'), 'customer_acceptance')
    if (account && !(textOf(formOf(acceptance, 'online'), 'ip_address') && textOf(acceptance, 'accepted_at'))) {
      throw invalid('A mandate is required for us_bank_account.', { code: 'payment_intent_mandate_invalid' })
    }
    const intent: Intent = {
      id: newId('pi'),
      amount,
      created: seconds(),
      customer: customer || null,
      method: method.id,
      card: method.card,
      description: textOf(form, 'description') || null,
      metadata: textsOf(formOf(form, 'metadata')),
      refunded: 0,
      status: declined ? 'requires_payment_method' : account ? 'processing' : 'succeeded',
      declined,
      failed: null,
      disputed: false,
      mandate: textsOf(formOf(acceptance, 'online')),
      searchableFrom: now() + (twist.hideFromSearchMs ?? 0),
    }
    if (!declined && textOf(form, 'capture_method') === 'manual') intent.status = 'requires_capture'
    method.spent = true
    if (customer && !declined && textOf(form, 'setup_future_usage')) method.customer = customer
    book.intents.set(intent.id, intent)
    const view = intentView(intent)
    tell(declined ? 'payment_intent.payment_failed' : `payment_intent.${intent.status}`, view)
    if (declined) throw declineOf(declined, view)
    return view
  }

  const declineOf = (decline_code: string, payment_intent: object) =>
    new Failure(402, {
      type: 'card_error',
      code: codeOf(decline_code),
      decline_code,
      message: 'Your card was declined.',
      payment_intent,
    })

  function refund(form: Form): unknown {
    const id = textOf(form, 'payment_intent')
    const intent = book.intents.get(id)
    if (!intent) throw missing('payment_intent', id, 'payment_intent')
    if (intent.status === 'processing') {
      throw invalid('This charge is still pending and cannot be refunded.', { code: 'charge_not_refundable' })
    }
    const left = intent.status === 'succeeded' && !intent.disputed ? intent.amount - intent.refunded : 0
    const amount = Number(textOf(form, 'amount') || left)
    if (left === 0) throw invalid('Charge has already been refunded.', { code: 'charge_already_refunded' })
    if (amount > left) throw invalid('Refund amount is greater than unrefunded amount on charge', { param: 'amount' })
    intent.refunded += amount
    const metadata = textsOf(formOf(form, 'metadata'))
    const newRefund = {
      object: 'refund',
      amount,
      created: seconds(),
      metadata,
      payment_intent: id,
      status: 'succeeded',
    } as const
    const refund = { id: newId('re'), ...newRefund }
    book.refunds.set(refund.id, refund)
    tell('refund.created', refund)
    return refund
  }

  /** Applies the bank's later result to a pending debit. */
  function settle(id: string) {
    const intent = book.intents.get(id)
    if (intent?.status !== 'processing') throw new Error(`${id} is not under way`)
    const { account } = intent.card
    intent.failed = account?.fails ?? null
    intent.status = intent.failed ? 'requires_payment_method' : 'succeeded'
    tell(intent.failed ? 'payment_intent.payment_failed' : 'payment_intent.succeeded', intentView(intent))
    if (account?.disputed) takeBack(id, 'debit_not_authorized')
  }

  /** The bank takes back what had come. Stripe calls that a dispute, lost from the first. */
  function takeBack(id: string, reason: string) {
    const intent = book.intents.get(id)
    if (intent?.status !== 'succeeded') throw new Error(`${id} has not come`)
    intent.disputed = true
    const { amount } = intent
    const dispute = { id: newId('du'), object: 'dispute', amount, payment_intent: id, reason, status: 'lost' }
    for (const type of ['charge.dispute.created', 'charge.dispute.funds_withdrawn']) tell(type, dispute)
  }

  /** A refund that was accepted and does not arrive: the money is with the merchant again. */
  function failRefund(id: string) {
    const refund = book.refunds.get(id)
    const intent = refund && book.intents.get(refund.payment_intent)
    if (!refund || !intent) throw new Error(`${id} is no refund`)
    refund.status = 'failed'
    intent.refunded -= refund.amount
    tell('refund.failed', refund)
  }

  function cancel(id: string): unknown {
    const intent = book.intents.get(id)
    if (!intent) throw missing('payment_intent', id, 'intent')
    if (intent.status !== 'requires_capture') {
      const why = `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`
      throw invalid(why, { code: 'payment_intent_unexpected_state' })
    }
    intent.status = 'canceled'
    return intentView(intent)
  }

  function openCustomer(form: Form): unknown {
    const customer = { id: newId('cus'), name: textOf(form, 'name') || null, email: textOf(form, 'email') || null }
    const methodId = textOf(form, 'payment_method')
    if (methodId) methodFor(methodId, customer.id).customer = customer.id
    book.customers.set(customer.id, customer)
    return { object: 'customer', ...customer }
  }

  function deleteCustomer(id: string): unknown {
    if (!book.customers.delete(id)) throw missing('customer', id, 'id')
    for (const [name, { customer }] of book.methods) if (customer === id) book.methods.delete(name)
    return { id, object: 'customer', deleted: true }
  }

  /** Creates a new card, as the browser's card fields do. */
  function newMethod(form: Form): unknown {
    const token = textOf(formOf(form, 'card'), 'token')
    const card = testMethods[token.replace(/^tok_/, 'pm_card_')]
    if (!card) throw missing('token', token, 'card[token]')
    const method: Method = { id: newId('pm'), card, customer: null, spent: false }
    book.methods.set(method.id, method)
    return { id: method.id, object: 'payment_method', type: 'card', card }
  }

  return { settle, takeBack, failRefund, charge, refund, cancel, openCustomer, deleteCustomer, newMethod }
}
