import { insertAccount } from '@callboard/server/dev/build-people.ts'
import { insertRegistration } from '@callboard/server/dev/build-registrations.ts'
import { smallCity } from '@callboard/server/dev/scenario-small-city.ts'
import { inTransaction } from '@callboard/server/platform/db/transaction.ts'
import { instant } from '@callboard/domain/kernel/instant.ts'
import { cents } from '@callboard/domain/kernel/money.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const world = await smallCity(stage.db)
const { grace, marlowe, tour_date_id } = world
const [office, admin] = await inTransaction(stage.db, async (tx) => [
  await insertAccount(
    tx,
    { email: 'desk@test.example', fname: 'Odile', lname: 'Desk', role: 'office' },
    stage.clock.now(),
  ),
  await insertAccount(
    tx,
    { email: 'head@test.example', fname: 'Ada', lname: 'Head', role: 'admin' },
    stage.clock.now(),
  ),
])
const draft = world.registration.id
/** Marlowe's, completed: one dancer with a student ID on file, and a credit claimed. */
const completed = (
  await inTransaction(stage.db, (tx) =>
    insertRegistration(tx, {
      tour_date_id,
      user_id: marlowe.user_id,
      studio_id: marlowe.studio_id,
      dancers: marlowe.person_ids.slice(0, 1),
      at: instant('2024-09-20T10:00:00Z'),
      state: 'completed',
    }),
  )
).id

type Method = 'GET' | 'POST' | 'PUT'
const call = async (as: { user_id: number }, method: Method, path: string, body?: unknown) => {
  const reply = await stage.call(as.user_id, method, `/v1/office${path}`, body)
  return { status: reply.statusCode, body: reply.body === '' ? undefined : reply.json() }
}
const asOffice = (method: Method, path: string, body?: unknown) => call(office, method, path, body)
const list = async (query: string) => (await asOffice('GET', `/registrations?${query}`)).body
const idsOf = async (query: string) => (await list(query)).rows.map((row: { id: number }) => row.id)
const lastAudit = () =>
  stage.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
const at = `/registrations/${completed}`
const ownersView = async () =>
  (await stage.call(marlowe.user_id, 'GET', `/v1/dance360/registrations/${completed}`)).json()

test('OFF-040 SEC-028 owners are refused at the desk, the desk at the head office', async () => {
  const owners = await Promise.all([
    call(grace, 'GET', '/registrations'),
    call(grace, 'GET', `/registrations/${draft}`),
    call(grace, 'POST', `${at}/confirm`, { confirmed: true }),
    call(grace, 'PUT', at, { notes: 'mine' }),
    call(grace, 'GET', '/audit'),
    call(grace, 'GET', '/settings'),
    call(grace, 'PUT', `/studios/${grace.studio_id}/flags`, { bypass_deposit: true }),
  ])
  expect(owners.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403, 403])
  expect((await call({ user_id: 0 }, 'GET', '/registrations')).status).toBe(401)
  const desk = await Promise.all([
    asOffice('PUT', '/settings', { name: 'group_size', value: 4 }),
    asOffice('PUT', `/tour-dates/${tour_date_id}`, { has_soty: true }),
    asOffice('PUT', '/events/7', { name: 'Other' }),
  ])
  expect(desk.map(({ status }) => status)).toEqual([403, 403, 403])
  expect((await call(admin, 'GET', '/registrations')).status).toBe(200)
})

test('OFF-048 the list is narrowed by city, state, studio, person, address and number', async () => {
  expect(await idsOf('state=incomplete')).toEqual([draft])
  expect(await idsOf('state=unconfirmed')).toEqual([completed])
  expect(await idsOf('state=pending')).toEqual([completed])
  expect(await idsOf('state=paid')).toEqual([])
  expect(await idsOf(`tour_date_id=${tour_date_id}`)).toEqual(expect.arrayContaining([draft, completed]))
  expect(await idsOf('q=conserv')).toEqual([draft])
  expect(await idsOf('q=lindq')).toEqual([draft])
  expect(await idsOf('q=marlowe@')).toEqual([completed])
  expect(await idsOf(`q=%23${completed}`)).toEqual([completed])
  expect(await idsOf('q=nobody-of-that-name')).toEqual([])
  const city = (await list(`tour_date_id=${tour_date_id}`)).rows[0].city.split(',')[0]
  expect(await idsOf(`q=${encodeURIComponent(city)}`)).toEqual(expect.arrayContaining([draft, completed]))
})

