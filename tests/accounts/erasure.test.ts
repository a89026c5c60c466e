import { buildApp } from '@callboard/server/app.ts'
import { insertAccount } from '@callboard/server/dev/build-people.ts'
import { daysAfter, instant } from '@callboard/domain/kernel/instant.ts'
import { cents, zeroCents } from '@callboard/domain/kernel/money.ts'
import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { filesWith, tablesWith } from '../scenarios/canary.ts'
import { begin, created, openSeason, peopleBody, routineBody, type Studio } from '../scenarios/small-city.ts'

const start = instant('2024-10-01T16:00:00Z')
const stage = await openStage({ now: start })
const season = await openSeason(stage)
const office = await stage.db
  .transaction()
  .execute((tx) =>
    insertAccount(tx, { email: 'desk@callboard.example', fname: 'Desk', lname: 'Clerk', role: 'admin' }, created),
  )
await stage.db.updateTable('sessions').set({ lacks_second_factor: false }).execute()

let log = ''
const { db, clock, mail, files, payments, sealer, origin, limits, dev } = stage.app
const logTo = { write: (line: string) => void (log += line) }
const app = buildApp({ db, clock, mail, files, payments, sealer, origin, limits, dev, logLevel: 'trace', logTo })
afterAll(() => app.close())
beforeEach(() => {
  log = ''
  stage.clock.time = start
})

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** As somebody signed in, through the app whose log is kept; `ok` unless a status is expected. */
async function call(user_id: number, method: Method, url: string, body?: object) {
  const headers = { ...(await stage.sessionOf(user_id)), 'idempotency-key': crypto.randomUUID() }
  const options: InjectOptions = { method, url, headers, ...(body && { payload: body }) }
  const reply = await app.inject(options)
  expect(reply.statusCode, `${method} ${url}: ${reply.body}`).toBeLessThan(300)
  return reply
}

type Canary = { fname: string; lname: string; birthdate: string; identity: string[]; reach: string[] }
let canaries = 0

/** A child whose every detail is found nowhere else. */
function canaryOf(): Canary {
  const n = (canaries += 1)
  const [fname, lname] = [`Zephyrine${n}x`, `Quillfeather${n}x`]
  return {
    ...{ fname, lname, birthdate: `2013-07-1${n}` },
    identity: [fname, lname, `2013-07-1${n}`, `07/1${n}/2013`],
    reach: ['lane', 'court', 'child', 'mother', 'reminder', 'jacket', 'signer', 'photo', 'pronouns'].map(
      (one) => `canary-${n}-${one}`,
    ),
  }
}

const attendeeOf = (registration_id: number, person_id: number) =>
  db
    .selectFrom('attendees')
    .selectAll()
    .where('registration_id', '=', registration_id)
    .where('person_id', '=', person_id)
    .executeTakeFirstOrThrow()

/** The child on the roster, with everything an account can say of a child. */
async function enter(studio: Studio, { fname, lname, birthdate, reach }: Canary): Promise<number> {
  const [lane, court, child, mother, reminder] = reach
  const pronouns = reach.at(-1)
  const address = { city: 'Portland', state_id: 38, country_id: 1, zip: '97209' }
  const person = {
    ...{ fname, lname, birthdate, gender_id: 1, person_type_id: 1 },
    address: { ...address, address: `7 ${lane}` },
    email: [{ value: `${child}@example.com` }],
    phone: [{ value: '(503) 555-0147' }],
    reminder_email: `${reminder}@example.com`,
    pronouns,
    parent: { email: `${mother}@example.com`, address: { ...address, address: `8 ${court}` } },
  }
  return (await call(studio.user_id, 'POST', '/v1/mybtf/roster', { person, skipFuzzy: true })).json().person.id
}

/** A registration with the child in it, with routines, reviewed; completed where it pays by check. */
type As = { completes: boolean; competes: boolean }
async function register({ user_id, ...studio }: Studio, person_id: number, { completes, competes }: As) {
  const tour_date_id = await season.city()
  const { id } = await begin({ user_id, ...studio }, tour_date_id)
  const dancers = [...studio.dancers, person_id]
  await call(user_id, 'PUT', '/v1/dance360/workshop/attendees', peopleBody(id, { dancers, teachers: studio.teachers }))
  for (const people of competes ? [[person_id], dancers.slice(-2)] : [])
    await call(user_id, 'POST', '/v1/dance360/routines', routineBody(id, people))
  if (!completes) return id as number
  const save = (body: object) => call(user_id, 'PUT', `/v1/dance360/registrations/${id}`, body)
  await save({ is_competing: competes, waiver: true, competitionCodeWaiver: true })
  await save({ reviewed: true })
  await save({ paying_by_check: true })
  await call(user_id, 'PUT', '/v1/mybtf/complete-registration', { registration_id: id })
  return id as number
}

