import { existsSync } from 'node:fs'
import { minutesAfter } from '@callboard/domain/kernel/instant.ts'
import { uploadQuota } from '@callboard/domain/kernel/files.ts'
import { acceptUpload, placeUpload } from '@callboard/server/platform/files/queries.ts'
import { musicJobs } from '@callboard/server/music/jobs.ts'
import { uploadKey } from '@callboard/server/platform/files/file-kinds.ts'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { hostileFiles } from '../scenarios/hostile-files.ts'
import { placeOf, putUpload } from '../scenarios/uploads.ts'

const stage = await openStage()
const { app, db, clock, files } = stage
let jpeg: Buffer

beforeAll(async () => {
  jpeg = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#7a1f4b' } })
    .jpeg()
    .toBuffer()
})

let number = 0
const newKey = (name = 'id.jpg') => `college-discounts/41/${++number}/${name}`
const place = async (key: string, operation: 'get' | 'put' = 'put') =>
  (operation === 'put' ? await placeOf(stage, key) : await files.sign(key, 'image/jpeg', 'get', clock.now(), 600))
    .signedRequest
/** The accepted file of an upload. */
const accepted = (key: string) => acceptUpload(app, key, clock.now())
const put = (url: string, payload: Buffer, type = 'image/jpeg') =>
  app.inject({ method: 'PUT', url, payload, headers: { 'content-type': type } })
const ofSize = (size: number) => Buffer.concat([jpeg, Buffer.alloc(size - jpeg.length)])

