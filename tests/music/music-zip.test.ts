import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { silence } from '@callboard/server/dev/silent-audio.ts'
import { storedZip } from '@callboard/server/platform/files/stored-zip.ts'
import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { completedCity } from '../scenarios/completed.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { db, call, files, clock } = stage
const { registration, grace, office, tour_date_id } = await completedCity(stage)
const url = `/v1/office/tour-dates/${tour_date_id}/music/zip`

/** The files of an archive by its directory, each checked against its sum. */
function unpacked(zip: Buffer): Map<string, Buffer> {
  const end = zip.length - 22
  expect(zip.readUInt32LE(end)).toBe(0x06_05_4b_50)
  const entries = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let n = 0; n < zip.readUInt16LE(end + 10); n += 1) {
    expect(zip.readUInt32LE(at)).toBe(0x02_01_4b_50)
    const [crc, size, nameLength, from] = [16, 20, 28, 42].map((place) =>
      place === 28 ? zip.readUInt16LE(at + place) : zip.readUInt32LE(at + place),
    ) as [number, number, number, number]
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const begin = from + 30 + zip.readUInt16LE(from + 26)
    const content = zip.subarray(begin, begin + size)
    expect(crc32(content)).toBe(crc)
    entries.set(name, content)
    at += 46 + nameLength + zip.readUInt16LE(at + 30)
  }
  return entries
}

test('OFF-043 the office saves all of a city’s music as one archive, by number and name', async () => {
  expect((await call(office.user_id, 'GET', url)).statusCode).toBe(404)
  const routines = await db
    .selectFrom('registration_routines')
    .select(['id', 'date_routine_id'])
    .where('registration_id', '=', registration.id)
    .orderBy('date_routine_id')
    .execute()
  for (const [n, { id }] of routines.entries()) {
    const key = `music/${tour_date_id}/${registration.id}/${id}/abcdefghijk${n}.wav`
    await files.put(key, silence(n + 1), 'audio/wav')
    const music = { registration_routine_id: id, name: `Éclat ${n}.wav`, url: key, content_type: 'audio/wav' }
    const musicRow = await db
      .insertInto('music')
      .values({ ...music, duration: n + 1, date_added: clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.updateTable('registration_routines').set({ music_id: musicRow.id }).where('id', '=', id).execute()
  }
  const reply = await call(office.user_id, 'GET', url)
  expect(reply.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': expect.stringMatching(/^attachment; filename="Music .*\.zip"/),
  })
  const archive = unpacked(reply.rawPayload)
  const number = (at: number) => String(routines[at]?.date_routine_id).padStart(3, '0')
  expect([...archive.keys()]).toEqual([`${number(0)} Paper Lanterns.wav`, `${number(1)} Undertow.wav`])
  expect([...archive.values()].map((content, n) => content.equals(silence(n + 1)))).toEqual([true, true])
  expect((await call(grace.user_id, 'GET', url)).statusCode).toBe(403)

  // A track that the store lost does not cut the archive off: it is named in it.
  const { url: firstKey = '' } = (await db.selectFrom('music').select('url').orderBy('id').executeTakeFirst()) ?? {}
  await files.remove(firstKey)
  const rest = unpacked((await call(office.user_id, 'GET', url)).rawPayload)
  expect([...rest.keys()]).toEqual([`${number(1)} Undertow.wav`, 'Missing files.txt'])
  expect(rest.get('Missing files.txt')?.toString()).toContain(`${number(0)} Paper Lanterns.wav`)
})

test('once the order is published, tracks are saved and listed by entry number', async () => {
  const [first = 0, second = 0] = (
    await db
      .selectFrom('registration_routines')
      .select('id')
      .where('registration_id', '=', registration.id)
      .orderBy('id')
      .execute()
  ).map(({ id }) => id)
  const key = `music/${tour_date_id}/${registration.id}/${first}/abcdefghijk9.wav`
  await files.put(key, silence(1), 'audio/wav')
  await db.updateTable('music').set({ url: key }).where('registration_routine_id', '=', first).execute()
  const block = { stage: 1, kind: 'routines', name: 'Morning', local_start: '2024-11-02T09:00', minutes: 0 }
  const path = '/v1/office/running-order'
  const send = async (method: 'POST' | 'PUT', at: string, body: object) => {
    const { version } = (await call(office.user_id, 'GET', `${path}?tour_date_id=${tour_date_id}`)).json()
    const reply = await call(office.user_id, method, `${path}${at}`, { tour_date_id, version, ...body })
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json()
  }
  const { blocks } = await send('POST', '/blocks', block)
  const place = (id: number) =>
    send('PUT', '', { moves: [{ kind: 'place', id, block_id: blocks[0].id, before_id: null }], reason: 'Small city' })
  const savedNames = async () => [...unpacked((await call(office.user_id, 'GET', url)).rawPayload).keys()]
  const readEntries = async (user_id: number, at: string, rows: 'rows' | 'routines') =>
    (await call(user_id, 'GET', at))
      .json()
      [rows].map((row: { name: string; entry: string | null }) => [row.entry, row.name])
  const officeList = `/v1/office/tour-dates/${tour_date_id}/music`
  const studioList = `/v1/mybtf/registration/${registration.id}/music`

  await place(second)
  expect(await readEntries(office.user_id, officeList, 'rows')).toContainEqual([null, 'Undertow'])
  await send('POST', '/publish', {})
  expect(await savedNames()).toEqual(['001 Undertow.wav', 'Paper Lanterns.wav'])

  await place(first)
  await send('POST', '/publish', {})
  expect(await savedNames()).toEqual(['001 Undertow.wav', '001a Paper Lanterns.wav'])
  const listed = [
    ['1', 'Undertow'],
    ['1a', 'Paper Lanterns'],
  ]
  expect(await readEntries(office.user_id, officeList, 'rows')).toEqual(listed)
  expect(await readEntries(grace.user_id, studioList, 'routines')).toEqual(listed)
})

test('an archive holds names of every script and empty files', async () => {
  const parts: Buffer[] = []
  const entries = ['Éclat 舞.mp3', 'nothing.wav'].map((name, n) => ({
    name,
    read: async () => Buffer.alloc(n === 0 ? 3 : 0, 'a'),
  }))
  for await (const part of storedZip(entries)) parts.push(part)
  const archive = unpacked(Buffer.concat(parts))
  expect([...archive].map(([name, content]) => [name, content.toString()])).toEqual([
    ['Éclat 舞.mp3', 'aaa'],
    ['nothing.wav', ''],
  ])
})

const endlessFile = () =>
  new Readable({
    read() {
      this.push(Buffer.alloc(65_536))
    },
  })

test('an archive that nobody waits for any more closes the file it reads', async () => {
  const file = endlessFile()
  const archive = Readable.from(storedZip([{ name: 'a.wav', read: () => Promise.resolve(file) }]))
  for await (const part of archive) if ((part as Buffer).length > 1_000) break
  await expect.poll(() => file.destroyed).toBe(true)
})

test('an archive breaks off when a file does', async () => {
  const file = endlessFile()
  const drain = async () => {
    for await (const part of storedZip([{ name: 'a.wav', read: () => Promise.resolve(file) }]))
      if (part.length > 1_000) file.destroy(new Error('the store is gone'))
  }
  await expect(drain()).rejects.toThrow('the store is gone')
})
