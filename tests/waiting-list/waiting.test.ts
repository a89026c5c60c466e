import { calendarDate } from '@callboard/domain/kernel/calendar.ts'
import { instant } from '@callboard/domain/kernel/instant.ts'
import { closeEntries, markAccepted, markOffered } from '@callboard/server/capacity/waiting-queries.ts'
import type { Tx } from '@callboard/server/platform/db/connect.ts'
import { inTransaction } from '@callboard/server/platform/db/transaction.ts'
import { expireOffers } from '@callboard/server/waiting-list/jobs.ts'
import { offerPlaces } from '@callboard/server/waiting-list/offer.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { openSeason, reviewed, routineBody, type Studio } from '../scenarios/small-city.ts'
import { fullCity, join, joined, lineOf, ready, receivableOf } from '../scenarios/waiting-city.ts'

const start = '2024-10-01T16:00:00Z'
const stage = await openStage({ now: start })
const season = await openSeason(stage)
beforeEach(() => {
  stage.clock.time = instant(start)
})

const later = (minutes: number) => {
  stage.clock.time = instant(Date.parse(start) + minutes * 60_000)
}

/** A studio with nothing but people, and as many waiting solos as asked. */
async function waiter(tour_date_id: number, solos = 1, takes_part = false) {
  const studio = await season.studio({ dancers: 6, teachers: 0 })
  const id = await ready(studio, tour_date_id)
  const casts = studio.dancers.slice(0, solos).map((person) => [person])
  const { entries, routine_ids, version } = await joined(studio, id, { casts, takes_part })
  return { studio, id, entry_id: entries[0].id as number, routine_ids: routine_ids as number[], version }
}

const answer = (studio: Studio, entry_id: number, body: object) =>
  studio.call('PUT', `/v1/waiting-list/${entry_id}`, body)

const routinesCount = async (tour_date_id: number) =>
  stage.db
    .selectFrom('capacity')
    .select(['taken', 'waiting', 'places'])
    .where('tour_date_id', '=', tour_date_id)
    .where('key', '=', 'routines')
    .executeTakeFirstOrThrow()

async function sweep() {
  const { rows } = await sql<{ key: string }>`
    select c.key from capacity c
    left join lateral (select coalesce(sum(n), 0) as n from place_claims p
      where p.tour_date_id = c.tour_date_id and p.key = c.key) s on true
    where c.taken <> s.n or c.taken > c.places`.execute(stage.db)
  return rows
}

const record = async (studio: Studio, id: number) =>
  (await studio.call('GET', `/v1/dance360/registrations/${id}`)).json()

test('A18 COMP-064 joining: a place in line, why, nothing counted and nothing charged', async () => {
  const { tour_date_id } = await fullCity(season)
  const { studio, id } = await waiter(tour_date_id)
  const second = await waiter(tour_date_id)
  expect(await lineOf(studio, id)).toMatchObject([{ state: 'waiting', place: 1, why: 'Waiting for room in the city.' }])
  expect(await lineOf(second.studio, second.id)).toMatchObject([{ state: 'waiting', place: 2 }])
  const { routines, waiting_list_routines, fees } = await record(studio, id)
  expect([routines.length, waiting_list_routines.length, fees.competition]).toEqual([0, 1, 0])
  expect(await routinesCount(tour_date_id)).toMatchObject({ taken: 1, waiting: 2 })
})

const submitAnswers = { waiver: true, competitionCodeWaiver: true }

