import { instant } from '@callboard/domain/kernel/instant.ts'
import { placeFaults } from '@callboard/server/capacity/verify.ts'
import { expireOffers } from '@callboard/server/waiting-list/jobs.ts'
import { insertAccount } from '@callboard/server/dev/build-people.ts'
import { beforeEach, expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { created, openSeason, peopleBody, reviewed, routineBody } from '../scenarios/small-city.ts'
import { joined, level, levelLine, lineOf, other, ready, record, type Guest } from '../scenarios/waiting-city.ts'

const start = '2024-10-01T16:00:00Z'
const stage = await openStage({ now: start })
const season = await openSeason(stage)
const office = await stage.db
  .transaction()
  .execute((tx) =>
    insertAccount(tx, { email: 'desk@callboard.example', fname: 'Desk', lname: 'Clerk', role: 'office' }, created),
  )
beforeEach(() => {
  stage.clock.time = instant(start)
})

const { fullLevel, guest, count } = levelLine(stage, season)

type JoinRequest = { casts: readonly (readonly number[])[]; coming: readonly number[]; takes_part?: boolean }

/** Routines with casts by position among the dancers, and who of them is to come in at the full level. */
const ask = ({ studio, id, dancers }: Guest, { casts, coming, takes_part = false }: JoinRequest) =>
  studio.call('POST', '/v1/waiting-list', {
    registration_id: id,
    takes_part,
    routines: casts.map((cast, at) => {
      const { registration_id: _, ...routine } = routineBody(
        id,
        cast.map((place) => dancers[place] ?? 0),
      )
      return { ...routine, routine: { name: `Piece ${at + 1}`, choreographer: 'Mia Sol' } }
    }),
    people: coming.map((place) => ({ person_id: dancers[place], workshop_level_id: level })),
  })

const registered = async (one: Guest) =>
  Object.keys((await record(one)).attendees)
    .map(Number)
    .toSorted()
const accept = async ({ studio, id }: Guest, body: object = {}) => {
  const [offer] = await lineOf(studio, id)
  return studio.call('PUT', `/v1/waiting-list/${offer.id}`, { answer: 'accept', ...body })
}
const faultsIn = async (tour_date_id: number) =>
  (await placeFaults(stage.db)).filter((fault) => fault.tour_date_id === tour_date_id)

/** The registration is completed, as an unpaid one of the office is. */
async function complete({ studio, id }: Guest) {
  const save = (change: object) => studio.call('PUT', `/v1/dance360/registrations/${id}`, change)
  await save({ is_competing: false, waiver: true })
  expect((await save({ reviewed: true })).statusCode).toBe(200)
  await stage.db
    .updateTable('registrations')
    .set({ completed: true, completed_at: stage.clock.now(), hold_began: null, hold_ends: null })
    .where('id', '=', id)
    .execute()
}

test('A18 OFF-024 a routine waits with dancers who are not registered; all come in together, or go back together', async () => {
  const { tour_date_id, release } = await fullLevel(2)
  const one = await guest(tour_date_id)
  const [first = 0, second = 0, third = 0] = one.dancers
  const joined = await ask(one, { casts: [[0, 1, 2]], coming: [1, 2] })
  expect(joined.json().entries).toMatchObject([
    { state: 'waiting', place: 1, routines: [{ name: 'Piece 1' }], people: [{}, {}] },
  ])
  expect(joined.json().entries[0].why).toMatch(/^Waiting for a place in /)
  expect((await record(one)).waiting_list_routines[0].attendees).toEqual([
    { person_id: first, person: expect.objectContaining({ fname: expect.any(String) }), one_day: false },
    // They are not registered yet.
    ...[second, third]
      .toSorted()
      .map((person_id) => ({ person_id, person: null, one_day: false, workshop_level_id: level })),
  ])
  expect(await registered(one)).toEqual([first])
  expect(await count(tour_date_id, `level:${level}`)).toEqual({ taken: 2, waiting: 1 })

  await release()
  expect(await count(tour_date_id, `level:${level}`)).toEqual({ taken: 2, waiting: 0 })
  expect((await accept(one)).json().entries).toMatchObject([{ state: 'accepted' }])
  expect(await registered(one)).toEqual([first, second, third].toSorted())
  const [routine] = (await record(one)).routines
  expect(routine.attendees).toHaveLength(3)
  expect(routine.attendees.every((dancer: object) => !('workshop_level_id' in dancer))).toBe(true)

  stage.clock.time = instant(Date.parse(start) + 25 * 3_600_000)
  await expireOffers(stage.app)
  await stage.runJobs()
  expect(await registered(one)).toEqual([first])
  expect(await record(one)).toMatchObject({ routines: [], waiting_list_routines: [{ id: routine.id }] })
  expect(await lineOf(one.studio, one.id)).toEqual([])
  expect(await count(tour_date_id, `level:${level}`)).toEqual({ taken: 0, waiting: 0 })
  expect(await faultsIn(tour_date_id)).toEqual([])
})

test('A18 a dancer who waits with a routine and is registered meanwhile waits for no level, and keeps the level of then', async () => {
  const { tour_date_id } = await fullLevel(1)
  const one = await guest(tour_date_id)
  const [first = 0, second = 0] = one.dancers
  await ask(one, { casts: [[0, 1]], coming: [1] })
  const people = peopleBody(one.id, { dancers: [first, second], level: other })
  expect((await one.studio.call('PUT', '/v1/dance360/workshop/attendees', people)).statusCode).toBe(200)
  await stage.runJobs()
  // Nothing of what it needs is gone any more.
  expect(await lineOf(one.studio, one.id)).toMatchObject([{ state: 'offered', routines: [{}], people: [] }])
  expect(await count(tour_date_id)).toEqual({ taken: 1, waiting: 0 })
  await accept(one)
  const { attendees, routines } = await record(one)
  expect(attendees[second].workshop_level_id).toBe(other)
  const cast = routines[0].attendees.map(({ person_id }: { person_id: number }) => person_id)
  expect(cast.toSorted()).toEqual([first, second].toSorted())
  expect(await faultsIn(tour_date_id)).toEqual([])
})

test('A18 ATT-033 a dancer of a full level whose routine only waits may wait for the level, and the routine waits for her', async () => {
  const levels = [{ level_id: level, max_people: 1 }]
  const city = await season.city({ waiting_list: true, levels, total_routine_limit: 1 })
  const studio = await season.studio({ dancers: 1, teachers: 0 })
  const [dancer = 0] = studio.dancers
  const id = await ready(studio, city)
  const holder = await season.studio({ dancers: 1, teachers: 0 })
  const holding = await reviewed(holder, city, [holder.dancers])
  expect((await holding.review()).statusCode).toBe(200)
  await joined(studio, id, { casts: [[dancer]] })
  const one = { studio, id, dancers: [dancer] }
  const reply = await studio.call('POST', '/v1/waiting-list', {
    registration_id: id,
    people: [{ person_id: dancer, workshop_level_id: level }],
  })
  expect(reply.statusCode, reply.body).toBe(200)
  const waiting = await record(one)
  expect(waiting.attendees).toEqual({})
  expect(waiting.waiting_list_routines).toMatchObject([
    { attendees: [{ person_id: dancer, workshop_level_id: level }] },
  ])

  await holder.call('DELETE', `/v1/dance360/registrations/${holding.id}/hold`)
  await stage.runJobs()
  const lineNow = async () => (await lineOf(studio, id)) as { id: number; state: string; people: unknown[] }[]
  const [personOffer] = (await lineNow()).filter(({ state }) => state === 'offered')
  expect(personOffer?.people).toHaveLength(1)
  await studio.call('PUT', `/v1/waiting-list/${personOffer?.id}`, { answer: 'accept' })
  await stage.runJobs()
  const [routineOffer] = (await lineNow()).filter(({ state }) => state === 'offered')
  await studio.call('PUT', `/v1/waiting-list/${routineOffer?.id}`, { answer: 'accept' })
  const { attendees, routines } = await record(one)
  expect(attendees[dancer].workshop_level_id).toBe(level)
  expect(routines).toMatchObject([{ attendees: [{ person_id: dancer }] }])
  expect(await faultsIn(city)).toEqual([])
})

test('ROST-028 a person who waits with a routine, not registered yet, stays in the roster', async () => {
  const { tour_date_id } = await fullLevel(1)
  const one = await guest(tour_date_id)
  const [, waits, free] = one.dancers
  await ask(one, { casts: [[0, 1]], coming: [1] })
  const remove = (person_id = 0) => one.studio.call('DELETE', `/v1/mybtf/roster?person_id=${person_id}`)
  const reply = await remove(waits)
  expect([reply.statusCode, reply.json().code]).toEqual([409, 'roster.in_routine'])
  expect((await remove(free)).statusCode).toBe(204)
})

test('A18 all or none: with room for one of two dancers nobody comes in; a bundle that takes part sends the routine that fits', async () => {
  const { tour_date_id, release } = await fullLevel(1)
  const whole = await guest(tour_date_id)
  const part = await guest(tour_date_id)
  await ask(whole, { casts: [[0, 1, 2]], coming: [1, 2] })
  await ask(part, {
    casts: [
      [0, 1],
      [0, 2],
    ],
    coming: [1, 2],
    takes_part: true,
  })
  await release()
  expect(await lineOf(whole.studio, whole.id)).toMatchObject([{ state: 'waiting', place: 1 }])
  const line = await lineOf(part.studio, part.id)
  expect(
    line.map(({ state, routines, people }: { state: string; routines: { name: string }[]; people: unknown[] }) => [
      state,
      routines.map(({ name }) => name),
      people.length,
    ]),
  ).toEqual(
    expect.arrayContaining([
      ['offered', ['Piece 1'], 1],
      ['waiting', ['Piece 2'], 1],
    ]),
  )
  expect(await faultsIn(tour_date_id)).toEqual([])
})

test('A18 the owner of a completed registration joins with a new routine and dancers; once in they are charged and counted', async () => {
  const { tour_date_id, release } = await fullLevel(1)
  const one = await guest(tour_date_id)
  const [first = 0, second = 0] = one.dancers
  await complete(one)
  expect((await ask(one, { casts: [[0, 1]], coming: [1] })).statusCode).toBe(200)
  expect(await record(one)).toMatchObject({
    completed: true,
    routines: [],
    waiting_list_routines: [{ status: 'waiting' }],
  })
  const before = (await record(one)).fees.total
  await release()
  expect((await accept(one)).json().entries).toEqual([])
  expect(await registered(one)).toEqual([first, second].toSorted())
  const after = await record(one)
  expect(after.routines).toMatchObject([{ attendees: [{}, {}] }])
  expect(after.fees.total).toBeGreaterThan(before)
  const receivable = await stage.db
    .selectFrom('ledger')
    .where('registration_id', '=', one.id)
    .where('account', '=', 'receivable')
    .select((of) => of.fn.sum<number>('amount').as('sum'))
    .executeTakeFirstOrThrow()
  expect(Number(receivable.sum)).toBe(after.fees.total)
  const row = await stage.db
    .selectFrom('registrations')
    .select(['dancers', 'routine_count'])
    .where('id', '=', one.id)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ dancers: 2, routine_count: 1 })
  expect(await faultsIn(tour_date_id)).toEqual([])
})

