import { fork, type ForkOptions } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { silence } from '@callboard/server/dev/silent-audio.ts'
import { audioDuration } from '@callboard/server/music/audio-duration.ts'
import { parseAudio } from '@callboard/server/platform/files/file-parser.ts'
import { Overloaded } from '@callboard/server/platform/queue/bounded-queue.ts'
import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { completedCity } from '../scenarios/completed.ts'
import { hostileFiles, plainPng } from '../scenarios/hostile-files.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { app, db, files, folder } = stage
const { registration, grace, tour_date_id } = await completedCity(stage, {
  event: { is_nationals: true },
  program: [{ dancer: 0, code: 'JACKET_ONLY', jacket_size_id: 2, jacket_name: 'Bea' }],
})
await db
  .updateTable('tour_dates')
  .set({ music_upload: true, edit_bd_photo: true })
  .where('id', '=', tour_date_id)
  .execute()
const firstOf = (table: 'registration_routines' | 'attendees') =>
  db
    .selectFrom(table)
    .where('registration_id', '=', registration.id)
    .select('id')
    .orderBy('id')
    .executeTakeFirstOrThrow()
const [{ id: routine }, { id: attendee }] = [await firstOf('registration_routines'), await firstOf('attendees')]
const headers = await stage.sessionOf(grace.user_id)
const ask = (method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, payload?: object) =>
  app.inject({ method, url, headers, ...(payload && { payload }) })

/** Asks for a place, puts the file there and saves it; the status of the last answer. */
async function upload(place: string, content: Buffer, save: (key: string) => ReturnType<typeof ask>) {
  const uploadParams = (await ask('GET', place)).json()
  const put = await app.inject({ method: 'PUT', url: uploadParams.signedRequest ?? uploadParams.url, payload: content })
  return put.statusCode === 204 ? save(uploadParams.public_id ?? uploadParams.url) : put
}

const asMusic = (content: Buffer) =>
  upload(`/v1/mybtf/music?name=${routine}/a.wav&type=audio/wav&operation=put`, content, (url) =>
    ask('POST', '/v1/mybtf/music', {
      registrationsRoutineId: routine,
      url,
      fileName: 'a.wav',
      duration: 1,
      content_type: 'audio/wav',
    }),
  )
const asPhoto = (content: Buffer) =>
  upload(
    `/v1/mybtf/image-upload-params?name=${attendee}/a.jpg&type=image/png&folder=best_dancer`,
    content,
    (best_dancer_photo) => ask('PATCH', '/v1/tda/best-dancers', { id: attendee, best_dancer_photo }),
  )
const asStudentId = (content: Buffer) =>
  upload(
    `/v1/mybtf/registration/dancer-student-id?name=${attendee}/a.pdf&type=application/pdf&operation=put`,
    content,
    (student_id_url) => ask('PUT', `/v1/dance360/attendees/${attendee}`, { student_id_url }),
  )
