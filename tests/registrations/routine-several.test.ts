import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { begin, openSeason, peopleBody, routineBody } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const season = await openSeason(stage)

/** Six dancers: four in a group, two in a duo, and a solo of the first and of the last. */
async function company() {
  const [studio, city] = [await season.studio({ dancers: 6 }), await season.city()]
  const { id } = await begin(studio, city)
  await studio.call('PUT', '/v1/dance360/workshop/attendees', peopleBody(id, studio))
  const person = (place: number) => studio.dancers[place] ?? 0
  const routine_ids: number[] = []
  for (const cast of [[0, 1, 2, 3], [0, 1], [0], [5]]) {
    const reply = await studio.call('POST', '/v1/dance360/routines', routineBody(id, cast.map(person)))
    routine_ids.push(reply.json().routine.id)
  }
  const post = (path: string, body: object) => studio.call('POST', `/v1/dance360/registrations/${id}/${path}`, body)
  const casts = async () => {
    const record = (await studio.call('GET', `/v1/dance360/registrations/${id}`)).json()
    return {
      version: record.version as number,
      total: record.fees.total as number,
      routines: record.routines as {
        id: number
        age_up: boolean
        extra_time: number
        attendees: { person_id: number }[]
      }[],
    }
  }
  return { studio, id, person, routine_ids, post, casts }
}

test('COMP-032 COMP-074 a dancer is replaced in all routines by one call, or in none', async () => {
  const { person, routine_ids, post, casts } = await company()
  const before = await casts()
  const injured = { person_id: person(0) }
  const refusal = await post('replacements', {
    ...injured,
    replacement_id: person(5),
    routine_ids: routine_ids.slice(0, 3),
  })
  expect([refusal.statusCode, refusal.json().code]).toEqual([422, 'routine.second_solo'])
  expect(await casts()).toEqual(before)

  const reply = await post('replacements', {
    ...injured,
    replacement_id: person(4),
    routine_ids: routine_ids.slice(0, 3),
  })
  expect(reply.statusCode, reply.body).toBe(200)
  const after = await casts()
  expect(after.version).toBe(before.version + 1)
  expect(after.total).toBe(before.total)
  const dancing = after.routines.slice(0, 3).map(({ attendees }) => attendees.map((one) => one.person_id))
  expect(dancing.every((cast) => cast.includes(person(4)) && !cast.includes(person(0)))).toBe(true)
})

test('COMP-042 COMP-065 several routines are changed or removed by one call, or none', async () => {
  const { studio, id, routine_ids, post, casts } = await company()
  const change = (ids: readonly number[]) =>
    studio.call('PUT', `/v1/dance360/registrations/${id}/routines`, { routine_ids: ids, change: { extra_time: 2 } })
  expect((await change(routine_ids)).json().code).toBe('routine.extra_time_refused')
  expect((await casts()).routines.every(({ extra_time }) => extra_time === 0)).toBe(true)
  expect((await change(routine_ids.slice(0, 1))).statusCode).toBe(200)
  expect((await casts()).routines[0]?.extra_time).toBe(2)

  expect((await post('routine-removals', { routine_ids: [routine_ids[0], 999_999] })).json().code).toBe(
    'routine.not_found',
  )
  const stale = await post('routine-removals', { routine_ids: [routine_ids[0]], version: 1 })
  expect(stale.statusCode).toBe(409)
  expect((await post('routine-removals', { routine_ids: routine_ids.slice(0, 2) })).statusCode).toBe(200)
  expect((await casts()).routines.map((one) => one.id)).toEqual(routine_ids.slice(2))
})

test('another studio’s routines are not changed together either', async () => {
  const { id, routine_ids, person } = await company()
  const rival = await season.studio({ dancers: 1 })
  const body = { person_id: person(0), replacement_id: person(4), routine_ids }
  const reply = await rival.call('POST', `/v1/dance360/registrations/${id}/replacements`, body)
  expect(reply.statusCode).toBe(404)
})