test('ATT-063 a student ID is put at its signed place and read back as it was', async () => {
  const key = newKey()
  expect((await put(await place(key), jpeg)).statusCode).toBe(204)
  expect(await accepted(key)).toMatchObject({ ok: true, value: { key, content_type: 'image/jpeg' } })
  const read = await app.inject({ method: 'GET', url: await place(key, 'get') })
  expect(read.rawPayload.equals(jpeg)).toBe(true)
  expect(read.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'content-disposition': 'attachment; filename="id.jpg"',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  expect(await db.selectFrom('files').selectAll().where('key', '=', key).executeTakeFirst()).toMatchObject({
    content_type: 'image/jpeg',
    size: jpeg.length,
  })
})

test('PROG-048 M016 M017 a refused body is answered over the network, whichever way it is sent', async () => {
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const send = async (path: string, init: RequestInit) => {
    const reply = await fetch(`${origin}${path}`, init)
    return [reply.status, ((await reply.json()) as { code: string }).code]
  }
  const streamed = (content: Buffer) => new Blob([new Uint8Array(content)]).stream()
  for (let turn = 0; turn < 2; turn += 1) {
    const noFile = { method: 'PUT', body: Buffer.alloc(5_000_000, 'x') }
    expect(await send(await place(newKey()), noFile)).toEqual([422, 'file.invalid'])
    const over = { method: 'PUT', body: new Uint8Array(ofSize(12_000_000)) }
    expect(await send(await place(newKey()), over)).toEqual([422, 'file.too_large'])
    const unannounced = { method: 'PUT', body: streamed(ofSize(12_000_000)), duplex: 'half' } as RequestInit
    expect(await send(await place(newKey()), unannounced)).toEqual([422, 'file.too_large'])
    const body = JSON.stringify({ email: 'x'.repeat(3_000_000) })
    const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
    expect(await send('/v1/mybtf/signin', json)).toEqual([413, 'malformed'])
  }
})

test('a type that says JSON is still the file itself', async () => {
  const key = newKey()
  expect((await put(await place(key), jpeg, 'application/json')).statusCode).toBe(204)
  expect((await files.head(uploadKey(key), 10))?.size).toBe(jpeg.length)
})

test.each([
  ['a page called .jpg', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a drawing with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['music', Buffer.concat([Buffer.from('ID3'), Buffer.alloc(5_000)])],
  ['nothing', Buffer.alloc(0)],
])('M017 %s is refused by what it is, and nothing is kept', async (_, content) => {
  const key = newKey()
  const reply = await put(await place(key), content)
  expect(reply.statusCode).toBe(422)
  expect(reply.json()).toMatchObject({
    code: 'file.invalid',
    message: 'Invalid media file. Please select a valid media file.',
  })
  expect(await files.head(uploadKey(key), 1)).toBeUndefined()
})

test.each(hostileFiles)('SEC-025 %s is stored or refused, and the server goes on', async (_, content) => {
  for (const folder of ['college-discounts', 'music', 'media-passes', '41/best_dancer']) {
    const reply = await put(await place(`${folder}/1/2/${++number}.bin`), content)
    expect([204, 422]).toContain(reply.statusCode)
  }
})

test('CONST-014 M016 10485760 bytes are taken, one more is not', async () => {
  const [fits, over] = [newKey(), newKey()]
  expect((await put(await place(fits), ofSize(10_485_760))).statusCode).toBe(204)
  const reply = await put(await place(over), ofSize(10_485_761))
  expect(reply.statusCode).toBe(422)
  expect(reply.json().message).toBe('Please select an image file under 10MB to upload and try again.')
  expect(await files.head(uploadKey(over), 1)).toBeUndefined()
})

test('M016 music may be larger than a picture, and has a limit of its own', async () => {
  const wave = (size: number) => Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVEfmt '), Buffer.alloc(size)])
  expect((await put(await place('music/1/a.wav'), wave(11_000_000), 'audio/wav')).statusCode).toBe(204)
  const reply = await put(await place('music/1/b.wav'), wave(52_428_800), 'audio/wav')
  expect(reply.json().message).toBe('Please select an audio file under 50MB to upload and try again.')
})

test('a forged, changed, finished or misused ticket opens nothing', async () => {
  const key = newKey()
  const url = await place(key)
  const [ticket = '', signature = ''] = url.replace('/v1/files/', '').split('.')
  const other = Buffer.from(JSON.stringify({ key: newKey(), operation: 'put', expires: 9e15 })).toString('base64url')
  const tries = [`${ticket}.${'A'.repeat(signature.length)}`, `${other}.${signature}`, ticket, 'x', `${ticket}.`]
  for (const token of tries) expect((await put(`/v1/files/${token}`, jpeg)).statusCode).toBe(404)
  expect((await put(await place(key, 'get'), jpeg)).statusCode).toBe(404)
  expect((await app.inject({ method: 'GET', url })).statusCode).toBe(404)

  const before = clock.time
  clock.time = minutesAfter(before, 31)
  expect((await put(url, jpeg)).statusCode).toBe(404)
  clock.time = before
})

test('no ticket leads out of the store', async () => {
  for (const key of ['../outside.jpg', '/tmp/outside.jpg', 'a/../../outside.jpg']) {
    const { signedRequest } = await files.sign(key, 'image/jpeg', 'put', clock.now(), 600)
    expect((await put(signedRequest, jpeg)).statusCode).toBe(404)
    expect((await put(await place(key), jpeg)).statusCode).toBe(404)
  }
  expect(existsSync('/tmp/outside.jpg')).toBe(false)
})

test('SEC-025 an upload is looked at before it counts, and what is none is removed', async () => {
  const [good, bad] = [newKey(), newKey()]
  await putUpload(stage, good, jpeg)
  await putUpload(stage, bad, Buffer.from('<html>'))
  expect(await accepted(good)).toMatchObject({ ok: true, value: { content_type: 'image/jpeg' } })
  const several = await Promise.all([accepted(bad), accepted(bad), accepted(bad)])
  for (const one of several) expect(one).toMatchObject({ ok: false, refusal: { code: 'file.invalid' } })
  for (const key of [bad, uploadKey(bad)]) expect(await files.head(key, 1)).toBeUndefined()
  expect(await accepted(newKey())).toMatchObject({ ok: false })
})

test('SEC-025 a ticket takes one file, and never replaces one that was accepted', async () => {
  const key = newKey()
  const ticket = await place(key)
  expect((await put(ticket, jpeg)).statusCode).toBe(204)
  const other = Buffer.concat([jpeg, Buffer.from('another')])
  expect((await put(ticket, other)).statusCode).toBe(404)
  await accepted(key)
  // A store that signs its own places takes a second file there; it stays where nobody reads it.
  await files.put(uploadKey(key), other, 'image/jpeg')
  expect(await accepted(key)).toMatchObject({ ok: true, value: { size: jpeg.length } })
  expect((await files.head(key, 1))?.size).toBe(jpeg.length)
  expect((await put(ticket, other)).statusCode).toBe(404)
})

test('CONST-014 a store that cannot limit a body gets a place only for an announced size within the limit', async () => {
  const store = { ...files, needsSize: true }
  const placeUploadOf = async (size?: number) => {
    const upload = { key: newKey(), type: 'image/jpeg', size, user_id: null, registration_id: null }
    const placement = await db.transaction().execute((tx) => placeUpload(tx, store, upload, clock.now()))
    return placement.ok || placement.refusal.code
  }
  expect([await placeUploadOf(), await placeUploadOf(10_485_761), await placeUploadOf(10_485_760)]).toEqual([
    'required',
    'file.too_large',
    true,
  ])
})

test('SEC-025 an account has so many places a day, and what it never used counts', async () => {
  const own = { user_id: null, registration_id: null }
  const many = Array.from({ length: uploadQuota.places }, (_, n) => ({ ...own, key: `music/quota/${n}.mp3`, size: 1 }))
  const times = { created: clock.now(), expires_at: clock.now(), moved_at: clock.now() }
  await db
    .insertInto('uploads')
    .values(many.map((upload) => ({ ...upload, ...times })))
    .execute()
  await expect(placeOf(stage, newKey())).rejects.toThrow('too_many_tries')
  clock.time = minutesAfter(clock.time, 24 * 60)
  await place(newKey())
})

test('SEC-025 an upload that nobody used goes the night after, with its place', async () => {
  const key = newKey()
  await putUpload(stage, key, jpeg)
  clock.time = minutesAfter(clock.time, 2 * 24 * 60)
  await musicJobs.clean_up_files(app, {})
  await stage.runJobs()
  expect(await files.head(uploadKey(key), 1)).toBeUndefined()
  expect(await accepted(key)).toMatchObject({ ok: false })
})
