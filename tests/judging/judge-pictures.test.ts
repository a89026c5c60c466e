import { storeFile } from '@callboard/server/platform/files/queries.ts'
import { addJob } from '@callboard/server/platform/queue/queue.ts'
import { instant } from '@callboard/domain/kernel/instant.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { addAccount } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { db, call, app } = stage
const desk = await addAccount(stage)
const { id } = await db.insertInto('judges').values({ name: 'Ana Duarte' }).returning('id').executeTakeFirstOrThrow()
const path = `/v1/office/judges/${id}/picture`

type Kind = 'headshot' | 'signature'
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 20, g: 40, b: 60, alpha: 0.5 } } })
    .png()
    .toBuffer()

/** Uploads bytes to a place for a picture of a judge. Returns the place and the answer to the upload. */
async function send(kind: Kind, payload: Buffer, of = path) {
  const place = await call(desk, 'GET', `${of}?kind=${kind}&type=image/png&size=${payload.length}`)
  expect(place.statusCode, place.body).toBe(200)
  const { signedRequest, url } = place.json()
  const headers = { 'content-type': 'image/png' }
  return { url, reply: await app.inject({ method: 'PUT', url: signedRequest, payload, headers }) }
}

/** Uploads bytes as a picture of the judge, and saves them. */
async function put(kind: Kind, payload: Buffer) {
  const { url, reply } = await send(kind, payload)
  if (reply.statusCode >= 300) return reply
  return call(desk, 'PUT', path, { kind, url })
}
const read = async () => (await call(desk, 'GET', '/v1/office/judges')).json().judges[0]
const sizeOf = async (address: string) => {
  const reply = await app.inject({ url: address.replace(/^https?:\/\/[^/]+/, '') })
  expect(reply.headers['content-type']).toBe('image/jpeg')
  const { width, height } = await sharp(reply.rawPayload).metadata()
  return [width, height]
}
const storedKeys = async () => {
  const rows = await db.selectFrom('files').where('key', 'like', 'judges/%').select('key').orderBy('key').execute()
  return rows.map(({ key }) => key)
}

test('OFF-031 RES-008 a judge has a photo cut to a square and a signature kept whole', async () => {
  expect((await put('headshot', await picture(900, 600))).statusCode).toBe(200)
  expect((await put('signature', await picture(900, 300))).statusCode).toBe(200)
  const { headshot, signature } = await read()
  expect(await sizeOf(headshot)).toEqual([400, 400])
  expect(await sizeOf(signature)).toEqual([600, 200])
  const keys = await db.selectFrom('judges').select(['headshot_key', 'signature_key']).executeTakeFirstOrThrow()
  expect(await storedKeys()).toEqual([keys.headshot_key, keys.signature_key].toSorted())
})

test('another photo takes its place, and null takes it away', async () => {
  const before = await db.selectFrom('judges').select('headshot_key').executeTakeFirstOrThrow()
  expect((await put('headshot', await picture(500, 500))).statusCode).toBe(200)
  await stage.runJobs()
  expect(await storedKeys()).not.toContain(before.headshot_key)
  const reply = await call(desk, 'PUT', path, { kind: 'headshot', url: null })
  expect(reply.json().judges[0]).toMatchObject({ headshot: null, signature: expect.any(String) })
  await stage.runJobs()
  expect(await storedKeys()).toHaveLength(1)
})

test('SEC-025 pictures of a save that did not end go the night after, and the judge’s own stay', async () => {
  const { signature_key } = await db.selectFrom('judges').select('signature_key').executeTakeFirstOrThrow()
  const leftKeys = [`judges/${id}/headshot/left.jpg`, `judges/${id}/headshot/upload-left.png`]
  for (const key of leftKeys) {
    const file = { key, content_type: 'image/jpeg', size: 3, owner_user_id: null, registration_id: null }
    await storeFile(app, { ...file, created: instant('2024-01-01T00:00:00Z') }, Buffer.from('jpg'))
  }
  const freshKey = `judges/${id}/headshot/fresh.jpg`
  const fresh = { key: freshKey, content_type: 'image/jpeg', size: 3, owner_user_id: null, registration_id: null }
  await storeFile(app, { ...fresh, created: stage.clock.now() }, Buffer.from('jpg'))
  await db.transaction().execute((tx) => addJob(tx, 'clean_up_judge_pictures', {}))
  await stage.runJobs()
  await stage.runJobs()
  expect(await storedKeys()).toEqual([freshKey, signature_key].toSorted())
  expect(await Promise.all(leftKeys.map((key) => app.files.head(key, 1)))).toEqual([undefined, undefined])
})

test('a file that is no picture, a place of another judge, and a place used before are refused', async () => {
  const notPicture = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(64)])
  expect((await put('headshot', notPicture)).json().code).toBe('file.invalid')
  expect((await put('headshot', Buffer.from('%PDF-1.7 no picture at all, but long enough'))).json().code).toBe(
    'file.invalid',
  )
  const save = async (url: string) => (await call(desk, 'PUT', path, { kind: 'headshot', url })).json().code
  const another = await db.insertInto('judges').values({ name: 'Bo Lind' }).returning('id').executeTakeFirstOrThrow()
  const others = await send('headshot', await picture(90, 90), `/v1/office/judges/${another.id}/picture`)
  expect(others.reply.statusCode).toBe(204)
  expect(await save(others.url)).toBe('file.invalid')
  const signature = await send('signature', await picture(90, 90))
  expect(await save(signature.url)).toBe('file.invalid')
  const { signature_key } = await db
    .selectFrom('judges')
    .where('id', '=', id)
    .select('signature_key')
    .executeTakeFirstOrThrow()
  expect(await save(signature_key ?? '')).toBe('file.invalid')
  expect(await read()).toMatchObject({ headshot: null })
  const place = await send('headshot', await picture(90, 90))
  expect(await save(place.url)).toBeUndefined()
  expect(await save(place.url)).toBe('file.invalid')
  expect((await call(desk, 'PUT', path, { kind: 'headshot', url: null })).statusCode).toBe(200)
  await stage.runJobs()
  await db.deleteFrom('files').where('key', 'like', `judges/${another.id}/%`).execute()
  const keys = await storedKeys()
  expect(keys.filter((key) => /headshot\/(?!fresh)/.test(key))).toEqual([])
})

test('an owner opens no place for it', async () => {
  const user_id = await addAccount(stage, 'owner@example.com', 'user')
  const reply = await call(user_id, 'GET', `${path}?kind=headshot&type=image/png&size=100`)
  expect(reply.statusCode).toBe(403)
})
