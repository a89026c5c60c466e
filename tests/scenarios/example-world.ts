import { calendarDate } from '@callboard/domain/kernel/calendar.ts'
import type { ExampleRegistration, ExampleWorld } from '@callboard/contract/example-world.ts'
import { logoFolder } from '@callboard/domain/kernel/files.ts'
import { cents } from '@callboard/domain/kernel/money.ts'
import { writtenCode } from '@callboard/domain/accounts/second-factor.ts'
import { daysAfter } from '@callboard/domain/kernel/instant.ts'
import { codeAt, newSecret } from '@callboard/server/accounts/one-time-codes.ts'
import { insertAccount, insertIndependent, insertUnclaimedStudio } from '@callboard/server/dev/build-people.ts'
import { insertEvents, plainEvent } from '@callboard/server/dev/build-season.ts'
import { silence } from '@callboard/server/dev/silent-audio.ts'
import { musicKey } from '@callboard/server/music/music-key.ts'
import { exportToken } from '@callboard/server/desk/send-exports.ts'
import { unsubscribeToken } from '@callboard/server/desk/group-mail-letter.ts'
import { hashOf, newToken } from '@callboard/server/platform/http/sessions.ts'
import { findOfficePerson } from '@callboard/server/roster/office-queries.ts'
import { insertPerson } from '@callboard/server/roster/person-queries.ts'
import { insertRosterRow } from '@callboard/server/roster/queries.ts'
import { completeIfCovered } from '@callboard/server/registrations/complete.ts'
import { openNationals, sotyCity } from './nationals-city.ts'
import { makePhotos } from './photos.ts'
import { makeJudged } from './results.ts'
import { makeJudging } from './judging.ts'
import { makePublishedOrder, makeRunningOrder } from './running-order.ts'
import { makeCritiques, makeHomework } from './critiques.ts'
import { makeMedia } from './media.ts'
import { makeSurvey } from './survey.ts'
import { makeWaivers } from './waivers.ts'
import type { Stage } from '../kit.ts'
import { fullCity, completeRegistration, joined, ready } from './waiting-city.ts'
import { placeOf, putUpload } from './uploads.ts'
import {
  begin,
  created,
  openSeason,
  peopleBody,
  reviewed,
  routineBody,
  type Season,
  type Studio,
} from './small-city.ts'

type WaitingEntry = { people: { id: number }[] }

export type Cast = {
  owner: number
  rival: number
  independent: number
  unconfirmed: number
  office: number
  admin: number
}

/** The world that endpoint examples speak of, made by the product itself, and everyone who may try to reach into it. */
export async function loadExampleWorld(stage: Stage): Promise<{ world: ExampleWorld; cast: Cast }> {
  const season = await openSeason(stage)
  const studio = await season.studio({ dancers: 5, teachers: 1 })
  await stage.files.put(`${logoFolder(7)}example.png`, Buffer.from([0x89, 0x50, 0x4e, 0x47]), 'image/png')
  const rival = await season.studio()
  const registrations = await makeRegistrations(stage, season, studio)
  const [spare_person_id = 0] = studio.dancers.slice(4)
  const { staff, others } = await makePeople(stage)
  const nationals = await makeNationals(stage, season, studio)
  const published_order = await makePublishedOrder(stage, staff.office, studio.user_id, registrations.confirmed)
  const judged = await makeJudged(stage, season, studio, staff)
  const judging = await makeJudging(stage, season, staff)
  const world: ExampleWorld = {
    owner: {
      user_id: studio.user_id,
      email: studio.email,
      password: 'Rehearsal7',
      studio_id: studio.studio_id,
      person_id: studio.dancers[0] ?? 0,
      session_id: '',
    },
    event_id: 7,
    season_id: 41,
    free_tour_date_id: await season.city(),
    unpublished: await makeUnpublished(stage, season),
    spare_person_id,
    ...registrations,
    office_edited: { id: 0, version: 0, total: 0 },
    billing_id: await saveCard(stage, studio),
    orderid: await makeAttempt(stage, studio, registrations.reviewed.id),
    promo_code: await makePromo(stage),
    tokens: {
      ...(await makeTokens(stage, studio, others.unclaimed.id)),
      music: await makeMusicLink(stage, registrations.completed.id),
    },
    group_mail: await makeGroupMails(stage, staff.office, registrations.completed),
    saved: await makeSaved(stage, staff.office),
    invitation: await makeInvitation(stage),
    leaving: await makeLeaving(stage, others.users.unconfirmed),
    unclaimed_studio: others.unclaimed,
    claimed_studio_id: studio.studio_id,
    upload: await makeUpload(stage),
    music: {
      ...(await putMusic(stage, registrations.completed)),
      id: await makeMusic(stage, registrations.confirmed),
    },
    second_factor: await makeSecondFactor(stage, studio.user_id, others.users.independent),
    waiting: await makeWaiting(stage, season, studio),
    running_order: await makeRunningOrder(stage, staff.office, registrations.completed),
    critiques: await makeCritiques(stage, judged),
    homework: await makeHomework(stage),
    survey: await makeSurvey(stage, season, studio),
    published_order,
    judging,
    media: await makeMedia(stage, judged, judging, staff.office),
    judged,
    nationals,
    photos: await makePhotos(stage, nationals.registration_id, registrations.completed.attendee_id),
    waivers: await makeWaivers(stage, registrations.completed),
    news: await makeNews(stage, registrations.completed),
    independent: await beginAsIndependent(stage, season, others.users.independent),
    office: {
      user_id: staff.office,
      ...(await makeDeskWork(stage, registrations.confirmed.id)),
      scholarship_id: await makeScholarship(stage, studio.dancers[0] ?? 0),
      ownerless: await makeOwnerless(stage, studio),
    },
  }
  await makeVirtual(stage, registrations.confirmed)
  world.office_edited = await makeOfficeEdit(stage, staff.office, registrations.confirmed)
  const cast = { owner: studio.user_id, rival: rival.user_id, ...staff, ...others.users }
  return { world, cast }
}

