import { calendarDate } from '@callboard/domain/kernel/calendar.ts'
import { daysAfter, instant, minutesAfter } from '@callboard/domain/kernel/instant.ts'
import type { Mail } from '@callboard/server/platform/mail/transport.ts'
import { addJob } from '@callboard/server/platform/queue/queue.ts'
import { typedSignatures } from '@callboard/server/waivers/signing-provider.ts'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { pdfPages } from '../pdf-text.ts'
import { filledForm, mother } from '../scenarios/waivers.ts'
import { completedCity } from '../scenarios/completed.ts'

const signing = { ...typedSignatures }
const outbox = { mails: [] as Mail[], failures: 0 }
const send = async (mail: Mail) => {
  outbox.failures -= 1
  if (outbox.failures >= 0) throw new Error('The mail server is away')
  outbox.mails.push(mail)
}
const stage = await openStage({ now: '2024-10-01T16:00:00Z', signing, mail: { send } })
const { db, call, clock } = stage
const { registration, grace, marlowe, office, tour_date_id } = await completedCity(stage)
const start = clock.time
const registration_id = registration.id
const type = await db.selectFrom('waiver_types').selectAll().executeTakeFirstOrThrow()

afterEach(() => {
  clock.time = start
  signing.seal = typedSignatures.seal
})

type Row = {
  attendee_id: number
  person_id: number
  fname: string
  lname: string
  signed_at: string | null
  reminder_email: string | null
  removable: boolean
  request: { id: number; mailed_to: string | null } | null
}
const list = async () =>
  (await call(grace.user_id, 'GET', `/v1/mybtf/waivers?registration_id=${registration_id}`)).json<{
    tally: { done: number; total: number }
    rows: Row[]
  }>()
const [first, second, third, fourth, fifth] = (await list()).rows as [Row, Row, Row, Row, Row]

const waiverBody = (row: Row, options = {}, person = {}) => ({
  person: { ...filledForm, ...person, id: row.person_id },
  options: { registration_id, waiver_type_id: type.id, self: false, ...options },
})
const sign = (waiverRequest: { waiver_request_id: number; signing_token: string }, row: Row, change = {}) =>
  call(0, 'PATCH', '/v1/mybtf/waivers', {
    waiver_request_id: waiverRequest.waiver_request_id,
    registration_id,
    person_id: row.person_id,
    signature: 'Sable Halloran',
    agreed: true,
    token: waiverRequest.signing_token,
    ...change,
  })
const mailsTo = (to: string) => db.selectFrom('mails').selectAll().where('to', '=', to).orderBy('id', 'desc').execute()
const linkIn = (text: string) => /\/waivers\/sign\/([\w-]+)/.exec(text)?.[1] ?? ''
const share = async (path = 'waivers') =>
  (
    await call(
      grace.user_id,
      'GET',
      `/v1/dance360/generate-url-token?path=${path}&data=${encodeURIComponent(JSON.stringify({ registration_id }))}`,
    )
  ).json<{ url: string; token: string }>()

test('WAIV-001 API: everybody who dances or teaches, with gender, birthdate and age', async () => {
  const { rows, tally } = await list()
  expect(tally).toEqual({ done: 0, total: 9 })
  expect(rows).toHaveLength(9)
  const dated = rows.find(({ fname }) => fname !== 'Máire-Éilís')
  expect(dated).toMatchObject({ kind: expect.any(String), birthdateString: expect.any(String), signed_at: null })
  expect((await call(marlowe.user_id, 'GET', `/v1/mybtf/waivers?registration_id=${registration_id}`)).statusCode).toBe(
    404,
  )
})

test('WAIV-001 WAIV-006 A15 the age is that of today, by which somebody signs, and not that of the season', async () => {
  const birthdate = calendarDate('2006-10-02')
  await db.updateTable('persons').set({ birthdate }).where('id', '=', fourth.person_id).execute()
  const ageOfFourth = async () => (await list()).rows.find(({ person_id }) => person_id === fourth.person_id)
  const page = async () => {
    const { token } = await share()
    const { rows } = (await call(0, 'GET', `/v1/mybtf/waivers/shared/${token}`)).json<{
      rows: { person_id: number }[]
    }>()
    return rows.find(({ person_id }) => person_id === fourth.person_id)
  }
  expect([await ageOfFourth(), await page()]).toMatchObject([{ age: 17 }, { is_minor: true }])
  clock.time = daysAfter(start, 1)
  expect([await ageOfFourth(), await page()]).toMatchObject([{ age: 18 }, { is_minor: false }])
})

