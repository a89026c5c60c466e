import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { completedCity } from '../scenarios/completed.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { call, db } = stage
const { registration, grace, marlowe, office, tour_date_id } = await completedCity(stage, {
  event: { is_nationals: true, vip_name: 'Core', vip_name_plural: 'Cores', vip_route: 'cores' },
  program: [{ dancer: 0, code: 'JACKET_ONLY', jacket_size_id: 2, jacket_name: 'Ana' }],
})
const person_id = grace.person_ids[0] ?? 0
const ana = { id: person_id, fname: 'Ana', lname: 'Ruiz', gender_id: 1, birthdate: '2012-03-01' }
// Found nowhere else in a reply.
const pronouns = 'they/ze'

type Person = { id: number; pronouns: string | null }
const roster = async (user_id: number): Promise<Person[]> => (await call(user_id, 'GET', '/v1/mybtf/roster')).json()
const pronounsOf = async (user_id: number, id = person_id) =>
  (await roster(user_id)).find((person) => person.id === id)?.pronouns
const save = (more: object) => call(grace.user_id, 'PUT', '/v1/mybtf/roster', { person: { ...ana, ...more } })

test('pronouns are saved without spaces around them, kept when left out, cleared by blank text', async () => {
  expect(await pronounsOf(grace.user_id)).toBe(null)
  expect((await save({ pronouns: ` ${pronouns} ` })).json().person.pronouns).toBe(pronouns)
  expect((await save({})).json().person.pronouns).toBe(pronouns)
  expect((await save({ pronouns: ' ' })).json().person.pronouns).toBe(null)
  expect((await save({ pronouns: 'x'.repeat(31) })).statusCode).toBe(400)
  expect(await pronounsOf(grace.user_id)).toBe(null)
})

test('pronouns of a sheet are imported', async () => {
  const child = { fname: 'Wren', lname: 'Hallorand', gender_id: 1, birthdate: '2013-04-05' }
  const add = [
    { ...child, pronouns },
    { ...child, fname: 'Robin' },
  ]
  await call(grace.user_id, 'POST', '/v1/mybtf/roster/import', { add })
  const importedPeople = (await roster(grace.user_id)).filter(
    (person) => 'lname' in person && person.lname === child.lname,
  )
  expect(importedPeople.map((person) => person.pronouns).toSorted()).toEqual([null, pronouns])
})

test('the account and the office see pronouns with an attendee; they are in the data export', async () => {
  await save({ pronouns })
  const own = (await call(grace.user_id, 'GET', `/v1/dance360/registrations/${registration.id}`)).json()
  expect(own.attendees[person_id].person.pronouns).toBe(pronouns)
  const desk = (await call(office.user_id, 'GET', `/v1/office/registrations/${registration.id}`)).json()
  const line = desk.people.find((one: { person_id: number }) => one.person_id === person_id)
  expect(line.pronouns).toBe(pronouns)
  const report = (await call(office.user_id, 'GET', `/v1/office/reports/rosters?tour_date_id=${tour_date_id}`)).json()
  expect(report.columns.at(-1).header).toBe('Pronouns')
  expect(report.rows.map((row: string[]) => row.at(-1)).filter(Boolean)).toEqual([pronouns])
  const copy = await call(grace.user_id, 'GET', `/v1/mybtf/${grace.user_id}/export`)
  expect(copy.body).toContain(pronouns)
})

test('SEC-008 no shared link, cast, confirmation or other account shows pronouns', async () => {
  await save({ pronouns })
  const ofCity = db.updateTable('attendees').where('registration_id', '=', registration.id)
  await ofCity.set({ virtual: true, access_code: 'WREN-01' }).execute()
  const tokenOf = async (path: string) => {
    const body = { path, registration_id: registration.id }
    return (await call(grace.user_id, 'POST', '/v1/dance360/share-links', body)).json().token as string
  }
  const openedBy = async (token: string, url: string) => {
    const reply = await stage.app.inject({ method: 'GET', url, headers: { 'x-share-token': token } })
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.body
  }
  const waivers = await tokenOf('waivers')
  const pages = [
    await openedBy(waivers, `/v1/mybtf/waivers/shared/${waivers}`),
    await openedBy(await tokenOf('best-dancers'), `/v1/tda/best-dancers?registration_id=${registration.id}`),
    await openedBy(await tokenOf('access-codes'), `/v1/mybtf/registration/${registration.id}/access-codes`),
  ]
  for (const page of pages) {
    expect(page).toContain('Ruiz')
    expect(page).not.toContain(pronouns)
  }
  const own = (await call(grace.user_id, 'GET', `/v1/dance360/registrations/${registration.id}`)).json()
  expect(JSON.stringify(own.routines)).not.toContain(pronouns)
  const snapshots = await db.selectFrom('snapshots').select('body').execute()
  expect(snapshots.length).toBeGreaterThan(0)
  expect(JSON.stringify(snapshots)).not.toContain(pronouns)

  const { id: _, ...unknown } = ana
  const reply = await call(marlowe.user_id, 'POST', '/v1/mybtf/roster', { person: unknown })
  expect(reply.json().fuzzy[0].id).toBe(person_id)
  expect(reply.body).not.toContain(pronouns)
  await call(marlowe.user_id, 'POST', '/v1/mybtf/roster', { person: ana })
  expect(await pronounsOf(marlowe.user_id)).toBe(null)
})

test('pronouns go when the person leaves the roster', async () => {
  const { person } = (
    await call(grace.user_id, 'POST', '/v1/mybtf/roster', {
      person: { fname: 'Lark', lname: 'Moss', gender_id: 1, birthdate: '2012-08-08', pronouns },
      skipFuzzy: true,
    })
  ).json()
  expect(person.pronouns).toBe(pronouns)
  await call(grace.user_id, 'DELETE', `/v1/mybtf/roster?person_id=${person.id}`)
  const rows = await db.selectFrom('roster').select('pronouns').where('person_id', '=', person.id).execute()
  expect(rows).toEqual([])
})