test('A18 COMP-084 a routine without a place waits instead, with all that was entered for it', async () => {
  const city = await season.city({ waiting_list: true, total_routine_limit: 1 })
  const studio = await season.studio({ dancers: 3, teachers: 0 })
  const id = await ready(studio, city)
  const [first = 0] = studio.dancers
  await studio.call('POST', '/v1/dance360/routines', routineBody(id, [first], { extra_time: 0 }))
  const { routines: before, version } = await record(studio, id)
  const move = { registration_id: id, version, move_routine_ids: [before[0].id] }
  const room = await studio.call('POST', '/v1/waiting-list', move)
  expect([room.statusCode, room.json().code]).toEqual([422, 'waiting.has_room'])
  const holder = await season.studio({ dancers: 1, teachers: 0 })
  const other = await reviewed(holder, city, [holder.dancers])
  expect((await other.review()).statusCode).toBe(200)
  const joinedReply = await studio.call('POST', '/v1/waiting-list', move)
  expect(joinedReply.statusCode, joinedReply.body).toBe(200)
  expect(joinedReply.json()).toMatchObject({ routine_ids: [before[0].id], entries: [{ state: 'waiting', place: 1 }] })
  const after = await record(studio, id)
  expect(after.routines).toEqual([])
  const { fee: _fee, ...sameFields } = before[0]
  expect(after.waiting_list_routines).toMatchObject([{ ...sameFields, status: 'waiting' }])
  const twice = await studio.call('POST', '/v1/waiting-list', { ...move, version: after.version })
  expect([twice.statusCode, twice.json().code]).toEqual([422, 'routine.not_found'])
})

test('A18 COMP-084 the rest is submitted in the same call, so that its places are held before the routine waits', async () => {
  const city = await season.city({ waiting_list: true, total_routine_limit: 2 })
  const studio = await season.studio({ dancers: 3, teachers: 0 })
  const mine = await reviewed(
    studio,
    city,
    studio.dancers.slice(0, 2).map((person) => [person]),
  )
  const holder = await season.studio({ dancers: 1, teachers: 0 })
  const other = await reviewed(holder, city, [holder.dancers])
  expect((await other.review()).statusCode).toBe(200)
  const fullReply = await mine.review()
  expect([fullReply.statusCode, fullReply.json().code]).toEqual([422, 'submit.no_room'])
  const { routines, version } = await record(studio, mine.id)
  const move = { registration_id: mine.id, version, move_routine_ids: [routines[1].id] }
  const alone = await studio.call('POST', '/v1/waiting-list', move)
  expect(alone.json().code).toBe('waiting.own_first')
  const disagreed = await studio.call('POST', '/v1/waiting-list', { ...move, submit: { waiver: false } })
  expect(disagreed.json().code).toBe('submit.terms')
  expect((await record(studio, mine.id)).routines).toHaveLength(2)
  // Changes that submitting finds are said here too.
  const birthdate = calendarDate('1999-05-05')
  await stage.db
    .updateTable('persons')
    .set({ birthdate })
    .where('id', '=', studio.dancers[0] ?? 0)
    .execute()
  const reply = await studio.call('POST', '/v1/waiting-list', { ...move, submit: submitAnswers })
  expect(reply.statusCode, reply.body).toBe(200)
  expect(reply.json().notices).toMatchObject([{ sentence: expect.stringMatching(/Its age division is now/) }])
  expect(reply.json().entries).toMatchObject([{ state: 'waiting', place: 1, routines: [{ id: routines[1].id }] }])
  expect(await record(studio, mine.id)).toMatchObject({
    reviewed: true,
    version: reply.json().version,
    routines: [{ id: routines[0].id }],
    waiting_list_routines: [{ id: routines[1].id, status: 'waiting' }],
  })
  await stage.runJobs()
  expect(await lineOf(studio, mine.id)).toMatchObject([{ state: 'waiting', place: 1 }])
  expect(await routinesCount(city)).toMatchObject({ taken: 2, waiting: 1 })
  expect(await sweep()).toEqual([])
})

