import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { daysAfter, instant } from '@callboard/domain/kernel/instant.ts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { hasFfmpeg } from '../debian-packages.ts'
import { openStage } from '../kit.ts'
import { insertMedia } from '../scenarios/media.ts'
import { answer, danceAll, enterSolos, giveMark, release, seatPanel } from '../scenarios/results.ts'
import { addAccount, openSeason } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-11-10T16:00:00Z' })
const { app, db, call, clock, files } = stage
const season = await openSeason(stage)
const two = [await addAccount(stage, 'one@example.com'), await addAccount(stage, 'two@example.com')] as const
const studio = await season.studio({ dancers: 2 })
const rival = await season.studio({ dancers: 1 })

let tour_date_id = 0
let registration_id = 0
let routines: readonly number[] = []
let seats: readonly number[] = []

beforeEach(async () => {
  clock.time = instant('2024-11-10T16:00:00Z')
  tour_date_id = await season.city()
  ;({ registration_id, routines } = await enterSolos(stage, studio, tour_date_id, ['Ash', 'Birch']))
  const block_id = await danceAll(stage, two[0], tour_date_id)
  seats = (await seatPanel(stage, tour_date_id, block_id, 3)).seats
  for (const entry of routines) for (const seat of seats) await giveMark(stage, entry, seat, 9_500)
})

const at = (entry: number, seat: number) => ({
  ...{ tour_date_id, registration_routine_id: routines[entry] ?? 0, seat_id: seats[seat] ?? 0 },
})
const releaseCritiques = (embargo_until: string | null = null) =>
  release(stage, two, tour_date_id, { part: 'critiques', embargo_until })
const recordingUrl = (media_id: string, of = registration_id) =>
  `/v1/dance360/coda/recording?registration_id=${of}&media_id=${media_id}`
const downloadUrl = (key: string) =>
  `/v1/download/critique?key=${key}&event=Radix&city=Denver&routine=Ash&position=1&number=1`
const readCritiques = async () =>
  (await call(studio.user_id, 'GET', `/v1/dance360/coda/critiques?registration_id=${registration_id}`)).json()
const withLink = async (url: string, routine_ids?: readonly number[]) => {
  const body = { path: 'critiques', registration_id, ...(routine_ids && { routine_ids }) }
  const { token } = await answer(call(studio.user_id, 'POST', '/v1/dance360/share-links', body))
  return app.inject({ method: 'GET', url, headers: { 'x-share-token': token } })
}

