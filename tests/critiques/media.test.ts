import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import os from 'node:os'
import path from 'node:path'
import { addStartJobs } from '@callboard/server/worker.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasFfmpeg } from '../debian-packages.ts'
import { openStage } from '../kit.ts'
import { pairDirectly } from '../scenarios/judging.ts'
import { deviceHeaders } from '../scenarios/request-of.ts'
import { danceAll, enterSolos, seatPanel } from '../scenarios/results.ts'
import { addAccount, openSeason } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-11-05T16:00:00Z' })
const { app, db, call, clock } = stage
const season = await openSeason(stage)
const office = await addAccount(stage)
const otherOffice = await addAccount(stage, 'desk2@example.com')
const studio = await season.studio({ dancers: 2 })
const tour_date_id = await season.city()
const { routines } = await enterSolos(stage, studio, tour_date_id, ['Bluebird', 'Heron'])
const [routine_id = 0, other_routine_id = 0] = routines
const block_id = await danceAll(stage, office, tour_date_id)
const { seats } = await seatPanel(stage, tour_date_id, block_id, 2)
const [seat_id = 0, other_seat_id = 0] = seats

const folder = mkdtempSync(path.join(os.tmpdir(), 'callboard-recorders-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A file as ffmpeg writes it. */
function make(name: string, ...args: string[]): Buffer {
  const file = path.join(folder, name)
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...args, file])
  return readFileSync(file)
}
const tone = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=3', '-ac', '1']
let webm: Buffer
let fragmented: Buffer
let plain: Buffer
beforeAll(() => {
  if (!hasFfmpeg()) return
  // As Chromium records: Opus in WebM, streamed, so that neither length nor index is written.
  webm = make('a.webm', ...tone, '-af', 'volume=-20dB', '-c:a', 'libopus', '-f', 'webm', '-live', '1')
  // As Safari records: AAC in MP4 of fragments.
  fragmented = make('a.mp4', ...tone, '-c:a', 'aac', '-movflags', 'frag_keyframe+empty_moov+default_base_moof')
  plain = make('b.m4a', ...tone, '-c:a', 'aac')
})

const tus = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' }
type Caller = Record<string, string>
const append = (headers: Caller, url: string, offset: number, payload: Buffer) =>
  app.inject({ method: 'PATCH', url, headers: { ...headers, ...tus, 'upload-offset': String(offset) }, payload })
const head = (headers: Caller, url: string) => app.inject({ method: 'HEAD', url, headers })

const begin = async (name: string, content: Buffer, more: object = {}) => {
  const body = { tour_date_id, kind: 'judge_audio', name, bytes: content.length, ...more }
  const reply = await call(office, 'POST', '/v1/office/media', body)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json() as { id: string; upload_url: string; matched: boolean }
}

/** Uploads a file as the office, and does what follows. */
async function upload(name: string, content: Buffer, more: object = {}) {
  const { id, upload_url } = await begin(name, content, more)
  const reply = await append(await stage.sessionOf(office), upload_url, 0, content)
  expect(reply.statusCode, reply.body).toBe(204)
  await stage.runJobs()
  return id
}

const row = (id: string) => db.selectFrom('media_objects').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
const contentOf = async (key: string | null) => buffer(await stage.files.read(key ?? ''))

type Listed = { id: string; state: string; failure: string | null; can_retry: boolean }
const cityMedia = async () => {
  const reply = await call(office, 'GET', `/v1/office/media?tour_date_id=${tour_date_id}`)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json() as {
    converts: boolean
    entries: { id: number; seats: { id: number; media: Listed[] }[]; videos: Listed[] }[]
    unmatched: Listed[]
  }
}

