import { instant } from '@callboard/domain/kernel/instant.ts'
import { loadCity } from '@callboard/server/tours/queries.ts'
import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { begin, openSeason, peopleBody, routineBody } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const season = await openSeason(stage)
const at = instant('2024-10-01')
const read = (id: number) => stage.db.transaction().execute((tx) => loadCity(tx, id, at))

test('VAR-009 the office’s changes to a city take effect with the next call', async () => {
  const city = await season.city()
  expect((await read(city)).tour_date.settings.compenabled).toBe(true)
  await stage.db.updateTable('tour_dates').set({ compenabled: false }).where('id', '=', city).execute()
  expect((await read(city)).tour_date.settings.compenabled).toBe(false)
  await stage.db
    .insertInto('settings')
    .values({ name: 'media_pass_fee', tour_date_id: city, value: JSON.stringify(1_000) })
    .execute()
  expect((await read(city)).settings.media_pass_fee).toBe(1_000)
})

test('a change that was taken back is not what the next call reads', async () => {
  const city = await season.city()
  await read(city)
  const undone = stage.db.transaction().execute(async (tx) => {
    await tx.updateTable('tour_dates').set({ no_competition: true }).where('id', '=', city).execute()
    expect((await loadCity(tx, city, at)).tour_date.web.no_competition).toBe(true)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect((await read(city)).tour_date.web.no_competition).toBe(false)
  // Another change takes the next number, never the one of the change that was undone.
  await stage.db.updateTable('tour_dates').set({ obsdisabled: true }).where('id', '=', city).execute()
  const { tour_date } = await read(city)
  expect([tour_date.web.no_competition, tour_date.settings.obsdisabled]).toEqual([false, true])
})

test('several routines are entered at once, or none of them', async () => {
  const [studio, city] = [await season.studio(), await season.city()]
  const { id } = await begin(studio, city)
  await studio.call('PUT', '/v1/dance360/workshop/attendees', peopleBody(id, studio))
  const [one = 0, two = 0] = studio.dancers
  const url = `/v1/dance360/registrations/${id}/routines`
  const both = [routineBody(id, [one]), routineBody(id, [one, two])]
  const entryReply = await studio.call('POST', url, { routines: both })
  expect(entryReply.statusCode, entryReply.body).toBe(200)
  expect(entryReply.json().routines).toHaveLength(2)

  const refusal = await studio.call('POST', url, { routines: [routineBody(id, [two]), routineBody(id, [two])] })
  expect(refusal.json().message).toBe('Solos are limited to one Solo per dancer.')
  const record = (await studio.call('GET', `/v1/dance360/registrations/${id}`)).json()
  expect(record.routines).toHaveLength(2)
})