/** A draft of a city that lacks nothing, and a draft of an event. */
async function makeUnpublished({ db, clock }: Stage, season: Season): Promise<ExampleWorld['unpublished']> {
  const tour_date_id = await season.city({ city: 'Quillfeather', published: false })
  const event = { ...plainEvent, id: 90, name: 'Undisclosed', subdomain: 'undisclosed', published: false }
  await db.transaction().execute((tx) => insertEvents(tx, [event], [41]))
  const years = { start_year: 2028, end_year: 2029, age_year: 2029 }
  await db
    .insertInto('seasons')
    .values({ id: 60, ...years })
    .execute()
  const copy = { from_season_id: 41, season_id: 60, priced_event_ids: [], created: clock.now() }
  const { id } = await db.insertInto('season_copies').values(copy).returning('id').executeTakeFirstOrThrow()
  return { tour_date_id, event_id: event.id, season_copy_id: id }
}

/** Two mails to the completed registrations of a city, one of them scheduled. */
async function makeGroupMails(
  { call, app }: Stage,
  office: number,
  { tour_date_id }: ExampleRegistration,
): Promise<ExampleWorld['group_mail']> {
  const audience = { tour_date_ids: [tour_date_id], state: 'completed' }
  const draft = { kind: 'news', subject: 'See you in {city}', text: 'Hello {first_name}', audience }
  const write = async () => (await call(office, 'POST', '/v1/office/group-mails', draft)).json()
  const [{ id, event_id }, scheduled] = [await write(), await write()]
  const send = `/v1/office/group-mails/${scheduled.id}/send`
  await call(office, 'POST', send, { send_at: '2030-01-01T09:00' })
  const unsubscribe_token = unsubscribeToken(app.sealer, { event_id, email: 'reader@example.com' })
  return { id, scheduled_id: scheduled.id, unsubscribe_token }
}

/** A view and an export of the office account. */
async function makeSaved({ call, app, clock }: Stage, office: number): Promise<ExampleWorld['saved']> {
  const view = { list: 'registrations', name: 'Unpaid', query: 'state=pending', shared: false }
  const { id: view_id } = (await call(office, 'POST', '/v1/office/saved-views', view)).json()
  const timing = { schedule: 'weekly', weekday: 1, hour: 7, time_zone: 'America/Denver' }
  const sheet = { name: 'Entries', list: 'entries', filters: {}, ...timing }
  const { id: export_id } = (await call(office, 'POST', '/v1/office/saved-exports', sheet)).json()
  return { view_id, export_id, export_token: exportToken(app.sealer, export_id, clock.now()) }
}