describe.runIf(hasFfmpeg())('processing', () => {
  test('OFF-031 RES-010 gives a browser’s recording a length, an index at its start, a curve and −16 LUFS', async () => {
    for (const [name, content] of [
      ['1_1.webm', webm],
      ['1_2.mp4', fragmented],
    ] as const) {
      const sha256 = createHash('sha256').update(content).digest('hex')
      const media = await row(await upload(name, content, { sha256 }))
      expect(media).toMatchObject({ state: 'ready', content_type: 'audio/mp4', registration_routine_id: routine_id })
      expect(media.duration_ms).toBeGreaterThan(2_900)
      expect(media.duration_ms).toBeLessThan(3_200)
      expect(media.peaks).toHaveLength(400)
      expect(Math.max(...(media.peaks ?? []))).toBe(255)
      const file = path.join(folder, 'out.m4a')
      const converted = await contentOf(media.key)
      execFileSync('sh', ['-c', 'cat > "$0"', file], { input: converted })
      // The index stands before the sound.
      expect(converted.indexOf('moov')).toBeLessThan(converted.indexOf('mdat'))
      const report = execFileSync('sh', [
        '-c',
        'ffmpeg -nostats -i "$0" -af ebur128=framelog=verbose -f null - 2>&1',
        file,
      ])
      const loudness = Number([...report.toString().matchAll(/I:\s+(-?[\d.]+) LUFS/g)].at(-1)?.[1])
      expect(Math.abs(loudness + 16)).toBeLessThan(1)
    }
    const { entries } = await cityMedia()
    const first = entries.find(({ id }) => id === routine_id)
    expect(first?.seats.map(({ media }) => media.map(({ state }) => state))).toEqual([['ready'], ['ready']])
    // The originals are deleted once their jobs have run.
    await stage.runJobs()
    expect(
      await stage.files.head(`media/${tour_date_id}/${first?.seats[0]?.media[0]?.id}.original.webm`, 1),
    ).toBeUndefined()
  })

  test('OFF-031 a file that is cut off fails with a sentence, and can be tried again', async () => {
    const id = await upload('2_1.m4a', plain.subarray(0, Math.floor(plain.length * 0.6)))
    const find = async () =>
      (await cityMedia()).entries
        .flatMap((entry) => entry.seats.flatMap(({ media }) => media))
        .find((one) => one.id === id)
    expect(await find()).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('cut off'),
      can_retry: true,
    })
    // The whole file lies there now.
    await stage.files.put((await row(id)).key ?? '', plain, 'audio/mp4')
    expect((await call(office, 'POST', `/v1/office/media/${id}/retry`)).statusCode).toBe(204)
    expect((await call(office, 'POST', `/v1/office/media/${id}/retry`)).json().code).toBe('media.state')
    await stage.runJobs()
    expect(await find()).toMatchObject({ state: 'ready', failure: null })
  })

  test('OFF-031 a file changed on its way, and one without sound, fail with a sentence', async () => {
    const wrong = await upload('2_2.m4a', plain, { sha256: '0'.repeat(64) })
    expect(await row(wrong)).toMatchObject({ state: 'failed', failure: 'wrong_checksum', key: null })
    const silentFilm = make('c.mp4', '-f', 'lavfi', '-i', 'color=c=black:s=64x64:d=1', '-c:v', 'libx264')
    expect(await row(await upload('2_2.mp4', silentFilm))).toMatchObject({ state: 'failed', failure: 'no_sound' })
  })

  test('SEC-025 a file that names others is not followed', async () => {
    // Packed as WebM by its first bytes, a list of files by the rest.
    const playlist = Buffer.from(
      '\x1a\x45\xdf\xa3\n#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/passwd\n',
      'latin1',
    )
    expect(await row(await upload('2_2.webm', playlist))).toMatchObject({ state: 'failed', failure: 'damaged' })
    // An MP3 by its first bytes. Behind its tag stands a list of files, and ffmpeg left to itself reads that instead.
    make('named.ts', ...tone, '-c:a', 'aac')
    const tag = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\x0a', 'latin1'), Buffer.alloc(10)])
    const list = `#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:3,\nfile://${folder}/named.ts\n#EXT-X-ENDLIST\n`
    const tagged = await upload('2_2.mp3', Buffer.concat([tag, Buffer.from(list)]))
    expect(await row(tagged)).toMatchObject({ state: 'failed', failure: 'damaged' })
  })

  test('OFF-031 without ffmpeg a recording is served as it came, and the office is told', async () => {
    const id = await begin('2_2.webm', webm)
    await append(await stage.sessionOf(office), id.upload_url, 0, webm)
    const { ffmpeg } = stage.media
    stage.media.ffmpeg = 'no-such-program'
    await stage.runJobs()
    const converts = (await cityMedia()).converts
    stage.media.ffmpeg = ffmpeg
    expect(converts).toBe(false)
    const media = await row(id.id)
    expect(media).toMatchObject({ state: 'ready', content_type: 'audio/webm', peaks: null, duration_ms: null })
    expect((await contentOf(media.key)).equals(webm)).toBe(true)
  })

  /** A recording taken in while ffmpeg was missing. */
  async function takeInWithoutFfmpeg(name: string, content: Buffer) {
    const { ffmpeg } = stage.media
    stage.media.ffmpeg = 'no-such-program'
    const id = await upload(name, content)
    stage.media.ffmpeg = ffmpeg
    return id
  }
  const convertWaiting = async () => {
    await addStartJobs(db)
    await stage.runJobs()
  }

  test('RES-010 a recording that came without ffmpeg is converted at a later start, and keeps its state', async () => {
    const ready_id = await takeInWithoutFfmpeg('1_1.webm', webm)
    const withheld_id = await takeInWithoutFfmpeg('1_2.webm', webm)
    expect((await call(office, 'PUT', `/v1/office/media/${withheld_id}/withhold`, { reason: 'Hers' })).statusCode).toBe(
      204,
    )
    const { key } = await row(ready_id)

    stage.media.ffmpeg = 'still-no-such-program'
    await convertWaiting()
    expect(await row(ready_id)).toMatchObject({ key, peaks: null, conversion_tries: 0 })
    stage.media.ffmpeg = 'ffmpeg'
    await convertWaiting()

    const media = await row(ready_id)
    expect(media).toMatchObject({ state: 'ready', content_type: 'audio/mp4', conversion_failure: null })
    expect(media.duration_ms).toBeGreaterThan(2_900)
    expect(media.peaks).toHaveLength(400)
    expect((await contentOf(media.key)).subarray(4, 8).toString()).toBe('ftyp')
    expect(await row(withheld_id)).toMatchObject({
      state: 'withheld',
      withheld_reason: 'Hers',
      content_type: 'audio/mp4',
    })
    // The original stays for a listener who is in the middle of it: its place is signed for an hour.
    expect(await stage.files.head(key ?? '', 1)).toBeDefined()
  })

  test('OFF-031 a file that fails twice stays as it came, with its reason, and is tried no more', async () => {
    const id = await takeInWithoutFfmpeg('2_1.m4a', plain.subarray(0, Math.floor(plain.length * 0.6)))
    const { key } = await row(id)
    const listed = async () =>
      (await cityMedia()).entries
        .flatMap((entry) => entry.seats.flatMap(({ media }) => media))
        .find((one) => one.id === id)
    await convertWaiting()
    expect(await listed()).toMatchObject({ state: 'ready', failure: null })
    await convertWaiting()
    expect(await listed()).toMatchObject({
      state: 'ready',
      failure: expect.stringMatching(/^Served as it came: the file is damaged/),
    })
    await convertWaiting()
    expect(await row(id)).toMatchObject({ key, conversion_tries: 2, conversion_failure: 'damaged' })
  })

  test('RES-010 a video that browsers play is copied, another is converted', async () => {
    const picture = ['-f', 'lavfi', '-i', 'testsrc=s=128x72:d=1:r=10', '-f', 'lavfi', '-i', 'sine=d=1', '-shortest']
    const video = make('d.mp4', ...picture, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac')
    const other = make('e.webm', ...picture, '-c:v', 'libvpx', '-c:a', 'libopus')
    /** The codec of the picture and a hash of its packets, which only a copy leaves as they are. */
    const pictureOf = (content: Buffer) => {
      const file = path.join(folder, 'picture')
      writeFileSync(file, content)
      const probed = [
        '-v',
        'error',
        '-select_streams',
        'v',
        '-show_entries',
        'stream=codec_name',
        '-of',
        'csv=p=0',
        file,
      ]
      const codec = execFileSync('ffprobe', probed).toString().trim()
      const packets = ['-v', 'error', '-i', file, '-map', '0:v', '-c', 'copy', '-f', 'streamhash', '-']
      return { codec, packets: execFileSync('ffmpeg', packets).toString() }
    }
    for (const [content, isCopied] of [
      [video, true],
      [other, false],
    ] as const) {
      const media = await row(await upload('2.mp4', content, { kind: 'routine_video' }))
      const picture = pictureOf(await contentOf(media.key))
      expect(picture.codec).toBe('h264')
      expect(picture.packets === pictureOf(content).packets).toBe(isCopied)
      expect(media).toMatchObject({
        state: 'ready',
        content_type: 'video/mp4',
        registration_routine_id: other_routine_id,
      })
      expect(media.duration_ms).toBeGreaterThan(900)
    }
  })
})