test('A18 joining is refused where the city keeps no list, and where there is room', async () => {
  const closedCity = await fullCity(season, { waiting_list: false })
  const studio = await season.studio({ dancers: 3, teachers: 0 })
  const [first = 0] = studio.dancers
  const no = await join(studio, await ready(studio, closedCity.tour_date_id), { casts: [[first]] })
  expect([no.statusCode, no.json().code]).toEqual([422, 'waiting.none_here'])
  const open = await season.city({ waiting_list: true, total_routine_limit: 5 })
  const room = await join(studio, await ready(studio, open), { casts: [[first]] })
  expect([room.statusCode, room.json().code]).toEqual([422, 'waiting.has_room'])
  // A studio whose own routines fill the remaining places cannot join the line.
  const last = await season.city({ waiting_list: true, total_routine_limit: 1 })
  const id = await ready(studio, last)
  await studio.call('POST', '/v1/dance360/routines', routineBody(id, [first]))
  expect((await join(studio, id, { casts: [studio.dancers.slice(1, 2)] })).json().code).toBe('waiting.own_first')
})

test('A18 a studio whose routine took the last place submits it, and another routine of it waits beside the held place', async () => {
  const tour_date_id = await season.city({ waiting_list: true, total_routine_limit: 2 })
  const studio = await season.studio({ dancers: 3, teachers: 0 })
  const id = await ready(studio, tour_date_id)
  const [first = 0, second = 0, third = 0] = studio.dancers
  for (const person of [first, second]) {
    expect((await studio.call('POST', '/v1/dance360/routines', routineBody(id, [person]))).statusCode).toBe(200)
  }
  const waits = () => join(studio, id, { casts: [[third]] })
  expect((await waits()).json().code).toBe('waiting.own_first')
  const save = (body: object) => studio.call('PUT', `/v1/dance360/registrations/${id}`, body)
  await save({ is_competing: true, waiver: true, competitionCodeWaiver: true })
  expect((await save({ reviewed: true })).json()).toMatchObject({ reviewed: true })
  expect(await routinesCount(tour_date_id)).toMatchObject({ taken: 2 })
  const reply = await waits()
  expect(reply.statusCode, reply.body).toBe(200)
  expect(await lineOf(studio, id)).toMatchObject([{ state: 'waiting', place: 1 }])
  await stage.runJobs()
  // The review and the places it holds stay: what waits is not part of either.
  expect(await record(studio, id)).toMatchObject({ reviewed: true, waiver: true, routines: [{}, {}] })
  expect(await routinesCount(tour_date_id)).toMatchObject({ taken: 2, waiting: 1 })
  expect(await lineOf(studio, id)).toMatchObject([{ state: 'waiting', place: 1 }])
  expect(await sweep()).toEqual([])
})

test('A18 OFF-024 a freed place is kept for the first in line, who gets a mail, and nobody else can take it', async () => {
  const { tour_date_id, release } = await fullCity(season)
  const first = await waiter(tour_date_id)
  const second = await waiter(tour_date_id)
  await release()
  // A new request comes before the line is gone through, and after it.
  const early = await season.studio({ dancers: 2, teachers: 0 })
  const reply = await early.call(
    'POST',
    '/v1/dance360/routines',
    routineBody(await ready(early, tour_date_id), [early.dancers[0] ?? 0]),
  )
  expect(reply.json().code).toBe('routine.city_full')
  await stage.runJobs()
  expect(await lineOf(first.studio, first.id)).toMatchObject([
    { state: 'offered', offer_ends: '2024-10-02T16:00:00.000Z', place: null },
  ])
  expect(await lineOf(second.studio, second.id)).toMatchObject([{ state: 'waiting', place: 1 }])
  expect(await routinesCount(tour_date_id)).toMatchObject({ taken: 1, waiting: 1 })
  const mails = await stage.db
    .selectFrom('mails')
    .select(['to', 'subject', 'text'])
    .where('template', '=', 'waiting_offer')
    .where('registration_id', '=', first.id)
    .execute()
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain('Oct 2')
  expect(await sweep()).toEqual([])
})

