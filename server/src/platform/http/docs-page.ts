import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { OpenApi, Operation } from '@callboard/contract/openapi.ts'
import type { Parameter } from '@callboard/contract/openapi-parameters.ts'
import type { Response } from '@callboard/contract/openapi-responses.ts'
import { resolveSchema, typeName, type Schema } from '@callboard/contract/openapi-schemas.ts'
import { boundsOf, escape, kindOf, shapeAnchor, shapeTable, table } from './docs-shapes.ts'
import { docsStyle } from './docs-style.ts'
import type { App } from './serve.ts'

/** A sentence whose `names` are set as code. */
const prose = (text: string) => escape(text).replace(/`([^`]+)`/g, '<code>$1</code>')

function parameterTable(label: string, parameters: readonly Parameter[]): string {
  const rows = parameters.map(
    ({ name, in: place, required, description, schema, example }) =>
      `<tr><th scope="row"><code>${escape(name)}</code></th><td>${place}</td><td>${prose(description)}</td><td>${kindOf(schema)}</td><td>${escape(
        [required ? 'needed' : '', boundsOf(schema)].filter(Boolean).join(', '),
      )}</td><td>${example === undefined ? '' : `<code>${escape(String(example))}</code>`}</td></tr>`,
  )
  return table(label, ['Name', 'Where', 'Is', 'Holds', 'Note', 'Example'], rows)
}

/** A call with every reference but those to shapes followed. */
type DocsCall = Omit<Operation, 'parameters' | 'responses' | 'security'> & {
  method: string
  path: string
  security: readonly object[]
  parameters: readonly Parameter[]
  responses: Readonly<Record<string, Response>>
}

const lastPart = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1)

function callsOf({ paths, components, security }: OpenApi): DocsCall[] {
  const parameterOf = (one: NonNullable<Operation['parameters']>[number]): Parameter[] => {
    if (!('$ref' in one)) return [one]
    const parameter = components.parameters[lastPart(one.$ref)]
    return parameter ? [parameter] : []
  }
  const responseOf = (one: Operation['responses'][string]): Response => {
    if (!('$ref' in one)) return one
    const common = components.responses[lastPart(one.$ref)]
    const codes = one.description ? ` ${one.description}` : ''
    return { ...common, description: `${common?.description ?? ''}${codes}` }
  }
  return Object.entries(paths).flatMap(([address, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path: address,
      security: operation.security ?? security,
      parameters: (operation.parameters ?? []).flatMap(parameterOf),
      responses: Object.fromEntries(
        Object.entries(operation.responses).map(([status, response]) => [status, responseOf(response)]),
      ),
    })),
  )
}

function exampleOf({ method, path: address, parameters, requestBody, security }: DocsCall): string {
  const examplesAt = (place: Parameter['in']) =>
    parameters.flatMap(({ name, in: at, example }) =>
      at === place && example !== undefined ? [{ name, example }] : [],
    )
  const values = new Map(examplesAt('path').map(({ name, example }) => [name, String(example)]))
  const examplePath = address.replace(/\{(\w+)\}/g, (whole, name: string) => encodeURI(values.get(name) ?? whole))
  const query = examplesAt('query').map(({ name, example }) => `${name}=${encodeURIComponent(example)}`)
  const body = requestBody?.content['application/json']
  const lines = [
    `${method} ${examplePath}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    ...(security.length > 0 ? ['authorization: Bearer …'] : []),
    ...examplesAt('header').map(({ name, example }) => `${name.toLowerCase()}: ${example}`),
    ...(body ? ['content-type: application/json', '', JSON.stringify(body.example ?? {}, null, 2)] : []),
  ]
  return lines.join('\n')
}

type Components = OpenApi['components']

/** The shape that only this call has, spelled out; another one is a link to its own table. */
function ownShape({ schemas }: Components, schema: Schema, own: string): Schema {
  return schema.$ref?.endsWith(`/${own}`) ? resolveSchema(schemas, schema) : schema
}

function answersOf(call: DocsCall, components: Components): string {
  const [success, ...errors] = Object.entries(call.responses).sort(([one], [other]) => Number(one) - Number(other))
  const media = success?.[1].content?.['application/json']
  const [shared] = Object.keys(media?.examples ?? {})
  const example = media && 'example' in media ? media.example : shared && components.examples[shared]?.value
  const rows = errors.map(
    ([status, { description }]) => `<tr><th scope="row">${status}</th><td>${prose(description)}</td></tr>`,
  )
  const { operationId } = call
  const reply = media?.schema && ownShape(components, media.schema, `${typeName(operationId)}Response`)
  const exampleHtml =
    example === undefined || shared
      ? ''
      : `<pre tabindex="0" role="region" aria-label="Example answer of ${operationId}">${escape(JSON.stringify(example, null, 2))}</pre>`
  return `<h4>Answer ${success?.[0]}</h4>
${reply ? shapeTable(`Answer of ${operationId}`, reply, false) : `<p class="quiet">${escape(success?.[1].description ?? '')}</p>`}
${exampleHtml}<h4>Refusals</h4>
${table(`Refusals of ${operationId}`, ['Status', 'When'], rows)}`
}