describe.runIf(hasFfmpeg())('uploads', () => {
  test('OFF-031 an upload that breaks off goes on where it stopped', async () => {
    const { id, upload_url } = await begin('1_1.m4a', plain)
    const session = await stage.sessionOf(office)
    const half = Math.floor(plain.length / 2)
    expect((await append(session, upload_url, 0, plain.subarray(0, half))).headers['upload-offset']).toBe(String(half))
    const offset = (await head(session, upload_url)).headers
    expect([offset['upload-offset'], offset['upload-length']]).toEqual([String(half), String(plain.length)])
    const again = await append(session, upload_url, 0, plain.subarray(0, half))
    expect([again.statusCode, again.json().code]).toEqual([409, 'media.offset'])
    expect((await append(session, upload_url, half, plain.subarray(half))).statusCode).toBe(204)
    await stage.runJobs()
    expect(await row(id)).toMatchObject({ state: 'ready' })
    // The answer to the last byte was lost: all of it is there.
    expect((await head(session, upload_url)).headers['upload-offset']).toBe(String(plain.length))
  })

  test('SEC-025 only the first bytes tell what a file is: a picture, a playlist and a text are refused', async () => {
    const png = Buffer.from('\x89PNG\r\n\x1a\n0000000000000000', 'latin1')
    const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1', 'latin1')
    const playlist = Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n')
    for (const content of [png, heic, playlist]) {
      const { id, upload_url } = await begin('1_1.m4a', content)
      const reply = await append(await stage.sessionOf(office), upload_url, 0, content)
      expect([reply.statusCode, reply.json().code]).toEqual([422, 'media.type'])
      await stage.runJobs()
      expect(await row(id)).toMatchObject({ state: 'uploading', received_at: null })
    }
    const audioAsVideo = await begin('1.mp3', webm, { kind: 'routine_video' })
    const mp3 = Buffer.from('ID3\x04\0\0\0\0\0\0\0\0\0\0\0\0\0', 'latin1')
    expect((await append(await stage.sessionOf(office), audioAsVideo.upload_url, 0, mp3)).json().code).toBe(
      'media.type',
    )
  })

  test('OFF-031 an empty file and one that is too large are refused before a byte is sent', async () => {
    const send = (body: object) =>
      call(office, 'POST', '/v1/office/media', { tour_date_id, kind: 'judge_audio', name: '1_1.m4a', ...body })
    expect((await send({ bytes: 0 })).statusCode).toBe(400)
    expect((await send({ bytes: 60_000_000 })).json()).toMatchObject({ code: 'media.too_large', field: 'bytes' })
    expect((await send({ bytes: 60_000_000, kind: 'routine_video' })).statusCode).toBe(200)
    expect((await send({ bytes: 5_000_000_000, kind: 'routine_video' })).statusCode).toBe(400)
  })

  test('SEC-008 an upload belongs to who began it', async () => {
    const { upload_url } = await begin('1_1.m4a', plain)
    for (const headers of [await stage.sessionOf(otherOffice), await stage.sessionOf(studio.user_id), {} as Caller]) {
      expect([401, 403, 404]).toContain((await append(headers, upload_url, 0, plain)).statusCode)
      expect([401, 403, 404]).toContain((await head(headers, upload_url)).statusCode)
    }
    expect((await head(await stage.sessionOf(office), upload_url)).headers['upload-offset']).toBe('0')
  })

  test('OFF-031 a name is matched by number and seat and never guessed; a person assigns the rest', async () => {
    expect((await begin('002_2.m4a', plain)).matched).toBe(true)
    for (const name of [
      '2.m4a',
      '2_9.m4a',
      '99_1.m4a',
      'Heron_1.m4a',
      '2_1 (copy).m4a',
      '2b_1.m4a',
      '2-1.m4a',
      '2_1.m4a copy',
    ]) {
      expect((await begin(name, plain)).matched, name).toBe(false)
    }
    const id = await upload('tape 3.m4a', plain)
    expect((await cityMedia()).unmatched.some((one) => one.id === id)).toBe(true)
    const assign = (body: object) => call(office, 'PUT', `/v1/office/media/${id}/match`, body)
    expect((await assign({ registration_routine_id: 2_000_000, seat_id })).json().code).toBe('media.entry')
    expect((await assign({ registration_routine_id: routine_id, seat_id: null })).json().code).toBe('media.seat')
    expect((await assign({ registration_routine_id: routine_id, seat_id })).statusCode).toBe(204)
    expect((await cityMedia()).unmatched.some((one) => one.id === id)).toBe(false)
  })
})