/** An invitation to the office whose link was mailed. */
async function makeInvitation({ db, clock }: Stage): Promise<ExampleWorld['invitation']> {
  const token = newToken()
  const now = clock.now()
  const invitee = { email: 'invitee@callboard.example', fname: 'Ida', lname: 'Novak', role: 'office' as const }
  const link = { token_hash: hashOf(token), expires_at: daysAfter(now, 300), created: now, mailed_at: now }
  const { id } = await db
    .insertInto('invitations')
    .values({ ...invitee, ...link })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, token }
}

/** The office takes an observer into a confirmed registration, and has not submitted that. */
async function makeOfficeEdit(
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

/** An attendee who takes part virtually, with a code. */
async function makeVirtual({ db }: Stage, { attendee_id }: ExampleRegistration) {
  const change = { virtual: true, access_code: 'WREN-2024' }
  await db.updateTable('attendees').set(change).where('id', '=', attendee_id).execute()
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
async function makeWaiting(stage: Stage, season: Season, studio: Studio): Promise<ExampleWorld['waiting']> {
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
async function makeNationals(stage: Stage, season: Season, studio: Studio): Promise<ExampleWorld['nationals']> {
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

async function makeRegistrations(stage: Stage, season: Season, studio: Studio) {
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

async function makePeople({ db }: Stage) {
  return db.transaction().execute(async (tx) => {
    const account = async (email: string, more: object = {}) =>
      (await insertAccount(tx, { email, fname: 'Noor', lname: 'Haddad', ...more }, created)).user_id
    const ines = { email: 'independent@example.com', fname: 'Ines', lname: 'Moreau' }
    const independent = await insertIndependent(tx, ines, created)
    const unclaimed = { name: 'Juniper Dance', city: 'Salem', state_id: 38, email: 'front.desk@example.com', created }
    return {
      staff: {
        office: await account('office@example.com', { role: 'office' }),
        admin: await account('admin@example.com', { role: 'admin' }),
      },
      others: {
        users: {
          independent: independent.user_id,
          unconfirmed: await account('unconfirmed@example.com', { confirmed: false }),
        },
        unclaimed: { id: await insertUnclaimedStudio(tx, unclaimed), email: unclaimed.email },
      },
    }
  })
}

async function saveCard({ db, clock }: Stage, { user_id }: Studio) {
  const billing_id = 'm_01JEXAMPLE'
  const bill_to = {
    firstName: 'Grace',
    lastName: 'Oyelaran',
    address: '18 Mercer Street',
    city: 'Portland',
    state_id: 38,
    country_id: 1,
    zip: '97209',
  }
  await db
    .insertInto('payment_profiles')
    .values({
      user_id,
      billing_id,
      payment_method_id: 1,
      gateway_customer_id: billing_id,
      last_four: '1111',
      brand: 'visa',
      expiration_date: '10/28',
      bill_to: JSON.stringify(bill_to),
      created: clock.now(),
    })
    .execute()
  return billing_id
}

/** A card that was declined: over, and nothing came of it. */
async function makeAttempt({ db, clock }: Stage, { user_id }: Studio, registration_id: number) {
  const orderid = 'P-01JEXAMPLE'
  await db
    .insertInto('payment_attempts')
    .values({
      registration_id,
      user_id,
      kind: 'charge',
      orderid,
      state: 'declined',
      amount: cents(5_000),
      payment_method_id: 1,
      message: 'Your card was declined. Please try another payment method.',
      created: clock.now(),
      resolved_at: clock.now(),
    })
    .execute()
  return orderid
}

async function makePromo({ db }: Stage) {
  const code = 'EARLYBIRD'
  await db.insertInto('promo_codes').values({ code, event_id: 7, season_id: 41, type: 'total', value: 5_000 }).execute()
  return code
}

/** A person on the roster of an account, in no registration. */
async function makeLeaving({ db, clock }: Stage, user_id: number) {
  const child = {
    fname: 'Lena',
    lname: 'Halvorsen',
    name_key: 'lenahalvorsen',
    created: clock.now(),
    owner_user_id: user_id,
  }
  const person = await db.insertInto('persons').values(child).returning('id').executeTakeFirstOrThrow()
  await db.insertInto('roster').values({ user_id, person_id: person.id, created: clock.now() }).execute()
  return { user_id, person_id: person.id }
}

/** The owner has an unfinished second-step setup; the independent has one, and has entered the password. */
async function makeSecondFactor({ db, clock }: Stage, owner: number, independent: number) {
  const [secret, recovery, second_step] = [newSecret(), 'ABCDEFGHJKLMNPQR', newToken()]
  const expires_at = daysAfter(clock.now(), 2)
  await db
    .insertInto('second_factors')
    .values([
      { user_id: owner, secret, created: clock.now() },
      { user_id: independent, secret: newSecret(), confirmed_at: clock.now(), created: clock.now() },
    ])
    .execute()
  await db
    .insertInto('recovery_codes')
    .values({ user_id: independent, code_hash: hashOf(recovery) })
    .execute()
  const step = { token_hash: hashOf(second_step), user_id: independent, expires_at }
  await db.insertInto('sign_in_steps').values(step).execute()
  const session = await db
    .insertInto('sessions')
    .values({ token_hash: hashOf(newToken()), user_id: owner, created: clock.now(), expires_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    // An app shows another one every half minute.
    get first_code() {
      return codeAt(secret, Date.now())
    },
    recovery_code: writtenCode(recovery),
    second_step,
    session_id: session.id,
  }
}

async function makeTokens({ db, clock }: Stage, { user_id }: Studio, unclaimed_studio_id: number) {
  const tokens = { confirm: newToken(), reset: newToken(), setup: newToken(), session: newToken() }
  const expires_at = daysAfter(clock.now(), 2)
  const row = (kind: 'confirm' | 'reset' | 'setup') => ({
    token_hash: hashOf(tokens[kind]),
    kind,
    user_id: kind === 'setup' ? null : user_id,
    studio_id: kind === 'setup' ? unclaimed_studio_id : null,
    expires_at,
    created: clock.now(),
  })
  await db
    .insertInto('sessions')
    .values({ token_hash: hashOf(tokens.session), user_id, created: clock.now(), expires_at })
    .execute()
  await db
    .insertInto('email_tokens')
    .values([row('confirm'), row('reset'), row('setup')])
    .execute()
  const pending = { token_hash: hashOf(newToken()), kind: 'change' as const, user_id, studio_id: null, expires_at }
  await db
    .insertInto('email_tokens')
    .values({ ...pending, email: 'grace.pending@example.com', created: clock.now() })
    .execute()
  return tokens
}

/** A link that opens the music of a registration. */
async function makeMusicLink({ db, clock }: Stage, registration_id: number) {
  const token = newToken()
  const lasts = { created: clock.now(), expires_at: daysAfter(clock.now(), 30) }
  await db
    .insertInto('share_tokens')
    .values({ token_hash: hashOf(token), path: 'music', registration_id, routine_ids: null, ...lasts })
    .execute()
  return token
}

/** Someone without a studio of their own, with a registration in progress. */
async function beginAsIndependent(stage: Stage, season: Season, user_id: number) {
  const tour_date_id = await season.city()
  const reply = await stage.call(user_id, 'POST', '/v1/mybtf/registration', { tour_date_id })
  return { user_id, registration_id: reply.json().id as number }
}

/** Open tasks of the office: a credit to decide, a mail that failed. */
async function makeDeskWork({ db, clock }: Stage, registration_id: number) {
  const credit = await db
    .insertInto('credits')
    .values({ registration_id, from: 'Last season', amount: cents(1_000) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const mail = await db
    .insertInto('mails')
    .values({
      to: 'grace@example.com',
      subject: 'Your confirmation',
      text: 'Hello',
      html: '<p>Hello</p>',
      template: 'confirmation',
      state: 'failed',
      tries: 3,
      last_error: 'The mail server did not answer',
      created: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const exception = await db
    .insertInto('payment_exceptions')
    .values({ registration_id, kind: 'a payment was voided', detail: 'P-01JEXAMPLE', created: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const promo = await db
    .insertInto('promo_codes')
    .values({ code: 'UNUSED', event_id: 7, season_id: 41, type: 'total', value: 1_000 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const payment_id = await makeCardPayment({ db, clock }, registration_id)
  return { credit_id: credit.id, mail_id: mail.id, exception_id: exception.id, payment_id, promo_id: promo.id }
}

/** A scholarship nobody uses, of somebody whose earlier attendance is on record. */
async function makeScholarship({ db, clock }: Stage, person_id: number): Promise<number> {
  await db
    .insertInto('attendance_records')
    .values({ person_id, season_id: 41, attended: true, note: '', recorded: clock.now() })
    .execute()
  const { id } = await db
    .insertInto('scholarships')
    .values({ person_id, season_id: 41, event_id: null, vip_type_id: null, amount: cents(5_000) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A person on a roster whose owner is gone. */
async function makeOwnerless({ db, clock }: Stage, { user_id, studio_id }: Studio) {
  return db.transaction().execute(async (tx) => {
    const draft = { fname: 'Wrenn', lname: 'Alder', birthdate: calendarDate('2012-05-04') }
    const person_id = await insertPerson(tx, draft, clock.now())
    await insertRosterRow(tx, { user_id, person_id, studio_id }, clock.now())
    const { version = '' } = (await findOfficePerson(tx, person_id)) ?? {}
    return { person_id, version }
  })
}

/** The charge of `refundable`, and its transaction: the first that a new sandbox makes. */
export const refundable = { orderId: 'P-01JREFUNDABLE', amount: cents(50_000), gatewayTxnId: '2900000001' }

/** A payment by card that the office can give back. */
async function makeCardPayment({ db, clock }: Pick<Stage, 'db' | 'clock'>, registration_id: number) {
  const { user_id, paid } = await db
    .selectFrom('registrations')
    .where('id', '=', registration_id)
    .select(['user_id', 'paid'])
    .executeTakeFirstOrThrow()
  const { amount, orderId, gatewayTxnId } = refundable
  const same = { registration_id, amount, payment_method_id: 1 }
  const attempt = await db
    .insertInto('payment_attempts')
    .values({
      ...same,
      user_id,
      kind: 'charge',
      orderid: orderId,
      state: 'approved',
      gateway_transaction_id: gatewayTxnId,
      last_four: '1111',
      brand: 'visa',
      created: clock.now(),
      resolved_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const payment = await db
    .insertInto('payments')
    .values({ ...same, attempt_id: attempt.id, timestamp: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('registrations')
    .set({ paid: cents(paid + amount) })
    .where('id', '=', registration_id)
    .execute()
  return payment.id
}

/** A news item of a city, and its media pass. */
async function makeNews({ db, files, clock }: Stage, { tour_date_id }: ExampleRegistration) {
  const media_pass = `media-passes/${tour_date_id}/h2Kd0xPqRw91.pdf`
  await files.put(media_pass, Buffer.from('%PDF-1.7'), 'application/pdf')
  await db
    .insertInto('city_media_passes')
    .values({ tour_date_id, key: media_pass, name: 'Media pass.pdf', size: 8, added: clock.now() })
    .execute()
  const { id } = await db
    .insertInto('news')
    .values({ tour_date_id, date: calendarDate('2024-09-20'), text: 'Doors open at 6:45 am.' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, media_pass }
}

const musicKeyOf = ({ tour_date_id, id, routine_id }: ExampleRegistration) =>
  musicKey({ tour_date_id, registration_id: id, routine_id }, 'wav')

/** A second of silence, uploaded for a registration's routine and not saved yet. */
async function putMusic({ db, files, clock }: Stage, registration: ExampleRegistration) {
  const key = musicKeyOf(registration)
  await putUpload({ db, files, clock }, key, silence(1))
  return { key }
}

/** The music of a registration's routine. */
async function makeMusic(stage: Stage, registration: ExampleRegistration) {
  const url = musicKeyOf(registration)
  await stage.files.put(url, silence(1), 'audio/wav')
  const file = { name: 'First Light.wav', url, content_type: 'audio/wav', duration: 1 }
  const { id } = await stage.db
    .insertInto('music')
    .values({ ...file, registration_routine_id: registration.routine_id, date_added: stage.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await stage.db
    .updateTable('registration_routines')
    .set({ music_id: id })
    .where('id', '=', registration.routine_id)
    .execute()
  return id
}

async function makeUpload({ db, files, clock }: Stage) {
  const key = 'college-discounts/1/1/1.jpg'
  await files.put(key, Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'image/jpeg')
  const tokenOf = ({ signedRequest }: { signedRequest: string }) => signedRequest.split('/').at(-1) ?? ''
  const read = await files.sign(key, 'image/jpeg', 'get', clock.now(), 3600)
  return { token: tokenOf(await placeOf({ db, files, clock }, key)), read_token: tokenOf(read), key }
}