test('A18 an accepted offer comes in, is charged, and keeps its place through review to the hold', async () => {
  const { tour_date_id, release } = await fullCity(season)
  const { studio, id, entry_id } = await waiter(tour_date_id)
  await release()
  await stage.runJobs()
  const yes = await answer(studio, entry_id, { answer: 'accept' })
  expect(yes.json().entries).toMatchObject([{ state: 'accepted' }])
  const { routines, waiting_list_routines, fees } = await record(studio, id)
  expect([routines.length, waiting_list_routines.length]).toEqual([1, 0])
  expect(fees.competition).toBeGreaterThan(0)
  const save = (body: object) => studio.call('PUT', `/v1/dance360/registrations/${id}`, body)
  await save({ is_competing: true, waiver: true, competitionCodeWaiver: true })
  expect((await save({ reviewed: true })).json()).toMatchObject({ reviewed: true })
  expect(await routinesCount(tour_date_id)).toMatchObject({ taken: 1 })
  // A change takes the review back; the place of the offer stays.
  await save({ comp_room: true, is_competing: true })
  expect(await routinesCount(tour_date_id)).toMatchObject({ taken: 1 })
  expect(await sweep()).toEqual([])
})

test('A18 declined, an offer goes to the next; who declined may join again behind everyone', async () => {
  const { tour_date_id, release } = await fullCity(season)
  const first = await waiter(tour_date_id)
  const second = await waiter(tour_date_id)
  const third = await waiter(tour_date_id)
  await release()
  await stage.runJobs()
  expect((await answer(first.studio, first.entry_id, { answer: 'decline' })).statusCode).toBe(200)
  await stage.runJobs()
  expect(await lineOf(second.studio, second.id)).toMatchObject([{ state: 'offered' }])
  expect(await lineOf(first.studio, first.id)).toEqual([])
  const again = await first.studio.call('POST', '/v1/waiting-list', {
    registration_id: first.id,
    routine_ids: first.routine_ids,
  })
  expect(again.json().entries).toMatchObject([{ state: 'waiting', place: 2 }])
  expect(await lineOf(third.studio, third.id)).toMatchObject([{ place: 1 }])
  expect((await answer(first.studio, first.entry_id, { answer: 'accept' })).json().code).toBe('waiting.no_offer')
})

test('A18 an offer that nobody answers ends by time and goes on', async () => {
  const { tour_date_id, release } = await fullCity(season)
  const first = await waiter(tour_date_id)
  const second = await waiter(tour_date_id)
  await release()
  await stage.runJobs()
  later(24 * 60 + 1)
  expect((await answer(first.studio, first.entry_id, { answer: 'accept' })).json().code).toBe('waiting.offer_over')
  await expireOffers(stage.app)
  await stage.runJobs()
  expect(await lineOf(first.studio, first.id)).toEqual([])
  expect(await lineOf(second.studio, second.id)).toMatchObject([{ state: 'offered' }])
  const expiryMails = await stage.db
    .selectFrom('mails')
    .select('id')
    .where('template', '=', 'waiting_expired')
    .where('registration_id', '=', first.id)
    .execute()
  expect(expiryMails).toHaveLength(1)
  expect(await sweep()).toEqual([])
})

test('A18 an accepted entry that is never completed waits again, and its place goes to the next one', async () => {
  const { tour_date_id, release } = await fullCity(season)
  const first = await waiter(tour_date_id)
  const second = await waiter(tour_date_id)
  await release()
  await stage.runJobs()
  await answer(first.studio, first.entry_id, { answer: 'accept' })
  later(24 * 60 + 1)
  await expireOffers(stage.app)
  await stage.runJobs()
  const { routines, waiting_list_routines } = await record(first.studio, first.id)
  expect([routines.length, waiting_list_routines.length]).toEqual([0, 1])
  expect(await lineOf(second.studio, second.id)).toMatchObject([{ state: 'offered' }])
  expect(await sweep()).toEqual([])
})

