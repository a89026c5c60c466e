import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { actForOwnerOf, call, send } from '../../web/src/api/call.ts'

const path = '/v1/dance360/registrations/12'
const key = `GET ${path}`
const read = () => call('GET /v1/dance360/registrations/{id}', { params: { id: 12 } })
const early = { reply: () => Promise.resolve(Response.json('early')), arrivedAt: () => performance.now() }
const replies = new Map<string, { reply: Promise<Response>; arrivedAt?: number }>()
const calls: string[] = []

function setEarly({ reply = early.reply(), arrivedAt = early.arrivedAt() } = {}) {
  replies.set(key, { reply, arrivedAt })
}

beforeEach(() => {
  vi.stubGlobal('openingReplies', replies)
  vi.stubGlobal('fetch', (url: string, { method }: RequestInit) => {
    calls.push(`${method} ${url}`)
    return Promise.resolve(Response.json('asked'))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  replies.clear()
  calls.length = 0
})

test('a read that the document has started answers the first call, and none after it', async () => {
  setEarly()
  expect([await read(), await read()]).toEqual(['early', 'asked'])
  expect(calls).toEqual([key])
})

test('a read that was lost, refused or is half a minute old is made again', async () => {
  setEarly({ reply: Promise.reject(new TypeError('Failed to fetch')) })
  expect(await read()).toBe('asked')
  setEarly({ reply: Promise.resolve(Response.json('early', { status: 403 })) })
  expect(await read()).toBe('asked')
  setEarly({ arrivedAt: performance.now() - 30_000 })
  expect(await read()).toBe('asked')
})

test('a change makes what the document has read out of date; the session that it asked for changes nothing', async () => {
  setEarly()
  replies.set('POST /v1/mybtf/authenticate', { reply: early.reply(), arrivedAt: performance.now() })
  expect(await send('POST', '/v1/mybtf/authenticate', { body: {} })).toBe('early')
  await send('POST', '/v1/mybtf/authenticate', { body: {} }, { isRead: true })
  expect(replies.has(key)).toBe(true)
  await send('PUT', path, { body: {} })
  expect(await read()).toBe('asked')
})

test('a read through a shared link, or of an edit by the office, is another one', async () => {
  setEarly()
  expect(await send('GET', path, {}, { share: 'token' })).toBe('asked')
  actForOwnerOf(12)
  expect(await read()).toBe('asked')
  actForOwnerOf(null)
  expect(await read()).toBe('early')
})

test('an answer that ends before its end is a lost one, not an empty one', async () => {
  vi.stubGlobal('fetch', () => {
    const body = new ReadableStream({
      start(stream) {
        stream.enqueue(new TextEncoder().encode('{"id":'))
        stream.error(new TypeError('network error'))
      },
    })
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'application/json' } }))
  })
  await expect(send('POST', path, { body: {} })).rejects.toMatchObject({ code: 'offline' })
})
