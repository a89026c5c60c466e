import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { answer, danceAll, enterSolos, giveMark, release, seatPanel } from '../scenarios/results.ts'
import { addAccount, openSeason } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-11-10T16:00:00Z' })
const { app, db, call } = stage
const season = await openSeason(stage)
const two = [await addAccount(stage, 'one@example.com'), await addAccount(stage, 'two@example.com')] as const

test('RES-008 a studio sees the photo and the signature of its judge once the critiques are released', async () => {
  const studio = await season.studio({ dancers: 1 })
  const tour_date_id = await season.city()
  const { registration_id, routines } = await enterSolos(stage, studio, tour_date_id, ['Ash'])
  const { seats } = await seatPanel(stage, tour_date_id, await danceAll(stage, two[0], tour_date_id), 3)
  const [ash = 0] = routines
  for (const seat of seats) await giveMark(stage, ash, seat, 9_000)
  const { judge_id } = await db
    .selectFrom('judge_seats')
    .where('id', '=', seats[0] ?? 0)
    .select('judge_id')
    .executeTakeFirstOrThrow()
  const content = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#234' } })
    .png()
    .toBuffer()
  for (const kind of ['headshot', 'signature']) {
    const path = `/v1/office/judges/${judge_id}/picture`
    const place = await answer(call(two[0], 'GET', `${path}?kind=${kind}&type=image/png&size=${content.length}`))
    const headers = { 'content-type': 'image/png' }
    await app.inject({ method: 'PUT', url: place.signedRequest, payload: content, headers })
    await answer(call(two[0], 'PUT', path, { kind, url: place.url }))
  }
  for (const part of ['results', 'critiques']) await release(stage, two, tour_date_id, { part })

  const url = `/v1/dance360/coda/routine?routine_id=${ash}&event_id=7&registration_id=${registration_id}`
  const { judges } = await answer(studio.call('GET', url))
  for (const address of [judges[0].headshot, judges[0].signature]) {
    const picture = await app.inject({ url: address.replace(/^https?:\/\/[^/]+/, '') })
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/jpeg'])
  }
  expect([judges[1].headshot, judges[1].signature]).toEqual([null, null])
})
