import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FieldName } from './hosted-fields.ts'

// The bundled sandbox is in dist, next to src.
const browserFile = (name: string) => readFileSync(path.join(import.meta.dirname, '../src/browser', name), 'utf8')

/** Browser scripts of the sandbox, served unchanged from disk. */
export const scripts: Record<string, { type: string; text: string }> = {
  '/token/Collect.js': { type: 'text/javascript; charset=utf-8', text: browserFile('collect.js') },
  '/token/frame.js': { type: 'text/javascript; charset=utf-8', text: browserFile('frame.js') },
  '/token/wallet.js': { type: 'text/javascript; charset=utf-8', text: browserFile('wallet.js') },
  '/stripe/stripe.js': { type: 'text/javascript; charset=utf-8', text: browserFile('stripe.js') },
  '/token/frame.css': { type: 'text/css; charset=utf-8', text: browserFile('frame.css') },
}

const fields: Record<FieldName, { label: string; placeholder: string; autocomplete: string; digits: boolean }> = {
  ccnumber: { label: 'Card number', placeholder: '0000 0000 0000 0000', autocomplete: 'cc-number', digits: true },
  ccexp: { label: 'Expiration date', placeholder: 'MM / YY', autocomplete: 'cc-exp', digits: true },
  cvv: { label: 'Security code', placeholder: 'CVV', autocomplete: 'cc-csc', digits: true },
  checkname: { label: 'Name on account', placeholder: 'Name on account', autocomplete: 'name', digits: false },
  checkaba: { label: 'Routing number', placeholder: '9 digits', autocomplete: 'off', digits: true },
  checkaccount: { label: 'Account number', placeholder: 'Account number', autocomplete: 'off', digits: true },
}

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign)

type Frame = { field: FieldName; title: string; placeholder: string; origin: string }

/** One field of the form, alone on a page of the sandbox's own origin. */
export function framePage({ field, title, placeholder, origin }: Frame): string {
  const { label, autocomplete, digits, ...texts } = fields[field]
  const name = escape(title || label)
  const hint = escape(placeholder || texts.placeholder)
  const badge = field === 'ccnumber' || field === 'checkname' ? '<span id="badge">SANDBOX</span>' : ''
  const digitsOnly = digits ? ' inputmode="numeric"' : ''
  return page({
    title: name,
    script: 'frame.js',
    field,
    origin,
    row: `<input id="field" name="${field}" aria-label="${name}" placeholder="${hint}" autocomplete="${autocomplete}"${digitsOnly} spellcheck="false" autocapitalize="off">
<span id="brand" aria-hidden="true"></span>
${badge}`,
  })
}

export const walletTitles: Record<string, string> = { googlePay: 'Google Pay', applePay: 'Apple Pay' }

type Wallet = { field: string; title: string; price: string; origin: string }

/** A wallet's button. Its sheet is left out: pressing it confirms, and the test card pays. */
export function walletPage({ field, title, price, origin }: Wallet): string {
  return page({
    title,
    script: 'wallet.js',
    field,
    origin,
    row: `<button id="wallet" type="button">${title}<span>${escape(price)}</span></button>
<span id="badge">SANDBOX</span>`,
  })
}

type Page = { title: string; script: string; field: string; origin: string; row: string }

const page = ({ title, script, field, origin, row }: Page) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="/token/frame.css">
<script src="/token/${script}" defer></script>
</head>
<body data-field="${escape(field)}" data-origin="${escape(origin)}">
<div id="row">
${row}
</div>
</body>
</html>
`

/** Only the app's own pages may embed the frame, and the frame may connect only to its own origin. */
export function framePolicy(allowedOrigins: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${allowedOrigins.join(' ')}`,
  ].join('; ')
}

/** An allowed origin may leave its port open: `http://localhost:*`. */
export function isAllowed(origin: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) =>
    pattern.endsWith(':*')
      ? origin === pattern.slice(0, -2) || origin.replace(/:\d+$/, '') === pattern.slice(0, -2)
      : origin === pattern,
  )
}
