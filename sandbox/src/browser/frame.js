// Runs inside one hosted field. What is typed here goes to this origin alone; the page around the frame is told only
// whether the field is filled and good.
;(() => {
  const input = document.getElementById('field')
  const brand = document.getElementById('brand')
  const { field, origin: parentOrigin } = document.body.dataset
  const query = new URLSearchParams(location.search)
  const sid = query.get('sid')
  const key = query.get('key')
  let showsBrand = false

  const tell = (kind, more = {}) => window.parent.postMessage({ sid, field, kind, ...more }, parentOrigin)

  const post = async (path, body) => {
    const answer = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sid, key, ...body }),
    })
    return answer.json()
  }

  async function saveAndTell(kind) {
    const value = input.value
    const empty = value === ''
    try {
      const { valid, message } = await post('/token/api/field', { field, value })
      // Typed on meanwhile: this verdict is about what is no longer there.
      if (value !== input.value) return void (kind === 'saved' && saveAndTell(kind))
      input.setAttribute('aria-invalid', String(!valid))
      setState(valid ? 'valid' : 'invalid')
      tell(kind, { valid, message, empty })
    } catch {
      tell(kind, { valid: false, message: 'This field could not be checked. Please try again.', empty })
    }
  }

  const tidy = {
    ccnumber(digits) {
      const groups = /^3[47]/.test(digits) ? /^(\d{0,4})(\d{0,6})(\d{0,9})/ : /^(\d{0,4})(\d{0,4})(\d{0,4})(\d{0,7})/
      return (groups.exec(digits) || []).slice(1).filter(Boolean).join(' ')
    },
    ccexp(digits) {
      const padded = /^[2-9]/.test(digits) ? `0${digits}` : digits
      return padded.length > 2 ? `${padded.slice(0, 2)} / ${padded.slice(2, 4)}` : padded
    },
    cvv: (digits) => digits.slice(0, 4),
    checkaba: (digits) => digits.slice(0, 9),
    checkaccount: (digits) => digits.slice(0, 17),
  }

  const brands = [
    ['visa', /^4/],
    ['mastercard', /^(5[1-5]|2[2-7])/],
    ['amex', /^3[47]/],
    ['discover', /^6(011|5)/],
    ['diners', /^3(0|6|8)/],
    ['jcb', /^35/],
    ['maestro', /^6/],
  ]

  function tidyUp() {
    const clean = tidy[field]
    const atEnd = input.selectionStart === input.value.length
    if (clean && atEnd) input.value = clean(input.value.replace(/\D/g, ''))
    if (!showsBrand) return
    const digits = input.value.replace(/\D/g, '')
    const [name = ''] = brands.find(([, starts]) => starts.test(digits)) || []
    brand.textContent = name
  }

  // The rules are made here and only values of allowed properties come from outside.
  const sheet = new CSSStyleSheet()
  const allowed =
    /^(color|caret-color|background-color|border(-(top|right|bottom|left))?(-(color|style|width))?|border-radius|box-shadow|font(-(family|size|style|weight|variant|feature-settings|variant-numeric))?|height|letter-spacing|line-height|margin|opacity|outline(-\w+)?|padding(-(top|right|bottom|left))?|text-(align|indent|shadow|transform)|transition|-webkit-font-smoothing|-moz-osx-font-smoothing)$/
  const rule = (selector) => sheet.cssRules[sheet.insertRule(`${selector} {}`, sheet.cssRules.length)]
  const rules = {
    customCss: rule('#field'),
    validCss: rule('#field.valid'),
    invalidCss: rule('#field.invalid'),
    focusCss: rule('#field:focus'),
    placeholderCss: rule('#field::placeholder'),
  }
  document.adoptedStyleSheets = [sheet]

  function dress(styles) {
    for (const [name, { style }] of Object.entries(rules)) {
      for (const [property, value] of Object.entries(styles[name] || {})) {
        if (allowed.test(property) && !/url\(/i.test(String(value))) style.setProperty(property, String(value))
      }
    }
  }

  function setState(state) {
    input.classList.toggle('valid', state === 'valid')
    input.classList.toggle('invalid', state === 'invalid')
  }

  const orders = {
    configure({ styles, brandPreviews }) {
      dress(styles || {})
      showsBrand = Boolean(brandPreviews) && field === 'ccnumber'
      tell('configured', { height: Math.ceil(input.getBoundingClientRect().height) })
    },
    save: () => saveAndTell('saved'),
    focus: () => input.focus(),
    clear() {
      input.value = ''
      brand.textContent = ''
      input.removeAttribute('aria-invalid')
      setState('')
    },
    async finish({ tender }) {
      try {
        const answer = await post('/token/api/finish', { tender })
        tell('token', answer)
      } catch {
        tell('token', { error: 'The payment details could not be saved. Please try again.' })
      }
    },
  }

  addEventListener('message', ({ source, origin, data }) => {
    if (source !== window.parent || origin !== parentOrigin || !data || data.sid !== sid) return
    if (Object.hasOwn(orders, data.order)) void orders[data.order](data)
  })
  // A label on the page can only focus the frame.
  addEventListener('focus', () => input.focus())
  input.addEventListener('focus', () => tell('focus'))
  input.addEventListener('blur', () => {
    tell('blur', { empty: input.value === '' })
    if (input.value !== '') void saveAndTell('judged')
  })
  input.addEventListener('input', () => {
    tidyUp()
    input.removeAttribute('aria-invalid')
    setState('')
    tell('changed')
  })
  tell('ready')
})()
