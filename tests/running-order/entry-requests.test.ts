import { instant } from '@callboard/domain/kernel/instant.ts'
import { auditSentence } from '@callboard/domain/desk/audit-sentences.ts'
import { insertRegistration } from '@callboard/server/dev/build-registrations.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { openStage } from '../kit.ts'
import { addAccount, openSeason } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { db, call } = stage
const season = await openSeason(stage)
const office = await addAccount(stage)
const studio = await season.studio({ dancers: 2 })
const rival = await season.studio({ dancers: 1 })
const officePath = '/v1/office/running-order'
let tour_date_id = 0
let registration_id = 0
let solo = 0
let duo = 0

type Registrant = Pick<typeof studio, 'user_id' | 'studio_id' | 'dancers'>
const enter = (of: Registrant, casts: number[][], state: 'completed' | 'draft' = 'completed') =>
  db.transaction().execute((tx) =>
    insertRegistration(tx, {
      ...{ tour_date_id, user_id: of.user_id, studio_id: of.studio_id, dancers: of.dancers, teachers: [], state },
      routines: casts.map((cast, index) => ({ name: `Piece ${index + 1}`, cast })),
      at: instant('2024-09-20T18:00:00Z'),
    }),
  )

beforeEach(async () => {
  tour_date_id = await season.city()
  registration_id = (await enter(studio, [[0], [0, 1]])).id
  const rows = await db
    .selectFrom('registration_routines')
    .where('registration_id', '=', registration_id)
    .select('id')
    .orderBy('id')
    .execute()
  ;[solo = 0, duo = 0] = rows.map(({ id }) => id)
  await asOffice('POST', '/blocks', {
    ...{ stage: 1, kind: 'routines', name: 'Morning', local_start: '2024-11-02T09:00', minutes: 0 },
  })
})

const nothingAsked = { text: '', day: null, not_before: null, not_after: null }
const ask = (id: number, fields: object, by = studio.user_id) =>
  call(by, 'PUT', `/v1/running-order/requests/${id}`, { registration_id, ...nothingAsked, ...fields })
const withdraw = (id: number, by = studio.user_id) =>
  call(by, 'DELETE', `/v1/running-order/requests/${id}?registration_id=${registration_id}`)
const readOwn = (by = studio.user_id) =>
  call(by, 'GET', `/v1/running-order/requests?registration_id=${registration_id}`)
const readOffice = async () => (await call(office, 'GET', `${officePath}?tour_date_id=${tour_date_id}`)).json()
async function asOffice(method: 'POST' | 'PUT', place: string, body: object = {}) {
  const { version } = await readOffice()
  const reply = await call(office, method, `${officePath}${place}`, { tour_date_id, version, ...body })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}
const answer = (id: number, text: string, revision = 1) =>
  call(office, 'PUT', `${officePath}/requests/${id}`, { tour_date_id, revision, answer: text })
const entryOf = async (id: number) => (await readOffice()).entries.find((entry: { id: number }) => entry.id === id)

