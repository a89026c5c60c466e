import { bodyLimit, largeBody, mostBytes, smallBody } from '@callboard/contract/body-limit.ts'
import { contract } from '@callboard/contract/contract.ts'
import type { Endpoint } from '@callboard/contract/endpoint.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openStage } from '../kit.ts'

const stage = await openStage()
const endpoints = Object.entries(contract) as [string, Endpoint][]

test.each([
  [z.object({ name: z.string().max(10) }), 2 + 8 + 32],
  [z.array(z.int()).max(3), 2 + 75],
  [z.string().max(4).nullable().default(null), 14],
  [z.string(), Infinity],
  [z.object({ any: z.unknown().optional() }), Infinity],
])('the largest body of a shape: %#', (schema, bytes) => {
  expect(mostBytes(schema)).toBe(bytes)
})

test('SEC-030 most calls read at most 64 kB; those with lists or long texts 1.5 MB', () => {
  const large = endpoints.flatMap(([name, endpoint]) => (bodyLimit(endpoint) === largeBody ? [name] : []))
  for (const name of ['importRoster', 'saveAttendees', 'saveRegistration']) expect(large).toContain(name)
  expect(large.length).toBeLessThan(endpoints.length / 5)
})

test('SEC-030 a call of a few fields refuses a large body before it is parsed, and an import reads it', async () => {
  const json = { 'content-type': 'application/json' }
  const send = (url: string, bytes: number) =>
    stage.app.inject({ method: 'POST', url, headers: json, payload: `{"email":"${'a'.repeat(bytes)}"}` })
  expect((await send('/v1/mybtf/signin', smallBody + 1)).statusCode).toBe(413)
  expect((await send('/v1/mybtf/signin', smallBody - 1_000)).statusCode).toBe(400)
  // Signed out: it was read, and the caller may not.
  expect((await send('/v1/mybtf/roster/import', 1_000_000)).statusCode).toBe(401)
  expect((await send('/v1/mybtf/roster/import', largeBody + 1)).statusCode).toBe(413)
})