const asDonation = (content: Buffer) => {
  const boundary = 'a-boundary'
  const part = (head: string) => `--${boundary}\r\nContent-Disposition: form-data; name=${head}\r\n\r\n`
  return app.inject({
    method: 'POST',
    url: '/v1/mybtf/registration/scholarship-donation',
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([
      Buffer.from(`${part('"registration_id"')}${registration.id}\r\n${part('"file"; filename="a.pdf"')}`),
      content,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  })
}

// Three hundred calls: a loaded machine needs its time.
const patience = 120_000

test(
  'SEC-025 a hostile file is taken or refused on every way in, and the next one is read',
  async () => {
    for (const [name, content] of hostileFiles) {
      const ways = [asMusic, asPhoto, asStudentId, asDonation]
      const replies = await Promise.all(ways.map((send) => send(content)))
      for (const { statusCode, body } of replies) expect(statusCode, `${name}: ${body}`).toBeLessThan(500)
    }
    expect((await asMusic(silence(2))).json().music.duration).toBe(2)
    expect((await asPhoto(plainPng(64, 64))).statusCode).toBe(200)
  },
  patience,
)

test('SEC-025 a picture that unpacks to more pixels than any print needs is refused and not kept', async () => {
  const keptFileCount = () => readdirSync(path.join(folder, '41/best_dancer'), { recursive: true }).length
  const before = keptFileCount()
  const reply = await asPhoto(plainPng(5_001, 5_001))
  expect([reply.statusCode, reply.json().code]).toEqual([422, 'file.invalid'])
  expect(keptFileCount()).toBe(before)
})

test('SEC-025 a file that is read without end ends its process, and the next one is read', async () => {
  const never = () => new Promise<Buffer>(() => {})
  expect(await parseAudio({ audio: 'wav', size: 1_000 }, never, { parse: 200 })).toBeNull()
  await files.put('music/0/0/0/next', silence(2), '')
  expect(await audioDuration(files, 'music/0/0/0/next')).toBe(2)
})

test('a file that the process does not take in time is not called invalid: the machine is busy, and a retry is read', async () => {
  const song = silence(1)
  const read = (at: number, bytes: number) => Promise.resolve(song.subarray(at, at + bytes))
  const never = () => new Promise<Buffer>(() => {})
  // A process that hangs is ended, so that the next file finds none.
  await parseAudio({ audio: 'wav', size: 1_000 }, never, { parse: 1 })
  await expect(parseAudio({ audio: 'wav', size: song.length }, read, { start: 1 })).rejects.toThrow(Overloaded)
  expect(await parseAudio({ audio: 'wav', size: song.length }, read)).toBe(1)
})

test('SEC-025 a file that takes more than 600 MB of memory ends its process', async () => {
  const options: ForkOptions = { execArgv: ['--import', 'tsx'], serialization: 'advanced' }
  const child = fork('server/src/platform/files/parser-process.ts', options)
  const exit = once(child, 'exit')
  child.send({ task: { kind: 'picture', content: Buffer.alloc(650_000_000), pixels: 10 } })
  expect((await exit)[0]).toBe(1)
})

test('SEC-025 files that come at once are parsed one after another', async () => {
  const song = silence(1)
  let [reading, most] = [0, 0]
  const parsing = Array.from({ length: 3 }, () => {
    let isBegun = false
    return parseAudio({ audio: 'wav', size: song.length }, async (at, bytes) => {
      if (!isBegun) most = Math.max(most, (reading += 1))
      isBegun = true
      await wait(50)
      return song.subarray(at, at + bytes)
    }).finally(() => (reading -= 1))
  })
  expect(await Promise.all(parsing)).toEqual([1, 1, 1])
  expect(most).toBe(1)
})

const ascii = (text: string) => Buffer.from(text, 'latin1')
const big = (...values: number[]) =>
  Buffer.concat(values.map((value) => Buffer.from(Uint32Array.of(value).buffer).swap32()))
const box = (name: string, ...content: Buffer[]) => {
  const body = Buffer.concat(content)
  return Buffer.concat([big(8 + body.length), ascii(name), body])
}
/** A silent frame of 1,152 samples. MPEG 1 layer III, 44,100 Hz, one channel; the third byte tells the bitrate. */
const frameOf = (third: number, kilobits: number) =>
  Buffer.concat([Buffer.from([0xff, 0xfb, third, 0xc0]), Buffer.alloc(Math.floor((144_000 * kilobits) / 44_100) - 4)])
const frame = frameOf(0x90, 128)
const mp3 = (frames: number, one: Buffer = frame) => Buffer.concat(Array.from({ length: frames }, () => one))
const frameSeconds = 1_152 / 44_100
const tagged = Buffer.concat([ascii('ID3\x04\0\0'), Buffer.from([0, 0, 8, 0]), Buffer.alloc(1_024)])
const xing = Buffer.concat([frame.subarray(0, 21), ascii('Xing'), big(3, 5_000, 2_000_000), frame.subarray(37)])
const common = Buffer.concat([
  Buffer.from([0, 1]),
  big(88_200),
  Buffer.from([0, 16, 0x40, 0x0e, 0xac, 0x44, 0, 0, 0, 0, 0, 0]),
])
const movie = box(
  'moov',
  box('mvhd', Buffer.alloc(12), big(1_000, 10_000), Buffer.alloc(80)),
  box(
    'trak',
    box('tkhd', Buffer.alloc(12), big(1), Buffer.alloc(68)),
    box(
      'mdia',
      box('mdhd', Buffer.alloc(12), big(44_100, 441_000, 0)),
      box('hdlr', Buffer.alloc(8), ascii('soun'), Buffer.alloc(13)),
      box('minf', box('stbl', box('stsd', big(0, 1), box('mp4a', Buffer.alloc(28))), box('stsz', big(0, 10, 0)))),
    ),
  ),
)

test.each<[string, Buffer, number]>([
  ['a WAV', silence(3.5), 3.5],
  ['an MP3 of steady rate', mp3(100), 100 * frameSeconds],
  [
    'an MP3 with a tag before and behind',
    Buffer.concat([tagged, mp3(100), ascii('TAG'), Buffer.alloc(125)]),
    100 * frameSeconds,
  ],
  ['an MP3 that counts its frames', Buffer.concat([xing, mp3(3)]), 5_000 * frameSeconds],
  [
    'an MP3 of changing rate that counts nothing',
    Buffer.concat([mp3(3, frameOf(0x10, 32)), mp3(300)]),
    303 * frameSeconds,
  ],
  [
    'an AIF',
    Buffer.concat([
      ascii('FORM\0\0\0\0AIFF'),
      ascii('COMM'),
      big(common.length),
      common,
      ascii('SSND'),
      big(20),
      Buffer.alloc(20),
    ]),
    2,
  ],
  [
    'an M4A whose directory is behind the sound',
    Buffer.concat([box('ftyp', ascii('M4A \0\0\0\0')), box('mdat', Buffer.alloc(9_000)), movie]),
    10,
  ],
])('MUS-001 the server reads how long %s is', async (_, content, seconds) => {
  await files.put('music/0/0/0/length', content, '')
  expect(await audioDuration(files, 'music/0/0/0/length')).toBeCloseTo(seconds, 1)
})