function callHtml(call: DocsCall, components: Components): string {
  const { operationId, method, path: address, summary, description, parameters, requestBody } = call
  const content = requestBody?.content['application/json'] ?? requestBody?.content['multipart/form-data']
  const body = content?.schema && ownShape(components, content.schema, `${typeName(operationId)}Request`)
  return `<details id="${operationId}"><summary><h3><span class="method ${method.toLowerCase()}">${method}</span>
<code class="path">${escape(address)}</code> <span class="what">${escape(summary)}</span></h3></summary>
<div class="inside"><p>${prose(description)}</p>
${parameters.length > 0 ? `<h4>Parameters</h4>${parameterTable(`Parameters of ${operationId}`, parameters)}` : ''}
${body ? `<h4>Body</h4>${shapeTable(`Body of ${operationId}`, body, true)}` : requestBody ? '<h4>Body</h4><p class="quiet">The bytes of the file.</p>' : ''}
<h4>Example</h4><pre tabindex="0" role="region" aria-label="Example of ${operationId}">${escape(exampleOf(call))}</pre>
${answersOf(call, components)}</div></details>`
}

/** Renders all shapes that are not inlined at a single call, one table each. */
function shapesHtml({ schemas }: Components, calls: readonly DocsCall[]): { count: number; html: string } {
  const uses = new Map<string, number>()
  const refs = JSON.stringify({ schemas, calls }).match(/(?<="#\/components\/schemas\/)\w+/g) ?? []
  for (const name of refs) uses.set(name, (uses.get(name) ?? 0) + 1)
  const spelledOut = new Set(
    calls.flatMap(({ operationId }) => [`${typeName(operationId)}Response`, `${typeName(operationId)}Request`]),
  )
  const listedSchemas = Object.entries(schemas).filter(([name]) => !spelledOut.has(name) || (uses.get(name) ?? 0) > 1)
  const html = listedSchemas.map(([name, schema]) => {
    const about = schema.description ? `<p>${prose(schema.description)}</p>` : ''
    const isSent = /(Draft|Input|Request|Fields)$/.test(name)
    return `<details id="${shapeAnchor(name)}"><summary><h3><code class="path">${escape(name)}</code></h3></summary>
<div class="inside">${about}${shapeTable(`Shape ${name}`, schema, isSent)}</div></details>`
  })
  return { count: listedSchemas.length, html: html.join('\n') }
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

function pageOf(document: OpenApi, folder: string | undefined): string {
  const { info, tags, components } = document
  const calls = callsOf(document)
  const tagNames = [...tags.map(({ name }) => name), 'More']
  const chapters = tagNames
    .map((name) => ({ name, calls: calls.filter((call) => call.tags.includes(name)) }))
    .filter((chapter) => chapter.calls.length > 0)
    .sort((one, other) => one.name.localeCompare(other.name))
  const shapes = shapesHtml(components, calls)
  const link = (name: string, count: number) =>
    `<li><a href="#${anchor(name)}">${escape(name)} <span>${count}</span></a></li>`
  const section = (name: string, html: string) =>
    `<section aria-labelledby="${anchor(name)}"><h2 id="${anchor(name)}">${escape(name)}</h2>${html}</section>`
  const links = [...chapters.map(({ name, calls: some }) => link(name, some.length)), link('Shapes', shapes.count)]
  const sections = [
    ...chapters.map(({ name, calls: some }) =>
      section(name, some.map((call) => callHtml(call, components)).join('\n')),
    ),
    section('Shapes', shapes.html),
  ]
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escape(info.title)} · The calls</title>
<style nonce="__CSP_NONCE__">${fontFaces(folder)}${docsStyle}</style></head><body>
<a class="skip" href="#calls">To the calls</a>
<header><p class="brand">Callboard</p><h1>Every call, and what it answers</h1>
<p>${prose(info.description)} The same as documents for programs: <a href="/v1/openapi.json">openapi.json</a>, for the office <a href="/v1/openapi-office.json">openapi-office.json</a>, and for the competition day and its results <a href="/v1/openapi-results.json">openapi-results.json</a>.</p></header>
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
