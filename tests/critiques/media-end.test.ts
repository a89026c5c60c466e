import { instant } from '@callboard/domain/kernel/instant.ts'
import { expireOldMedia } from '@callboard/server/critiques/jobs.ts'
import { openSpool } from '@callboard/server/critiques/upload-spool.ts'
import { storeFile } from '@callboard/server/platform/files/queries.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { insertMedia } from '../scenarios/media.ts'
import { danceAll, enterSolos, giveMark, release, seatPanel } from '../scenarios/results.ts'
import { addAccount, openSeason } from '../scenarios/small-city.ts'

const start = '2024-11-05T16:00:00Z'
const stage = await openStage({ now: start })
const { app, db, call, clock, files } = stage
const season = await openSeason(stage)
const two = [await addAccount(stage), await addAccount(stage, 'other@example.com')] as const
const studio = await season.studio({ dancers: 2 })
const tour_date_id = await season.city()
const { routines } = await enterSolos(stage, studio, tour_date_id, ['Ash'])
const block_id = await danceAll(stage, two[0], tour_date_id)
const { seats } = await seatPanel(stage, tour_date_id, block_id, 3)
for (const seat of seats) await giveMark(stage, routines[0] ?? 0, seat, 9_500)
const place = { tour_date_id, registration_routine_id: routines[0] ?? 0, seat_id: seats[0] ?? 0 }

beforeEach(async () => {
  clock.time = instant(start)
  await db.deleteFrom('media_objects').execute()
})

const row = (id: string) => db.selectFrom('media_objects').where('id', '=', id).selectAll().executeTakeFirst()
async function expireAt(moment: string) {
  clock.time = instant(moment)
  await expireOldMedia(app)
  await stage.runJobs()
}

test('SEC-025 an upload that is not whole after a day leaves with its bytes', async () => {
  const id = await insertMedia(stage, { ...place, state: 'uploading', bytes: 500 })
  const spool = openSpool(stage.media.folder)
  await spool.offset({ id, bytes: 500 })
  await expireAt('2024-11-06T15:00:00Z')
  expect(await row(id)).toBeDefined()
  await expireAt('2024-11-06T17:00:00Z')
  expect(await row(id)).toBeUndefined()
  await expect(spool.start(id)).rejects.toThrow('ENOENT')
})

test('SEC-025 a mixed video of a save that did not end goes the night after, and one that is listed stays', async () => {
  const id = await insertMedia(stage, { ...place, kind: 'critique_mix', expires_at: instant('2025-01-01T00:00:00Z') })
  await db.updateTable('media_objects').set({ key: 'media/mixes/listed.mp4' }).where('id', '=', id).execute()
  const facts = { content_type: 'video/mp4', size: 3, owner_user_id: null, registration_id: null, created: clock.now() }
  for (const key of ['media/mixes/listed.mp4', 'media/mixes/left.mp4']) {
    await storeFile(app, { ...facts, key }, Buffer.from('mp4'))
  }
  await expireAt('2024-11-06T17:00:00Z')
  expect(await files.head('media/mixes/left.mp4', 1)).toBeUndefined()
  expect(await files.head('media/mixes/listed.mp4', 1)).toBeDefined()
})

test('RES-010 recordings end twelve months after the last city of their season, withheld ones too', async () => {
  // The city with media is not the last of its season.
  await season.city({ city: 'Salem', starts: '2025-06-20' })
  const withheldMedia = { state: 'withheld' as const, withheld_reason: 'Another routine' }
  const ids = [await insertMedia(stage, place), await insertMedia(stage, { ...place, ...withheldMedia })]
  const keys = await Promise.all(ids.map(async (id) => (await row(id))?.key ?? ''))
  const { rows } = await sql<{ end: string }>`select max(end_date)::text as end from tour_dates`.execute(db)
  const [year = 0, month = 0, day = 0] = (rows[0]?.end ?? '').split('-').map(Number)
  const after = (days: number) => new Date(Date.UTC(year + 1, month - 1, day + days, 20)).toISOString()
  await expireAt(after(0))
  expect((await row(ids[0] ?? ''))?.state).toBe('ready')
  await expireAt(after(2))
  for (const [index, id] of ids.entries()) {
    expect(await row(id)).toMatchObject({ state: 'expired', key: null, peaks: null, withheld_reason: null })
    expect(await files.head(keys[index] ?? '', 1)).toBeUndefined()
  }
  const other = await insertMedia(stage, place)
  await db.insertInto('settings').values({ name: 'critique_months', value: '24' }).execute()
  await expireOldMedia(app)
  await db.deleteFrom('settings').where('name', '=', 'critique_months').execute()
  expect((await row(other))?.state).toBe('ready')
})

test('the copy of an account’s data names released recordings, and a deleted child leaves no name in them', async () => {
  const child = studio.dancers[0] ?? 0
  const { fname, lname } = await db
    .selectFrom('persons')
    .where('id', '=', child)
    .select(['fname', 'lname'])
    .executeTakeFirstOrThrow()
  const id = await insertMedia(stage, { ...place, name: `${fname} ${lname} solo.m4a` })
  const reason = `Says the name of ${fname} ${lname}`
  expect((await call(two[0], 'PUT', `/v1/office/media/${id}/withhold`, { reason })).statusCode).toBe(204)
  const readyId = await insertMedia(stage, { ...place, duration_ms: 61_000 })
  const copy = async () => (await call(studio.user_id, 'GET', `/v1/mybtf/${studio.user_id}/export`)).json()
  expect((await copy()).recordings).toEqual([])
  await release(stage, two, tour_date_id, { part: 'critiques' })
  expect((await copy()).recordings).toMatchObject([{ kind: 'judge_audio', duration_ms: 61_000 }])
  expect((await row(readyId))?.registration_routine_id).toBe(place.registration_routine_id)

  await sql`select forget_mentions(${studio.user_id}, ${child})`.execute(db)
  expect(await row(id)).toMatchObject({
    name: 'Deleted person solo.m4a',
    withheld_reason: 'Says the name of Deleted person',
  })
  const audit = await db.selectFrom('audit_log').where('entity', '=', 'media').selectAll().execute()
  expect(JSON.stringify(audit)).not.toContain(lname)
})
