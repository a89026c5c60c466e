import type { ExampleRegistration, ExampleWorld } from '@callboard/contract/example-world.ts'
import { daysAfter } from '@callboard/domain/kernel/instant.ts'
import { hashOf, newToken } from '@callboard/server/platform/http/sessions.ts'
import { completeIfCovered } from '@callboard/server/registrations/complete.ts'
import { openNationals, sotyCity } from './nationals-city.ts'
import type { Stage } from '../kit.ts'
import { fullCity, completeRegistration, joined, ready } from './waiting-city.ts'
import { begin, peopleBody, reviewed, routineBody, type Season, type Studio } from './small-city.ts'

type WaitingEntry = { people: { id: number }[] }

/** The office takes an observer into a confirmed registration, and has not submitted that. */
export async function makeOfficeEdit(
  { call }: Stage,
  office: number,
  { id }: ExampleRegistration,
): Promise<ExampleWorld['office_edited']> {
  const path = `/v1/office/registrations/${id}`
  const headers = { 'x-office-edit': String(id) }
  await call(office, 'POST', `${path}/edit`, { office_reason: 'The studio called' })
  const edit = (await call(office, 'GET', `/v1/dance360/registrations/${id}/edit`, undefined, headers)).json()
  const body = {
    id,
    version: edit.version,
    attendees: Object.values(edit.attendees),
    additional_observers: { one: 1, two: 0 },
  }
  const reply = await call(office, 'PUT', '/v1/dance360/workshop/attendees', body, headers)
  if (reply.statusCode !== 200) throw new Error(reply.body)
  const { version, total } = (await call(office, 'POST', `${path}/edit-preview`)).json()
  return { id, version, total }
}

/** People, two routines and nothing more: the state each of the others goes on from. */
async function makeDraft(stage: Stage, season: Season, studio: Studio): Promise<ExampleRegistration> {
  const tour_date_id = await season.city()
  const { id } = await begin(studio, tour_date_id)
  const dancers = studio.dancers.slice(0, 4)
  await studio.call('PUT', '/v1/dance360/workshop/attendees', peopleBody(id, { ...studio, dancers }))
  const [first = 0, , third = 0, fourth = 0] = dancers
  await studio.call('POST', '/v1/dance360/routines', routineBody(id, [first]))
  await studio.call('POST', '/v1/dance360/routines', routineBody(id, [first, third]))
  return describe(stage, id, tour_date_id, first, fourth)
}

/** A full city where the owner waits twice; then there is room for one. */
export async function makeWaiting(stage: Stage, season: Season, studio: Studio): Promise<ExampleWorld['waiting']> {
  const { tour_date_id } = await fullCity(season, { levels: [{ level_id: 2, max_people: 0 }] })
  const [first = 0, second = 0, third = 0, idle_person_id = 0] = studio.dancers
  const registration_id = await ready(studio, tour_date_id, studio.dancers.slice(0, 4))
  const before = await joined(studio, registration_id, { casts: [[first]] })
  const after = await joined(studio, registration_id, { casts: [[second]] })
  await stage.db
    .updateTable('capacity')
    .set({ places: 2 })
    .where('tour_date_id', '=', tour_date_id)
    .where('key', '=', 'routines')
    .execute()
  await completeRegistration(stage, tour_date_id)
  const people = [{ person_id: third, workshop_level_id: 2 }]
  const line = await studio.call('POST', '/v1/waiting-list', { registration_id, people })
  if (line.statusCode !== 200) throw new Error(line.body)
  const { entries, version }: { entries: WaitingEntry[]; version: number } = line.json()
  return {
    registration_id,
    version,
    waiting_person_id: entries.flatMap(({ people }) => people.map(({ id }) => id))[0] ?? 0,
    tour_date_id,
    entry_id: after.entries[1].id,
    routine_id: after.routine_ids[0],
    offer_id: before.entries[0].id,
    idle_person_id,
    performance_division_id: 1,
  }
}

/** A group routine in a nationals city, nothing nominated yet. */
export async function makeNationals(stage: Stage, season: Season, studio: Studio): Promise<ExampleWorld['nationals']> {
  await openNationals(stage)
  const nomination_type_id = 61
  const tour_date_id = await season.city({ ...sotyCity, nomination_types: [nomination_type_id] })
  const { id } = await begin(studio, tour_date_id)
  await studio.call('PUT', '/v1/dance360/workshop/attendees', peopleBody(id, studio))
  const reply = await studio.call('POST', '/v1/dance360/routines', routineBody(id, studio.dancers.slice(0, 4)))
  const { version, routine } = reply.json()
  return { registration_id: id, version, routine_id: routine.id, nomination_type_id }
}

