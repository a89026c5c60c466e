import { silence } from '@callboard/server/dev/silent-audio.ts'
import { describe, expect, test } from 'vitest'
import { pairDirectly } from '../scenarios/judging.ts'
import { deviceHeaders } from '../scenarios/request-of.ts'
import { openMediaCity, type Caller } from './media-kit.ts'

// Nothing here needs a program: without ffmpeg a file is served as it came, on any machine.
const { stage, office, otherOffice, studio, ...city } = await openMediaCity({
  ffmpeg: 'no-ffmpeg',
  ffprobe: 'no-ffprobe',
})
const { tour_date_id, routine_id, seat_id, other_seat_id } = city
const { append, head, begin, upload, row, contentOf, cityMedia } = city
const { app, db, call, clock } = stage

/** A recording as it comes in. */
const recordingFile = silence(1)

test('OFF-031 without ffmpeg a recording is served as it came, and the office is told', async () => {
  expect((await cityMedia()).converts).toBe(false)
  const media = await row(await upload('2_2.wav', recordingFile))
  expect(media).toMatchObject({ state: 'ready', content_type: 'audio/wav', peaks: null, duration_ms: null })
  expect((await contentOf(media.key)).equals(recordingFile)).toBe(true)
})

describe('uploads', () => {
  test('OFF-031 an upload that breaks off goes on where it stopped', async () => {
    const { id, upload_url } = await begin('1_1.m4a', recordingFile)
    const session = await stage.sessionOf(office)
    const half = Math.floor(recordingFile.length / 2)
    expect((await append(session, upload_url, 0, recordingFile.subarray(0, half))).headers['upload-offset']).toBe(
      String(half),
    )
    const offset = (await head(session, upload_url)).headers
    expect([offset['upload-offset'], offset['upload-length']]).toEqual([String(half), String(recordingFile.length)])
    const again = await append(session, upload_url, 0, recordingFile.subarray(0, half))
    expect([again.statusCode, again.json().code]).toEqual([409, 'media.offset'])
    expect((await append(session, upload_url, half, recordingFile.subarray(half))).statusCode).toBe(204)
    await stage.runJobs()
    expect(await row(id)).toMatchObject({ state: 'ready' })
    // The answer to the last byte was lost: all of it is there.
    expect((await head(session, upload_url)).headers['upload-offset']).toBe(String(recordingFile.length))
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
    const audioAsVideo = await begin('1.mp3', recordingFile, { kind: 'routine_video' })
    const mp3 = Buffer.from('ID3\x04\0\0\0\0\0\0\0\0\0\0\0\0\0', 'latin1')
    expect((await append(await stage.sessionOf(office), audioAsVideo.upload_url, 0, mp3)).json().code).toBe(
      'media.type',
    )
  })

  test('OFF-031 an empty file and one that is too large are refused before a byte is sent', async () => {
    const send = (body: object) =>
      call(office, 'POST', '/v1/office/media', { tour_date_id, kind: 'judge_audio', name: '1_1.m4a', ...body })
    const refusalOf = async (body: object) => {
      const reply = await send(body)
      const { field, message } = reply.json()
      return [reply.statusCode, field, message]
    }
    const empty = [422, 'bytes', 'The file is empty. Choose another one.']
    const recordingTooLarge = [422, 'bytes', 'The file is too large. A recording may have 50 MB.']
    const videoTooLarge = [422, 'bytes', 'The file is too large. A video may have 4 GB.']
    const video = { kind: 'routine_video' }
    expect(await refusalOf({ bytes: 0 })).toEqual(empty)
    expect(await refusalOf({ ...video, bytes: 0 })).toEqual(empty)
    expect(await refusalOf({ bytes: 60_000_000 })).toEqual(recordingTooLarge)
    expect((await send({ ...video, bytes: 60_000_000 })).statusCode).toBe(200)
    for (const bytes of [5_000_000_000, Number.MAX_SAFE_INTEGER]) {
      expect(await refusalOf({ ...video, bytes })).toEqual(videoTooLarge)
    }
  })

  test('SEC-008 an upload belongs to who began it', async () => {
    const { upload_url } = await begin('1_1.m4a', recordingFile)
    for (const headers of [await stage.sessionOf(otherOffice), await stage.sessionOf(studio.user_id), {} as Caller]) {
      expect([401, 403, 404]).toContain((await append(headers, upload_url, 0, recordingFile)).statusCode)
      expect([401, 403, 404]).toContain((await head(headers, upload_url)).statusCode)
    }
    expect((await head(await stage.sessionOf(office), upload_url)).headers['upload-offset']).toBe('0')
  })

  test('OFF-031 a name is matched by number and seat and never guessed; a person assigns the rest', async () => {
    expect((await begin('002_2.m4a', recordingFile)).matched).toBe(true)
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
      expect((await begin(name, recordingFile)).matched, name).toBe(false)
    }
    const id = await upload('tape 3.m4a', recordingFile)
    expect((await cityMedia()).unmatched.some((one) => one.id === id)).toBe(true)
    const assign = (body: object) => call(office, 'PUT', `/v1/office/media/${id}/match`, body)
    expect((await assign({ registration_routine_id: 2_000_000, seat_id })).json().code).toBe('media.entry')
    expect((await assign({ registration_routine_id: routine_id, seat_id: null })).json().code).toBe('media.seat')
    expect((await assign({ registration_routine_id: routine_id, seat_id })).statusCode).toBe(204)
    expect((await cityMedia()).unmatched.some((one) => one.id === id)).toBe(false)
  })
})

describe('the office', () => {
  test('OFF-031 withholds with a reason, shows again, and deletes with the file', async () => {
    const id = await upload('1_1.m4a', recordingFile)
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

describe('the device of a judge', () => {
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
    const body = recording(recordingFile)
    for (const _ of [1, 2]) expect((await beginAs(token, body)).statusCode).toBe(200)
    const { upload_url } = (await beginAs(token, body)).json()
    expect((await append(deviceHeaders(token), upload_url, 0, recordingFile)).statusCode).toBe(204)
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
    const body = recording(recordingFile)
    const { upload_url } = (await beginAs(own.token, body)).json()
    expect((await append(deviceHeaders(other.token), upload_url, 0, recordingFile)).statusCode).toBe(404)
    expect((await beginAs(other.token, body)).statusCode).toBe(404)
    expect((await append(await stage.sessionOf(office), upload_url, 0, recordingFile)).statusCode).toBe(401)
    expect((await beginAs(own.token, { ...body, bytes: 0 })).json().code).toBe('media.empty')
    const wrongEntry = recording(recordingFile, { registration_routine_id: 2_000_000 })
    expect((await beginAs(own.token, wrongEntry)).json().code).toBe('media.entry')
    // A tablet that replaced it goes on with what is unfinished.
    const next = await pair(seat_id)
    expect((await beginAs(next.token, body)).statusCode).toBe(200)
    expect((await append(deviceHeaders(own.token), upload_url, 0, recordingFile)).statusCode).toBe(404)
    expect((await append(deviceHeaders(next.token), upload_url, 0, recordingFile)).statusCode).toBe(204)
  })
})