describe('RES-008 recordings of judges', () => {
  test('are heard by their owner once critiques are released, part by part', async () => {
    const id = await insertMedia(stage, { ...at(0, 0), peaks: Buffer.alloc(400, 7), duration_ms: 60_000 })
    const later = { started_at: instant('2024-11-02T10:00:00Z') }
    const second = await insertMedia(stage, { ...at(0, 0), ...later, duration_ms: 30_000 })
    expect((await call(studio.user_id, 'GET', recordingUrl(id))).statusCode).toBe(404)
    await releaseCritiques(daysAfter(clock.time, 1))
    expect((await call(studio.user_id, 'GET', recordingUrl(id))).statusCode).toBe(404)
    clock.time = daysAfter(clock.time, 2)

    const [ash, birch] = (await readCritiques()).routines
    const [judge] = ash.judges
    expect(judge.recordings.map((one: { id: string; starts_ms: number }) => [one.id, one.starts_ms])).toEqual([
      [second, 0],
      [id, 30_000],
    ])
    expect(Buffer.from(judge.recordings[1].peaks, 'base64')).toHaveLength(400)
    expect(birch.judges[0].recordings).toEqual([])
    const { signedRequest } = await answer(call(studio.user_id, 'GET', recordingUrl(id)))
    const part = await app.inject({ method: 'GET', url: signedRequest, headers: { range: 'bytes=0-99' } })
    expect([part.statusCode, part.rawPayload.length, part.headers['content-type']]).toEqual([206, 100, 'audio/wav'])
    expect(part.headers['content-range']).toMatch(/^bytes 0-99\//)
  })

  test('SEC-008 TOK-005 of others, beside a link’s routines, or withheld are not found', async () => {
    const id = await insertMedia(stage, at(0, 0))
    const unlisted = await insertMedia(stage, at(1, 0))
    await releaseCritiques()
    expect((await call(rival.user_id, 'GET', recordingUrl(id))).statusCode).toBe(404)
    expect((await call(0, 'GET', recordingUrl(id))).statusCode).toBe(401)
    const list = [routines[0] ?? 0]
    expect((await withLink(recordingUrl(id), list)).statusCode).toBe(200)
    expect((await withLink(recordingUrl(unlisted), list)).statusCode).toBe(404)
    for (const state of ['withheld', 'failed', 'expired'] as const) {
      const reasons = { withheld_reason: state === 'withheld' ? 'x' : null }
      const hiddenMedia = { ...at(0, 1), state, ...reasons, failure: state === 'failed' ? ('damaged' as const) : null }
      const other = await insertMedia(stage, hiddenMedia)
      expect((await call(studio.user_id, 'GET', recordingUrl(other))).statusCode).toBe(404)
    }
    const [ash] = (await readCritiques()).routines
    expect(ash.judges[1].recordings).toEqual([])
  })
})

test('API-077 RES-012 the path of a city’s critique media is a string, for accounts that are registered there', async () => {
  const url = `/v1/mediaconvert/critique-path?tour_date_id=${tour_date_id}`
  const reply = await call(studio.user_id, 'GET', url)
  expect([reply.statusCode, reply.json()]).toEqual([200, `media/${tour_date_id}/`])
  const id = await insertMedia(stage, at(0, 0))
  const { key } = await db.selectFrom('media_objects').where('id', '=', id).select('key').executeTakeFirstOrThrow()
  expect(key?.startsWith(reply.json())).toBe(true)
  expect((await call(0, 'GET', url)).statusCode).toBe(401)
  expect((await call(rival.user_id, 'GET', url)).statusCode).toBe(404)
})

describe('API-078 RES-010 download of a video critique', () => {
  test('answers the judge’s own video; names name the file and decide nothing', async () => {
    const content = { content_type: 'video/mp4', kind: 'judge_video' as const }
    const id = await insertMedia(stage, { ...at(0, 0), ...content })
    expect((await call(studio.user_id, 'GET', downloadUrl(id))).statusCode).toBe(404)
    await releaseCritiques()
    const reply = await call(studio.user_id, 'GET', `${downloadUrl(id)}`.replace('city=Denver', 'city=..%2F..%0D%0Ax'))
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'video/mp4'])
    expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="1_ Ash_ judge 1_ Radix_[\w .]*\.mp4"/)
    expect(reply.headers['content-disposition']).not.toMatch(/[\r\n/]/)
    const [ash] = (await readCritiques()).routines
    expect([ash.has_video, ash.judges[0].video_key, ash.judges[1].video_key]).toEqual([true, id, null])
    expect((await call(rival.user_id, 'GET', downloadUrl(id))).statusCode).toBe(404)
    expect((await call(0, 'GET', downloadUrl(id))).statusCode).toBe(401)
    expect((await withLink(downloadUrl(id), [routines[0] ?? 0])).statusCode).toBe(200)
    expect((await withLink(downloadUrl(id), [routines[1] ?? 0])).statusCode).toBe(404)
    expect((await call(studio.user_id, 'GET', downloadUrl(crypto.randomUUID()))).statusCode).toBe(404)
  })

  test('RES-011 is not found where there is no video', async () => {
    const id = await insertMedia(stage, at(0, 0))
    await releaseCritiques()
    expect((await call(studio.user_id, 'GET', downloadUrl(id))).statusCode).toBe(404)
    const [ash] = (await readCritiques()).routines
    expect([ash.has_video, ash.judges[0].video_key]).toEqual([false, null])
  })

  const folder = mkdtempSync(path.join(os.tmpdir(), 'callboard-mix-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const make = (name: string, ...args: string[]) => {
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...args, path.join(folder, name)])
    return readFileSync(path.join(folder, name))
  }
  const sine = (hertz: number, seconds: number) => ['-f', 'lavfi', '-i', `sine=frequency=${hertz}:duration=${seconds}`]
  const picture = (seconds: number) => [
    ...['-f', 'lavfi', '-i', `testsrc=s=64x48:d=${seconds}:r=5`, ...sine(300, seconds)],
    ...['-c:v', 'libx264', '-c:a', 'aac', '-pix_fmt', 'yuv420p'],
  ]
  const keyOf = async (media: string) =>
    (await db.selectFrom('media_objects').where('id', '=', media).select('key').executeTakeFirstOrThrow()).key ?? ''
  const mixes = () => db.selectFrom('media_objects').where('kind', '=', 'critique_mix').selectAll().execute()
  /** Decibels of a tone within 0.6 s of the mixed sound. */
  const level = (mix: Buffer | undefined, hertz: number, from: number) => {
    writeFileSync(path.join(folder, 'mix.mp4'), mix ?? '')
    const filter = `atrim=${from}:${from + 0.6},bandpass=f=${hertz}:w=100,volumedetect`
    const args = ['-nostats', '-i', path.join(folder, 'mix.mp4'), '-af', filter, '-f', 'null', '-']
    const report = execFileSync('sh', ['-c', 'ffmpeg "$@" 2>&1', 'sh', ...args]).toString()
    return Number(/mean_volume: (-?[\d.]+) dB/.exec(report)?.[1])
  }

  test.runIf(hasFfmpeg())('mixes the routine’s video with the recording once, and keeps it 30 days', async () => {
    const id = await insertMedia(stage, { ...at(0, 0), shift_ms: 1_000 })
    const video_id = await insertMedia(stage, { ...at(0, 0), seat_id: null, kind: 'routine_video' })
    await files.put(await keyOf(id), make('a.m4a', ...sine(2_000, 2), '-c:a', 'aac'), 'audio/mp4')
    await files.put(await keyOf(video_id), make('v.mp4', ...picture(2)), 'video/mp4')
    await releaseCritiques()

    const replies = await Promise.all([1, 2].map(() => call(studio.user_id, 'GET', downloadUrl(id))))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(await mixes()).toHaveLength(1)
    const mix = replies[0]?.rawPayload
    // The judge begins a second after the video, and the stage is 12 dB lower: both tones are made equally loud.
    expect(level(mix, 2_000, 0.1)).toBeLessThan(-50)
    expect(level(mix, 2_000, 1.1) - level(mix, 300, 1.1)).toBeGreaterThan(9)
    expect(level(mix, 2_000, 1.1) - level(mix, 300, 1.1)).toBeLessThan(15)

    clock.time = daysAfter(clock.time, 29)
    expect((await call(studio.user_id, 'GET', downloadUrl(id))).statusCode).toBe(200)
    expect(await mixes()).toHaveLength(1)
    clock.time = daysAfter(clock.time, 2)
    expect((await call(studio.user_id, 'GET', downloadUrl(id))).statusCode).toBe(200)
    expect(await mixes()).toHaveLength(2)
    const [ash] = (await readCritiques()).routines
    expect([ash.has_video, ash.video_id, ash.judges[0].video_key]).toEqual([true, video_id, id])
    expect(ash.judges[0].recordings[0].shift_ms).toBe(1_000)
    // A recording that is deleted leaves no video of it.
    expect((await call(two[0], 'DELETE', `/v1/office/media/${id}`)).statusCode).toBe(204)
    expect(await mixes()).toHaveLength(0)
  })

  test.runIf(hasFfmpeg())('RES-010 has both parts where a judge stopped and resumed, each at its time', async () => {
    const started_at = (seconds: number) => instant(Date.parse('2024-11-02T15:00:00Z') + 1000 * seconds)
    // The office moved the first by ear; the second follows it as far behind as the tablet's clock says.
    const first = await insertMedia(stage, { ...at(0, 0), started_at: started_at(0), shift_ms: 300 })
    const second = await insertMedia(stage, { ...at(0, 0), started_at: started_at(1.5) })
    const otherJudge = await insertMedia(stage, { ...at(0, 1), started_at: started_at(0) })
    const video_id = await insertMedia(stage, { ...at(0, 0), seat_id: null, kind: 'routine_video' })
    await files.put(await keyOf(first), make('first.m4a', ...sine(2_000, 0.8), '-c:a', 'aac'), 'audio/mp4')
    await files.put(await keyOf(second), make('second.m4a', ...sine(4_000, 0.8), '-c:a', 'aac'), 'audio/mp4')
    await files.put(await keyOf(otherJudge), make('other.m4a', ...sine(6_000, 3), '-c:a', 'aac'), 'audio/mp4')
    await files.put(await keyOf(video_id), make('long.mp4', ...picture(3)), 'video/mp4')
    await releaseCritiques()

    const [ash] = (await readCritiques()).routines
    expect(ash.judges[0].recordings.map((one: { shift_ms: number }) => one.shift_ms)).toEqual([300, 1_800])
    const mix = (await call(studio.user_id, 'GET', downloadUrl(first))).rawPayload
    expect(level(mix, 2_000, 0.4)).toBeGreaterThan(-30)
    expect(level(mix, 4_000, 0.4)).toBeLessThan(-50)
    expect(level(mix, 4_000, 1.9)).toBeGreaterThan(-30)
    expect(level(mix, 2_000, 1.9)).toBeLessThan(-50)
    expect(level(mix, 6_000, 0.4)).toBeLessThan(-50)
    expect((await call(studio.user_id, 'GET', downloadUrl(second))).rawPayload.equals(mix)).toBe(true)
    expect(await mixes()).toHaveLength(1)
    // A withheld part is not heard, and the other part keeps its place.
    await call(two[0], 'PUT', `/v1/office/media/${first}/withhold`, { reason: 'Another routine' })
    const rest = (await call(studio.user_id, 'GET', downloadUrl(second))).rawPayload
    expect(level(rest, 2_000, 0.4)).toBeLessThan(-50)
    expect(level(rest, 4_000, 1.9)).toBeGreaterThan(-30)
    const [withoutFirst] = (await readCritiques()).routines
    expect(withoutFirst.judges[0].recordings).toMatchObject([{ id: second, starts_ms: 1_000, shift_ms: 1_800 }])
  })
})
