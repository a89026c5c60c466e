import type { Collect, Options } from './collect.ts'

type Change = { complete: boolean; empty: boolean; error?: { message: string } | undefined }
type Element = {
  mount: (place: string) => void
  destroy: () => void
  on: (event: 'ready' | 'change', handler: (change: Change) => void) => void
}
type Made = {
  paymentMethod?: { id: string; card: { brand: string; last4: string; exp_month: number; exp_year: number } }
  error?: { message?: string }
}
type Stripe = {
  elements: () => { create: (type: string, options: object) => Element }
  createPaymentMethod: (asked: { type: 'card'; card: Element }) => Promise<Made>
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

const two = (number: number) => String(number % 100).padStart(2, '0')

/** Stripe's card elements, behind the same words as the other gateway's fields. */
export async function loadStripeFields(src: string, publishableKey: string): Promise<Collect> {
  await loadScript(src)
  if (!window.Stripe) throw new Error('no fields')
  const stripe = window.Stripe(publishableKey)
  let drawn = new Map<string, Element>()
  let options: Options | undefined

  function configure(given: Options) {
    for (const element of drawn.values()) element.destroy()
    drawn = new Map()
    options = given
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

  async function startPaymentRequest() {
    const [asked, card] = [options, drawn.get('ccnumber')]
    if (!asked || !card) return
    const { paymentMethod, error } = await stripe.createPaymentMethod({ type: 'card', card })
    if (!paymentMethod) return asked.validationCallback('ccnumber', false, error?.message ?? '')
    const { brand, last4, exp_month, exp_year } = paymentMethod.card
    const face = { number: last4, exp: two(exp_month) + two(exp_year), type: brand }
    asked.callback({ token: paymentMethod.id, card: face })
  }

  return { configure, startPaymentRequest: () => void startPaymentRequest() }
}
