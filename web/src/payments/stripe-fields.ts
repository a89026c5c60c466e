import type { Collect, Options } from './collect.ts'

type Change = { complete: boolean; empty: boolean; error?: { message: string } | undefined }
type Element = {
  mount: (place: string) => void
  destroy: () => void
  on: (event: 'ready' | 'change', handler: (change: Change) => void) => void
}
type Failed = { error?: { message?: string } | undefined }
type Made = Failed & {
  paymentMethod?: {
    id: string
    card?: { brand: string; last4: string; exp_month: number; exp_year: number }
    us_bank_account?: { last4: string | null; account_type: string | null; account_holder_type: string | null }
    billing_details?: { name?: string | null }
  }
}
type Elements = { create: (type: string, options: object) => Element; submit: () => Promise<Failed> }
type Stripe = {
  elements: (options?: object) => Elements
  createPaymentMethod: (asked: { type: 'card'; card: Element } | { elements: Elements }) => Promise<Made>
}

declare global {
  interface Window {
    Stripe?: (publishableKey: string) => Stripe
  }
}

const elementOf = { ccnumber: 'cardNumber', ccexp: 'cardExpiry', cvv: 'cardCvc' } as const
const isCardField = (name: string): name is keyof typeof elementOf => name in elementOf

function loadScript(src: string): Promise<void> {
  if (window.Stripe) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = src
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error('not reached'))
    })
    document.head.append(script)
  })
}

/** An account is chosen and confirmed in Stripe's dialog. It charges nothing: our server does, with what was authorized. */
const forAccounts = {
  mode: 'setup',
  currency: 'usd',
  paymentMethodTypes: ['us_bank_account'],
  paymentMethodCreation: 'manual',
  paymentMethodOptions: { us_bank_account: { verification_method: 'instant' } },
}
// The words of the authorization are ours, shown before each debit.
const withoutTerms = { terms: { usBankAccount: 'never' } }

const two = (number: number) => String(number % 100).padStart(2, '0')

/** Stripe's elements, behind the same words as the other gateway's fields. */
export async function loadStripeFields(src: string, publishableKey: string): Promise<Collect> {
  await loadScript(src)
  if (!window.Stripe) throw new Error('no fields')
  const stripe = window.Stripe(publishableKey)
  let drawn = new Map<string, Element>()
  let options: Options | undefined
  let accounts: Elements | undefined

  function configure(given: Options) {
    for (const element of drawn.values()) element.destroy()
    drawn = new Map()
    options = given
    accounts = given.fields.account && stripe.elements(forAccounts)
    if (accounts && given.fields.account) return drawAccount(given, accounts.create('payment', withoutTerms))
    const elements = stripe.elements()
    const asked = Object.entries(given.fields).filter(([name]) => isCardField(name))
    let ready = 0
    for (const [name, { selector, ...more }] of asked) {
      if (!isCardField(name)) continue
      const style = { base: { fontSize: '15px', color: '#17151c', '::placeholder': { color: '#6d665e' } } }
      const element = elements.create(elementOf[name], { ...more, style })
      let wasComplete = false
      element.on('ready', () => {
        ready += 1
        if (ready === asked.length) given.fieldsAvailableCallback()
      })
      element.on('change', ({ complete, error }) => {
        // Nothing is said of a field that is still being typed in, unless it was right before.
        if (complete || error || wasComplete) given.validationCallback(name, complete, error?.message ?? '')
        wasComplete = complete
      })
      element.mount(selector)
      drawn.set(name, element)
    }
  }

  function drawAccount(given: Options, element: Element) {
    element.on('ready', () => given.fieldsAvailableCallback())
    let wasComplete = false
    element.on('change', ({ complete }) => {
      if (complete || wasComplete) given.validationCallback('account', complete, '')
      wasComplete = complete
    })
    element.mount(given.fields.account?.selector ?? '')
    drawn.set('account', element)
  }

  async function finishAccount(asked: Options, elements: Elements) {
    const refused = await elements.submit()
    const made: Made = refused.error ? refused : await stripe.createPaymentMethod({ elements })
    const { us_bank_account: account, billing_details, id: token } = made.paymentMethod ?? {}
    if (!token || !account) return asked.validationCallback('account', false, made.error?.message ?? '')
    const kind = {
      account_type: account.account_type === 'savings' ? 'savings' : 'checking',
      holder_type: account.account_holder_type === 'company' ? 'business' : 'personal',
    } as const
    asked.callback({ token, check: { account: account.last4, name: billing_details?.name ?? null, kind } })
  }

  async function startPaymentRequest() {
    const [asked, card] = [options, drawn.get('ccnumber')]
    if (asked && accounts) return finishAccount(asked, accounts)
    if (!asked || !card) return
    const { paymentMethod, error } = await stripe.createPaymentMethod({ type: 'card', card })
    if (!paymentMethod?.card) return asked.validationCallback('ccnumber', false, error?.message ?? '')
    const { brand, last4, exp_month, exp_year } = paymentMethod.card
    const face = { number: last4, exp: two(exp_month) + two(exp_year), type: brand }
    asked.callback({ token: paymentMethod.id, card: face })
  }

  return { configure, startPaymentRequest: () => void startPaymentRequest() }
}