test('WAIV-011 WAIV-012 WAIV-024 WAIV-026 API-061 API-062 a waiver is filled in and signed; its proof is kept', async () => {
  const reply = await call(grace.user_id, 'POST', '/v1/mybtf/waivers', waiverBody(first))
  const waiverRequest = reply.json()
  expect(waiverRequest).toMatchObject({ waiver_request_id: expect.any(Number), signer: 'Sable Halloran', version: 1 })
  expect((await sign(waiverRequest, first)).json()).toEqual({ signed: true })

  const requestRow = await db
    .selectFrom('waiver_requests')
    .selectAll()
    .where('id', '=', waiverRequest.waiver_request_id)
    .executeTakeFirstOrThrow()
  expect(requestRow).toMatchObject({
    signer_name: 'Sable Halloran',
    parent_relationship: 'Mother',
    version: 1,
    signed_ip: '127.0.0.1',
    signed_at: start,
    seal: expect.stringMatching(/^[0-9a-f]{64}$/),
    form: { fname: 'Wren', parent: { address: filledForm.address } },
  })
  expect(requestRow.token_hash).not.toBe(waiverRequest.signing_token)
  expect((await list()).tally.done).toBe(1)
  const record = (await call(grace.user_id, 'GET', `/v1/dance360/registrations/${registration_id}`)).json()
  expect(record.waiver_tally).toEqual({ done: 1, total: 9 })
  const own = (await call(grace.user_id, 'GET', '/v1/mybtf/own-registrations')).json()
  expect(own.registrations[0].waivers).toEqual({ done: 1, total: 9 })

  expect((await sign(waiverRequest, first)).statusCode).toBe(409)
  expect((await call(grace.user_id, 'POST', '/v1/mybtf/waivers', waiverBody(first))).json().code).toBe('waiver.signed')
})

test('WAIV-023 ROST-007 the roster says who has signed', async () => {
  const people = (await call(grace.user_id, 'GET', '/v1/mybtf/roster')).json<{ id: number; waivers: unknown }[]>()
  const of = (row: Row) => people.find(({ id }) => id === row.person_id)?.waivers
  const rostered = (await list()).rows.filter((row) => of(row))
  for (const row of rostered) expect(of(row)).toEqual([{ waiver_type_id: type.id, signed: row.signed_at !== null }])
  expect(rostered.length).toBeGreaterThan(0)
})

test('WAIV-005 WAIV-006 WAIV-007 WAIV-008 WAIV-028 API: what is missing is refused at the field', async () => {
  const post = async (options: object, person: object) =>
    (await call(grace.user_id, 'POST', '/v1/mybtf/waivers', waiverBody(second, options, person))).json()
  expect(await post({}, { phoneValue: '' })).toMatchObject({ field: 'phoneValue', message: 'Required' })
  expect(await post({}, { parent: null })).toMatchObject({ field: 'parent.fname' })
  expect(await post({}, { parent_relationship: null })).toMatchObject({ field: 'parent_relationship' })
  const seventeen = { birthdateString: '10/02/2006' }
  expect(await post({ self: true }, seventeen)).toMatchObject({ message: 'Participant is under 18' })

  const waiverRequest = await post({}, {})
  expect((await sign(waiverRequest, second, { agreed: false })).json().message).toBe(
    'Please agree to the terms and conditions before continuing.',
  )
  expect((await sign(waiverRequest, second, { signature: 'Somebody' })).json().field).toBe('signature')
})

