import { placeFaults } from '@callboard/server/capacity/verify.ts'
import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { openSeason, peopleBody, reviewed, routineBody, type Studio } from '../scenarios/small-city.ts'
import { lineOf, receivableOf } from '../scenarios/waiting-city.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const season = await openSeason(stage)

const registration = (id: number) => `/v1/dance360/registrations/${id}`
const read = async (studio: Studio, id: number) => (await studio.call('GET', registration(id))).json()
const readEdit = async (studio: Studio, id: number) => (await studio.call('GET', `${registration(id)}/edit`)).json()
const wait = (studio: Studio, body: object) => studio.call('POST', '/v1/waiting-list', body)
const ids = (routines: { id: number }[]) => routines.map(({ id }) => id)
const faultsIn = async (city: number) =>
  (await placeFaults(stage.db)).filter(({ tour_date_id }) => tour_date_id === city)

/** Another studio holds a place for its one routine. Returns how it gives it back. */
async function fillUp(city: number) {
  const holder = await season.studio({ dancers: 1, teachers: 0 })
  const { id, review } = await reviewed(holder, city, [holder.dancers])
  expect((await review()).statusCode).toBe(200)
  return () => holder.call('DELETE', `${registration(id)}/hold`)
}

/** A sold-out city, and a confirmed registration with one routine there whose edit has a new dancer with a solo. */
async function edited({ promo_codes = [] }: { promo_codes?: string[] } = {}) {
  const city = await season.city({ waiting_list: true, total_routine_limit: 2 })
  const studio = await season.studio({ dancers: 3, teachers: 0 })
  const [first = 0, second = 0, third = 0] = studio.dancers
  const { id, review } = await reviewed({ ...studio, dancers: [first, second] }, city, [[first]])
  await review()
  if (promo_codes.length > 0) {
    const promoReply = await studio.call('PUT', '/v1/dance360/promo-codes', { registration_id: id, promo_codes })
    expect(promoReply.statusCode, promoReply.body).toBe(200)
  }
  await studio.call('PUT', registration(id), { paying_by_check: true })
  const completedReply = await studio.call('PUT', '/v1/mybtf/complete-registration', { registration_id: id })
  expect(completedReply.statusCode, completedReply.body).toBe(200)
  await stage.db.updateTable('registrations').set({ confirmed: true }).where('id', '=', id).execute()
  await readEdit(studio, id)
  await studio.call('PUT', '/v1/dance360/workshop/attendees', peopleBody(id, studio))
  const solo = { routine: { name: 'Salt Road', choreographer: 'Ida Moss' } }
  const reply = await studio.call('POST', '/v1/dance360/routines', routineBody(id, [third], solo))
  expect(reply.statusCode, reply.body).toBe(200)
  const release = await fillUp(city)
  return { city, studio, id: id as number, third, solo: reply.json().routine, release }
}

test('A18 EDIT-003 a new routine leaves the edit for the waiting list in one call, with a dancer who is only in the edit', async () => {
  const { city, studio, id, third, solo, release } = await edited()
  const before = await readEdit(studio, id)
  const move = { registration_id: id, version: before.version, move_routine_ids: [solo.id] }
  const reply = await wait(studio, move)
  expect(reply.statusCode, reply.body).toBe(200)
  expect(reply.json()).toMatchObject({
    routine_ids: [solo.id],
    entries: [{ state: 'waiting', place: 1, routines: [{ id: solo.id }], people: [{ person_id: third }] }],
  })
  const live = await read(studio, id)
  expect(live.attendees).not.toHaveProperty(String(third))
  expect(live.waiting_list_routines).toMatchObject([
    { id: solo.id, routine: { name: 'Salt Road', choreographer: 'Ida Moss' }, status: 'waiting' },
  ])
  const edit = await readEdit(studio, id)
  expect(ids(edit.routines)).toEqual(ids(live.routines))
  expect(ids(edit.waiting_list_routines)).toEqual([solo.id])
  expect(edit.attendees).toHaveProperty(String(third))

  // Submitting the edit registers the dancer: only the routine waits then.
  await studio.call('PUT', registration(id), { waiver: true, competitionCodeWaiver: true })
  expect((await studio.call('PUT', registration(id), { reviewed: true })).statusCode).toBe(200)
  await studio.call('PUT', registration(id), { paying_by_check: true })
  const { version } = await readEdit(studio, id)
  const submitted = await studio.call('PUT', `${registration(id)}/edit-complete`, { version })
  expect(submitted.statusCode, submitted.body).toBe(200)
  expect(await lineOf(studio, id)).toMatchObject([{ state: 'waiting', routines: [{ id: solo.id }], people: [] }])
  await release()
  await stage.runJobs()
  const [offer] = await lineOf(studio, id)
  expect(offer).toMatchObject({ state: 'offered', fee: 12_500 })
  const [own] = (await studio.call('GET', '/v1/mybtf/own-registrations')).json().registrations
  expect(own.kept_places).toEqual({ ends: offer.offer_ends, is_accepted: false })
  const { fees } = await read(studio, id)
  await studio.call('PUT', `/v1/waiting-list/${offer.id}`, { answer: 'accept' })
  const after = await read(studio, id)
  expect(after.fees.total - fees.total).toBe(offer.fee)
  expect(ids(after.routines)).toContain(solo.id)
  expect(after.routines.find((routine: { id: number }) => routine.id === solo.id).attendees).toMatchObject([
    { person_id: third },
  ])
  expect(await faultsIn(city)).toEqual([])
})

