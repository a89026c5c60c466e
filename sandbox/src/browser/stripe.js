// Stands in for Stripe.js as far as the product uses it: Stripe(key).elements().create(…), on, mount, destroy, submit and
// createPaymentMethod. Each element is a frame of this origin, or for an account three; the page never sees what is typed.
;(() => {
  const origin = new URL(document.currentScript.src).origin
  const fieldOf = {
    cardNumber: 'ccnumber',
    cardExpiry: 'ccexp',
    cardCvc: 'cvv',
    accountName: 'checkname',
    routing: 'checkaba',
    account: 'checkaccount',
  }
  const titles = {
    cardNumber: 'Card number',
    cardExpiry: 'Expiration date',
    cardCvc: 'Security code',
    accountName: 'Name on account',
    routing: 'Routing number',
    account: 'Account number',
  }

  const randomId = () =>
    [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

  function openElements(key) {
    const sid = randomId()
    const made = new Map()

    function create(type, { placeholder = '', style = {} } = {}) {
      const field = fieldOf[type]
      const heard = new Map()
      const frame = document.createElement('iframe')
      const tell = (event, detail = {}) => heard.get(event)?.({ elementType: type, ...detail })
      const order = (name, more = {}) => frame.contentWindow?.postMessage({ sid, order: name, ...more }, origin)
      const judged = ({ valid, message, empty }) =>
        tell('change', { complete: valid, empty, error: valid || empty ? undefined : { message } })
      const reactions = {
        ready: () => order('configure', { styles: { customCss: style.base } }),
        configured: () => tell('ready'),
        focus: () => tell('focus'),
        blur: () => tell('blur'),
        changed: () => tell('change', { complete: false, empty: false }),
        judged,
        saved(news) {
          judged(news)
          element.saving?.(news.valid)
        },
        token: (answer) => element.finishing?.(answer),
      }
      const onMessage = ({ source, origin: from, data }) => {
        if (from !== origin || source !== frame.contentWindow || data?.sid !== sid) return
        if (Object.hasOwn(reactions, data.kind)) reactions[data.kind](data)
      }
      const element = {
        on: (event, handler) => void heard.set(event, handler),
        mount(place) {
          const container = typeof place === 'string' ? document.querySelector(place) : place
          const query = new URLSearchParams({
            field,
            sid,
            key,
            title: titles[type],
            placeholder,
            origin: location.origin,
          })
          Object.assign(frame.style, {
            display: 'block',
            width: '100%',
            height: '42px',
            border: '0',
            colorScheme: 'light',
          })
          frame.title = titles[type]
          frame.src = `${origin}/token/frame?${query}`
          addEventListener('message', onMessage)
          container.replaceChildren(frame)
        },
        destroy() {
          removeEventListener('message', onMessage)
          frame.remove()
          made.delete(type)
        },
        save: () =>
          new Promise((resolve) => {
            element.saving = resolve
            order('save')
          }),
        finish: () =>
          new Promise((resolve) => {
            element.finishing = resolve
            order('finish', { tender: type.startsWith('card') ? 'card' : 'bank' })
          }),
        siblings: made,
      }
      made.set(type, element)
      return element
    }
    /** The payment element for accounts: its frames under one another, and one word for all of them. */
    function createPayment(options = {}) {
      const parts = ['accountName', 'routing', 'account'].map((type) => create(type, options))
      const heard = new Map()
      const complete = new Set()
      let ready = 0
      for (const part of parts) {
        part.on('ready', () => {
          ready += 1
          if (ready === parts.length) heard.get('ready')?.({ elementType: 'payment' })
        })
        part.on('change', (change) => {
          if (change.complete) complete.add(part)
          else complete.delete(part)
          heard.get('change')?.({ elementType: 'payment', complete: complete.size === parts.length, empty: false })
        })
      }
      return {
        on: (event, handler) => void heard.set(event, handler),
        mount(place) {
          const container = typeof place === 'string' ? document.querySelector(place) : place
          const boxes = parts.map(() => document.createElement('div'))
          container.replaceChildren(...boxes)
          parts.forEach((part, at) => part.mount(boxes[at]))
        },
        destroy: () => parts.forEach((part) => part.destroy()),
      }
    }

    async function submit() {
      const all = await Promise.all([...made.values()].map((element) => element.save()))
      return all.includes(false) ? { error: { type: 'validation_error', message: 'Some details are incomplete.' } } : {}
    }

    return {
      create: (type, options) => (type === 'payment' ? createPayment(options) : create(type, options)),
      getElement: (type) => made.get(type) ?? null,
      submit,
      first: () => [...made.values()][0],
    }
  }

  window.Stripe = (key) => ({
    elements: () => openElements(key),
    async createPaymentMethod({ card, elements }) {
      if (elements) return elements.first().finish()
      const all = await Promise.all([...card.siblings.values()].map((element) => element.save()))
      if (all.includes(false))
        return { error: { type: 'validation_error', message: 'Your card’s details are incomplete.' } }
      const { paymentMethod, error } = await card.finish()
      return paymentMethod ? { paymentMethod } : { error: typeof error === 'string' ? { message: error } : error }
    },
  })
})()
