import { instant } from '@callboard/domain/kernel/instant.ts'
import type { Schema } from '@callboard/server/platform/db/connect.ts'
import type { Insertable } from 'kysely'
import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { completedCity } from '../scenarios/completed.ts'
import { picture } from '../scenarios/photos.ts'
import { filledForm } from '../scenarios/waivers.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { db, call, clock } = stage
const { registration, grace, marlowe, office, tour_date_id } = await completedCity(stage)
const registration_id = registration.id
const type = await db.selectFrom('waiver_types').selectAll().executeTakeFirstOrThrow()
const city = `/v1/office/tour-dates/${tour_date_id}/waivers`
const desk = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown) =>
  call(office.user_id, method, url, body)

type Row = {
  registration_id: number
  person_id: number
  name: string
  request_id: number | null
  mailed_at: string | null
  elsewhere: unknown[]
}
const list = async (query = '') => (await desk('GET', `${city}${query}`)).json<{ rows: Row[]; total: number }>()
const [first, second] = (await list()).rows as [Row, Row]

/** Signs for somebody through the account. */
async function sign({ person_id }: Row, user_id = grace.user_id, registration_id = registration.id) {
  const waiverBody = {
    person: { ...filledForm, id: person_id },
    options: { registration_id, waiver_type_id: type.id, self: false },
  }
  const waiverRequest = (await call(user_id, 'POST', '/v1/mybtf/waivers', waiverBody)).json()
  const signature = { signature: 'Sable Halloran', agreed: true }
  const { waiver_request_id } = waiverRequest
  const signatureBody = { waiver_request_id, registration_id, person_id, ...signature }
  expect((await call(user_id, 'PATCH', '/v1/mybtf/waivers', signatureBody)).json()).toEqual({ signed: true })
  return waiver_request_id as number
}

test('OFF-035 OFF-043 lists missing waivers of a city by name, paginated, with the total', async () => {
  const all = (await desk('GET', city)).json()
  expect(all).toMatchObject({ missing: 9, signed: 0, total: 9, next: null, city: expect.stringMatching(/, [A-Z]{2}$/) })
  const pages = [await list('?per_page=4'), await list('?per_page=4&page=2'), await list('?per_page=4&page=3')]
  expect(pages.map(({ rows }) => rows.length)).toEqual([4, 4, 1])
  expect(pages.flatMap(({ rows }) => rows)).toEqual(all.rows)
  expect((await list(`?q=${encodeURIComponent(first.name.slice(0, 5).toLowerCase())}`)).rows).toContainEqual(first)
  expect(await list('?q=%25')).toMatchObject({ total: 0 })
  expect((await desk('GET', '/v1/office/tour-dates/999999/waivers')).statusCode).toBe(404)
  const draft = db.updateTable('registrations').where('id', '=', registration_id)
  await draft.set({ completed: false }).execute()
  expect(await list()).toMatchObject({ total: 0 })
  await draft.set({ completed: true }).execute()
})

test('OFF-035 a city’s waivers are put in order by name and by when they were asked for, and by nothing else', async () => {
  const ids = async (query: string) => (await list(`?${query}`)).rows.map(({ person_id }) => person_id)
  const byName = await ids('sort=name&order=asc')
  const people = await db.selectFrom('persons').select(['id', 'fname', 'lname']).where('id', 'in', byName).execute()
  const key = (id: number) =>
    people.flatMap((one) => (one.id === id ? [`${one.lname} ${one.fname}`.toLowerCase()] : []))
  const keys = byName.flatMap(key)
  expect(keys).toEqual(keys.toSorted())
  const down = (await ids('sort=name&order=desc')).flatMap(key)
  expect(down).toEqual(keys.toReversed())
  // Of one registration and never asked, all are alike: by name, a page as the whole.
  const alike = await ids('sort=asked&order=desc')
  expect(alike).toEqual(byName)
  expect([...(await ids('sort=asked&per_page=4')), ...(await ids('sort=asked&per_page=4&page=2'))]).toEqual(
    alike.slice(0, 8),
  )
  expect((await desk('GET', `${city}?sort=signature`)).statusCode).toBe(400)
})