describe.runIf(hasFfmpeg())('the office', () => {
  test('OFF-031 withholds with a reason, shows again, and deletes with the file', async () => {
    const id = await upload('1_1.m4a', plain)
    const withhold = (reason: string | null) => call(office, 'PUT', `/v1/office/media/${id}/withhold`, { reason })
    expect((await withhold(null)).json().code).toBe('media.state')
    // Nobody has withheld it, so nobody shows it again before it can be played.
    await db.updateTable('media_objects').set({ state: 'processing' }).where('id', '=', id).execute()
    expect((await withhold(null)).json().code).toBe('media.state')
    await db.updateTable('media_objects').set({ state: 'ready' }).where('id', '=', id).execute()
    expect((await withhold('  ')).json()).toMatchObject({ code: 'media.reason', field: 'reason' })
    expect((await withhold('Another routine is heard')).statusCode).toBe(204)
    expect(await row(id)).toMatchObject({ state: 'withheld', withheld_reason: 'Another routine is heard' })
    expect((await withhold(null)).statusCode).toBe(204)
    const { key } = await row(id)
    expect((await call(office, 'DELETE', `/v1/office/media/${id}`)).statusCode).toBe(204)
    await stage.runJobs()
    expect(await stage.files.head(key ?? '', 1)).toBeUndefined()
    expect((await call(studio.user_id, 'DELETE', `/v1/office/media/${id}`)).statusCode).toBe(403)
  })
})