test('OFF-048 names are found without their accents, and with any apostrophe or none', async () => {
  const change = (fname: string, lname: string) =>
    stage.db
      .updateTable('persons')
      .set({ fname, lname })
      .where('id', '=', marlowe.person_ids[0] ?? 0)
      .execute()
  const { fname, lname } = await stage.db
    .selectFrom('persons')
    .where('id', '=', marlowe.person_ids[0] ?? 0)
    .select(['fname', 'lname'])
    .executeTakeFirstOrThrow()
  await change('Zoë', 'O’Brien-Núñez')
  for (const words of ['zoe nunez', 'ZOË NÚÑEZ', "o'brien", 'O’Brien-Núñez', 'obrien', 'Zoë O’Brien-Núñez'])
    expect(await idsOf(`q=${encodeURIComponent(words)}`), words).toEqual([completed])
  expect(await idsOf('q=obrian')).toEqual([])
  await change(fname, lname)
})

test('OFF-048 a page says how many there are, and the next page goes on where it ends', async () => {
  const first = await list('per_page=1&sort=studio&order=asc')
  const second = await list('per_page=1&sort=studio&order=asc&page=2')
  expect(first).toMatchObject({ total: 2, at_least: 2, next: 2, rows: [{ id: draft }] })
  expect(second.rows.map((row: { id: number }) => row.id)).toEqual([completed])

  // Behind the last row, in either direction; a new row before it does not move the page.
  expect(await idsOf(`per_page=1&sort=studio&order=asc&page=2&after=${draft}`)).toEqual([completed])
  expect(await idsOf(`per_page=1&sort=studio&order=desc&page=2&after=${completed}`)).toEqual([draft])
  expect(await idsOf(`per_page=1&sort=studio&order=asc&page=2&after=${completed}`)).toEqual([])
  // The first page begins where the list does, and an unknown row is no place.
  expect(await idsOf(`per_page=1&sort=studio&order=asc&after=${draft}`)).toEqual([draft])
  expect(await idsOf('per_page=1&sort=studio&order=asc&page=2&after=2147483647')).toEqual([completed])
})

test('OFF-048 the order by studio follows a person who is renamed, moves to another studio or has none', async () => {
  const inOrder = () => idsOf('sort=studio&order=asc')
  const nameOf = async (id: number) =>
    (await stage.db.selectFrom('registrations').where('id', '=', id).select('sort_name').executeTakeFirstOrThrow())
      .sort_name
  const setStudioName = (name: string) =>
    stage.db.updateTable('studios').set({ name }).where('id', '=', marlowe.studio_id).execute()
  const { name } = await stage.db
    .selectFrom('studios')
    .where('id', '=', marlowe.studio_id)
    .select('name')
    .executeTakeFirstOrThrow()
  expect(await inOrder()).toEqual([draft, completed])
  await setStudioName('Aardvark Dance')
  expect(await inOrder()).toEqual([completed, draft])

  const own = (
    await stage.db.selectFrom('users').where('id', '=', marlowe.user_id).select('person_id').executeTakeFirstOrThrow()
  ).person_id
  const person = stage.db.updateTable('persons').where('id', '=', own)
  const { fname, lname } = await stage.db
    .selectFrom('persons')
    .where('id', '=', own)
    .select(['fname', 'lname'])
    .executeTakeFirstOrThrow()
  await stage.db.updateTable('registrations').set({ studio_id: null }).where('id', '=', completed).execute()
  expect(await nameOf(completed)).toBe(`${lname} ${fname}`.toLowerCase())
  await person.set({ lname: 'Zuniga' }).execute()
  expect(await nameOf(completed)).toBe(`zuniga ${fname.toLowerCase()}`)
  expect(await inOrder()).toEqual([draft, completed])

  await person.set({ lname }).execute()
  await stage.db
    .updateTable('registrations')
    .set({ studio_id: marlowe.studio_id })
    .where('id', '=', completed)
    .execute()
  expect(await nameOf(completed)).toBe('aardvark dance')
  await setStudioName(name)
  expect(await nameOf(completed)).toBe(name.toLowerCase())
})

test('OFF-048 the order by studio is read from its index', async () => {
  const plan = await stage.db.transaction().execute(async (tx) => {
    // A table of two rows is always read whole.
    await sql`set local enable_seqscan = off`.execute(tx)
    await sql`set local enable_bitmapscan = off`.execute(tx)
    return sql<{ 'QUERY PLAN': string }>`explain select r.id from registrations r where (not r.deleted)
      order by r.sort_name asc, r.id asc limit 50`.execute(tx)
  })
  const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(text).toContain('registrations_by_sort_name')
  expect(text).not.toContain('Sort')
})

