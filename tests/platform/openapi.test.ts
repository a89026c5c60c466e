import { contract } from '@callboard/contract/contract.ts'
import type { Endpoint } from '@callboard/contract/endpoint.ts'
import { illustration } from '@callboard/contract/example-world.ts'
import type { OpenApi } from '@callboard/contract/openapi.ts'
import type { Parameter } from '@callboard/contract/openapi-parameters.ts'
import type { Media, Response } from '@callboard/contract/openapi-responses.ts'
import { resolveSchema } from '@callboard/contract/openapi-schemas.ts'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openStage } from '../kit.ts'
import { addresses, operationsOf, readDocuments } from './openapi-documents.ts'

const stage = await openStage()
const { replies, documents } = await readDocuments(stage)

/** The value a reference leads to. Each must lead somewhere. */
function follow<Value extends object>(document: OpenApi, one: Value | { $ref: string }): Value {
  if (!('$ref' in one)) return one
  const target = one.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document)
  expect(target, one.$ref).toBeTypeOf('object')
  return target as Value
}
const operations = documents.flatMap(operationsOf)

describe('the documents as a whole', () => {
  // One document of shapes written out where they are used took 1.2 MB.
  test.each(addresses)('%s has at most 350 kB', (address) => {
    expect(replies[addresses.indexOf(address)]?.rawPayload.length).toBeLessThanOrEqual(350_000)
  })

  test('every endpoint of the contract is in exactly one of them, under its own id', () => {
    expect(operations.map(([id]) => id).sort()).toEqual(Object.keys(contract).sort())
    expect(new Set(operations.map(([id]) => id)).size).toBe(operations.length)
    for (const [id, { method, path }] of operations) {
      const endpoint: Endpoint = contract[id as keyof typeof contract]
      expect([method.toUpperCase(), path]).toEqual([endpoint.method, endpoint.path])
    }
  })

  test('no two paths differ by the names of their parameters alone', () => {
    const paths = [...new Set(documents.flatMap(({ paths: all }) => Object.keys(all)))]
    expect(new Set(paths.map((path) => path.replace(/\{\w+\}/g, '{}'))).size).toBe(paths.length)
  })

  test.each(documents)('$info.title is OpenAPI 3.1, every reference and chapter leads somewhere', (document) => {
    expect(document.openapi).toBe('3.1.0')
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) })
    const text = JSON.stringify(document)
    for (const [$ref] of text.matchAll(/(?<="\$ref":")[^"]+/g)) follow(document, { $ref })
    expect(text.match(/"\$(defs|schema|id)"/g)).toBeNull()
    expect(text).not.toContain('"readOnly"')
    const tags = document.tags.map(({ name }) => name)
    const schemes = Object.keys(document.components.securitySchemes)
    for (const [, { tags: own, security = document.security }] of operationsOf(document)) {
      expect(own).toHaveLength(1)
      expect(tags).toEqual(expect.arrayContaining([...own]))
      for (const scheme of security.flatMap(Object.keys)) expect(schemes).toContain(scheme)
    }
  })
})

test.each(documents)(
  'a shape of $info.title that stands in two places has a name and is spelled out once',
  ({ components }) => {
    const places = new Map<string, string[]>()
    const visit = (value: unknown, place: string) => {
      if (typeof value !== 'object' || value === null) return
      const { type, properties } = value as { type?: unknown; properties?: object }
      if (type === 'object' && Object.keys(properties ?? {}).length >= 8) {
        const text = JSON.stringify(value)
        places.set(text, [...(places.get(text) ?? []), place])
      }
      for (const [key, item] of Object.entries(value)) visit(item, `${place}.${key}`)
    }
    for (const [name, schema] of Object.entries(components.schemas)) visit(schema, name)
    // A request may be of the same fields as another one by chance.
    const repeated = [...places.values()].filter((some) => some.length > 1 && some.some((place) => place.includes('.')))
    expect(repeated).toEqual([])
  },
)

test('every list that is read by pages answers rows, total and next, and says nothing of pages in another way', () => {
  const paged = operations.filter(([id]) => {
    const { query, linked }: Endpoint = contract[id as keyof typeof contract]
    // A bare array says its next page in the Link header.
    return !linked && 'page' in ((query as unknown as { shape?: object }).shape ?? {})
  })
  expect(paged.length).toBeGreaterThan(10)
  for (const [id, { document, responses }] of paged) {
    const answer = follow<Response>(document, responses['200'] ?? { description: '' })
    const schema = resolveSchema(document.components.schemas, jsonOf(answer)?.schema ?? {})
    const fields = Object.keys(schema.properties ?? {})
    expect(fields, id).toEqual(expect.arrayContaining(['rows', 'total', 'next']))
    for (const field of ['more', 'page', 'per_page']) expect(fields, id).not.toContain(field)
  }
})

