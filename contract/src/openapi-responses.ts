import { nothing, type Endpoint } from './endpoint.ts'
import { sampleOf } from './openapi-samples.ts'
import type { Schema, Schemas } from './openapi-schemas.ts'

export type Media = Readonly<Record<string, { schema?: Schema; example?: unknown; examples?: object }>>
export type Response = { description: string; headers?: object; content?: Media }
/** `description`: the codes that this call answers with the status. */
export type ResponseRef = { $ref: string; description?: string }
export type StatusOf = (refusal: string) => number

/** Every refusal and error: a sentence for a person, and a code with its facts for a program. */
export const refusalSchema: Schema & { example: unknown } = {
  type: 'object',
  required: ['code', 'message', 'request_id'],
  properties: {
    code: { type: 'string', description: 'What was refused; it stays the same when the words change.' },
    message: { type: 'string', description: 'The same as a sentence to show.' },
    field: { type: 'string', description: 'The part of the request at fault, with dots: `person.fname`.' },
    tab: { type: 'string', description: 'The step of the registration where it can be mended.' },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'A sentence for every part at fault.',
    },
    request_id: { type: 'string', description: 'The name of this answer in the log.' },
  },
  example: {
    code: 'registration_completed',
    message: 'This registration is completed. Please edit it instead.',
    request_id: '0b1c6a2e-6f0d-4f8e-9f3a-1d2c3b4a5e6f',
  },
}

const refusal: Media = { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } }
const retryAfter = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }

export const responseHeaders = {
  RetryAfter: { description: 'After how many seconds to try again.', schema: { type: 'integer' }, example: 60 },
  Link: {
    description: 'The address of the next page, with rel="next"; absent on the last page.',
    schema: { type: 'string' },
    example: '</v1/mybtf/roster?page=2&per_page=50>; rel="next"',
  },
  ETag: { description: 'The version of the answer, for If-None-Match.', schema: { type: 'string' }, example: '"3-41"' },
}

/** The refusals of every call that has no more to say of them. */
export const commonResponses: Readonly<Record<string, Response>> = {
  400: {
    description: 'The request has not the shape described here; `field` names the part at fault.',
    content: refusal,
  },
  401: { description: 'Not signed in.', content: refusal },
  403: { description: 'Signed in, but not allowed to; or sent by another site’s page.', content: refusal },
  404: { description: 'There is no such thing, or it is not the caller’s.', content: refusal },
  409: { description: 'It conflicts with what is there, or was changed meanwhile.', content: refusal },
  413: { description: 'The body is too large.', content: refusal },
  415: { description: 'The body is of a type that is not read.', content: refusal },
  422: { description: 'Refused by a rule; `message` says why in words to show.', content: refusal },
  429: { description: 'Too many tries.', headers: retryAfter, content: refusal },
  500: { description: 'Something went wrong here; `request_id` names it in the log.', content: refusal },
  503: {
    description: 'Not available now. Repeat a read or a call with a key; for another, check first whether it was done.',
    headers: retryAfter,
    content: refusal,
  },
}

const asksForSomething = ({ params, query, body }: Endpoint) =>
  params !== nothing || query !== nothing || body !== nothing
const takesBody = ({ body, form, method }: Endpoint) => method !== 'GET' && (body !== nothing || form !== null)

/** The statuses of refusals that a call may answer beside those of its own. */
function commonStatuses(endpoint: Endpoint): number[] {
  const { auth, method } = endpoint
  const writes = method !== 'GET'
  return [
    400,
    ...(auth === 'public' ? [] : [401]),
    ...(auth === 'public' && !writes ? [] : [403]),
    ...(asksForSomething(endpoint) ? [404] : []),
    ...(writes ? [409, 422] : []),
    ...(takesBody(endpoint) ? [413, 415] : []),
    ...[429, 500, 503],
  ]
}

/** Every status that a call may answer. */
export function statusesOf(endpoint: Endpoint, statusOf: StatusOf): Set<number> {
  return new Set([
    endpoint.status,
    ...Object.keys(endpoint.statuses).map(Number),
    ...(endpoint.conditional ? [304] : []),
    ...endpoint.refusals.map(statusOf),
    ...commonStatuses(endpoint),
  ])
}

