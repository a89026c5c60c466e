import { auditSentence } from '@callboard/domain/desk/audit-sentences.ts'
import { instant } from '@callboard/domain/kernel/instant.ts'
import { insertRegistration } from '@callboard/server/dev/build-registrations.ts'
import { beforeEach, expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { addAccount, openSeason } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { app, db, call } = stage
const season = await openSeason(stage)
const office = await addAccount(stage)
const studio = await season.studio({ dancers: 2 })
const path = '/v1/office/running-order'
let tour_date_id = 0
let registration_id = 0

const read = async () => (await call(office, 'GET', `${path}?tour_date_id=${tour_date_id}`)).json()
async function write(method: 'POST' | 'PUT', place: string, body: object = {}) {
  const reply = await call(office, method, `${path}${place}`, {
    ...{ tour_date_id, version: (await read()).version },
    ...body,
  })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}
const open = async (is_public: boolean, shows_dancers = false) =>
  (await write('PUT', '/readers', { is_public, shows_dancers })).readers
const tokenOf = ({ url }: { url: string }) => url.split('/').at(-1) ?? ''
/** As any browser reads it: without a cookie. */
const readPublic = (token: string) => app.inject({ url: `/v1/running-order/public/${token}` })
const names = async () =>
  (await db.selectFrom('persons').where('id', 'in', studio.dancers).select(['fname', 'lname']).execute()).map(
    ({ fname, lname }) => `${fname} ${lname}`,
  )

beforeEach(async () => {
  tour_date_id = await season.city()
  const registered = await db.transaction().execute((tx) =>
    insertRegistration(tx, {
      ...{ tour_date_id, user_id: studio.user_id, studio_id: studio.studio_id, dancers: studio.dancers, teachers: [] },
      routines: [
        { name: 'Bluebird', cast: [0] },
        { name: 'Undertow', cast: [1] },
      ],
      ...{ at: instant('2024-09-20T18:00:00Z'), state: 'completed' },
    }),
  )
  registration_id = registered.id
  await write('POST', '/blocks', {
    ...{ stage: 1, kind: 'routines', name: 'Morning', local_start: '2024-11-02T09:00', minutes: 0 },
  })
  await write('POST', '/draft')
})

test('an order is not public until the office says so and publishes it', async () => {
  expect((await read()).readers).toEqual({ is_public: false, shows_dancers: false, url: null })
  const token = tokenOf(await open(true))
  expect((await readPublic(token)).statusCode).toBe(404)
  await write('POST', '/publish')
  const reply = await readPublic(token)
  expect(reply.statusCode, reply.body).toBe(200)
  expect(reply.json().entries).toMatchObject([
    { label: '1', stage: 1, starts_at: '2024-11-02T16:00:00.000Z', state: 'planned', dancers: [] },
    { label: '2' },
  ])
  expect(reply.headers['set-cookie']).toBeUndefined()
  expect((await readPublic(`${token}x`)).statusCode).toBe(404)

  await open(false)
  expect((await readPublic(token)).statusCode).toBe(404)
  expect(tokenOf(await open(true)), 'a printed link works again').toBe(token)
})

test('it has title, division and studio, and nothing else of a registration', async () => {
  await write('POST', '/publish')
  const [entry] = (await readPublic(tokenOf(await open(true)))).json().entries
  expect(Object.keys(entry).toSorted()).toEqual(
    ['category', 'dancers', 'division', 'label', 'name', 'stage', 'starts_at', 'state', 'studio'].toSorted(),
  )
  const { name } = await db
    .selectFrom('studios')
    .where('id', '=', studio.studio_id)
    .select('name')
    .executeTakeFirstOrThrow()
  expect(entry.studio).toBe(name)
})

test('no answer by a link has a dancer’s name until the office shows names, and none afterwards', async () => {
  await write('POST', '/publish')
  const token = tokenOf(await open(true))
  const link = await studio.call('POST', '/v1/dance360/share-links', { path: 'schedule', registration_id })
  const { token: share } = link.json()
  const answers = async () => [
    (await readPublic(token)).body,
    (
      await app.inject({
        ...{ url: `/v1/running-order?registration_id=${registration_id}`, headers: { 'x-share-token': share } },
      })
    ).body,
    (await app.inject({ url: `/v1/running-order/feeds/${share}` })).body,
  ]
  const dancers = await names()
  const withNames = async () => (await answers()).map((body) => dancers.filter((name) => body.includes(name)).length)
  expect(await withNames()).toEqual([0, 0, 0])
  await open(true, true)
  // The calendar goes into the accounts of others, so it has none in any case.
  expect(await withNames()).toEqual([2, 2, 0])
  await open(true, false)
  expect(await withNames()).toEqual([0, 0, 0])
})

test('the name of an independent dancer is not there as the studio', async () => {
  const independent = await addAccount(stage, 'independent@example.com', 'user')
  const { person_id } = await db
    .selectFrom('users')
    .where('id', '=', independent)
    .select('person_id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('registrations')
    .set({ user_id: independent, studio_id: null })
    .where('id', '=', registration_id)
    .execute()
  await write('POST', '/publish')
  const body = (await readPublic(tokenOf(await open(true)))).json()
  const { fname, lname } = await db
    .selectFrom('persons')
    .where('id', '=', person_id)
    .select(['fname', 'lname'])
    .executeTakeFirstOrThrow()
  expect(body.entries[0].studio).toBe('Independent')
  expect(JSON.stringify(body)).not.toContain(`${fname} ${lname}`)
  await db
    .updateTable('registrations')
    .set({ user_id: studio.user_id, studio_id: studio.studio_id })
    .where('id', '=', registration_id)
    .execute()
})

test('OFF-051 each change stands in the audit log', async () => {
  await open(true, true)
  const { rows } = (await call(office, 'GET', '/v1/office/audit')).json()
  const row = rows.find(({ action }: { action: string }) => action === 'change order readers')
  expect(auditSentence(row)).toMatch(
    /changed who may read the running order of .+: is public from no to yes; shows dancers from no to yes\.$/,
  )
})

test('a change against an older version is refused', async () => {
  const { version } = await read()
  await open(true)
  const reply = await call(office, 'PUT', `${path}/readers`, {
    tour_date_id,
    version,
    is_public: false,
    shows_dancers: false,
  })
  expect([reply.statusCode, reply.json().code]).toEqual([409, 'order.changed_meanwhile'])
})