const jsonOf = ({ content = {} }: { content?: Media }) => content['application/json']

describe('API-001 every call of the document says all that a caller needs', () => {
  test.each(operations)(
    '%s',
    (id, { method, path, summary, description, parameters = [], requestBody, responses, security, document }) => {
      const { components } = document
      const endpoint: Endpoint = contract[id as keyof typeof contract]
      expect(summary.length).toBeGreaterThan(5)
      expect(description).toMatch(/\.$/)
      expect(security?.length === 0).toBe(endpoint.auth === 'public')

      const resolvedParameters = parameters.map((one) => follow<Parameter>(document, one))
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(resolvedParameters.filter((one) => one.in === 'path').map(({ name }) => name)).toEqual(inPath)
      for (const parameter of resolvedParameters) {
        expect(parameter.schema, parameter.name).toBeTypeOf('object')
        expect(parameter.description, `${parameter.name} is described`).toMatch(/\.$/)
        if (parameter.required) expect(parameter.example, `${parameter.name} has an example`).toBeDefined()
      }
      expect(new Set(resolvedParameters.map((one) => `${one.in} ${one.name}`)).size).toBe(resolvedParameters.length)
      const headers = resolvedParameters.filter((one) => one.in === 'header').map(({ name }) => name.toLowerCase())
      for (const name of Object.keys(endpoint.example(illustration).headers ?? {}))
        if (name !== 'content-type') expect(headers).toContain(name)

      if (method === 'get' || method === 'delete') expect(requestBody).toBeUndefined()
      const requestSchema = requestBody && jsonOf(requestBody)
      // The printed example is one that the call itself would take.
      if (requestSchema) expect(z.safeParse(endpoint.body, requestSchema.example ?? {}).error).toBeUndefined()

      const statuses = Object.keys(responses)
      const errors = ['400', '429', '500', '503', ...(endpoint.auth === 'public' ? [] : ['401', '403'])]
      expect(statuses).toEqual(expect.arrayContaining([String(endpoint.status), ...errors]))
      for (const [status, one] of Object.entries(responses)) {
        const answer = follow<Response>(document, one)
        expect(answer.description.length, status).toBeGreaterThan(3)
        const media = jsonOf(answer)
        if (Number(status) >= 400 && status !== '416') {
          const schema = media?.schema && resolveSchema(components.schemas, media.schema)
          expect(schema?.required).toEqual(expect.arrayContaining(['code', 'message', 'request_id']))
        } else if (media) {
          const [shared = ''] = Object.keys(media.examples ?? {})
          const example = 'example' in media ? media.example : components.examples[shared]?.value
          expect(z.safeParse(endpoint.reply, example).error, 'the example of the answer').toBeUndefined()
        }
      }
      const responsesText = JSON.stringify(responses)
      for (const code of endpoint.refusals) expect(responsesText).toContain(`\`${code}\``)
    },
  )
})

test('API-001 every call that reads an Idempotency-Key declares the header, required where it is refused without', () => {
  const keyed = operations.flatMap(([id, { parameters = [], document }]) =>
    parameters
      .map((one) => follow<Parameter>(document, one))
      .filter(({ name }) => name.toLowerCase() === 'idempotency-key')
      .map(({ required }) => [id, required]),
  )
  expect(Object.fromEntries(keyed)).toEqual({
    payByGateway: true,
    proposeRelease: false,
    takeProposalBack: false,
    confirmRelease: false,
    releaseNow: false,
    withdrawRelease: false,
    refundPayment: true,
    recordPayment: false,
    recordScholarship: false,
    importRoster: false,
  })
})

test('API-043 the form of a scholarship donation is declared as multipart, as it is sent', () => {
  const [, operation] = operations.find(([id]) => id === 'saveScholarshipDonation') ?? []
  const body = operation?.requestBody as { content: Record<string, unknown> } | undefined
  expect(Object.keys(body?.content ?? {})).toEqual(['multipart/form-data'])
})

test('a refusal is listed under its actual status', async () => {
  const find = (id: string) => operations.find(([name]) => name === id)?.[1].responses
  expect(find('signIn')?.['401']?.description).toContain('`account.not_recognized`')
  expect(find('saveRegistration')?.['409']?.description).toContain('`registration_completed`')
  expect(find('payByGateway')?.['402']?.description).toContain('`payment.declined`')
  const wrong = { email: 'nobody@example.com', password: 'Rehearsal7' }
  expect((await stage.call(0, 'POST', '/v1/mybtf/signin', wrong)).statusCode).toBe(401)
})
