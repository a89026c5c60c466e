import type { ReportDocument, ReportRow, ReportSection } from '@callboard/domain/kernel/document.ts'

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? '')

const style = `
:root { color: #17151c; background: #fbf8f3; font: 15px/1.5 "Instrument Sans", system-ui, -apple-system, "Segoe UI", sans-serif }
body { margin: 0; padding: 32px 24px 64px }
main { max-width: 860px; margin: 0 auto; background: #fff; border: 1px solid #e7e1d8; border-radius: 6px; padding: 40px 48px }
.above { margin: 0; font-weight: 600; color: #7a1f4b } .above::before { content: ""; display: block; width: 40px; height: 4px; background: #7a1f4b; margin-bottom: 16px }
h1 { margin: 4px 0 0; font-size: 34px; line-height: 1.15; letter-spacing: -0.015em }
h2 { margin: 36px 0 8px; font-size: 20px } h3 { margin: 20px 0 4px; font-size: 16px } .lead { margin: 0 0 8px; font-size: 13px; color: #5a544e }
.below { margin: 4px 0 0; font-size: 17px; color: #5a544e }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(200px, 1fr)); gap: 16px 24px; margin: 28px 0 0 }
dt { font-size: 13px; color: #5a544e } dd { margin: 0; overflow-wrap: anywhere }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums }
th { text-align: left; font-size: 13px; color: #5a544e; border-bottom: 1px solid #9a9184; padding: 6px 12px 6px 0; font-weight: 600 }
td { padding: 8px 12px 0 0; vertical-align: top; overflow-wrap: anywhere } tr + tr td { border-top: 1px solid #e7e1d8 }
tbody tr td { padding-bottom: 8px }
.end { text-align: right; padding-right: 0; white-space: nowrap } .why { display: block; font-size: 13px; color: #5a544e }
.totals { margin: 8px 0 0 auto; max-width: 320px; display: grid; grid-template-columns: 1fr auto; gap: 4px 24px; font-variant-numeric: tabular-nums }
.totals dd { text-align: right } .totals dt { font-size: 15px; color: inherit } .strong { font-weight: 700; font-size: 17px }
.totals dt.strong, .totals dd.strong { border-top: 1px solid #17151c; padding-top: 6px; font-size: 17px }
footer { margin-top: 40px; font-size: 13px; color: #5a544e }
.tools { max-width: 860px; margin: 0 auto 16px; text-align: right }
button { font: inherit; font-weight: 600; color: #fff; background: #7a1f4b; border: 0; border-radius: 6px; padding: 9px 18px; cursor: pointer }
button:focus-visible { outline: 2px solid #7a1f4b; outline-offset: 2px }
@media (max-width: 600px) { body { padding: 16px 0 } main { border-width: 1px 0; border-radius: 0; padding: 24px 16px } .tools { padding: 0 16px } h1 { font-size: 26px }
  thead { display: none } tbody tr { display: block; padding: 10px 0 } tr + tr { border-top: 1px solid #e7e1d8 } tr + tr td { border: 0 } tbody tr td { display: inline; padding: 0 8px 0 0 } td:first-child { display: block; font-weight: 600 } .why { font-weight: 400 } }
@media print { :root, body { background: #fff; font-size: 10pt; padding: 0 } main { border: 0; padding: 0; max-width: none } .tools { display: none } tr, .whole { break-inside: avoid } h2, h3 { break-after: avoid } @page { margin: 16mm } }
`

const cellsOf = ({ cells, below }: ReportRow, { columns }: ReportSection) =>
  columns
    .map(({ align }, index) => {
      const why = index === 0 && below ? `<span class="why">${escape(below)}</span>` : ''
      return `<td${align ? ' class="end"' : ''}>${escape(cells[index] ?? '')}${why}</td>`
    })
    .join('')

function table(section: ReportSection): string {
  if (section.rows.length === 0) return ''
  const head = section.columns.map(
    ({ header, align }) => `<th scope="col"${align ? ' class="end"' : ''}>${escape(header)}</th>`,
  )
  const rows = section.rows.map((row) => `<tr>${cellsOf(row, section)}</tr>`)
  return `<table><thead><tr>${head.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function totals({ totals }: ReportSection): string {
  if (totals.length === 0) return ''
  const lines = totals.map(({ label, value, strong }) => {
    const mark = strong ? ' class="strong"' : ''
    return `<dt${mark}>${escape(label)}</dt><dd${mark}>${escape(value)}</dd>`
  })
  return `<dl class="totals">${lines.join('')}</dl>`
}

function sectionOf(section: ReportSection): string {
  const { heading, is_part, lead, stays_together, notes } = section
  const level = is_part ? 'h3' : 'h2'
  const parts = [
    `<${level}>${escape(heading)}</${level}>`,
    lead ? `<p class="lead">${escape(lead)}</p>` : '',
    ...[table(section), totals(section), ...notes.map((note) => `<p>${escape(note)}</p>`)],
  ]
  return `<section${stays_together ? ' class="whole"' : ''}>${parts.join('')}</section>`
}

/** Renders a report as a standalone page: no resources and no script except its print button. */
export function reportPage(document: ReportDocument, nonce: string): string {
  const { title, above, below, facts, sections, footer } = document
  const factList = facts.map(({ label, value }) => `<div><dt>${escape(label)}</dt><dd>${escape(value)}</dd></div>`)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escape(title)}: ${escape(below)}</title><style nonce="${nonce}">${style}</style></head>
<body><div class="tools"><button type="button" id="print">Print</button></div>
<main><p class="above">${escape(above)}</p><h1>${escape(title)}</h1><p class="below">${escape(below)}</p>
<dl>${factList.join('')}</dl>${sections.map(sectionOf).join('')}<footer>${escape(footer)}</footer></main>
<script nonce="${nonce}">document.getElementById('print').addEventListener('click', function () { window.print() })</script></body></html>`
}

/** Nothing may load or run but what carries the nonce. */
export const pagePolicy = (nonce: string) =>
  `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