test('WAIV-019 WAIV-020 WAIV-014 WAIV-022 API-063 API-065 a reminder mails a link that opens only the minimum, and remembers the address', async () => {
  const to = 'mum@example.com'
  const reminded = await call(grace.user_id, 'POST', '/v1/mybtf/waivers/reminder', {
    id: second.attendee_id,
    reminder_email: to,
  })
  expect(reminded.json()).toEqual({ sent: 1 })
  const [mail] = await mailsTo(to)
  expect(mail).toMatchObject({ template: 'waiver_request', registration_id })
  const roster = await db.selectFrom('roster').selectAll().where('person_id', '=', second.person_id).execute()
  if (roster.length > 0) expect(roster.map(({ reminder_email }) => reminder_email)).toContain(to)
  expect((await list()).rows.find(({ person_id }) => person_id === second.person_id)?.request?.mailed_to).toBe(to)

  const token = linkIn(mail?.text ?? '')
  const signPage = (await call(0, 'GET', `/v1/mybtf/waivers/sign/${token}`)).json()
  expect(signPage.person).toEqual({
    ...{ id: second.person_id, fname: second.fname, lname: second.lname },
    is_minor: expect.any(Boolean),
  })
  expect(JSON.stringify(signPage)).not.toMatch(/birthdate|phoneValue|emailValue|address/)
  const waiverRequest = { waiver_request_id: signPage.waiver_request.id, signing_token: token }
  expect((await sign(waiverRequest, second)).json().code).toBe('waiver.not_filled_in')
  expect((await sign(waiverRequest, second, { person: filledForm, self: false })).json()).toEqual({ signed: true })

  const again = await call(0, 'GET', `/v1/mybtf/waivers/sign/${token}`)
  expect([again.statusCode, again.json().message.includes('signed')]).toEqual([409, true])
  const wrong = { id: third.attendee_id, reminder_email: 'not an address' }
  expect((await call(grace.user_id, 'POST', '/v1/mybtf/waivers/reminder', wrong)).json().code).toBe('waiver.no_address')
  expect((await call(marlowe.user_id, 'POST', '/v1/mybtf/waivers/reminder', { ...wrong, reminder_email: to })).statusCode).toBe(404) // oxfmt-ignore
})

test('WAIV-015 API: a link that is over says so, and signs nothing', async () => {
  const waiverRequest = (await call(grace.user_id, 'POST', '/v1/mybtf/waivers', waiverBody(third))).json()
  clock.time = daysAfter(start, 31)
  const reply = await call(0, 'GET', `/v1/mybtf/waivers/sign/${waiverRequest.signing_token}`)
  expect([reply.statusCode, reply.json().message]).toEqual([410, 'Sorry, this waiver request has expired.'])
  expect((await sign(waiverRequest, third)).statusCode).toBe(410)
})

test('everybody missing is asked at once: one mail each, nobody twice in a day, and who cannot be reached is named', async () => {
  const rosteredRow = (await list()).rows.find(({ person_id }) => person_id === fourth.person_id)
  await db
    .updateTable('roster')
    .set({ parent_email: 'dad@example.com' })
    .where('person_id', '=', fourth.person_id)
    .execute()
  const all = () => call(grace.user_id, 'POST', '/v1/mybtf/waivers/reminders', { registration_id })
  const reply = (await all()).json()
  const rostered = rosteredRow && (await list()).rows.filter(({ reminder_email }) => reminder_email).length
  expect(reply.sent + reply.recently + reply.without.length).toBe(7)
  expect(rostered).toBeGreaterThan(0)
  expect((await mailsTo('dad@example.com')).length).toBe(reply.sent > 0 ? 1 : 0)
  expect((await all()).json()).toMatchObject({ sent: 0, recently: reply.sent + reply.recently })
})