test('OFF-048 a registration begun while its studio is renamed has the new name', async () => {
  const { name } = await stage.db
    .selectFrom('studios')
    .where('id', '=', grace.studio_id)
    .select('name')
    .executeTakeFirstOrThrow()
  const rename = (tx: Pick<typeof stage.db, 'updateTable'>, to: string) =>
    tx.updateTable('studios').set({ name: to }).where('id', '=', grace.studio_id).execute()
  const moveThere = () =>
    stage.db.updateTable('registrations').set({ studio_id: grace.studio_id }).where('id', '=', completed).execute()
  const waiting = await stage.db.transaction().execute(async (tx) => {
    await rename(tx, 'Quartz Ballet')
    const move = moveThere()
    // It waits for the rename, which this transaction has not committed.
    await sql`select pg_sleep(0.2)`.execute(tx)
    return { move }
  })
  await waiting.move
  const { sort_name } = await stage.db
    .selectFrom('registrations')
    .where('id', '=', completed)
    .select('sort_name')
    .executeTakeFirstOrThrow()
  expect(sort_name).toBe('quartz ballet')
  await stage.db
    .updateTable('registrations')
    .set({ studio_id: marlowe.studio_id })
    .where('id', '=', completed)
    .execute()
  await rename(stage.db, name)
})

test('OFF-048 sorted by balance, completed and unfinished registrations share one order across pages', async () => {
  type Row = { id: number; balance: number }
  // Two more on their way at one price, the second with money in already.
  const more = await inTransaction(stage.db, async (tx) => {
    const ids: number[] = []
    for (const [email, paidCents] of [
      ['none-in@test.example', 0],
      ['some-in@test.example', 2_000],
    ] as const) {
      const { user_id } = await insertAccount(tx, { email, fname: 'Ivo', lname: 'Order' }, stage.clock.now())
      const at = instant('2024-09-21T10:00:00Z')
      const { id } = await insertRegistration(tx, { tour_date_id, user_id, studio_id: null, dancers: [], at })
      await tx
        .updateTable('registrations')
        .set({ total: cents(10_000), paid: cents(paidCents) })
        .where('id', '=', id)
        .execute()
      ids.push(id)
    }
    return ids
  })
  for (const order of ['asc', 'desc']) {
    const { rows }: { rows: Row[] } = await list(`sort=balance&order=${order}&per_page=50`)
    expect(rows.map(({ id }) => id).toSorted((one, other) => one - other)).toEqual([draft, completed, ...more])
    const ordered = rows.toSorted((one, other) => one.balance - other.balance || one.id - other.id)
    expect(rows).toEqual(order === 'asc' ? ordered : ordered.toReversed())
    for (const [at, { id }] of rows.entries())
      expect(await idsOf(`sort=balance&order=${order}&per_page=1&page=${at + 1}`)).toEqual([id])
  }
  await stage.db.deleteFrom('registrations').where('id', 'in', more).execute()
})

test('OFF-018 EDIT-006 confirming a completed registration is what its owner sees; it can be taken back', async () => {
  expect((await asOffice('POST', `/registrations/${draft}/confirm`, { confirmed: true })).body).toMatchObject({
    code: 'registration.not_completed',
  })
  expect(await ownersView()).toMatchObject({ confirmed: false })
  const reply = await asOffice('POST', `${at}/confirm`, { confirmed: true })
  expect(reply).toMatchObject({ status: 200, body: { confirmed: true, viewed: true, confirmed_at: stage.clock.now() } })
  expect(await ownersView()).toMatchObject({ confirmed: true, dates: { confirmed: stage.clock.now() } })
  const mails = () =>
    stage.db
      .selectFrom('mails')
      .where('template', '=', 'registration_confirmed')
      .select(['to', 'registration_id', 'text'])
      .execute()
  expect(await mails()).toMatchObject([{ to: 'marlowe@example.com', registration_id: completed }])
  expect((await mails())[0]?.text).toContain(`/event/${completed}/overview`)
  // Sent again after a lost reply: who confirmed it and when stays, and nothing new is recorded.
  const before = { now: stage.clock.now(), audit: await lastAudit() }
  stage.clock.time = instant(new Date(Date.parse(before.now) + 3_600_000).toISOString())
  const again = await asOffice('POST', `${at}/confirm`, { confirmed: true })
  expect(again.body).toMatchObject({ confirmed: true, confirmed_at: before.now })
  expect(await lastAudit()).toEqual(before.audit)
  stage.clock.time = before.now
  expect(await mails()).toHaveLength(1)
  expect(await idsOf('state=unconfirmed')).toEqual([])
  expect((await asOffice('GET', at)).body).toMatchObject({ confirmed_by: 'desk@test.example' })

  await asOffice('POST', `${at}/confirm`, { confirmed: false })
  expect(await ownersView()).toMatchObject({ confirmed: false, dates: { confirmed: null } })
})