/** Photos, jacket, student ID, access code, waivers, an edit that goes on, and the office's work. */
async function takePart({ user_id }: Studio, { fname, lname, identity, reach }: Canary, person_id: number, id: number) {
  const [lane, , child, mother, reminder, jacket, signer, photo] = reach
  const attendee = await attendeeOf(id, person_id)
  const folder = `41/best_dancer/${id}/${attendee.id}`
  const keys = {
    best_dancer_photo: `${folder}/a.jpg`,
    best_dancer_photo_original: `${folder}/b.jpg`,
    student_id_url: `college-discounts/41/${attendee.id}/id.jpg`,
  }
  for (const key of [...Object.values(keys), `${folder}/a-600.jpg`]) {
    await files.put(key, Buffer.from(`${photo}`), 'image/jpeg')
    const file = { key, owner_user_id: user_id, content_type: 'image/jpeg', size: 14, created: clock.now() }
    await db.insertInto('files').values(file).execute()
  }
  const about = { ...keys, jacket_name: jacket ?? '', virtual: true }
  await db.updateTable('attendees').set(about).where('id', '=', attendee.id).execute()
  const { tour_date_id } = await db
    .selectFrom('registrations')
    .select('tour_date_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const codes = [{ attendee_id: attendee.id, access_code: `CODE-${id}` }]
  await call(office.user_id, 'PUT', `/v1/office/tour-dates/${tour_date_id}/access-codes`, { codes })
  const to = { id: attendee.id, reminder_email: `${reminder}@example.com` }
  await call(user_id, 'POST', '/v1/mybtf/access-codes/reminder', to)
  await call(user_id, 'POST', '/v1/mybtf/waivers/reminder', to)

  const { rows } = (await call(user_id, 'GET', `/v1/mybtf/waivers?registration_id=${id}`)).json()
  const { waiver_type_id } = rows.find((row: { person_id: number }) => row.person_id === person_id)
  const parent = {
    ...{ fname: signer, lname: 'Halloran', address: `7 ${lane}`, birthdateString: '', gender_id: 1 },
    ...{ phoneValue: '(503) 555-0147', emailValue: `${mother}@example.com` },
  }
  const form = { ...parent, fname, lname, birthdateString: identity[3] ?? '', emailValue: `${child}@example.com` }
  const person = { ...form, id: person_id, parent_relationship: 'Mother', parent, sameAddressAsParent: true }
  const options = { registration_id: id, waiver_type_id, self: false, email: `${mother}@example.com` }
  const request = (await call(user_id, 'POST', '/v1/mybtf/waivers', { person, options })).json()
  await call(user_id, 'PATCH', '/v1/mybtf/waivers', {
    ...{ waiver_request_id: request.waiver_request_id, registration_id: id, person_id, agreed: true },
    signature: `${signer} Halloran`,
  })
  await call(user_id, 'GET', `/v1/mybtf/waivers/view/${request.waiver_request_id}`)
  await call(office.user_id, 'PUT', `/v1/office/registrations/${id}`, { notes: `${fname} ${lname} is shy.` })
  await call(office.user_id, 'POST', `/v1/office/registrations/${id}/confirm`, { confirmed: true })
  const check = { amount: 10_000, payment_method_id: 2, details: { check_number: '4071' } }
  await call(office.user_id, 'POST', `/v1/office/registrations/${id}/payments`, check)
  const { version } = (await call(user_id, 'GET', `/v1/dance360/registrations/${id}`)).json()
  const correction = { version, people: [{ person_id, media_pass: true }], office_reason: `${fname} ${lname} asked` }
  const note = `${fname} ${lname} has a media pass now.`
  await call(office.user_id, 'POST', `/v1/office/registrations/${id}/correction`, { ...correction, note })
  await call(user_id, 'GET', `/v1/dance360/registrations/${id}/edit`)
}

/** An edit takes the child out of a completed registration: its first confirmation still names them. */
async function takeOut({ user_id, dancers, teachers }: Studio, id: number) {
  const open = `/v1/dance360/registrations/${id}`
  await call(office.user_id, 'POST', `/v1/office/registrations/${id}/confirm`, { confirmed: true })
  await call(user_id, 'GET', `${open}/edit`)
  await call(user_id, 'PUT', '/v1/dance360/workshop/attendees', peopleBody(id, { dancers, teachers }))
  await call(user_id, 'PUT', open, { waiver: true, competitionCodeWaiver: true })
  const { version } = (await call(user_id, 'PUT', open, { reviewed: true })).json()
  await call(user_id, 'PUT', `${open}/edit-complete`, { version })
}

/** Tables that refer to people and have no row of this one. */
async function tablesWithout(person_id: number): Promise<string[]> {
  const { rows: references } = await sql<{ table: string; column: string }>`
    select c.conrelid::regclass::text as table, a.attname as column from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'persons'::regclass order by 1`.execute(db)
  const without = await Promise.all(
    references.map(async ({ table, column }) => {
      const { rows } = await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${person_id}`.execute(db)
      return rows.length === 0 ? [table] : []
    }),
  )
  return without.flat()
}

const findings = async (strings: readonly string[]) => [
  ...(await tablesWith(stage, strings)),
  ...(await filesWith(stage, strings)),
  ...strings.filter((one) => log.includes(one)).map((one) => `log: ${one}`),
]

/** The child is called otherwise now; confirmations have the name of their day. */
async function rename({ user_id }: Studio, { fname, lname, birthdate, identity }: Canary, id: number) {
  const former = [fname, lname].map((name) => `${name}er`)
  const save = ([first = '', last = '']: readonly string[]) =>
    call(user_id, 'PUT', '/v1/mybtf/roster', {
      person: { id, fname: first, lname: last, gender_id: 1, birthdate },
    })
  await save(former)
  identity.push(...former)
  return () => save([fname, lname])
}

/** An award of the registration's city that the office gave to the child. */
async function pickForTitle(person_id: number, registration_id: number, blurb: string) {
  const { tour_date_id } = await db
    .selectFrom('registrations')
    .where('id', '=', registration_id)
    .select('tour_date_id')
    .executeTakeFirstOrThrow()
  const { id: award_definition_id } = await db
    .insertInto('award_definitions')
    .values({ event_id: 7, season_id: 41, tour_date_id, name: 'Title', kind: 'title' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const pick = {
    award_definition_id,
    tour_date_id,
    person_id,
    blurb,
    picked_by: office.user_id,
    picked_at: clock.now(),
  }
  await db.insertInto('award_picks').values(pick).execute()
}

/** A child in a completed registration with all that belongs to it, and in one that came to nothing; the events are over. */
async function everywhere() {
  const studio = await season.studio({ dancers: 2, teachers: 1 })
  const canary = canaryOf()
  const person_id = await enter(studio, canary)
  const id = await register(studio, person_id, { completes: true, competes: true })
  await takePart(studio, canary, person_id, id)
  await register(studio, person_id, { completes: false, competes: true })
  const renameBack = await rename(studio, canary, person_id)
  const taken_out = await register(studio, person_id, { completes: true, competes: false })
  await renameBack()
  await takeOut(studio, taken_out)
  // No registration has a balance.
  await db.updateTable('registrations').set({ receivable: zeroCents }).where('user_id', '=', studio.user_id).execute()
  const identity_key = `${canary.fname} ${canary.lname} ${canary.birthdate}`
  await db.insertInto('media_passes').values({ season_id: 41, identity_key, person_id, registration_id: id }).execute()
  const scholarship = { person_id, season_id: 41, note: `${canary.fname} ${canary.lname} won.`, recorded: clock.now() }
  await db
    .insertInto('scholarships')
    .values({ ...scholarship, amount: cents(5_000) })
    .execute()
  await db
    .insertInto('attendance_records')
    .values({ ...scholarship, attended: true })
    .execute()
  await pickForTitle(person_id, id, scholarship.note)
  await stage.runJobs(app)
  // A table that is added has to be written here as well. No account is a child's, and who waits is in a registration.
  expect(await tablesWithout(person_id)).toEqual(['users', 'waiting_casts', 'waiting_people'])
  // All of it is there to be found.
  const findingsText = (await findings([...canary.identity, ...canary.reach])).join('\n')
  for (const one of [...canary.identity, ...canary.reach]) expect(findingsText).toContain(one)
  stage.clock.time = daysAfter(clock.now(), 900)
  return { studio, canary, person_id, own: `/v1/mybtf/${studio.user_id}` }
}

// The first to draw a PDF loads what draws it.
const timeout = 90_000

test(
  'a child that is deleted is in no table, file, mail, revision, PDF or line of the log any more',
  { timeout },
  async () => {
    const { studio, canary, person_id, own } = await everywhere()
    const reply = await call(studio.user_id, 'DELETE', `${own}/people/${person_id}`)
    expect(reply.json()).toEqual({ what: 'anonymised' })
    await stage.runJobs(app)
    expect(await findings([...canary.identity, ...canary.reach])).toEqual([])
  },
)

test('an account that is deleted takes its children out of every table, file, mail, revision and PDF', async () => {
  const { studio, canary, own } = await everywhere()
  await call(studio.user_id, 'POST', `${own}/delete-account`, { password: 'Rehearsal7' })
  await stage.runJobs(app)
  expect(await findings([...canary.identity, ...canary.reach, studio.email])).toEqual([])
})

test('a child another account has as well leaves nothing that its owner said of it', async () => {
  const { studio, canary, person_id, own } = await everywhere()
  const other = await season.studio()
  const { fname, lname, birthdate } = canary
  const person = { fname, lname, birthdate, gender_id: 1, id: person_id }
  await call(other.user_id, 'POST', '/v1/mybtf/roster', { person })
  const reply = await call(studio.user_id, 'DELETE', `${own}/people/${person_id}`)
  expect(reply.json()).toEqual({ what: 'elsewhere' })
  await stage.runJobs(app)
  expect(await findings(canary.reach)).toEqual([])
})