test('WAIV-003 TOK-001 TOK-005 TOK-007 TOK-014 TOK-015 a shared link shows names and who has signed, and lets sign', async () => {
  const { token, url } = await share()
  expect(url).toBe(`http://localhost:3000/waivers/${token}`)
  const shared = (await call(0, 'GET', `/v1/mybtf/waivers/shared/${token}`)).json()
  expect(shared.rows).toHaveLength(9)
  expect(Object.keys(shared.rows[0]).toSorted()).toEqual(
    ['fname', 'is_minor', 'lname', 'person_id', 'signed', 'waiver', 'waiver_type_id'].toSorted(),
  )
  const waiverRequest = (await call(0, 'POST', '/v1/mybtf/waivers', waiverBody(fifth, { token }))).json()
  expect((await sign(waiverRequest, fifth)).json()).toEqual({ signed: true })

  const post = async (user: number, options: object) =>
    (await call(user, 'POST', '/v1/mybtf/waivers', waiverBody(third, options))).statusCode
  expect(await post(0, {})).toBe(401)
  expect(await post(marlowe.user_id, {})).toBe(404)
  expect(await post(0, { token: waiverRequest.signing_token })).toBe(404)
  // A link to another page of the same registration opens nothing here.
  const music = (await share('music')).token
  expect(await post(0, { token: music })).toBe(404)
  expect((await call(0, 'GET', `/v1/mybtf/waivers/shared/${music}`)).statusCode).toBe(404)
  expect(await post(0, { token, email: 'a@example.com' })).toBe(403)
  // A link to sign for one person signs for nobody else, nor does a link to the list.
  const open = (await call(grace.user_id, 'POST', '/v1/mybtf/waivers', waiverBody(third))).json()
  expect((await sign({ ...open, signing_token: waiverRequest.signing_token }, third)).statusCode).toBe(404)
  expect((await sign({ ...open, signing_token: token }, third)).statusCode).toBe(404)
  expect((await call(marlowe.user_id, 'PATCH', '/v1/mybtf/waivers', { ...signatureBody(open), token: undefined })).statusCode).toBe(404) // oxfmt-ignore
  expect((await call(grace.user_id, 'PATCH', '/v1/mybtf/waivers', signatureBody(open))).json()).toEqual({
    signed: true,
  })
})
const signatureBody = (open: { waiver_request_id: number }) => ({
  waiver_request_id: open.waiver_request_id,
  registration_id,
  person_id: third.person_id,
  signature: 'Sable Halloran',
  agreed: true,
})

test('a link is withdrawn by its owner, and then opens nothing', async () => {
  const { token } = await share()
  const url = `/v1/dance360/share-links?registration_id=${registration_id}&path=waivers`
  expect((await call(marlowe.user_id, 'DELETE', url)).statusCode).toBe(404)
  expect((await call(grace.user_id, 'DELETE', url)).statusCode).toBe(204)
  expect((await call(0, 'GET', `/v1/mybtf/waivers/shared/${token}`)).statusCode).toBe(404)
})

test('WAIV-017 A69 the provider fails: a general error, nothing is signed, and the next try works', async () => {
  const waiverRequest = (await call(grace.user_id, 'POST', '/v1/mybtf/waivers', waiverBody(fourth))).json()
  signing.seal = async () => {
    throw new Error('not to be reached')
  }
  const failed = await sign(waiverRequest, fourth)
  expect([failed.statusCode, failed.json().message]).toEqual([502, 'Something went wrong!'])
  signing.seal = typedSignatures.seal
  expect((await sign(waiverRequest, fourth)).json()).toEqual({ signed: true })
})

test('WAIV-012 of two concurrent signatures for one person, the second is refused as already signed', async () => {
  const unsigned = (await list()).rows.find(({ signed_at }) => signed_at === null) as Row
  const ask = async () => (await call(grace.user_id, 'POST', '/v1/mybtf/waivers', waiverBody(unsigned))).json()
  const [one, other] = [await ask(), await ask()]
  // Neither is kept before both were found unsigned.
  const waiting: (() => void)[] = []
  signing.seal = async (document) => {
    await new Promise<void>((go) => {
      waiting.push(go)
      if (waiting.length === 2) for (const each of waiting) each()
    })
    return typedSignatures.seal(document)
  }
  const replies = await Promise.all([sign(one, unsigned), sign(other, unsigned)])
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  const proofs = await db
    .selectFrom('waiver_requests')
    .select('id')
    .where('id', 'in', [one.waiver_request_id, other.waiver_request_id])
    .where('signed_at', 'is not', null)
    .execute()
  expect(proofs).toHaveLength(1)
})