test('COMP-084 A18 a hold taken before the offer is over keeps what was accepted until the hold ends', async () => {
  const { tour_date_id, release } = await fullCity(season)
  const first = await waiter(tour_date_id)
  const second = await waiter(tour_date_id)
  await release()
  await stage.runJobs()
  await answer(first.studio, first.entry_id, { answer: 'accept' })
  later(24 * 60 - 5)
  const save = (body: object) => first.studio.call('PUT', `/v1/dance360/registrations/${first.id}`, body)
  await save({ is_competing: true, waiver: true, competitionCodeWaiver: true })
  expect((await save({ reviewed: true })).json()).toMatchObject({ reviewed: true })
  const stands = async () => {
    await expireOffers(stage.app)
    await stage.runJobs()
    const [entry] = await lineOf(second.studio, second.id)
    return [(await routinesCount(tour_date_id)).taken, entry.state]
  }
  later(24 * 60 + 5)
  // A request for the place makes the count look for expired holds.
  await offerPlaces(stage.app, tour_date_id)
  expect(await stands()).toEqual([1, 'waiting'])
  expect((await record(first.studio, first.id)).routines).toHaveLength(1)
  later(24 * 60 + 11)
  expect(await stands()).toEqual([1, 'offered'])
  expect((await record(first.studio, first.id)).routines).toEqual([])
  expect(await sweep()).toEqual([])
})

test('COMP-084 A18 a hold that ran out is offered to the first who waits, by time alone', async () => {
  const { tour_date_id } = await fullCity(season)
  const first = await waiter(tour_date_id)
  later(16)
  await expireOffers(stage.app)
  await stage.runJobs()
  expect(await lineOf(first.studio, first.id)).toMatchObject([{ state: 'offered' }])
  expect(await sweep()).toEqual([])
})

test('A18 a bundle waits for all its places while a single entry passes it, and sees the reason', async () => {
  const { tour_date_id, held, holder } = await fullCity(season, { places: 2 })
  const bundle = await waiter(tour_date_id, 3)
  const single = await waiter(tour_date_id)
  await holder.call('DELETE', `/v1/mybtf/delete-registration/${held.id}`)
  await stage.runJobs()
  const [entry] = await lineOf(bundle.studio, bundle.id)
  expect(entry).toMatchObject({ state: 'waiting' })
  expect(entry.why).toMatch(/^1 of your 3 routines would fit now/)
  expect(await lineOf(single.studio, single.id)).toMatchObject([{ state: 'offered' }])
  expect(await sweep()).toEqual([])
})

test('A18 a bundle that takes part is offered what fits and keeps its place in line for the rest', async () => {
  const { tour_date_id, held, holder } = await fullCity(season, { places: 2 })
  const bundle = await waiter(tour_date_id, 3, true)
  await waiter(tour_date_id)
  await holder.call('DELETE', `/v1/mybtf/delete-registration/${held.id}`)
  await stage.runJobs()
  const entries = await lineOf(bundle.studio, bundle.id)
  const states = entries.map(({ state, routines, place }: { state: string; routines: unknown[]; place: number }) => [
    state,
    routines.length,
    place,
  ])
  expect(states).toEqual([
    ['waiting', 1, 1],
    ['offered', 2, null],
  ])
  const offer = entries[1]
  // One of the two is enough: the other place goes on.
  const [one] = offer.routines
  const yes = await answer(bundle.studio, offer.id, { answer: 'accept', routine_ids: [one.id] })
  expect(yes.statusCode).toBe(200)
  await stage.runJobs()
  expect(await routinesCount(tour_date_id)).toMatchObject({ taken: 2 })
  expect(await sweep()).toEqual([])
})

test('A18 leaving takes the routine along; taking a routine away leaves the line', async () => {
  const { tour_date_id } = await fullCity(season)
  const first = await waiter(tour_date_id)
  const second = await waiter(tour_date_id)
  expect((await first.studio.call('DELETE', `/v1/waiting-list/${first.entry_id}`)).json().entries).toEqual([])
  expect((await record(first.studio, first.id)).waiting_list_routines).toEqual([])
  await second.studio.call('DELETE', `/v1/dance360/routines/${second.routine_ids[0]}`)
  await stage.runJobs()
  expect(await lineOf(second.studio, second.id)).toEqual([])
  expect(await routinesCount(tour_date_id)).toMatchObject({ waiting: 0 })
})