async function describe(
  { db }: Stage,
  id: number,
  tour_date_id: number,
  person_id: number,
  idle_person_id: number,
): Promise<ExampleRegistration> {
  const one = <Row>(row: Row | undefined) => {
    if (!row) throw new Error('The example world lacks what it should have made')
    return row
  }
  const { version } = one(
    await db.selectFrom('registrations').select('version').where('id', '=', id).executeTakeFirst(),
  )
  const attendee = one(
    await db
      .selectFrom('attendees')
      .select(['id', 'workshop_level_id'])
      .where('registration_id', '=', id)
      .where('person_id', '=', person_id)
      .executeTakeFirst(),
  )
  const routine = one(
    await db
      .selectFrom('registration_routines')
      .select(['id', 'performance_division_id'])
      .where('registration_id', '=', id)
      .orderBy('id')
      .executeTakeFirst(),
  )
  return {
    id,
    version,
    tour_date_id,
    attendee_id: attendee.id,
    person_id,
    idle_person_id,
    routine_id: routine.id,
    performance_division_id: routine.performance_division_id,
    level_id: attendee.workshop_level_id,
    attendees: await db
      .selectFrom('attendees')
      .select(['person_id', 'workshop_level_id'])
      .where('registration_id', '=', id)
      .orderBy('person_id')
      .execute(),
  }
}

async function makeReviewed(stage: Stage, season: Season, studio: Studio): Promise<ExampleRegistration> {
  const tour_date_id = await season.city()
  const [first = 0, second = 0, third = 0] = studio.dancers
  const { id, review } = await reviewed(studio, tour_date_id, [[first], [first, second]])
  await review()
  return describe(stage, id, tour_date_id, first, third)
}

/** Money that came without a gateway: what covers it is what counts here. */
async function pay({ db, clock }: Stage, registration_id: number, share: number) {
  const { total } = await db
    .selectFrom('registrations')
    .select('total')
    .where('id', '=', registration_id)
    .executeTakeFirstOrThrow()
  const amount = Math.ceil(total * share) as typeof total
  await db
    .insertInto('payments')
    .values({ registration_id, amount, payment_method_id: 9, timestamp: clock.now() })
    .execute()
  await db.updateTable('registrations').set({ paid: amount }).where('id', '=', registration_id).execute()
}

export async function makeRegistrations(stage: Stage, season: Season, studio: Studio) {
  const draft = await makeDraft(stage, season, studio)
  const heldRegistration = await makeReviewed(stage, season, studio)
  const coveredRegistration = await makeReviewed(stage, season, studio)
  await pay(stage, coveredRegistration.id, 1)

  const complete = async (share: number) => {
    const registration = await makeReviewed(stage, season, studio)
    await pay(stage, registration.id, share)
    const completion = await stage.db
      .transaction()
      .execute((tx) => completeIfCovered(tx, registration.id, stage.clock.now()))
    if (!completion) throw new Error('A registration of the example world was not covered')
    const { version } = completion.context.registration
    return { ...registration, version, snapshot_id: completion.snapshot_id }
  }
  const completed = await complete(0.6)
  const confirmed = await complete(1)
  const revised = await complete(1)
  await stage.db
    .updateTable('registrations')
    .set({ confirmed: true, confirmed_at: stage.clock.now() })
    .where('id', 'in', [confirmed.id, revised.id])
    .execute()
  return {
    draft,
    reviewed: heldRegistration,
    covered: coveredRegistration,
    completed: { ...completed, report_token: await makeReportToken(stage, completed.id, completed.snapshot_id) },
    confirmed,
    edited: { ...revised, version: await makeEdit(studio, revised.id) },
  }
}

/** An edit that changes nothing yet, reviewed; answers its version. */
async function makeEdit(studio: Studio, id: number): Promise<number> {
  const path = `/v1/dance360/registrations/${id}`
  await studio.call('GET', `${path}/edit`)
  await studio.call('PUT', path, { waiver: true, competitionCodeWaiver: true })
  return (await studio.call('PUT', path, { reviewed: true })).json().version
}

async function makeReportToken({ db, clock }: Stage, registration_id: number, snapshot_id: number) {
  const token = newToken()
  const expires_at = daysAfter(clock.now(), 1)
  await db
    .insertInto('report_tokens')
    .values({ token_hash: hashOf(token), registration_id, snapshot_id, expires_at })
    .execute()
  return token
}
