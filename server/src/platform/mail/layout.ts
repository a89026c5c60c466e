import { logoAddress } from '@callboard/domain/kernel/files.ts'

/** Content of a mail. One shared layout renders it as text and HTML. */
export type Letter = {
  subject: string
  /** The line a mail program shows after the subject. */
  preview: string
  heading: string
  paragraphs: readonly string[]
  /** Facts as a short table: label and value. */
  rows?: readonly (readonly [label: string, value: string])[]
  action?: { label: string; url: string }
  /** Smaller, below everything. */
  closing?: readonly string[]
  /** Of news: the page on which the reader unsubscribes. */
  unsubscribe?: string
}

/** The look of a brand: its name and color above the letter, its own last line. */
export type MailBrand = { name: string; color: string; mail_footer: string | null; logo_key?: string | null }

const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const paper = '#FBF8F3'
const ink = '#17151C'
const curtain = '#7A1F4B'
const hairline = '#E7E1D8'

export function textOf(letter: Letter, brand?: MailBrand): string {
  const { heading, paragraphs, rows = [], action, closing = [], unsubscribe } = letter
  const facts = rows.map(([label, value]) => `${label}: ${value}`).join('\n')
  const parts = [
    heading,
    ...paragraphs,
    facts,
    action && `${action.label}:\n${action.url}`,
    ...closing,
    brand?.mail_footer,
    unsubscribe && `Unsubscribe from this news:\n${unsubscribe}`,
    brand?.name,
    'Callboard',
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

/** On a plate, so that it reads in a dark mail program too; where pictures are not loaded, its name stands there. */
function logoOf(brand: MailBrand | undefined): string | undefined {
  const address = logoAddress(brand?.logo_key ?? null)
  if (!brand || address === null) return undefined
  return `<img src="${escape(address)}" alt="${escape(brand.name)}" height="48" style="height:48px;max-width:240px;padding:8px;background:#fff;border-radius:6px">`
}

/** The addresses of pictures are stored without a host, which the sending adds. */
export const withHost = (html: string, origin: string) => html.replaceAll(' src="/', ` src="${escape(origin)}/`)

export function htmlOf(letter: Letter, brand?: MailBrand): string {
  const { subject, preview, heading, paragraphs, rows = [], action, closing = [], unsubscribe } = letter
  const color = brand?.color ?? curtain
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escape(text).replaceAll('\n', '<br>')}</p>`
  const cell = `padding:8px 0;border-bottom:1px solid ${hairline};vertical-align:top`
  const row = ([label, value]: readonly [string, string]) =>
    `<tr><td style="${cell};color:#5B6475">${escape(label)}</td><td style="${cell};text-align:right">${escape(value)}</td></tr>`
  const table = rows.length
    ? `<table role="presentation" width="100%" cellspacing="0" style="margin:0 0 24px">${rows.map(row).join('')}</table>`
    : ''
  const button = action
    ? `<p style="margin:24px 0"><a href="${escape(action.url)}" style="background:${color};color:#fff;text-decoration:none;padding:12px 20px;border-radius:6px;display:inline-block;font-weight:600">${escape(action.label)}</a></p><p style="margin:0 0 16px;font-size:13px;color:#5B6475">Or open ${escape(action.url)}</p>`
    : ''
  const small = [...closing, ...(brand?.mail_footer ? [brand.mail_footer] : [])]
    .map((text) => `<p style="margin:0 0 8px;font-size:13px;color:#5B6475">${escape(text)}</p>`)
    .join('')
  const news = unsubscribe
    ? `<p style="margin:0 0 8px;font-size:13px"><a href="${escape(unsubscribe)}" style="color:#5B6475">Unsubscribe from this news</a></p>`
    : ''
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(subject)}</title></head>
<body style="margin:0;background:${paper};color:${ink};font:15px/1.5 -apple-system,'Segoe UI',Roboto,sans-serif">
<span style="display:none;max-height:0;overflow:hidden">${escape(preview)}</span>
<div style="max-width:560px;margin:0 auto;padding:32px 24px">
<p style="margin:0 0 24px;font-weight:700;letter-spacing:.02em;color:${color}">${logoOf(brand) ?? escape(brand?.name ?? 'Callboard')}</p>
<div style="background:#fff;border:1px solid ${hairline};border-radius:6px;padding:32px 28px">
<h1 style="margin:0 0 16px;font-size:21px;line-height:1.3">${escape(heading)}</h1>
${paragraphs.map(paragraph).join('\n')}${table}${button}</div>
<div style="padding:16px 4px">${small}${news}</div></div></body></html>`
}