test('WAIV-001 SEC-008 of what another account asked for the same person nothing is shown', async () => {
  const unsigned = (await list()).rows.find(({ signed_at, request }) => signed_at === null && !request) as Row
  const [theirs] = await db
    .insertInto('registrations')
    .values({
      tour_date_id,
      user_id: marlowe.user_id,
      ancillary: false,
      full_rates: false,
      late_rates: false,
      completed: true,
      created: start,
      updated: start,
    })
    .returning('id')
    .execute()
  const { season_id } = await db
    .selectFrom('tour_dates')
    .select('season_id')
    .where('id', '=', tour_date_id)
    .executeTakeFirstOrThrow()
  const request = {
    registration_id: theirs?.id ?? 0,
    person_id: unsigned.person_id,
    waiver_type_id: type.id,
    version: 1,
    season_id,
  }
  const mailed = {
    token_hash: null,
    created: start,
    expires_at: daysAfter(start, 30),
    mailed_to: 'other@example.com',
    mailed_at: start,
  }
  await db
    .insertInto('waiver_requests')
    .values({ ...request, ...mailed })
    .execute()
  expect((await list()).rows.find(({ person_id }) => person_id === unsigned.person_id)?.request).toBeNull()
  const url = `/v1/mybtf/waivers/persons/${unsigned.person_id}?registration_id=${registration_id}`
  expect((await call(grace.user_id, 'GET', url)).body).not.toContain('other@example.com')
})

test('WAIV-013 WAIV-018 API-060 API-064 the owner reads the waivers of a person and their PDF; others neither', async () => {
  const url = `/v1/mybtf/waivers/persons/${first.person_id}`
  const read = (await call(grace.user_id, 'GET', url)).json()
  expect(read).toMatchObject({ person: { id: first.person_id }, signed: true })
  const signedRequest = read.waiver_requests.find(({ signed_at }: { signed_at: string | null }) => signed_at)
  const file = await call(grace.user_id, 'GET', `/v1/mybtf/waivers/view/${signedRequest.id}`)
  expect([file.headers['content-type'], file.body.slice(0, 5)]).toEqual(['application/pdf', '%PDF-'])
  expect((await call(marlowe.user_id, 'GET', url)).statusCode).toBe(404)
  expect((await call(marlowe.user_id, 'GET', `/v1/mybtf/waivers/view/${signedRequest.id}`)).statusCode).toBe(404)
  expect((await call(0, 'GET', url)).statusCode).toBe(401)
})

test('WAIV-023 API-060 a person’s waivers are those of the current season, also beside a newer registration of another', async () => {
  const url = `/v1/mybtf/waivers/persons/${first.person_id}`
  const before = (await call(grace.user_id, 'GET', url)).json()
  const season = { id: 90, start_year: 2034, end_year: 2035, age_year: 2035, current: false }
  await db.insertInto('seasons').values(season).execute()
  const twin = (table: string, id: number, change: object) =>
    sql`
    insert into ${sql.table(table)} overriding system value
    select (jsonb_populate_record(x, ${JSON.stringify({ id: 9_000, ...change })}::jsonb)).*
    from ${sql.table(table)} x where id = ${id}`.execute(db)
  await twin('tour_dates', tour_date_id, { season_id: 90 })
  await twin('registrations', registration_id, { tour_date_id: 9_000 })
  await twin('attendees', first.attendee_id, { registration_id: 9_000, date_attendee_id: null })
  const other = (await call(grace.user_id, 'GET', `${url}?registration_id=9000`)).json()
  expect([before.signed, other.signed]).toEqual([true, false])
  expect((await call(grace.user_id, 'GET', url)).json()).toEqual(before)
})

test('WAIV-021 API-066 a signed waiver is taken away: what was filled in goes, that it was signed stays', async () => {
  const url = `/v1/mybtf/waivers/persons/${fifth.person_id}?registration_id=${registration_id}`
  expect((await call(marlowe.user_id, 'DELETE', url)).statusCode).toBe(404)
  expect((await call(grace.user_id, 'DELETE', url)).statusCode).toBe(204)
  const row = (await list()).rows.find(({ person_id }) => person_id === fifth.person_id)
  expect(row).toMatchObject({ signed_at: null, removable: false })
  const [requestRow] = await db
    .selectFrom('waiver_requests')
    .selectAll()
    .where('person_id', '=', fifth.person_id)
    .where('removed_at', 'is not', null)
    .execute()
  expect(requestRow).toMatchObject({ form: null, signer_name: 'Sable Halloran', removed_at: start })
  expect((await call(grace.user_id, 'DELETE', url)).statusCode).toBe(404)
})

