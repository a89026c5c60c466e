import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { OpenApi, Operation, Parameter, Schema } from '@callboard/contract/openapi.ts'
import { docsStyle } from './docs-style.ts'
import type { App } from './serve.ts'

const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
/** A sentence whose `names` are set as code. */
const prose = (text: string) => escape(text).replace(/`([^`]+)`/g, '<code>$1</code>')

/** What a field holds, in a few words: 'text', 'list of objects', 'number or null'. */
function kindOf(schema: Schema): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map((one) => kindOf(one as Schema)))].join(' or ')
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(', ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.type === 'array')
    return `list of ${kindOf((schema.items ?? {}) as Schema).replace(/^(object|number)$/, '$1s')}`
  if (schema.type === 'object') return schema.properties ? 'object' : 'object by key'
  if (schema.type === 'integer' || schema.type === 'number') return 'number'
  if (schema.type === 'boolean') return 'true or false'
  if (schema.type === 'null') return 'null'
  if (schema.type !== 'string') return 'anything'
  return schema.format === 'date' ? 'day' : schema.format === 'binary' ? 'bytes of a file' : 'text'
}

const largest = 1_000_000_000

function boundsOf({ maxLength, maxItems, minimum, exclusiveMinimum, maximum, ...schema }: Schema): string {
  const said = [
    maxLength !== undefined && `at most ${maxLength} characters`,
    maxItems !== undefined && `at most ${maxItems}`,
    typeof exclusiveMinimum === 'number' && exclusiveMinimum === 0 && 'above 0',
    typeof minimum === 'number' && minimum > -largest && `from ${minimum}`,
    typeof maximum === 'number' && maximum < largest && `to ${maximum}`,
    schema.default !== undefined && `${JSON.stringify(schema.default)} when left out`,
  ]
  return said.filter(Boolean).join(', ')
}

type Field = { name: string; depth: number; kind: string; bounds: string; required: boolean }

/** A shape as the rows of a table: a field of a field stands indented below it. */
function fieldsOf(schema: Schema, depth = 0): Field[] {
  const inner = [schema, ...(schema.anyOf ?? [])] as Schema[]
  const list = inner.find(({ items }) => items)?.items as Schema | undefined
  if (list) return fieldsOf(list, depth)
  const shape = inner.find(({ properties }) => properties)
  const entries = Object.entries((shape?.properties ?? {}) as Record<string, Schema>).flatMap(([name, field]) => [
    { name, depth, kind: kindOf(field), bounds: boundsOf(field), required: shape?.required?.includes(name) ?? false },
    ...fieldsOf(field, depth + 1),
  ])
  const byKey = inner.find(({ additionalProperties }) => typeof additionalProperties === 'object')?.additionalProperties
  if (!byKey || Object.keys(byKey).length === 0) return entries
  const value = byKey as Schema
  const row = { name: '(each key)', depth, kind: kindOf(value), bounds: boundsOf(value), required: false }
  return [...entries, row, ...fieldsOf(value, depth + 1)]
}

const table = (label: string, heads: readonly string[], rows: readonly string[]) => `<div class="wide" role="region"
 aria-label="${escape(label)}" tabindex="0"><table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>${rows.join('')}</tbody></table></div>`

function shapeTable(label: string, schema: Schema, sent: boolean): string {
  const fields = fieldsOf(schema)
  const all = schema.type === 'array' || fields.length === 0 ? `<p class="quiet">${escape(kindOf(schema))}</p>` : ''
  if (fields.length === 0) return all
  const rows = fields.map(
    ({ name, depth, kind, bounds, required }) =>
      `<tr><th scope="row" class="d${Math.min(depth, 6)}"><code>${escape(name)}</code></th><td>${escape(kind)}</td><td>${escape(
        [sent ? (required ? 'needed' : '') : required ? '' : 'may be missing', bounds].filter(Boolean).join(', '),
      )}</td></tr>`,
  )
  return all + table(label, ['Field', 'Holds', 'Note'], rows)
}

function parameterTable(label: string, parameters: readonly Parameter[]): string {
  const rows = parameters.map(
    ({ name, in: place, required, schema, example }) =>
      `<tr><th scope="row"><code>${escape(name)}</code></th><td>${place}</td><td>${escape(kindOf(schema))}</td><td>${escape(
        [required ? 'needed' : '', boundsOf(schema)].filter(Boolean).join(', '),
      )}</td><td>${example === undefined ? '' : `<code>${escape(String(example))}</code>`}</td></tr>`,
  )
  return table(label, ['Name', 'Where', 'Holds', 'Note', 'Example'], rows)
}

type Call = Operation & { method: string; path: string }

function exampleOf({ method, path: address, parameters, requestBody, security }: Call): string {
  const given = (place: Parameter['in']) =>
    parameters.flatMap(({ name, in: at, example }) =>
      at === place && example !== undefined ? [{ name, example }] : [],
    )
  const values = new Map(given('path').map(({ name, example }) => [name, String(example)]))
  const filled = address.replace(/\{(\w+)\}/g, (whole, name: string) => encodeURI(values.get(name) ?? whole))
  const query = given('query').map(({ name, example }) => `${name}=${encodeURIComponent(example)}`)
  const body = requestBody?.content['application/json']
  const lines = [
    `${method} ${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    ...(security.length > 0 ? ['authorization: Bearer …'] : []),
    ...given('header').map(({ name, example }) => `${name}: ${example}`),
    ...(body ? ['content-type: application/json', '', JSON.stringify(body.example ?? {}, null, 2)] : []),
  ]
  return lines.join('\n')
}

