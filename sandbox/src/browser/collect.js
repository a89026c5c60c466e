// Hosted payment fields, with the gateway's own interface: CollectJS.configure, startPaymentRequest, clearInputs,
// closePaymentRequest. Each field is a frame of the sandbox's origin; this page never sees what is typed there.
;(() => {
  const script = document.currentScript
  const origin = new URL(script.src).origin
  const key = script.dataset.tokenizationKey || ''
  const names = ['ccnumber', 'ccexp', 'cvv', 'checkname', 'checkaba', 'checkaccount']
  const titles = {
    ccnumber: 'Card number',
    ccexp: 'Expiration date',
    cvv: 'Security code',
    checkname: 'Name on account',
    checkaba: 'Routing number',
    checkaccount: 'Account number',
  }
  // A wallet's button is a frame as well. Who presses it has confirmed, as on a wallet's own sheet.
  const walletNames = ['googlePay', 'applePay']
  const styleNames = ['customCss', 'validCss', 'invalidCss', 'placeholderCss', 'focusCss']

  // The form now on the page. Configuring again makes a new one and the old one's messages no longer count.
  let form = null

  const parsed = (text) => (text ? JSON.parse(text) : undefined)

  function readAttributes() {
    const data = script.dataset
    const attribute = (name, part) => data[`field${name[0].toUpperCase()}${name.slice(1)}${part}`]
    return {
      paymentSelector: data.paymentSelector,
      styleSniffer: data.styleSniffer !== 'false',
      timeoutDuration: Number(data.timeoutDuration || 0),
      ...Object.fromEntries(styleNames.map((name) => [name, parsed(data[name])])),
      fields: Object.fromEntries(
        names.map((name) => [
          name,
          {
            selector: attribute(name, 'Selector'),
            title: attribute(name, 'Title'),
            placeholder: attribute(name, 'Placeholder'),
            display: name === 'cvv' ? data.fieldCvvDisplay : undefined,
          },
        ]),
      ),
    }
  }

  const randomId = () =>
    [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

  /** Without own styles a field looks like the page's own inputs. */
  function sniffed(container) {
    const model = document.querySelector('input[type=text], input:not([type])') || container
    const { color, fontFamily, fontSize, fontWeight, letterSpacing } = getComputedStyle(model)
    return {
      color,
      'font-family': fontFamily,
      'font-size': fontSize,
      'font-weight': fontWeight,
      'letter-spacing': letterSpacing,
    }
  }

  function configure(given = {}) {
    form?.teardown()
    const written = readAttributes()
    const options = {
      ...written,
      ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
      fields: { ...written.fields, ...given.fields },
    }
    // Every field has a default place; a form that names some fields asks for those alone.
    form = openForm(options, given.fields ? Object.keys(given.fields) : undefined)
  }

  function openForm(options, askedFields) {
    const sid = randomId()
    const fields = new Map()
    const isHidden = (name) => name === 'cvv' && options.fields.cvv?.display === 'hide'
    const wanted = names.filter((name) => (!askedFields || askedFields.includes(name)) && !isHidden(name))
    const form = { sid, fields, options, running: null, teardown }

    for (const name of wanted) {
      const { selector = `#${name}`, title = titles[name], placeholder = '' } = options.fields[name] || {}
      const container = document.querySelector(selector)
      if (!container) {
        if (askedFields) console.error(`CollectJS: nothing on this page matches ${selector}`)
        continue
      }
      fields.set(name, draw(name, container, title, placeholder))
    }

    for (const name of walletNames.filter((wallet) => askedFields?.includes(wallet))) {
      const container = document.querySelector(options.fields[name]?.selector || `#${name}`)
      if (!container || !canPayBy(name, options)) continue
      fields.set(name, draw(name, container, name === 'applePay' ? 'Apple Pay' : 'Google Pay', ''))
    }

    function draw(name, container, title, placeholder) {
      const frame = document.createElement('iframe')
      const query = new URLSearchParams({ field: name, sid, key, title, placeholder, origin: location.origin })
      const isWallet = walletNames.includes(name)
      if (isWallet) query.set('price', `${options.price} ${options.currency}`)
      frame.className = 'CollectJSInlineIframe'
      frame.id = `CollectJSInline${name}`
      frame.title = title
      // Property by property, since a page's policy may forbid a style attribute.
      Object.assign(frame.style, { display: 'block', width: '100%', border: '0', colorScheme: 'light' })
      frame.src = `${origin}/token/${isWallet ? 'wallet' : 'frame'}?${query}`
      container.replaceChildren(frame)
      return { name, container, frame, ready: false, valid: false, saving: null }
    }

    const pay = document.querySelector(options.paymentSelector || '#payButton')
    pay?.addEventListener('click', onPay)
    addEventListener('message', onMessage)

    function onPay(event) {
      event.preventDefault()
      startPaymentRequest(event)
    }

    function onMessage({ source, origin: from, data }) {
      if (from !== origin || !data || data.sid !== sid) return
      const field = fields.get(data.field)
      if (field && source === field.frame.contentWindow) hear(form, field, data)
    }

    function teardown() {
      stop(form)
      pay?.removeEventListener('click', onPay)
      removeEventListener('message', onMessage)
      for (const { frame } of fields.values()) frame.remove()
    }
    return form
  }

  const order = (form, { frame }, name, more = {}) =>
    frame.contentWindow?.postMessage({ sid: form.sid, order: name, ...more }, origin)

  /** A class on the frame and the callback of the page: neither while a field is blank or still being typed. */
  function mark({ frame }, state) {
    frame.classList.toggle('CollectJSValid', state === 'valid')
    frame.classList.toggle('CollectJSInvalid', state === 'invalid')
  }

  const reactions = {
    ready(form, field) {
      const { options } = form
      const styles = Object.fromEntries(styleNames.map((name) => [name, options[name]]))
      if (options.styleSniffer !== false && !options.customCss) styles.customCss = sniffed(field.container)
      const brandPreviews = options.fields.ccnumber?.enableCardBrandPreviews
      order(form, field, 'configure', { styles, brandPreviews: brandPreviews === true || brandPreviews === 'true' })
    },
    configured(form, field, { height }) {
      field.frame.style.height = `${Math.max(height, 20)}px`
      field.ready = true
      if ([...form.fields.values()].every(({ ready }) => ready)) form.options.fieldsAvailableCallback?.()
    },
    focus: (_, { frame }) => frame.dispatchEvent(new FocusEvent('focus')),
    blur: (_, { frame }, { empty }) => frame.dispatchEvent(new CustomEvent('blur', { detail: { empty } })),
    changed: (_, field) => {
      field.valid = false
      mark(field, '')
    },
    judged: (form, field, news) => judge(form, field, news),
    saved(form, field, news) {
      judge(form, field, news)
      field.saving?.(news.valid)
    },
    token: (form, _, answer) => finish(form, answer),
    wallet: (form, { name }, answer) => finishWallet(form, name, answer),
  }

  function hear(form, field, data) {
    if (Object.hasOwn(reactions, data.kind)) reactions[data.kind](form, field, data)
  }

  function judge(form, field, { valid, message, empty }) {
    if (empty && isOptional(form, field.name)) return
    field.valid = valid
    mark(field, valid ? 'valid' : 'invalid')
    form.options.validationCallback?.(field.name, valid, message)
  }

  const cardFields = ['ccnumber', 'ccexp', 'cvv']
  const checkFields = ['checkname', 'checkaba', 'checkaccount']

  /** A form holds a card or a bank account; with both on the page the one that is filled in counts. */
  function tenderOf(form) {
    const needed = (list) => list.filter((name) => form.fields.has(name) && !isOptional(form, name))
    const complete = (list) => needed(list).length > 0 && needed(list).every((name) => form.fields.get(name).valid)
    if (form.fields.has('ccnumber') && complete(cardFields)) return 'card'
    if (form.fields.has('checkaccount') && complete(checkFields)) return 'check'
    return null
  }

  const isOptional = (form, name) => name === 'cvv' && form.options.fields.cvv?.display === 'show'

  function startPaymentRequest(event) {
    if (!form || form.fields.size === 0) {
      console.error('CollectJS: there are no payment fields on this page')
      return
    }
    if (form.running && !form.running.incomplete) return
    stop(form)
    const current = form
    const running = { event, timer: null, incomplete: false }
    current.running = running
    if (current.options.timeoutDuration > 0) {
      running.timer = setTimeout(() => {
        stop(current)
        if (current.options.timeoutCallback) current.options.timeoutCallback()
        else alert('Your payment details could not be saved in time. Please submit them again.')
      }, current.options.timeoutDuration)
    }
    const typed = [...current.fields.values()].filter(({ name }) => !walletNames.includes(name))
    const saves = typed.map(
      (field) =>
        new Promise((resolve) => {
          field.saving = resolve
          order(current, field, 'save')
        }),
    )
    void Promise.all(saves).then(() => {
      if (current !== form || current.running !== running) return
      const tender = tenderOf(current)
      const first = tender && current.fields.get(tender === 'card' ? 'ccnumber' : 'checkaccount')
      // As with the gateway: an incomplete form is told through the validation callback, or through the timeout.
      if (first) order(current, first, 'finish', { tender })
      else running.incomplete = true
    })
  }

  function stop(form) {
    if (form.running?.timer) clearTimeout(form.running.timer)
    form.running = null
    for (const field of form.fields.values()) field.saving = null
  }

  const noWallet = () => {
    const names = ['address1', 'address2', 'firstName', 'lastName', 'postalCode', 'city', 'state', 'country', 'phone']
    const nulls = () => Object.fromEntries(names.map((name) => [name, null]))
    return {
      cardDetails: null,
      cardNetwork: null,
      email: null,
      billingInfo: nulls(),
      shippingInfo: { method: null, ...nulls() },
    }
  }

  function finish(form, { token, card, check, error }) {
    const event = form.running?.event
    if (!form.running) return
    stop(form)
    if (!token) {
      form.options.validationCallback?.('ccnumber', false, error || 'The payment details could not be saved.')
      return
    }
    const response = { tokenType: 'inline', token, initiatedBy: event, card, check, wallet: noWallet() }
    if (form.options.callback) form.options.callback(response)
    else submitWith(form, token)
  }

  function finishWallet(form, tokenType, { token, wallet, error }) {
    if (!token) return console.error(`CollectJS: ${error}`)
    const none = { card: noFace(['number', 'bin', 'exp', 'hash', 'type']), check: noFace(['name', 'account', 'hash']) }
    form.options.callback?.({ tokenType, token, ...none, wallet: { ...noWallet(), ...wallet } })
  }

  const noFace = (names) => Object.fromEntries(names.map((name) => [name, null]))

  /** A wallet shows what will be paid, and Apple's is there only where the browser has it. */
  function canPayBy(name, { price, country, currency }) {
    if (name === 'applePay' && !window.ApplePaySession?.canMakePayments()) return false
    if (price && country && currency) return true
    console.error('CollectJS: a wallet needs price, country and currency')
    return false
  }

  function submitWith(form, token) {
    const pay = document.querySelector(form.options.paymentSelector || '#payButton')
    const target = pay?.closest('form') || document.querySelector('form')
    if (!target) return
    const hidden = document.createElement('input')
    Object.assign(hidden, { type: 'hidden', name: 'payment_token', value: token })
    target.append(hidden)
    target.submit()
  }

  function clearInputs() {
    for (const field of form?.fields.values() || []) {
      field.valid = false
      mark(field, '')
      order(form, field, 'clear')
    }
  }

  window.CollectJS = {
    configure,
    startPaymentRequest,
    clearInputs,
    closePaymentRequest: () => form && stop(form),
  }
  if (document.readyState === 'loading') {
    document.addEventListener('DOMContentLoaded', () => form || configure())
  }
})()