/** The most characters of an example: one level less is filled until it fits. */
const mostExample = 240

function exampleOf(schemas: Schemas, reply: Schema): unknown {
  for (const depth of [4, 3, 2]) {
    const sample = sampleOf(schemas, reply, '', depth)
    if (JSON.stringify(sample).length <= mostExample) return sample
  }
  return sampleOf(schemas, reply, '', 1)
}

function success(endpoint: Endpoint, reply: Schema, example: object): Response {
  const { status, answers, conditional, linked } = endpoint
  const headers = {
    ...(conditional && { ETag: { $ref: '#/components/headers/ETag' } }),
    ...(linked && { Link: { $ref: '#/components/headers/Link' } }),
  }
  if (status === 204) return { description: 'Done; the answer is empty.' }
  if (answers === 'file') return { description: 'The document', content: { 'application/octet-stream': {} } }
  if (answers === 'events') {
    return {
      description: 'Events of this shape, until the stream ends',
      content: { 'text/event-stream': { schema: reply } },
    }
  }
  return {
    description: 'Done',
    ...(Object.keys(headers).length > 0 && { headers }),
    content: { 'application/json': { schema: reply, ...example } },
  }
}

/** The responses of calls. Examples of shapes that several calls answer are collected in `examples`, once. */
export function responseWriter(schemas: Schemas, replies: readonly Schema[], statusOf: StatusOf) {
  const examples: Record<string, { value: unknown }> = {}
  const values = new Map(replies.map((reply) => [reply, exampleOf(schemas, reply)]))
  const nameOf = ({ $ref = '' }: Schema) => $ref.slice($ref.lastIndexOf('/') + 1)
  // Shapes of several names may have the same example.
  const names = new Map<string, string>()
  const shared = new Set<string>()
  for (const [reply, value] of values) {
    const text = JSON.stringify(value)
    if (names.has(text)) shared.add(text)
    else names.set(text, nameOf(reply))
  }

  const exampleFor = (reply: Schema): object => {
    const value = values.get(reply)
    const text = JSON.stringify(value)
    if (!shared.has(text)) return { example: value }
    const name = names.get(text) ?? nameOf(reply)
    examples[name] ??= { value }
    return { examples: { [name]: { $ref: `#/components/examples/${name}` } } }
  }

  function responsesOf(endpoint: Endpoint, reply: Schema): Record<string, Response | ResponseRef> {
    const isJson = endpoint.status !== 204 && endpoint.answers === 'json'
    const successResponse = success(endpoint, reply, isJson ? exampleFor(reply) : {})
    const responses: Record<string, Response | ResponseRef> = { [endpoint.status]: successResponse }
    for (const [status, description = ''] of Object.entries(endpoint.statuses)) {
      const isAnswer = Number(status) < 300 && successResponse.content
      const isRefusal = Number(status) >= 400 && commonResponses[status] !== undefined
      const content = isAnswer ? successResponse.content : isRefusal ? refusal : undefined
      responses[status] = { description, ...(content && { content }) }
    }
    if (endpoint.conditional) responses[304] = { description: 'Nothing changed since the answer with this ETag.' }
    for (const status of commonStatuses(endpoint)) responses[status] ??= refTo(status)
    for (const [status, codes] of byStatus(endpoint.refusals, statusOf)) {
      const isCommon = commonResponses[status] !== undefined
      responses[status] = isCommon ? { ...refTo(status), description: codes } : { description: codes, content: refusal }
    }
    return responses
  }
  return { responsesOf, examples }
}

const refTo = (status: number): ResponseRef => ({ $ref: `#/components/responses/${status}` })

function byStatus(refusals: readonly string[], statusOf: StatusOf): Map<number, string> {
  const codes = new Map<number, string>()
  for (const code of refusals) {
    const status = statusOf(code)
    codes.set(status, `${codes.get(status) ?? ''} \`${code}\``.trim())
  }
  return codes
}