test('A18 joining is refused for people who dance in none of the routines, once the city is over, and without a need for it', async () => {
  const { tour_date_id } = await fullLevel(1)
  const one = await guest(tour_date_id)
  expect((await ask(one, { casts: [[0]], coming: [1] })).json().code).toBe('waiting.not_in_cast')
  const roomy = await guest(await season.city({ waiting_list: true, levels: [{ level_id: level, max_people: 9 }] }))
  expect((await ask(roomy, { casts: [[0, 1]], coming: [1] })).json().code).toBe('waiting.has_room')
  await complete(one)
  stage.clock.time = instant('2027-01-01T00:00:00Z')
  expect((await ask(one, { casts: [[0, 1]], coming: [1] })).json().code).toBe('waiting.city_over')
})

test('A18 leaving takes routine and dancers along; joining again puts both behind everyone', async () => {
  const { tour_date_id, release } = await fullLevel(1)
  const one = await guest(tour_date_id)
  const [, second = 0] = one.dancers
  await ask(one, { casts: [[0, 1]], coming: [1] })
  await release()
  const [offer] = await lineOf(one.studio, one.id)
  await one.studio.call('PUT', `/v1/waiting-list/${offer.id}`, { answer: 'decline' })
  await stage.runJobs()
  const [loose] = (await record(one)).waiting_list_routines
  // They are first in line now, and there is room: the city says so.
  const again = () =>
    one.studio.call('POST', '/v1/waiting-list', { registration_id: one.id, routine_ids: [loose.id], takes_part: true })
  expect((await again()).json().code).toBe('waiting.has_room')
  await stage.db
    .updateTable('capacity')
    .set({ places: 0 })
    .where('tour_date_id', '=', tour_date_id)
    .where('key', '=', `level:${level}`)
    .execute()
  const [entry] = (await again()).json().entries
  expect(entry).toMatchObject({ routines: [{ id: loose.id }], people: [{ person_id: second }] })
  expect((await one.studio.call('DELETE', `/v1/waiting-list/${entry.id}`)).json().entries).toEqual([])
  expect((await record(one)).waiting_list_routines).toEqual([])
  expect(await count(tour_date_id, `level:${level}`)).toMatchObject({ taken: 0 })
})