describe('a studio asks', () => {
  test('its request stands beside the entry, before the routine is in the order and after', async () => {
    const reply = await ask(solo, { text: ' Our bus arrives at ten. ', not_before: '10:00' })
    expect(reply.json().routines[0]).toMatchObject({
      ...{ id: solo, open: true },
      request: { text: 'Our bus arrives at ten.', not_before: '10:00', revision: 1, answer: '' },
    })
    expect(await entryOf(solo)).toMatchObject({ block_id: null, request: { text: 'Our bus arrives at ten.' } })
    await asOffice('POST', '/draft')
    expect((await entryOf(solo)).request.text).toBe('Our bus arrives at ten.')
    // An entry that the office takes out keeps it.
    await asOffice('PUT', '', { moves: [{ kind: 'remove', id: solo }] })
    expect((await entryOf(solo)).request.text).toBe('Our bus arrives at ten.')
    expect((await entryOf(duo)).request).toBeNull()
  })

  test('a wish is read on the clocks of the city; not met, it is a soft conflict in words', async () => {
    await ask(solo, { not_before: '10:00' })
    // The city is seven hours behind UTC.
    expect((await entryOf(solo)).wish_windows[0]).toEqual({
      from: '2024-11-02T17:00:00.000Z',
      until: '2024-11-03T06:59:59.000Z',
    })
    await asOffice('POST', '/draft')
    const { conflicts } = await readOffice()
    const unmet = conflicts.find(({ kind }: { kind: string }) => kind === 'request_unmet')
    expect(unmet).toMatchObject({ hard: false, entry_ids: [solo] })
    expect(unmet.text).toMatch(
      /asks for \d “Piece 1”: not before 10:00 am\. It starts Saturday, November 2, 9:\d\d am\.$/,
    )
  })

  test('it changes and withdraws its request; what the office said of the one before goes', async () => {
    await ask(solo, { text: 'Early, please' })
    expect((await answer(solo, 'You are first.')).statusCode).toBe(200)
    expect((await readOwn()).json().routines[0].request.answer).toBe('You are first.')
    await ask(solo, { text: 'Late, please' })
    expect((await readOwn()).json().routines[0].request).toMatchObject({ answer: '', revision: 2 })
    const stale = await answer(solo, 'You are first.')
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'request.changed_meanwhile'])
    const withdrawn = await withdraw(solo)
    expect(withdrawn.json().routines[0].request).toBeNull()
    expect((await answer(solo, 'You are last.', 2)).statusCode).toBe(404)
  })

  test.each([
    ['nothing', {}, 'text', 'request.empty'],
    ['too much', { text: 'a'.repeat(301) }, 'text', 'request.too_long'],
    ['a day without this event', { day: '2025-01-01' }, 'day', 'request.other_day'],
    ['a time that never comes', { not_before: '10:00', not_after: '09:00' }, 'not_after', 'request.no_time_left'],
  ])('%s is refused at its field', async (_, fields, field, code) => {
    const reply = await ask(solo, fields)
    expect([reply.statusCode, reply.json().code, reply.json().field]).toEqual([422, code, field])
    expect((await readOwn()).json().routines[0].request).toBeNull()
  })

  test('an entry of the published order keeps its request; a routine that comes later may still have one', async () => {
    await ask(solo, { text: 'Early, please' })
    await asOffice('PUT', '', {
      moves: [{ kind: 'place', id: solo, block_id: (await readOffice()).blocks[0].id, before_id: null }],
    })
    await asOffice('POST', '/publish')
    const closedRefusal = { statusCode: 422, code: 'request.closed' }
    const changeReply = await ask(solo, { text: 'Late, please' })
    expect({ statusCode: changeReply.statusCode, code: changeReply.json().code }).toEqual(closedRefusal)
    expect((await withdraw(solo)).json().code).toBe('request.closed')
    expect((await readOwn()).json().routines).toMatchObject([
      { id: solo, open: false, request: { text: 'Early, please' } },
      { id: duo, open: true, request: null },
    ])
    expect((await ask(duo, { text: 'Late, please' })).statusCode).toBe(200)
    expect((await answer(solo, 'You are first.')).statusCode).toBe(200)
  })
})

