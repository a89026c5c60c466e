import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { begin, openSeason } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const season = await openSeason(stage)

const studio = await season.studio()
const { id } = await begin(studio, await season.city())
const { cookie } = await stage.sessionOf(studio.user_id)
const record = `/v1/dance360/registrations/${id}`
const get = (url: string, accepted?: string, headers: object = {}) =>
  stage.app.inject({ url, headers: { cookie, ...headers, ...(accepted && { 'accept-encoding': accepted }) } })

test('a long answer comes as the browser can unpack it, and is the same', async () => {
  const plain = await get(record)
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.rawPayload.length).toBeGreaterThan(2_000)

  const packed = await get(record, 'gzip, deflate, br')
  expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
  expect(JSON.parse(brotliDecompressSync(packed.rawPayload).toString())).toEqual(plain.json())

  const older = await get(record, 'gzip')
  expect(older.headers['content-encoding']).toBe('gzip')
  expect(JSON.parse(gunzipSync(older.rawPayload).toString())).toEqual(plain.json())
})

test('a client that accepts no compression gets the plain body', async () => {
  for (const accepted of ['identity', 'br;q=0, gzip;q=0']) {
    const reply = await get(record, accepted)
    expect(reply.headers['content-encoding'] ?? 'identity').toBe('identity')
    expect(reply.json().id).toBe(id)
  }
})

test('a short answer is sent as it is', async () => {
  const reply = await get('/healthz', 'gzip, br')
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-encoding']).toBeUndefined()
})

test('a packed request is refused, never unpacked', async () => {
  const headers = { cookie, 'content-encoding': 'gzip', 'content-type': 'application/json' }
  const reply = await stage.app.inject({
    method: 'PUT',
    url: record,
    headers,
    payload: Buffer.from([0x1f, 0x8b, 8, 0]),
  })
  expect(reply.statusCode).toBe(400)
})

test('API-001 the OpenAPI document is compressed once, and not sent again to a client that has it', async () => {
  const plain = await get('/v1/openapi.json')
  const again = await get('/v1/openapi.json', 'br', { 'if-none-match': plain.headers.etag })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  for (const [encoding, unpack] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const packed = await get('/v1/openapi.json', encoding)
    expect(packed.headers['content-encoding']).toBe(encoding)
    expect(JSON.parse(unpack(packed.rawPayload).toString())).toEqual(plain.json())
  }
})