test('OFF-035 the office reads a signed waiver with its proof, and its PDF; owners neither', async () => {
  const id = await sign(first)
  const [row] = (await list('?state=signed')).rows
  expect(row).toMatchObject({ person_id: first.person_id, request_id: id })
  const read = (await desk('GET', `/v1/office/waivers/${id}`)).json()
  expect(read).toMatchObject({
    waiver: type.name,
    version: 1,
    text: expect.stringContaining('Taking part'),
    form: { fname: 'Wren', parent: { fname: 'Sable' } },
    signer_name: 'Sable Halloran',
    parent_relationship: 'Mother',
    signed_at: clock.now(),
    signed_ip: '127.0.0.1',
    seal: expect.stringMatching(/^[0-9a-f]{64}$/),
    on_paper: false,
    by_link: false,
  })
  const file = await desk('GET', `/v1/office/waivers/${id}/pdf`)
  expect([file.headers['content-type'], file.body.slice(0, 5)]).toEqual(['application/pdf', '%PDF-'])
  for (const url of [`/v1/office/waivers/${id}`, `/v1/office/waivers/${id}/pdf`]) {
    expect((await call(grace.user_id, 'GET', url)).statusCode).toBe(403)
  }
})

test('OFF-035 a reminder goes to everybody of the city who is missing and can be reached, once a day', async () => {
  await db
    .updateTable('roster')
    .set({ parent_email: 'dad@example.com', reminder_email: null })
    .where('person_id', '=', second.person_id)
    .execute()
  const remind = async (body = {}) => (await desk('POST', `${city}/reminders`, body)).json()
  const reminderResult = await remind()
  expect(reminderResult.sent + reminderResult.recently + reminderResult.unknown).toBe(8)
  expect(reminderResult.sent).toBeGreaterThan(0)
  const mails = await db.selectFrom('mails').selectAll().where('template', '=', 'waiver_request').execute()
  expect(mails).toHaveLength(reminderResult.sent)
  expect(mails.filter(({ to }) => to === 'dad@example.com')).toHaveLength(1)
  expect(mails[0]?.text).toMatch(/\/waivers\/sign\/[\w-]+/)
  expect(await remind({ registration_id })).toMatchObject({ sent: 0, recently: reminderResult.sent })
  expect((await list()).rows.filter(({ mailed_at }) => mailed_at)).toHaveLength(reminderResult.sent)
  expect(await remind({ registration_id: 999_999 })).toEqual({ sent: 0, recently: 0, unknown: 0, without: [] })
})

test('OFF-035 a signed waiver is undone: it is missing again, and the audit says who did it and what it was', async () => {
  const [signedRow] = (await list('?state=signed')).rows
  const url = `/v1/office/waivers/${signedRow?.request_id}`
  expect((await call(grace.user_id, 'DELETE', url)).statusCode).toBe(403)
  expect((await desk('DELETE', url)).statusCode).toBe(204)
  expect((await desk('DELETE', url)).statusCode).toBe(404)
  expect((await desk('GET', url)).statusCode).toBe(404)
  expect(await list('?state=signed')).toMatchObject({ total: 0 })
  const [audit] = await db.selectFrom('audit_log').selectAll().where('action', '=', 'undo waiver').execute()
  expect(audit).toMatchObject({
    actor_user_id: office.user_id,
    entity_id: `${signedRow?.request_id}`,
    before: { person_id: first.person_id, signer_name: 'Sable Halloran' },
  })
})

test('OFF-035 a paper waiver is recorded, shown as paper, and can be undone', async () => {
  const paper = {
    registration_id,
    person_id: second.person_id,
    waiver_type_id: type.id,
    signer_name: ' Sable Halloran ',
  }
  const record = (signed_on: string, more = {}) =>
    desk('POST', '/v1/office/waivers', {
      ...paper,
      parent_relationship: 'Mother',
      note: 'Folder 3',
      signed_on,
      ...more,
    })
  expect((await record('2023-12-31')).json()).toMatchObject({ code: 'waiver.paper_season', field: 'signed_on' })
  expect((await record('2024-09-28', { signer_name: ' ' })).json()).toMatchObject({ field: 'signer_name' })
  const { waiver_request_id: id } = (await record('2024-09-28')).json()
  expect((await desk('GET', `/v1/office/waivers/${id}`)).json()).toMatchObject({
    on_paper: true,
    form: null,
    signer_name: 'Sable Halloran',
    signed_at: instant('2024-09-28T12:00:00Z'),
    note: 'Folder 3',
  })
  expect((await record('2024-09-28')).json().code).toBe('waiver.on_file')
  expect((await desk('DELETE', `/v1/office/waivers/${id}`)).statusCode).toBe(204)
  expect((await record('2024-09-29')).statusCode).toBe(200)
})