describe.runIf(hasFfmpeg())('the device of a judge', () => {
  /** A tablet for a seat, in place of the one before. */
  async function pair(seat: number) {
    const replaced = { replaced_at: clock.now() }
    await db.updateTable('judge_devices').where('seat_id', '=', seat).set(replaced).execute()
    return pairDirectly(stage, office, seat)
  }
  const recording = (content: Buffer, more: object = {}) => ({
    ...{ id: crypto.randomUUID(), registration_routine_id: routine_id, bytes: content.length },
    ...{ started_at: '2031-01-01T00:00:00.000Z', clock: '2031-01-01T00:03:00.000Z', ...more },
  })
  const beginAs = (token: string, payload: object) =>
    app.inject({ method: 'POST', url: '/v1/judging/media', headers: deviceHeaders(token), payload })

  test('OFF-031 uploads what its seat recorded, once; its clock may be wrong', async () => {
    const { token } = await pair(seat_id)
    const body = recording(fragmented)
    for (const _ of [1, 2]) expect((await beginAs(token, body)).statusCode).toBe(200)
    const { upload_url } = (await beginAs(token, body)).json()
    expect((await append(deviceHeaders(token), upload_url, 0, fragmented)).statusCode).toBe(204)
    await stage.runJobs()
    const media = await row(body.id)
    expect(media).toMatchObject({ state: 'ready', kind: 'judge_audio', seat_id, registration_routine_id: routine_id })
    expect(Date.parse(clock.now()) - Date.parse(media.started_at ?? '')).toBe(180_000)
  })

  test('OFF-031 the board tells what a device records and holds', async () => {
    const { token } = await pair(seat_id)
    const payload = {
      ...{ battery: 80, queued_sheets: 0, queued_bytes: 2_400_000, recording: true, app_version: '1' },
      clock: '2031-01-01T00:00:00.000Z',
    }
    const beat = { method: 'POST', url: '/v1/judging/heartbeat', headers: deviceHeaders(token), payload } as const
    expect((await app.inject(beat)).statusCode).toBe(200)
    const board = (await call(office, 'GET', `/v1/office/devices?tour_date_id=${tour_date_id}`)).json()
    const seat = board.seats.find((one: { seat_id: number }) => one.seat_id === seat_id)
    expect(seat.device).toMatchObject({ recording: true, queued_bytes: 2_400_000 })
  })

  test('SEC-008 a device reaches neither uploads of another seat nor entries it does not judge', async () => {
    const own = await pair(seat_id)
    const other = await pair(other_seat_id)
    const body = recording(plain)
    const { upload_url } = (await beginAs(own.token, body)).json()
    expect((await append(deviceHeaders(other.token), upload_url, 0, plain)).statusCode).toBe(404)
    expect((await beginAs(other.token, body)).statusCode).toBe(404)
    expect((await append(await stage.sessionOf(office), upload_url, 0, plain)).statusCode).toBe(401)
    const wrongEntry = recording(plain, { registration_routine_id: 2_000_000 })
    expect((await beginAs(own.token, wrongEntry)).json().code).toBe('media.entry')
    // A tablet that replaced it goes on with what is unfinished.
    const next = await pair(seat_id)
    expect((await beginAs(next.token, body)).statusCode).toBe(200)
    expect((await append(deviceHeaders(own.token), upload_url, 0, plain)).statusCode).toBe(404)
    expect((await append(deviceHeaders(next.token), upload_url, 0, plain)).statusCode).toBe(204)
  })
})