test('A18 EDIT-003 a routine that joins from the form of an edit brings a dancer who is only in the edit', async () => {
  const { studio, id, third, solo } = await edited()
  const { registration_id: _, ...routine } = routineBody(id, [third], { routine: { name: 'Low Tide' } })
  const join = () => wait(studio, { registration_id: id, routines: [routine] })
  const reply = await join()
  expect(reply.statusCode, reply.body).toBe(200)
  expect(reply.json().entries).toMatchObject([{ routines: [{ name: 'Low Tide' }], people: [{ person_id: third }] }])
  expect(ids((await readEdit(studio, id)).routines)).toContain(solo.id)
  // A dancer who is in no edit either is refused as before.
  await studio.call('DELETE', `${registration(id)}/edit`)
  expect((await join()).json().code).toBe('routine.dancer_not_registered')
})

test('A18 EDIT-003 a move out of the edit that is refused changes neither the edit nor the line', async () => {
  const { studio, id, solo, release } = await edited()
  const edit = await readEdit(studio, id)
  const move = { registration_id: id, version: edit.version }
  const codeOf = async (body: object) => (await wait(studio, { ...move, ...body })).json().code
  const [registeredRoutine] = (await read(studio, id)).routines
  expect(await codeOf({ move_routine_ids: [registeredRoutine.id] })).toBe('routine.locked')
  expect(await codeOf({ move_routine_ids: [solo.id, 2_000_000] })).toBe('routine.not_found')
  expect(await codeOf({ move_routine_ids: [solo.id], version: edit.version - 1 })).toBe('changed_meanwhile')
  await release()
  expect(await codeOf({ move_routine_ids: [solo.id] })).toBe('waiting.has_room')
  expect(await readEdit(studio, id)).toEqual(edit)
  expect(await lineOf(studio, id)).toEqual([])
})

test('A18 EDIT-003 of two moves of the same routine at once, one puts it on the list', async () => {
  const { studio, id, solo } = await edited()
  const { version } = await readEdit(studio, id)
  const move = { registration_id: id, version, move_routine_ids: [solo.id] }
  const replies = await Promise.all([wait(studio, move), wait(studio, move)])
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  expect(await lineOf(studio, id)).toHaveLength(1)
  expect((await read(studio, id)).waiting_list_routines).toHaveLength(1)
})

test('A18 COMP-084 of studios that submit the rest for the last places at once, those who lack them keep all they entered', async () => {
  const city = await season.city({ waiting_list: true, total_routine_limit: 3 })
  const guests = []
  for (let n = 0; n < 4; n++) {
    const studio = await season.studio({ dancers: 3, teachers: 0 })
    const casts = studio.dancers.map((person) => [person])
    const { id } = await reviewed(studio, city, casts)
    const { version, routines } = await read(studio, id)
    guests.push({ studio, id: id as number, version, routines })
  }
  await fillUp(city)
  const replies = await Promise.all(
    guests.map(({ studio, id, version, routines }) =>
      wait(studio, {
        registration_id: id,
        version,
        move_routine_ids: [routines[2].id],
        submit: { waiver: true, competitionCodeWaiver: true },
      }),
    ),
  )
  const codes = replies.map((reply) => (reply.statusCode === 200 ? 'submitted' : reply.json().code))
  const refusalCodes = codes.filter((code) => code !== 'submitted')
  expect(refusalCodes).toHaveLength(3)
  // Before or after the other took its places.
  for (const code of refusalCodes) expect(['places.gone', 'submit.no_room']).toContain(code)
  for (const [at, { studio, id, routines }] of guests.entries()) {
    const { reviewed: isReviewed, routines: routinesNow } = await read(studio, id)
    const stays = codes[at] === 'submitted' ? routines.slice(0, 2) : routines
    expect([isReviewed, ids(routinesNow)]).toEqual([codes[at] === 'submitted', ids(stays)])
  }
  await stage.runJobs()
  const counts = await stage.db
    .selectFrom('capacity')
    .select(['taken', 'waiting'])
    .where('tour_date_id', '=', city)
    .where('key', '=', 'routines')
    .executeTakeFirstOrThrow()
  expect(counts).toEqual({ taken: 3, waiting: 1 })
  expect(await faultsIn(city)).toEqual([])
})

test('FEE-023 FEE-032 OFF-024 a percentage comes off what an accepted offer adds, and an edit shows the same', async () => {
  const { id: season_id } = await stage.db
    .selectFrom('seasons')
    .where('current', '=', true)
    .select('id')
    .executeTakeFirstOrThrow()
  const promo = { code: 'TENTH', season_id, type: 'total', value: 1_000, percentage: true } as const
  await stage.db.insertInto('promo_codes').values(promo).execute()
  const { studio, id, solo, release } = await edited({ promo_codes: ['TENTH'] })
  const { version } = await readEdit(studio, id)
  await wait(studio, { registration_id: id, version, move_routine_ids: [solo.id] })
  const before = await read(studio, id)
  await release()
  await stage.runJobs()
  const [offer] = await lineOf(studio, id)
  expect(offer).toMatchObject({ state: 'offered' })
  const accepted = await studio.call('PUT', `/v1/waiting-list/${offer.id}`, { answer: 'accept' })
  expect(accepted.statusCode, accepted.body).toBe(200)

  const after = await read(studio, id)
  const fee = after.fees.total - before.fees.total
  expect(fee).toBeGreaterThan(0)
  expect(offer.fee).toBe(fee * 0.9)
  expect(after.promo_codes).toMatchObject([{ code: 'TENTH', amount: after.fees.total / 10 }])
  expect(await receivableOf(stage, id)).toBe(after.fees.total * 0.9)
  expect((await readEdit(studio, id)).promo_codes).toMatchObject(after.promo_codes)
})