test('OFF-024 COMP-064 into a completed registration: the routine is in, its fee is due, its place is for good', async () => {
  const city = await fullCity(season)
  const { studio, id, entry_id } = await waiter(city.tour_date_id)
  await stage.db
    .updateTable('registrations')
    .set({ completed: true, reviewed: true, completed_at: stage.clock.now() })
    .where('id', '=', id)
    .execute()
  await city.release()
  await stage.runJobs()
  const yes = await answer(studio, entry_id, { answer: 'accept' })
  expect(yes.json().entries).toEqual([])
  const after = await record(studio, id)
  expect(after.routines).toMatchObject([{ status: 'registered' }])
  expect(after.routines[0].date_routine_id).toBeGreaterThan(0)
  expect(await receivableOf(stage, id)).toBe(after.fees.total)
  expect(after.fees.competition).toBeGreaterThan(0)
  const claims = await stage.db
    .selectFrom('place_claims')
    .select(['held_until', 'entry_id'])
    .where('registration_id', '=', id)
    .where('key', '=', 'routines')
    .execute()
  expect(claims).toEqual([{ held_until: null, entry_id: 0 }])
  expect(await sweep()).toEqual([])
})

test('SEC-007 an offer is its owner’s alone', async () => {
  const { tour_date_id } = await fullCity(season)
  const { entry_id, id } = await waiter(tour_date_id)
  const other = await season.studio()
  expect((await answer(other, entry_id, { answer: 'accept' })).statusCode).toBe(404)
  expect((await other.call('DELETE', `/v1/waiting-list/${entry_id}`)).statusCode).toBe(404)
  expect((await other.call('GET', `/v1/waiting-list?registration_id=${id}`)).statusCode).toBe(404)
})

test('COMP-082 places left: an answer that has not changed costs nothing', async () => {
  const { tour_date_id, holder, release } = await fullCity(season, { places: 3 })
  const url = `/v1/tour-dates/${tour_date_id}/places`
  const reply = await holder.call('GET', url)
  expect(reply.json().places.routines).toEqual({ places: 3, taken: 3, waiting: 0 })
  const headers = { ...(await stage.sessionOf(holder.user_id)), 'if-none-match': String(reply.headers['etag']) }
  const same = await stage.app.inject({ url, headers })
  expect([same.statusCode, same.body]).toEqual([304, ''])
  await release()
  expect((await stage.app.inject({ url, headers })).statusCode).toBe(200)
})

test('A18 a waiting routine that is changed into something the city has room for is offered its place', async () => {
  const categories = [{ category_id: 1, max_routines: 1 }]
  const { tour_date_id } = await fullCity(season, { total_routine_limit: 5, categories })
  const { studio, id, routine_ids } = await waiter(tour_date_id)
  await stage.runJobs()
  expect(await lineOf(studio, id)).toMatchObject([{ state: 'waiting', why: 'Waiting for a place in Solo.' }])
  const { registration_id: _, ...duo } = routineBody(id, studio.dancers.slice(0, 2))
  expect((await studio.call('PUT', `/v1/dance360/routines/${routine_ids[0]}`, duo)).statusCode).toBe(200)
  await stage.runJobs()
  expect(await lineOf(studio, id)).toMatchObject([{ state: 'offered' }])
})

test('a closed entry cannot be offered, accepted or closed again', async () => {
  const { tour_date_id } = await fullCity(season)
  const { entry_id } = await waiter(tour_date_id)
  const ends = instant('2030-01-01T00:00:00Z')
  await inTransaction(stage.db, (tx) => closeEntries(tx, [entry_id], 'left', ends))
  expect(await inTransaction(stage.db, (tx) => markOffered(tx, [entry_id], ends, ends))).toEqual([])
  const again = (act: (tx: Tx) => Promise<void>) =>
    expect(inTransaction(stage.db, act)).rejects.toThrow(/cannot become/)
  await again((tx) => markAccepted(tx, entry_id))
  await again((tx) => closeEntries(tx, [entry_id], 'expired', ends))
})
