import { instant } from '@callboard/domain/kernel/instant.ts'
import { beforeAll, expect, test } from 'vitest'
import type { Stage } from '../kit.ts'
import { worldTemplate } from '../scenarios/world-template.ts'

const { world, cast, copy } = await worldTemplate()
let stage: Stage
beforeAll(async () => {
  stage = await copy()
})

const office = (method: 'GET' | 'POST' | 'PUT', url: string, body?: object) =>
  stage.call(cast.office, method, `/v1/office/studios${url}`, body)
const names = async (query: string) =>
  (await office('GET', `?${query}`)).json().rows.map(({ name }: { name: string }) => name)
const audited = () =>
  stage.db.selectFrom('audit_log').selectAll().where('entity', '=', 'studio').orderBy('id', 'desc').executeTakeFirst()

const kestrel = {
  name: 'Kestrel Lane Dance Works',
  website: null,
  address: { address: '7 Mill Street', city: 'Astoria', state_id: 38, country_id: 1, zip: '97103' },
  phone: [{ value: '(503) 555-0162', primary: true }],
  email: [{ value: 'Desk@kestrel.example', primary: true }],
  studio_contacts: [{ fname: 'Odette', lname: 'Finch', person_type_id: 4, email: [], phone: [], primary: true }],
}

test('OFF-039 a studio without an account is entered, found at sign-up, and claimed through its mailbox', async () => {
  const reply = await office('POST', '', kestrel)
  expect(reply.statusCode, reply.body).toBe(200)
  const { id } = reply.json()
  expect(reply.json()).toMatchObject({ name: kestrel.name, claimed: false, flagged: false })
  const hits = (await stage.call(0, 'GET', '/v1/mybtf/studios?searchText=kestrel')).json()
  expect(hits).toEqual([{ id, name: kestrel.name, city: 'Astoria', state: 'OR', claimed: false }])
  const mailReply = await stage.call(0, 'POST', `/v1/mybtf/studios/${id}/sendSetupEmail`, {
    email: 'desk@kestrel.example',
  })
  expect(mailReply.json()).toEqual({ sent: true })
  expect(await audited()).toMatchObject({
    action: 'create studio',
    entity_id: String(id),
    actor_user_id: cast.office,
    before: null,
    after: { name: kestrel.name },
  })
})

test('OFF-039 studios are listed by name, email, number and claim state, the newest first', async () => {
  const { id } = await stage.db
    .selectFrom('studios')
    .select('id')
    .where('name', '=', kestrel.name)
    .executeTakeFirstOrThrow()
  for (const q of ['kest wor', 'desk@KES', `#${id}`])
    expect(await names(`q=${encodeURIComponent(q)}`)).toEqual([kestrel.name])
  expect((await names('claimed=no'))[0]).toBe(kestrel.name)
  expect(await names('q=kestrel&claimed=yes')).toEqual([])
  const first = (await office('GET', '?per_page=1')).json()
  expect([first.rows[0].name, first.next, first.total]).toEqual([kestrel.name, 2, null])
  const owners = (await office('GET', `?q=${encodeURIComponent(world.owner.email)}`)).json().rows
  expect(owners).toMatchObject([{ id: world.owner.studio_id, claimed: true, email: world.owner.email }])
})

test('OFF-039 contact data are corrected, the audit keeps what was there, and the owner reads it', async () => {
  const { studio_id, user_id } = world.owner
  const before = (await office('GET', `/${studio_id}/profile`)).json()
  const change = { ...kestrel, email: [{ value: 'new.desk@example.com', primary: true }] }
  const reply = await office('PUT', `/${studio_id}`, change)
  expect(reply.json()).toMatchObject({
    name: kestrel.name,
    claimed: true,
    primary_mybtf_user: { email: world.owner.email },
  })
  const own = (await stage.call(user_id, 'GET', `/v1/mybtf/studios/${studio_id}/profile`)).json()
  expect(own).toEqual(reply.json())
  expect(await audited()).toMatchObject({
    action: 'correct studio',
    before: { name: before.name, email: before.email },
    after: { name: kestrel.name, email: [{ value: 'new.desk@example.com' }] },
  })
})

test.each([
  ['of an account', () => world.owner.email],
  ['of another studio', () => world.unclaimed_studio.email],
])('OFF-039 an email address %s claims no second studio', async (_, email) => {
  const studioValues = { ...kestrel, email: [{ value: email().toUpperCase(), primary: true }] }
  const reply = await office('POST', '', studioValues)
  expect([reply.statusCode, reply.json()]).toMatchObject([409, { code: 'studio.email_taken', field: 'email' }])
})

test('OFF-039 an unclaimed studio keeps its own address, and missing fields are named', async () => {
  const { id, email } = world.unclaimed_studio
  const change = { ...kestrel, email: [{ value: email, primary: true }] }
  expect((await office('PUT', `/${id}`, change)).statusCode).toBe(200)
  const reply = await office('PUT', `/${id}`, { ...change, phone: [] })
  expect([reply.statusCode, reply.json()]).toMatchObject([422, { field: 'phone' }])
  expect((await office('PUT', '/99999', kestrel)).statusCode).toBe(404)
})

test('OFF-039 studios are put in order by name, city and claim, those alike by number, and by nothing else', async () => {
  const created = instant(new Date().toISOString())
  await stage.db
    .insertInto('studios')
    .values(['aa order 2', 'aa order 1', 'AA Order 1'].map((name) => ({ name, created })))
    .execute()
  const inOrder = async (order: string) =>
    (await office('GET', `?q=order&${order}`))
      .json()
      .rows.map(({ id, name }: { id: number; name: string }) => [name, id])
  const [second, first, alike] = (await inOrder('sort=created&order=asc')) as [string, number][]
  expect([second, first, alike].map((line) => line?.[0])).toEqual(['aa order 2', 'aa order 1', 'AA Order 1'])
  expect(await inOrder('sort=name&order=asc')).toEqual([first, alike, second])
  expect(await inOrder('sort=name&order=desc')).toEqual([second, alike, first])
  await stage.db
    .updateTable('studios')
    .set({ claimed: true })
    .where('id', '=', first?.[1] ?? 0)
    .execute()
  expect(await inOrder('sort=claimed&order=asc')).toEqual([second, alike, first])
  expect(await inOrder('sort=claimed&order=desc')).toEqual([first, alike, second])
  for (const order of ['asc', 'desc']) {
    const rows = (await office('GET', `?sort=city&order=${order}&per_page=200`)).json().rows as { city: string }[]
    const cities = rows.map(({ city }) => city.toLowerCase())
    const namedCities = cities.filter(Boolean).toSorted()
    const none = cities.filter((city) => city === '')
    expect(none).not.toHaveLength(0)
    expect(cities).toEqual([...(order === 'asc' ? namedCities : namedCities.toReversed()), ...none])
  }
  expect((await office('GET', '?sort=website')).statusCode).toBe(400)
})