test('OFF-051 changes of the office are recorded with author, time, old and new values', async () => {
  await asOffice('PUT', at, { notes: 'Wants an early slot' })
  expect(await lastAudit()).toMatchObject({
    actor_user_id: office.user_id,
    action: 'note on registration',
    entity: 'registration',
    entity_id: String(completed),
    before: { notes: '' },
    after: { notes: 'Wants an early slot' },
    at: stage.clock.now(),
  })
  const { audit } = (await asOffice('GET', at)).body
  expect(audit[0]).toMatchObject({ actor: 'Odile Desk', action: 'note on registration' })
  const trail = (await asOffice('GET', `/audit?entity=registration&entity_id=${completed}`)).body
  expect(trail.rows[0]).toMatchObject({ action: 'note on registration' })
})

test('OFF-041 SEC-013 notes of the office never leave to an owner, nor come back from one', async () => {
  await asOffice('PUT', at, { notes: 'Ask about the music' })
  expect(JSON.stringify(await ownersView())).not.toContain('Ask about the music')
  await stage.call(grace.user_id, 'PUT', `/v1/dance360/registrations/${draft}`, { id: draft, notes: 'forged' })
  expect((await asOffice('GET', `/registrations/${draft}`)).body).toMatchObject({ notes: '' })
  expect((await asOffice('GET', at)).body).toMatchObject({ notes: 'Ask about the music' })
})

test('OFF-019 OFF-049 viewed is set and cleared; complimentary observers are given', async () => {
  await asOffice('PUT', at, { viewed: true, additional_observers: { complimentary: 3 } })
  expect(await ownersView()).toMatchObject({ viewed: true, additional_observers: { complimentary: 3 } })
  await asOffice('PUT', at, { viewed: false })
  expect(await ownersView()).toMatchObject({ viewed: false, additional_observers: { complimentary: 3 } })
})

test('OFF-019 a deleted registration leaves its owner’s sight, its city’s places and sums, and can be brought back', async () => {
  const sums = () =>
    stage.db.selectFrom('tour_date_totals').selectAll().where('tour_date_id', '=', tour_date_id).executeTakeFirst()
  const before = await sums()
  expect((await asOffice('PUT', at, { deleted: true })).status).toBe(200)
  expect(await ownersView()).toMatchObject({ code: 'not_found' })
  expect(await idsOf('state=deleted')).toEqual([completed])
  expect(await sums()).toMatchObject({ registrations: (before?.registrations ?? 0) - 1 })
  const claims = await stage.db
    .selectFrom('place_claims')
    .where('registration_id', '=', completed)
    .selectAll()
    .execute()
  expect(claims).toEqual([])

  await asOffice('PUT', at, { deleted: false })
  expect(await ownersView()).toMatchObject({ id: completed })
  expect(await sums()).toEqual(before)
})

test('OFF-021 PAY-005 a studio’s flags are what its registration shows', async () => {
  const flags = { flagged: true, bypass_removed_routine_fee: true }
  const reply = await asOffice('PUT', `/studios/${marlowe.studio_id}/flags`, flags)
  expect(reply).toMatchObject({ status: 200, body: { ...flags, bypass_deposit: false } })
  expect((await ownersView()).studio).toMatchObject({ ...flags, bypass_deposit: false })
  expect(await lastAudit()).toMatchObject({
    action: 'change studio',
    before: { flagged: false },
    after: { flagged: true },
  })
})

test('OFF-009 SEC-011 an exempt person is not stopped by a closed city', async () => {
  const exempt = async () => (await asOffice('GET', `/registrations/${draft}`)).body.exempt
  expect(await exempt()).toBe(false)
  await call(admin, 'PUT', `/users/${grace.user_id}/exempt`, { exempt: true })
  expect(await exempt()).toBe(true)
})

test('OFF-018 the desk’s first screen has what was newly completed and what is unpaid', async () => {
  const today = (await asOffice('GET', '/today')).body
  expect(today.counts).toEqual({ to_review: 1, pending: 1, failed_mails: 0, credits: 0 })
  expect(today.to_review[0]).toMatchObject({
    id: completed,
    studio: 'Marlowe Street Studio',
    balance: expect.any(Number),
    due_date: expect.any(String),
  })
  // A registration that waits for review shows its own balance; it is not in both queues.
  expect(today.pending).toEqual([])
})