test('OFF-024 the office approves a routine with its dancers, and refuses no dancer from under it', async () => {
  const { tour_date_id } = await fullLevel(1)
  const one = await guest(tour_date_id)
  await ask(one, {
    casts: [
      [0, 1],
      [0, 2],
    ],
    coming: [1, 2],
  })
  const desk = (method: 'GET' | 'PUT', url: string, body?: unknown) => stage.call(office.user_id, method, url, body)
  const [entry] = (await desk('GET', `/v1/office/waiting-list?tour_date_id=${tour_date_id}`)).json().entries
  const reason = 'Asked for by phone'
  const reply = await desk('PUT', `/v1/office/waiting-people/${entry.people[0].id}`, { decision: 'refuse', reason })
  expect(reply.json().code).toBe('waiting.with_routine')
  const decide = (place: number, decision: string) =>
    desk('PUT', `/v1/office/waiting-list/${entry.routines[place].id}`, { decision, reason })
  expect((await decide(0, 'approve')).json().code).toBe('waiting.no_room')
  await stage.db
    .updateTable('capacity')
    .set({ places: 2 })
    .where('tour_date_id', '=', tour_date_id)
    .where('key', '=', `level:${level}`)
    .execute()
  expect((await decide(0, 'approve')).json().status).toBe('registered')
  expect(await registered(one)).toHaveLength(2)
  expect((await decide(1, 'refuse')).json().status).toBe('removed')
  const left = await stage.db
    .selectFrom('waiting_people')
    .where('registration_id', '=', one.id)
    .select('with_routine')
    .execute()
  expect(left).toHaveLength(1)
  expect(await faultsIn(tour_date_id)).toEqual([])
})
