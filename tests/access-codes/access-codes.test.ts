import { issueLater } from '@callboard/server/registrations/issue-later.ts'
import { beforeEach, expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { completedCity } from '../scenarios/completed.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { app, db, call } = stage
const { registration, grace, marlowe, office, tour_date_id } = await completedCity(stage)
const own = `/v1/mybtf/registration/${registration.id}/access-codes`
const city = `/v1/office/tour-dates/${tour_date_id}/access-codes`
const people = await db
  .selectFrom('attendees')
  .select(['id', 'person_id'])
  .where('registration_id', '=', registration.id)
  .orderBy('id')
  .execute()
const [first = 0, second = 0, third = 0, live = 0] = people.map(({ id }) => id)
await db.updateTable('attendees').set({ virtual: true }).where('id', 'in', [first, second, third]).execute()

type Row = {
  attendee_id: number
  person_id: number
  access_code: string | null
  reminder_email: string | null
  workshop_level: string
}
const list = async () => (await call(grace.user_id, 'GET', own)).json<{ rows: Row[] }>().rows
const codeOf = async (id: number) => (await list()).find(({ attendee_id }) => attendee_id === id)?.access_code
const give = (codes: { attendee_id: number; access_code: string | null }[], user = office.user_id) =>
  call(user, 'PUT', city, { codes })

// Each test begins with the code of the first of the three; the other two have none.
beforeEach(async () => {
  const none = { access_code: null, reminder_email: null }
  await db.updateTable('attendees').set(none).where('registration_id', '=', registration.id).execute()
  await db.updateTable('attendees').set({ access_code: 'WREN-01' }).where('id', '=', first).execute()
})

test('CODE-001 CODE-005 the list has who takes part virtually, with level and code, and nobody else', async () => {
  const rows = await list()
  expect(rows.map(({ attendee_id }) => attendee_id).toSorted((a, b) => a - b)).toEqual([first, second, third])
  expect(rows[0]).toMatchObject({ workshop_level: expect.any(String) })
  expect(await codeOf(second)).toBeNull()
  expect((await call(marlowe.user_id, 'GET', own)).statusCode).toBe(404)
  expect((await call(0, 'GET', own)).statusCode).toBe(401)
})

test('CODE-001 OFF-027 every row names the person of its attendee, for the owner and for the office', async () => {
  const personIds = new Map(people.map(({ id, person_id }) => [id, person_id]))
  const cityRows = (await call(office.user_id, 'GET', city)).json<{ rows: Row[] }>().rows
  for (const rows of [await list(), cityRows]) {
    expect(rows.map(({ attendee_id }) => attendee_id)).toEqual(expect.arrayContaining([first, second, third]))
    for (const { attendee_id, person_id } of rows)
      if (personIds.has(attendee_id)) expect(person_id).toBe(personIds.get(attendee_id))
  }
})

test('OFF-027 CODE-006 the office gives codes, one to a person in a city, and the owner sees them', async () => {
  expect((await give([{ attendee_id: first, access_code: null }])).json()).toEqual({ changed: 1 })
  expect(await codeOf(first)).toBeNull()
  expect((await give([{ attendee_id: first, access_code: ' WREN-01 ' }])).json()).toEqual({ changed: 1 })
  expect(await codeOf(first)).toBe('WREN-01')
  expect((await give([{ attendee_id: second, access_code: 'wren-01' }])).json().code).toBe('access_code.taken')
  expect((await give([{ attendee_id: second, access_code: 'a b' }])).json().code).toBe('access_code.unfit')
  expect((await give([{ attendee_id: live, access_code: 'LIVE-1' }])).json().code).toBe('access_code.not_virtual')
  expect((await give([{ attendee_id: 999_999, access_code: 'NOBODY' }])).statusCode).toBe(404)
  expect((await give([{ attendee_id: first, access_code: 'OWN-CODE' }], grace.user_id)).statusCode).toBe(403)
  expect(await codeOf(second)).toBeNull()
  const record = (await call(grace.user_id, 'GET', `/v1/dance360/registrations/${registration.id}`)).json()
  expect(JSON.stringify(record.attendees)).toContain('"access_code":"WREN-01"')
  const audit = db.selectFrom('audit_log').selectAll().where('action', '=', 'give access codes').orderBy('id')
  expect(await audit.execute()).toMatchObject([
    { actor_user_id: office.user_id, after: { codes: [{ attendee_id: first, access_code: null }] } },
    { actor_user_id: office.user_id, after: { codes: [{ attendee_id: first, access_code: 'WREN-01' }] } },
  ])
})

test('OFF-027 a city’s codes are put in order by name and by code, who has none last, and by nothing else', async () => {
  const read = (query: string) => call(office.user_id, 'GET', `${city}?${query}`)
  const rows = async (query: string) =>
    (await read(query)).json().rows as { name: string; access_code: string | null }[]
  const last = (lines: { name: string }[]) => lines.map(({ name }) => name.split(' ').at(-1)?.toLowerCase() ?? '')
  const names = last(await rows('sort=name&order=asc'))
  expect(names).toEqual(names.toSorted())
  expect(last(await rows('sort=name&order=desc'))).toEqual(names.toReversed())
  for (const order of ['asc', 'desc']) {
    const codes = (await rows(`sort=code&order=${order}`)).map(({ access_code }) => access_code)
    const issuedCodes = codes.filter((code) => code !== null).toSorted()
    expect(issuedCodes.length).toBeGreaterThan(0)
    const without = codes.filter((code) => code === null)
    expect(codes).toEqual([...(order === 'asc' ? issuedCodes : issuedCodes.toReversed()), ...without])
  }
  expect((await read('sort=email')).statusCode).toBe(400)
})

test('CODE-006 of two who give the same code at the same moment one is refused', async () => {
  const replies = await Promise.all([
    give([{ attendee_id: second, access_code: 'SAME-1' }]),
    give([{ attendee_id: third, access_code: 'SAME-1' }]),
  ])
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422])
})