function answersOf(call: Call): string {
  const [done, ...errors] = Object.entries(call.responses).sort(([one], [other]) => Number(one) - Number(other))
  const reply = done?.[1].content?.['application/json']?.schema
  const rows = errors.map(
    ([status, { description }]) => `<tr><th scope="row">${status}</th><td>${prose(description)}</td></tr>`,
  )
  const { operationId } = call
  return `<h4>Answer ${done?.[0]}</h4>
${reply ? shapeTable(`Answer of ${operationId}`, reply, false) : `<p class="quiet">${escape(done?.[1].description ?? '')}</p>`}
<h4>Refusals</h4>
${table(`Refusals of ${operationId}`, ['Status', 'When'], rows)}`
}

function callHtml(call: Call): string {
  const { operationId, method, path: address, summary, description, parameters, requestBody } = call
  const body = requestBody?.content['application/json']?.schema
  return `<details id="${operationId}"><summary><h3><span class="method ${method.toLowerCase()}">${method}</span>
<code class="path">${escape(address)}</code> <span class="what">${escape(summary)}</span></h3></summary>
<div class="inside"><p>${prose(description)}</p>
${parameters.length > 0 ? `<h4>Parameters</h4>${parameterTable(`Parameters of ${operationId}`, parameters)}` : ''}
${body ? `<h4>Body</h4>${shapeTable(`Body of ${operationId}`, body, true)}` : requestBody ? '<h4>Body</h4><p class="quiet">The bytes of the file.</p>' : ''}
<h4>Example</h4><pre tabindex="0" role="region" aria-label="Example of ${operationId}">${escape(exampleOf(call))}</pre>
${answersOf(call)}</div></details>`
}

const anchor = (name: string) => name.toLowerCase().replaceAll(' ', '-')

/** The product's own two typefaces, where the pages that have them are built. */
function fontFaces(folder: string | undefined): string {
  const assets = folder && path.join(folder, 'assets')
  const files = assets && existsSync(assets) ? readdirSync(assets) : []
  const face = (family: string, start: string) => {
    const file = files.find((name) => name.startsWith(start) && name.endsWith('.woff2'))
    return file
      ? `@font-face{font-family:'${family}';src:url('/assets/${file}') format('woff2');font-weight:200 800;font-display:swap}`
      : ''
  }
  return face('Bricolage', 'bricolage-grotesque-latin-wght') + face('Instrument', 'instrument-sans-latin-wght')
}

function pageOf({ info, tags, paths }: OpenApi, folder: string | undefined): string {
  const calls = Object.entries(paths).flatMap(([address, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path: address,
    })),
  )
  const named = [...tags.map(({ name }) => name), 'More']
  const chapters = named
    .map((name) => ({ name, calls: calls.filter((call) => call.tags.includes(name)) }))
    .filter((chapter) => chapter.calls.length > 0)
    .sort((one, other) => one.name.localeCompare(other.name))
  const links = chapters.map(
    ({ name, calls: some }) => `<li><a href="#${anchor(name)}">${escape(name)} <span>${some.length}</span></a></li>`,
  )
  const sections = chapters.map(
    ({ name, calls: some }) =>
      `<section aria-labelledby="${anchor(name)}"><h2 id="${anchor(name)}">${escape(name)}</h2>${some.map(callHtml).join('\n')}</section>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escape(info.title)} · The calls</title>
<style nonce="__CSP_NONCE__">${fontFaces(folder)}${docsStyle}</style></head><body>
<a class="skip" href="#calls">To the calls</a>
<header><p class="brand">Callboard</p><h1>Every call, and what it answers</h1>
<p>${prose(info.description)} The same as a document for programs: <a href="/v1/openapi.json">openapi.json</a>.</p></header>
<div class="columns"><nav aria-label="Chapters"><ul>${links.join('')}</ul></nav>
<main id="calls">${sections.join('\n')}</main></div></body></html>`
}

const policyOf = (nonce: string) =>
  `default-src 'none'; style-src 'nonce-${nonce}'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** GET /docs/api: the OpenAPI document as a page to read. Made once, without a script. */
export function docsPage(app: App, document: () => OpenApi, folder: string | undefined) {
  let page: string | undefined
  app.get('/docs/api', (_request, reply) => {
    page ??= pageOf(document(), folder)
    const nonce = randomBytes(16).toString('base64')
    return reply
      .header('content-security-policy', policyOf(nonce))
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page.replace('__CSP_NONCE__', nonce))
  })
}
