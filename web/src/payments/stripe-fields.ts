import type { Collect, CollectOptions } from './collect.ts'

type Change = { complete: boolean; empty: boolean; error?: { message: string } | undefined }
type Element = {
  mount: (place: string) => void
  destroy: () => void
  on: (event: 'ready' | 'change', handler: (change: Change) => void) => void
}
type Failed = { error?: { message?: string } | undefined }
type PaymentMethodResult = Failed & {
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
  createPaymentMethod: (
    params: { type: 'card'; card: Element } | { elements: Elements },
  ) => Promise<PaymentMethodResult>
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
  let mountedElements = new Map<string, Element>()
  let options: CollectOptions | undefined
  let accounts: Elements | undefined

  function configure(nextOptions: CollectOptions) {
    for (const element of mountedElements.values()) element.destroy()
    mountedElements = new Map()
    options = nextOptions
    accounts = nextOptions.fields.account && stripe.elements(forAccounts)
    if (accounts && nextOptions.fields.account)
      return drawAccount(nextOptions, accounts.create('payment', withoutTerms))
    const elements = stripe.elements()
    const cardEntries = Object.entries(nextOptions.fields).filter(([name]) => isCardField(name))
    let ready = 0
    for (const [name, { selector, ...more }] of cardEntries) {
      if (!isCardField(name)) continue
      const style = { base: { fontSize: '15px', color: '#17151c', '::placeholder': { color: '#6d665e' } } }
      const element = elements.create(elementOf[name], { ...more, style })
      let wasComplete = false
      element.on('ready', () => {
        ready += 1
        if (ready === cardEntries.length) nextOptions.fieldsAvailableCallback()
      })
      element.on('change', ({ complete, error }) => {
        // Nothing is said of a field that is still being typed in, unless it was right before.
        if (complete || error || wasComplete) nextOptions.validationCallback(name, complete, error?.message ?? '')
        wasComplete = complete
      })
      element.mount(selector)
      mountedElements.set(name, element)
    }
  }

  function drawAccount(fieldOptions: CollectOptions, element: Element) {
    element.on('ready', () => fieldOptions.fieldsAvailableCallback())
    let wasComplete = false
    element.on('change', ({ complete }) => {
      if (complete || wasComplete) fieldOptions.validationCallback('account', complete, '')
      wasComplete = complete
    })
    element.mount(fieldOptions.fields.account?.selector ?? '')
    mountedElements.set('account', element)
  }

  async function finishAccount(fieldOptions: CollectOptions, elements: Elements) {
    const submitResult = await elements.submit()
    const result: PaymentMethodResult = submitResult.error
      ? submitResult
      : await stripe.createPaymentMethod({ elements })
    const { us_bank_account: account, billing_details, id: token } = result.paymentMethod ?? {}
    if (!token || !account) return fieldOptions.validationCallback('account', false, result.error?.message ?? '')
    const kind = {
      account_type: account.account_type === 'savings' ? 'savings' : 'checking',
      holder_type: account.account_holder_type === 'company' ? 'business' : 'personal',
    } as const
    fieldOptions.callback({ token, check: { account: account.last4, name: billing_details?.name ?? null, kind } })
  }

  async function startPaymentRequest() {
    const [currentOptions, card] = [options, mountedElements.get('ccnumber')]
    if (currentOptions && accounts) return finishAccount(currentOptions, accounts)
    if (!currentOptions || !card) return
    const { paymentMethod, error } = await stripe.createPaymentMethod({ type: 'card', card })
    if (!paymentMethod?.card) return currentOptions.validationCallback('ccnumber', false, error?.message ?? '')
    const { brand, last4, exp_month, exp_year } = paymentMethod.card
    const face = { number: last4, exp: two(exp_month) + two(exp_year), type: brand }
    currentOptions.callback({ token: paymentMethod.id, card: face })
  }

  return { configure, startPaymentRequest: () => void startPaymentRequest() }
}