test('OFF-027 CODE-006 codes are made for all who have none; who has one keeps it', async () => {
  const issue = async () => (await call(office.user_id, 'POST', `${city}/issue`)).json()
  expect(await issue()).toEqual({ issued: 2 })
  const codes = (await list()).map(({ access_code }) => access_code)
  expect(codes).toContain('WREN-01')
  expect(new Set(codes).size).toBe(3)
  expect(codes.filter((code) => /^[A-Z2-9]{5}-[A-Z2-9]{5}$/.test(code ?? ''))).toHaveLength(2)
  expect(await issue()).toEqual({ issued: 0 })
  expect((await call(office.user_id, 'GET', `${city}?per_page=2&page=2`)).json()).toMatchObject({
    total: 3,
    issued: 3,
    rows: [{ registration_id: registration.id, name: expect.any(String) }],
  })
  expect((await call(grace.user_id, 'GET', city)).statusCode).toBe(403)
  expect((await call(grace.user_id, 'POST', `${city}/issue`)).statusCode).toBe(403)
})

test('CODE-006 after a completion codes are made, where the setting says so', async () => {
  const completed = { id: registration.id, attendees: { 1: { virtual: true, access_code: null } } }
  const after = async (isOn: boolean) => {
    await db.transaction().execute((tx) => issueLater(tx, completed, isOn))
    await stage.runJobs()
    return codeOf(third)
  }
  expect(await after(false)).toBeNull()
  expect(await after(true)).toMatch(/^[A-Z2-9]{5}-[A-Z2-9]{5}$/)
  expect(await codeOf(first)).toBe('WREN-01')
})

test('CODE-002 CODE-003 API-067 a code is mailed, and its address remembered with the attendee', async () => {
  const send = (id: number, reminder_email: string, user = grace.user_id) =>
    call(user, 'POST', '/v1/mybtf/access-codes/reminder', { id, reminder_email })
  expect((await send(first, 'not an address')).json()).toMatchObject({
    field: 'reminder_email',
    message: 'Must be valid email',
  })
  expect((await send(first, ' sam@example.com ')).json()).toEqual({ reminder_email: 'sam@example.com' })
  const mail = await db.selectFrom('mails').selectAll().where('to', '=', 'sam@example.com').executeTakeFirstOrThrow()
  expect(mail).toMatchObject({ template: 'access_code', registration_id: registration.id })
  expect(mail.text).toContain('Access code: WREN-01')
  expect((await list()).find(({ attendee_id }) => attendee_id === first)?.reminder_email).toBe('sam@example.com')
  expect((await send(live, 'sam@example.com')).statusCode).toBe(404)
  expect((await send(first, 'sam@example.com', marlowe.user_id)).statusCode).toBe(404)
  expect((await send(second, 'sam@example.com')).json().code).toBe('access_code.none')
})

test('CODE-004 TOK-014 a link to the codes shows them without an account, and no addresses; another link does not', async () => {
  const mailed = { id: first, reminder_email: 'pia@example.com' }
  const reminder = '/v1/mybtf/access-codes/reminder'
  expect((await call(grace.user_id, 'POST', reminder, mailed)).statusCode).toBe(200)
  const ofPerson = db.updateTable('roster').set({ parent_email: 'parent@example.com' })
  await ofPerson.where('person_id', '=', people[1]?.person_id ?? 0).execute()
  expect((await list()).map(({ reminder_email }) => reminder_email)).toEqual(
    expect.arrayContaining(['pia@example.com', 'parent@example.com']),
  )
  const linkTo = async (path: string) => {
    const data = encodeURIComponent(JSON.stringify({ registration_id: registration.id }))
    const url = `/v1/dance360/generate-url-token?path=${path}&data=${data}`
    return (await call(grace.user_id, 'GET', url)).json<{ token: string; url: string }>()
  }
  const by = (token: string, payload?: object) => {
    const headers = { 'x-share-token': token }
    return app.inject(
      payload ? { method: 'POST', url: reminder, headers, payload } : { method: 'GET', url: own, headers },
    )
  }
  const { token, url } = await linkTo('access-codes')
  expect(url).toBe(`http://localhost:3000/access-codes/${token}`)
  const { rows } = (await by(token)).json<{ rows: Row[] }>()
  expect(rows.find(({ attendee_id }) => attendee_id === first)?.access_code).toBe('WREN-01')
  expect(rows.map(({ reminder_email }) => reminder_email)).toEqual([null, null, null])
  expect((await by((await linkTo('music')).token)).statusCode).toBe(401)
  // A link sends no mail, not even to the address that the owner gave.
  expect((await by(token, mailed)).statusCode).toBe(401)
  const mails = db.selectFrom('mails').select('id').where('to', '=', 'pia@example.com')
  expect(await mails.where('registration_id', '=', registration.id).execute()).toHaveLength(1)
})
