import { insertAccount } from '@callboard/server/dev/build-people.ts'
import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { allTypes, nationalsStudio, openNationals, sotyCity } from '../scenarios/nationals-city.ts'
import { begin, created, openSeason, peopleBody, routineBody } from '../scenarios/small-city.ts'

// Settings of the office, made by its own calls, and their effect on owners.

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const season = await openSeason(stage)
await openNationals(stage)
const desk = await stage.db
  .transaction()
  .execute((tx) =>
    insertAccount(tx, { email: 'desk@callboard.example', fname: 'Desk', lname: 'Clerk', role: 'admin' }, created),
  )

const sets = async (path: string, body: object) => {
  const reply = await stage.call(desk.user_id, 'PUT', `/v1/office${path}`, body)
  expect(reply.statusCode, reply.body).toBe(200)
}
const outcomeOf = (reply: { statusCode: number; json: () => { code?: string } }) =>
  reply.statusCode === 200 ? 'saved' : reply.json().code

test('OFF-014 the Studio of the Year, a nomination type and the Best Dancers come and go for an owner as the office sets them', async () => {
  const city = await season.city({ ...sotyCity, nomination_types: allTypes, disabled_best_dancers: true })
  const studio = await season.studio({ dancers: 12 })
  const { id, routine_ids } = await nationalsStudio(stage, studio, city)
  const set = (body: object) => sets(`/tour-dates/${city}`, body)
  const put = async (has_soty: boolean, nominated: readonly (readonly [type: number, place: number])[]) =>
    outcomeOf(
      await studio.call('PUT', '/v1/dance360/nominations', {
        id,
        has_soty,
        nomination_routines: nominated.map(([nomination_type_id, place]) => ({
          nomination_type_id,
          registrations_routine_id: routine_ids[place - 1] ?? 0,
          details: { name: 'Thea Marchetti' },
        })),
      }),
    )
  const twelve = allTypes.slice(0, 12).map((type) => [type, type] as const)
  const awards = [
    [21, 7],
    [23, 1],
    [31, 8],
  ] as const

  await set({ has_soty: false })
  expect(await put(true, twelve)).toBe('soty.not_here')
  await set({ has_soty: true })
  expect(await put(true, twelve)).toBe('saved')

  await set({ nomination_types: allTypes.filter((type) => type !== 23) })
  expect(await put(true, [...twelve, ...awards])).toBe('nominations.not_offered')
  await set({ nomination_types: allTypes })
  expect(await put(true, [...twelve, ...awards])).toBe('saved')

  const { attendees } = peopleBody(id, studio)
  const competing = attendees.map((one, place) => ({ ...one, ...(place === 0 && { best_dancer_type_id: 1 }) }))
  const join = async () =>
    outcomeOf(await studio.call('PUT', '/v1/dance360/workshop/attendees', { id, attendees: competing }))
  expect(await join()).toBe('best_dancer.not_offered')
  await set({ disabled_best_dancers: false })
  expect(await join()).toBe('saved')
})

test('OFF-045 an event’s settings for extra time, small-studio routines and room times apply to owners', async () => {
  const city = await season.city({ solo_groups: 1 })
  const studio = await season.studio({ dancers: 4 })
  const { id } = await begin(studio, city)
  const set = async (name: string, value: number | null) => {
    await sets('/settings', { event_id: 7, name, value })
    await stage.runJobs()
  }
  const people = (more: object = {}) =>
    studio.call('PUT', '/v1/dance360/workshop/attendees', { ...peopleBody(id, studio), ...more })
  const enter = async (cast: readonly number[], more: object = {}) =>
    outcomeOf(await studio.call('POST', '/v1/dance360/routines', routineBody(id, cast, more)))

  expect(outcomeOf(await people({ comp_room: true }))).toBe('attendee.comp_room_not_earned')
  await set('comp_room_students', 3)
  expect(outcomeOf(await people({ comp_room: true }))).toBe('saved')

  await set('extra_time_max', 1)
  expect(await enter(studio.dancers, { extra_time: 2 })).toBe('routine.extra_time_range')
  await set('extra_time_max', 2)
  expect(await enter(studio.dancers, { extra_time: 2 })).toBe('saved')

  const [one = 0, two = 0] = studio.dancers
  expect(await enter([one])).toBe('saved')
  expect(await enter([two])).toBe('routine.small_solos_full')
  await set('small_registration_dancers', 4)
  expect(await enter([two])).toBe('saved')
})