test('OFF-035 WAIV-006 a paper waiver of a child is not the child’s own, as online, and its audit names the day alone', async () => {
  const third = (await list()).rows.find(({ person_id }) => person_id !== second.person_id) as Row
  const born = (birthdate: string | null) =>
    db
      .updateTable('persons')
      .set({ birthdate: birthdate as never })
      .where('id', '=', third.person_id)
      .execute()
  const record = async (parent_relationship: string | null, signed_on = '2024-09-28') => {
    const whose = { registration_id, person_id: third.person_id, waiver_type_id: type.id }
    const paper = { signer_name: 'Sable Halloran', parent_relationship, signed_on }
    return (await desk('POST', '/v1/office/waivers', { ...whose, ...paper })).json()
  }
  await born('2006-09-29')
  expect(await record(null)).toMatchObject({
    code: 'waiver.paper_under_age',
    field: 'parent_relationship',
    message: 'Participant is under 18',
  })
  await born('2024-09-29')
  expect(await record('Mother')).toMatchObject({ code: 'waiver.paper_birth', field: 'signed_on' })
  await born('2006-09-28')
  const { waiver_request_id: id } = await record(null)
  expect((await desk('GET', `/v1/office/waivers/${id}`)).json()).toMatchObject({ is_self: true, on_paper: true })
  expect((await desk('DELETE', `/v1/office/waivers/${id}`)).statusCode).toBe(204)
  const audits = db.selectFrom('audit_log').select('before').where('action', '=', 'undo waiver')
  const { before } = await audits.where('entity_id', '=', `${id}`).executeTakeFirstOrThrow()
  expect(before).toMatchObject({ signed_on: '2024-09-28' })
  expect(before).not.toHaveProperty('signed_at')
})

test('OFF-035 every version of the words is there to read, with how many signed it', async () => {
  await db.updateTable('users').set({ role: 'admin' }).where('id', '=', office.user_id).execute()
  await desk('PUT', `/v1/office/waiver-types/${type.id}`, { text: 'Other words' })
  const { rows } = (await desk('GET', `/v1/office/waiver-types/${type.id}/texts`)).json()
  expect(rows).toMatchObject([
    { version: 2, text: 'Other words', by: expect.any(String), signed: 0 },
    { version: 1, by: null, signed: 1 },
  ])
  expect((await desk('GET', '/v1/office/waiver-types/999999/texts')).statusCode).toBe(404)
})

