import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { begin, openSeason, peopleBody, routineBody } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const season = await openSeason(stage)
const people = '/v1/dance360/workshop/attendees'
const routines = '/v1/dance360/routines'

type Place = { allows_virtual: boolean; isAway: boolean }

/** A registration of three dancers, the first of them virtual where `isAway`. */
async function registrationWith({ allows_virtual, isAway }: Place) {
  const [studio, city] = [await season.studio(), await season.city({ allows_virtual })]
  const { id } = await begin(studio, city)
  const body = peopleBody(id, studio)
  const save = (virtual: boolean) =>
    studio.call('PUT', people, {
      ...body,
      attendees: body.attendees.map((one, n) => ({ ...one, ...(n === 0 && { virtual }) })),
    })
  const reply = await save(isAway)
  const record = async () => (await studio.call('GET', `/v1/dance360/registrations/${id}`)).json()
  const enter = (virtual: boolean) => studio.call('POST', routines, routineBody(id, studio.dancers, { virtual }))
  return { studio, id, reply, save, record, enter }
}
const answerOf = (reply: { statusCode: number; json: () => { code?: string } }) => [reply.statusCode, reply.json().code]

test('a virtual attendee is refused in a routine that is not virtual, as it is entered and as it is changed', async () => {
  const { studio, id, reply, record, enter } = await registrationWith({ allows_virtual: true, isAway: true })
  expect(reply.statusCode, reply.body).toBe(200)
  expect(answerOf(await enter(false))).toEqual([422, 'routine.virtual_dancer'])
  const routine = await enter(true)
  expect(routine.statusCode, routine.body).toBe(200)
  const change = await studio.call('PUT', `${routines}/${routine.json().routine.id}`, {
    ...routineBody(id, studio.dancers),
    virtual: false,
  })
  expect(answerOf(change)).toEqual([422, 'routine.virtual_dancer'])
  expect((await record()).routines).toMatchObject([{ virtual: true }])
})

test('a dancer of a routine in person does not become virtual', async () => {
  const { save, record, enter } = await registrationWith({ allows_virtual: true, isAway: false })
  expect((await enter(false)).statusCode).toBe(200)
  expect(answerOf(await save(true))).toEqual([422, 'attendee.virtual_competing'])
  expect(JSON.stringify((await record()).attendees)).not.toContain('"virtual":true')
})

test('COMP-021 a city without virtual places takes neither virtual routines nor virtual attendees', async () => {
  const { save, record, enter } = await registrationWith({ allows_virtual: false, isAway: false })
  expect(answerOf(await enter(true))).toEqual([422, 'routine.virtual_not_offered'])
  expect(answerOf(await save(true))).toEqual([422, 'attendee.virtual_not_offered'])
  const { routines: enteredRoutines, attendees } = await record()
  expect(enteredRoutines).toEqual([])
  expect(JSON.stringify(attendees)).not.toContain('"virtual":true')
})