test('A73 a waiver holds for its season, and a second kind is needed beside the first', async () => {
  const before = (await list()).tally
  const { id } = await db
    .insertInto('waiver_types')
    .values({ name: 'Masterclass waiver', version: 1, event_id: null, season_id: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const text = { waiver_type_id: id, version: 1, text: 'Words', created: start, created_by: null }
  await db.insertInto('waiver_texts').values(text).execute()
  expect((await list()).tally).toEqual({ done: 0, total: before.total })
  await db.updateTable('waiver_types').set({ active: false }).where('id', '=', id).execute()
  expect((await list()).tally).toEqual(before)
  const season = await db
    .selectFrom('tour_dates')
    .select('season_id')
    .where('id', '=', tour_date_id)
    .executeTakeFirstOrThrow()
  expect(await db.selectFrom('waivers').select('season_id').distinct().execute()).toEqual([season])
  // Waivers of another season do not count.
  const { rows } = await list()
  const unsigned = rows.find(({ signed_at }) => signed_at === null)?.person_id ?? 0
  const other = { id: 900, start_year: 2022, end_year: 2023, age_year: 2023 }
  await db.insertInto('seasons').values(other).execute()
  const earlier = { person_id: unsigned, waiver_type_id: type.id, season_id: other.id, signed_at: start }
  await db.insertInto('waivers').values(earlier).execute()
  expect((await list()).rows.find(({ person_id }) => person_id === unsigned)?.signed_at).toBeNull()
  expect((await list()).tally).toEqual(before)
  expect(mother.fname).toBe('Sable')
})

test('OFF-051 the office sees who is missing in a city and records what came on paper', async () => {
  const url = `/v1/office/tour-dates/${tour_date_id}/waivers`
  const before = (await call(office.user_id, 'GET', url)).json()
  const [missing] = before.rows
  expect(before.missing).toBe(before.rows.length)
  const { person_id, waiver_type_id } = missing
  const paper = {
    registration_id,
    person_id,
    waiver_type_id,
    signer_name: 'Sable Halloran',
    parent_relationship: 'Mother',
  }
  const record = (signed_on: string) => call(office.user_id, 'POST', '/v1/office/waivers', { ...paper, signed_on })
  expect((await record('2024-10-02')).json().code).toBe('waiver.paper_day')
  expect((await record('2024-09-28')).statusCode).toBe(200)
  expect((await record('2024-09-28')).json().code).toBe('waiver.on_file')
  expect((await call(office.user_id, 'GET', url)).json()).toMatchObject({ missing: before.missing - 1 })
  const row = (await list()).rows.find((one) => one.person_id === person_id)
  expect(row).toMatchObject({ removable: false, request: { on_paper: true, signer_name: 'Sable Halloran' } })
  const reply = await call(
    grace.user_id,
    'DELETE',
    `/v1/mybtf/waivers/persons/${person_id}?registration_id=${registration_id}`,
  )
  expect(reply.json().code).toBe('waiver.not_yours')
  expect((await call(grace.user_id, 'GET', url)).statusCode).toBe(403)
  const audit = await db.selectFrom('audit_log').selectAll().where('entity', '=', 'waiver').execute()
  expect(audit).toMatchObject([{ action: 'record paper waiver', actor_user_id: office.user_id }])
})

test('new words are a new version; what was signed keeps the words it was signed in', async () => {
  const url = `/v1/office/waiver-types/${type.id}`
  const change = (user: number, body: object) => call(user, 'PUT', url, body)
  expect((await change(office.user_id, { text: 'Other words' })).statusCode).toBe(403)
  await db.updateTable('users').set({ role: 'admin' }).where('id', '=', office.user_id).execute()
  expect((await change(office.user_id, { text: ' ' })).json().code).toBe('waiver_type.text')
  expect((await change(office.user_id, { name: 'Waiver' })).json()).toMatchObject({ name: 'Waiver', version: 1 })
  expect((await change(office.user_id, { text: 'Other words' })).json()).toMatchObject({
    version: 2,
    text: 'Other words',
  })
  const signedVersions = await db
    .selectFrom('waiver_requests')
    .select('version')
    .where('signed_at', 'is not', null)
    .execute()
  expect(new Set(signedVersions.map(({ version }) => version))).toEqual(new Set([1]))
  const texts = await db.selectFrom('waiver_texts').select('version').where('waiver_type_id', '=', type.id).execute()
  expect(texts).toHaveLength(2)
})

test('WAIV-008 WAIV-026 a signature is kept and printed as it was typed', async () => {
  const child = (await list()).rows.find(({ signed_at }) => signed_at === null) ?? first
  const waiverRequest = (await call(grace.user_id, 'POST', '/v1/mybtf/waivers', waiverBody(child))).json()
  expect((await sign(waiverRequest, child, { signature: ' sable  HALLORAN ' })).json()).toEqual({ signed: true })
  const { waiver_request_id: id } = waiverRequest
  const { signer_name } = await db
    .selectFrom('waiver_requests')
    .select('signer_name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(signer_name).toBe('sable  HALLORAN')
  const file = await call(grace.user_id, 'GET', `/v1/mybtf/waivers/view/${id}`)
  expect((await pdfPages(file.rawPayload)).join(' ')).toMatch(/Typed as signature\s+sable\s+HALLORAN/)
  const url = `/v1/mybtf/waivers/persons/${child.person_id}?registration_id=${registration_id}`
  expect((await call(grace.user_id, 'DELETE', url)).statusCode).toBe(204)
})

test('WAIV-019 no reminder is sent after the last day of the city; signing goes on', async () => {
  const { end_date, time_zone } = await db
    .selectFrom('tour_dates')
    .select(['end_date', 'time_zone'])
    .where('id', '=', tour_date_id)
    .executeTakeFirstOrThrow()
  const child = (await list()).rows.find(({ signed_at }) => signed_at === null) ?? first
  const remind = () =>
    Promise.all([
      call(grace.user_id, 'POST', '/v1/mybtf/waivers/reminder', {
        id: child.attendee_id,
        reminder_email: 'late@example.com',
      }),
      call(grace.user_id, 'POST', '/v1/mybtf/waivers/reminders', { registration_id }),
      call(grace.user_id, 'POST', '/v1/mybtf/waivers', waiverBody(child, { email: 'late@example.com' })),
      call(office.user_id, 'POST', `/v1/office/tour-dates/${tour_date_id}/waivers/reminders`, {}),
    ])
  const mails = async () =>
    (await db.selectFrom('mails').select('id').where('template', '=', 'waiver_request').execute()).length
  expect(time_zone).toBe('America/Los_Angeles')
  // 23:59 of the last day there, and a minute later.
  clock.time = instant(`${end_date}T23:59:00-08:00`)
  expect((await remind()).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  const before = await mails()
  clock.time = minutesAfter(clock.time, 1)
  for (const reply of await remind()) {
    expect([reply.statusCode, reply.json().message]).toEqual([
      422,
      'The event is over, so reminders are no longer sent.',
    ])
  }
  expect(await mails()).toBe(before)
  const offers = await Promise.all([
    call(grace.user_id, 'GET', `/v1/mybtf/waivers?registration_id=${registration_id}`),
    call(office.user_id, 'GET', `/v1/office/tour-dates/${tour_date_id}/waivers`),
  ])
  expect(offers.map((reply) => reply.json().past)).toEqual([true, true])

  const waiverRequest = (await call(grace.user_id, 'POST', '/v1/mybtf/waivers', waiverBody(child))).json()
  expect((await sign(waiverRequest, child)).json()).toEqual({ signed: true })
  const url = `/v1/mybtf/waivers/persons/${child.person_id}?registration_id=${registration_id}`
  expect((await call(grace.user_id, 'DELETE', url)).statusCode).toBe(204)
})

test('WAIV-026 the signer gets a copy of the signed PDF by mail, once, from the link of a guardian and from the owner’s list', async () => {
  outbox.failures = 100
  const sixth = (await list()).rows.filter(({ signed_at }) => signed_at === null).at(-1) ?? first
  const parent = { ...mother, emailValue: 'copy@example.com' }
  const mailed = await call(
    grace.user_id,
    'POST',
    '/v1/mybtf/waivers',
    waiverBody(sixth, { email: 'ask@example.com' }, { parent }),
  )
  const [request] = await mailsTo('ask@example.com')
  const body = {
    ...{ waiver_request_id: mailed.json().waiver_request_id, registration_id, person_id: sixth.person_id },
    ...{ signature: 'Sable Halloran', agreed: true, token: linkIn(request?.text ?? '') },
  }
  const replies = await Promise.all([1, 2, 3].map(() => call(0, 'PATCH', '/v1/mybtf/waivers', body)))
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
  await stage.runJobs()
  outbox.failures = 0
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(db)
  await stage.runJobs()
  const [copy, ...more] = await mailsTo('copy@example.com')
  expect(more).toEqual([])
  expect(copy).toMatchObject({ template: 'waiver_signed', state: 'sent', tries: 1, registration_id, user_id: null })
  // A retried or repeated job sends it no second time.
  await db.transaction().execute((tx) => addJob(tx, 'send_mail', { mail_id: copy?.id ?? 0 }))
  await stage.runJobs()
  const copies = outbox.mails.filter(({ to }) => to === 'copy@example.com')
  expect(copies).toMatchObject([{ attachments: [{ filename: 'signed-waiver.pdf', contentType: 'application/pdf' }] }])
  expect(copies[0]?.subject).toContain(`Your signed waiver for ${sixth.fname} ${sixth.lname}: `)
  expect(copies[0]?.text).toContain('Hello Sable Halloran, you signed the waiver of')
  const words = (await pdfPages(copies[0]?.attachments[0]?.content ?? Buffer.alloc(0))).join(' ')
  expect(words).toContain('Sable Halloran')
  // Nothing of it lies in the store.
  expect(await db.selectFrom('files').select('key').where('key', 'like', '%waiver%').execute()).toEqual([])
})

test('WAIV-021 a signature that is taken back before its copy is sent takes the mail along', async () => {
  const row = (await list()).rows.find(({ signed_at }) => signed_at === null) ?? first
  const parent = { ...mother, emailValue: 'taken.back@example.com' }
  const waiverRequest = (await call(grace.user_id, 'POST', '/v1/mybtf/waivers', waiverBody(row, {}, { parent }))).json()
  expect((await sign(waiverRequest, row)).statusCode).toBe(200)
  expect(await mailsTo('taken.back@example.com')).toHaveLength(1)
  const removed = await call(
    grace.user_id,
    'DELETE',
    `/v1/mybtf/waivers/persons/${row.person_id}?registration_id=${registration_id}`,
  )
  expect(removed.statusCode).toBe(204)
  await stage.runJobs()
  expect(await mailsTo('taken.back@example.com')).toEqual([])
})

test('WAIV-006 WAIV-026 a form makes nobody older, has a gender of the list, and its PDF names the registered person', async () => {
  const child = (await list()).rows.find(({ signed_at }) => signed_at === null) ?? first
  const birthdate = calendarDate('2012-03-01')
  await db.updateTable('persons').set({ birthdate }).where('id', '=', child.person_id).execute()
  const ask = (options: object, person: object) =>
    call(grace.user_id, 'POST', '/v1/mybtf/waivers', waiverBody(child, options, person))
  const wrong = async (options: object, person: object) => {
    const { code, field } = (await ask(options, person)).json()
    return [code, field]
  }
  const grown = { birthdateString: '03/01/1990' }
  expect(await wrong({ self: true }, grown)).toEqual(['entry.wrong', 'birthdateString'])
  expect(await wrong({}, { gender_id: 99 })).toEqual(['entry.wrong', 'gender_id'])
  expect(await wrong({}, { parent: { ...mother, gender_id: 99 } })).toEqual(['entry.wrong', 'parent.gender_id'])

  const waiverRequest = (await ask({}, { fname: 'Juniper', lname: 'Vale' })).json()
  const person = { ...filledForm, gender_id: 99 }
  expect((await sign(waiverRequest, child, { person, self: false })).json().field).toBe('gender_id')
  expect((await sign(waiverRequest, child)).json()).toEqual({ signed: true })
  const url = `/v1/mybtf/waivers/view/${waiverRequest.waiver_request_id}`
  const text = (await pdfPages((await call(grace.user_id, 'GET', url)).rawPayload)).join(' ').replaceAll(/\s+/g, ' ')
  expect(text).toContain('Juniper Vale')
  expect(text.replaceAll(' ', '')).toContain(`Registeredas${child.fname}${child.lname}`.replaceAll(' ', ''))
})