describe('nobody else', () => {
  test('reads, writes or withdraws a studio’s requests', async () => {
    await ask(solo, { text: 'Early, please' })
    for (const reply of [
      await readOwn(rival.user_id),
      await ask(solo, { text: 'Never' }, rival.user_id),
      await withdraw(solo, rival.user_id),
    ]) {
      expect(reply.statusCode).toBe(404)
    }
    // A registration of one's own opens no routine of another.
    const { id } = await enter(rival, [[0]])
    const body = { registration_id: id, ...nothingAsked, text: 'Never' }
    expect((await call(rival.user_id, 'PUT', `/v1/running-order/requests/${solo}`, body)).statusCode).toBe(404)
    expect((await readOwn()).json().routines[0].request.text).toBe('Early, please')
  })

  test('a shared link of the schedule opens no requests', async () => {
    const link = await studio.call('POST', '/v1/dance360/share-links', { path: 'schedule', registration_id })
    const headers = { 'x-share-token': link.json().token }
    const url = `/v1/running-order/requests?registration_id=${registration_id}`
    expect((await stage.app.inject({ url, headers })).statusCode).toBe(401)
  })

  test('an answer through another city is not found', async () => {
    await ask(solo, { text: 'Early, please' })
    tour_date_id = await season.city()
    expect((await answer(solo, 'Yes')).statusCode).toBe(404)
  })
})

test('a registration that is not completed has no requests', async () => {
  tour_date_id = await season.city()
  registration_id = (await enter(rival, [[0]], 'draft')).id
  const reply = await readOwn(rival.user_id)
  expect([reply.statusCode, reply.json().code], reply.body).toEqual([422, 'registration.not_completed'])
})

test('OFF-051 an answer stands in the audit log with its routine', async () => {
  await ask(solo, { text: 'Early, please' })
  await answer(solo, 'You are first.')
  await answer(solo, '')
  const { rows } = (await call(office, 'GET', '/v1/office/audit')).json()
  const sentences = rows
    .filter(({ action }: { action: string }) => action === 'answer entry request')
    .map((row: Parameters<typeof auditSentence>[0]) => auditSentence(row))
  expect(sentences[1]).toMatch(/answered the request for .*Piece 1.* in the running order of .+: “You are first\.”\.?$/)
  expect(sentences[0]).toMatch(/removed the answer to the request for .*Piece 1/)
})

describe('privacy', () => {
  test('forgetting a dancer takes the name out of request, answer and audit', async () => {
    const [person_id = 0] = studio.dancers
    const { fname, lname } = await db
      .selectFrom('persons')
      .where('id', '=', person_id)
      .select(['fname', 'lname'])
      .executeTakeFirstOrThrow()
    const name = `${fname} ${lname}`
    await ask(solo, { text: `${name} has a test at noon` })
    await answer(solo, `${name} dances first`)
    await answer(solo, 'You are first')
    await sql`select forget_mentions(${studio.user_id}, ${person_id})`.execute(db)
    expect((await entryOf(solo)).request.text).toBe('Deleted person has a test at noon')
    const audit = await db.selectFrom('audit_log').where('entity', '=', 'running_order').selectAll().execute()
    expect(JSON.stringify(audit)).toContain('Deleted person dances first')
    expect(JSON.stringify(audit)).not.toContain(name)
  })

  test('the copy of an account’s data has its requests with their answers', async () => {
    const request = await ask(solo, { text: 'Early, please', day: '2024-11-15' })
    expect(request.statusCode, request.body).toBe(200)
    await answer(solo, 'You are first.')
    const reply = await call(studio.user_id, 'GET', `/v1/mybtf/${studio.user_id}/export`)
    expect(reply.statusCode, reply.body).toBe(200)
    expect(reply.json().running_order_requests.at(-1)).toMatchObject({
      ...{ registration_routine_id: solo, text: 'Early, please', day: '2024-11-15', answer: 'You are first.' },
    })
  })

  test('with the account its requests go', async () => {
    await ask(solo, { text: 'Early, please' })
    await db
      .transaction()
      .execute(async (tx) => {
        await sql`select forget_user(${studio.user_id})`.execute(tx)
        const left = await tx
          .selectFrom('entry_requests')
          .where('registration_routine_id', '=', solo)
          .select('text')
          .execute()
        expect(left).toEqual([])
        throw new Error('Undone: other tests need the account')
      })
      .catch((error: unknown) => expect(String(error)).toMatch('Undone'))
  })
})