/** A completed registration of another studio that entered somebody of ours as well. */
async function enteredBy({ user_id, studio_id }: { user_id: number; studio_id: number }, person_id: number) {
  const registrations = db.selectFrom('registrations').selectAll().where('id', '=', registration_id)
  const { id: _, ...copied } = await registrations.executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('registrations')
    .values({ ...(copied as Insertable<Schema['registrations']>), user_id, studio_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const attendees = db.selectFrom('attendees').selectAll().where('registration_id', '=', registration_id)
  const { id: __, ...attendeeValues } = await attendees.where('person_id', '=', person_id).executeTakeFirstOrThrow()
  const attendee = { ...attendeeValues, registration_id: id, date_attendee_id: null }
  await db
    .insertInto('attendees')
    .values(attendee as Insertable<Schema['attendees']>)
    .execute()
  return id
}

test('OFF-035 OFF-043 the spreadsheet and the export of personal data show a paper waiver’s day, in any time zone', async () => {
  const { tour_date_id, user_id } = await db
    .selectFrom('registrations')
    .select(['tour_date_id', 'user_id'])
    .where('id', '=', registration_id)
    .executeTakeFirstOrThrow()
  const { time_zone } = await db
    .selectFrom('tour_dates')
    .select('time_zone')
    .where('id', '=', tour_date_id)
    .executeTakeFirstOrThrow()
  const setZone = (zone: string) =>
    db.updateTable('tour_dates').set({ time_zone: zone }).where('id', '=', tour_date_id).execute()
  const fourth = (await list()).rows.findLast(({ person_id }) => person_id !== second.person_id) as Row
  const whose = { registration_id, person_id: fourth.person_id, waiver_type_id: type.id }
  const paper = { signer_name: 'Sable Halloran', parent_relationship: 'Mother', signed_on: '2024-09-27' }
  const recorded = await desk('POST', '/v1/office/waivers', { ...whose, ...paper })
  expect(recorded.statusCode, recorded.body).toBe(200)
  // Noon UTC is the next day there.
  await setZone('Pacific/Auckland')
  const report = (await desk('GET', `/v1/office/reports/waivers?tour_date_id=${tour_date_id}`)).json<{
    rows: string[][]
  }>()
  expect(report.rows.filter((row) => row[3] === 'On paper').map((row) => row[5])).toContain('09/27/2024')
  await setZone(time_zone)
  const { waivers } = (await call(user_id, 'GET', `/v1/mybtf/${user_id}/export`)).json()
  expect(waivers.filter(({ person_id }: Row) => person_id === fourth.person_id)).toMatchObject([
    { signed_at: null, signed_on: '2024-09-27' },
  ])
})

test('WAIV-001 WAIV-025 a stranger who signs for the same child satisfies no list but theirs and blocks no signature', async () => {
  const mine = `registration_id=${registration_id}`
  const read = async (url: string) => (await call(grace.user_id, 'GET', url)).json()
  const own = () => read(`/v1/mybtf/waivers?${mine}`)
  const doneCounts = async () => [
    (await own()).tally.done,
    (await read(`/v1/dance360/registrations/${registration_id}`)).waiver_tally.done,
    (await read('/v1/mybtf/own-registrations')).registrations[0].waivers.done,
  ]
  const child = (await list()).rows.find(({ person_id }) => grace.person_ids.includes(person_id)) as Row
  const before = await doneCounts()
  const more = before.map((n: number) => n + 1)
  const stranger = await enteredBy(marlowe, child.person_id)
  const foreignRequestId = await sign(child, marlowe.user_id, stranger)

  expect(await doneCounts()).toEqual(before)
  const roster = await read('/v1/mybtf/roster')
  expect(roster.find(({ id }: { id: number }) => id === child.person_id)?.waivers).toEqual([
    { waiver_type_id: type.id, signed: false },
  ])
  const shared = await read(
    `/v1/dance360/generate-url-token?path=waivers&data=${encodeURIComponent(JSON.stringify({ registration_id }))}`,
  )
  const sharedPage = (await call(0, 'GET', `/v1/mybtf/waivers/shared/${shared.token}`)).json()
  expect(sharedPage.rows.find(({ person_id }: Row) => person_id === child.person_id).signed).toBe(false)

  // The office sees the foreign signature beside what is missing, and on its list of the city.
  const missing = (await list()).rows.find(
    (row) => row.person_id === child.person_id && row.registration_id === registration_id,
  )
  expect(missing?.elsewhere).toEqual([
    {
      request_id: foreignRequestId,
      registrant: 'Marlowe Street Studio',
      signer_name: 'Sable Halloran',
      signed_at: clock.now(),
    },
  ])
  expect((await desk('GET', `/v1/office/reports/waivers?tour_date_id=${tour_date_id}`)).body).toContain(
    'Signed elsewhere',
  )

  // The parent signs by the link of a reminder, as if nobody else had.
  const { attendee_id } = (await own()).rows.find(({ person_id }: Row) => person_id === child.person_id)
  const remind = { id: attendee_id, reminder_email: 'mother@example.com' }
  expect((await call(grace.user_id, 'POST', '/v1/mybtf/waivers/reminder', remind)).json()).toEqual({ sent: 1 })
  const mail = db.selectFrom('mails').select('text').where('to', '=', 'mother@example.com')
  const token = /\/waivers\/sign\/([\w-]+)/.exec((await mail.executeTakeFirstOrThrow()).text)?.[1] ?? ''
  const link = (await call(0, 'GET', `/v1/mybtf/waivers/sign/${token}`)).json()
  const signatureForm = { person: filledForm, self: false, signature: 'Sable Halloran', agreed: true, token }
  const whose = { waiver_request_id: link.waiver_request.id, registration_id, person_id: child.person_id }
  expect((await call(0, 'PATCH', '/v1/mybtf/waivers', { ...whose, ...signatureForm })).json()).toEqual({ signed: true })
  expect(await doneCounts()).toEqual(more)

  // Each takes away their own, and the other stays.
  const take = (user_id: number, of: number) =>
    call(user_id, 'DELETE', `/v1/mybtf/waivers/persons/${child.person_id}?registration_id=${of}`)
  expect((await take(marlowe.user_id, stranger)).statusCode).toBeLessThan(300)
  expect(await doneCounts()).toEqual(more)
  expect((await take(grace.user_id, registration_id)).statusCode).toBeLessThan(300)
  expect(await doneCounts()).toEqual(before)
})

test('OFF-001 the PDF of a signed waiver begins with the logo of its brand, for the office and for its owner', async () => {
  const id = await sign(first)
  const images = () =>
    Promise.all(
      [
        [office.user_id, `/v1/office/waivers/${id}/pdf`] as const,
        [grace.user_id, `/v1/mybtf/waivers/view/${id}`] as const,
      ].map(async ([user_id, url]) => {
        const { rawPayload } = await call(user_id, 'GET', url)
        return rawPayload.toString('latin1').split('/Subtype /Image').length - 1
      }),
    )
  expect(await images()).toEqual([0, 0])
  await stage.files.put('logos/meridian.png', await picture(200, 100), 'image/png')
  await db.updateTable('events').set({ logo_key: 'logos/meridian.png' }).execute()
  expect(await images()).toEqual([1, 1])
})
