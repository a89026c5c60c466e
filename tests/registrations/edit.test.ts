import { instant } from '@callboard/domain/kernel/instant.ts'
import { usd } from '@callboard/domain/kernel/money.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { readEventHosts } from '@callboard/server/platform/http/event-hosts.ts'
import { openStage } from '../kit.ts'
import { addAccount, openSeason, peopleBody, reviewed, routineBody, type Studio } from '../scenarios/small-city.ts'

const start = '2024-10-01T16:00:00Z'
const stage = await openStage({ now: start })
const season = await openSeason(stage)
beforeEach(() => {
  stage.clock.time = instant(start)
})

const open = (id: number) => `/v1/dance360/registrations/${id}`
const readEdit = async (studio: Studio, id: number) => (await studio.call('GET', `${open(id)}/edit`)).json()
const read = async (studio: Studio, id: number) => (await studio.call('GET', open(id))).json()

/** Completed, and confirmed by the office: one routine, all of the studio's people. */
async function confirmed(cityValues: object = {}, people: { dancers?: number; teachers?: number } = { dancers: 4 }) {
  const [studio, city] = [await season.studio(people), await season.city(cityValues)]
  const registration = await reviewed(studio, city, [studio.dancers.slice(0, 1)])
  await registration.review()
  const { id } = registration
  await studio.call('PUT', open(id), { paying_by_check: true })
  const reply = await studio.call('PUT', '/v1/mybtf/complete-registration', { registration_id: id })
  expect(reply.statusCode, reply.body).toBe(200)
  await stage.db.updateTable('registrations').set({ confirmed: true }).where('id', '=', id).execute()
  return { studio, city, id: id as number }
}

/** Every row that is the live registration's. */
const rowsOf = async (id: number) => {
  const { rows } = await sql`select to_jsonb(r) as registration,
      (select jsonb_agg(a order by a.id) from attendees a where a.registration_id = r.id) as attendees,
      (select jsonb_agg(q order by q.id) from registration_routines q where q.registration_id = r.id) as routines,
      (select jsonb_agg(c order by c.key) from place_claims c where c.registration_id = r.id) as claims,
      (select jsonb_agg(l order by l.position) from price_lines l where l.registration_id = r.id) as lines,
      (select jsonb_agg(l order by l.id) from ledger l where l.registration_id = r.id) as ledger
    from registrations r where r.id = ${id}`.execute(stage.db)
  return JSON.stringify(rows)
}

const people = (studio: Studio, id: number, dancers: readonly number[]) =>
  studio.call('PUT', '/v1/dance360/workshop/attendees', peopleBody(id, { ...studio, dancers }))

async function review(studio: Studio, id: number) {
  await studio.call('PUT', open(id), { waiver: true, competitionCodeWaiver: true })
  return studio.call('PUT', open(id), { reviewed: true })
}

const submit = (studio: Studio, id: number, version: number) =>
  studio.call('PUT', `${open(id)}/edit-complete`, { version })

async function sums(city: number) {
  const { rows } = await sql<{ matches: boolean }>`select
      t.registrations = count(r.id) and t.dancers = sum(r.dancers) and t.teachers = sum(r.teachers)
      and t.observers = sum(r.observers) and t.routines = sum(r.routine_count) and t.total = sum(r.total)
      and t.paid = sum(r.paid) as matches
    from tour_date_totals t join registrations r on r.tour_date_id = t.tour_date_id and r.completed
    where t.tour_date_id = ${city} group by t.tour_date_id`.execute(stage.db)
  expect(rows).toEqual([{ matches: true }])
  const claims = await sql`select c.key from capacity c
    left join lateral (select coalesce(sum(n), 0) as n from place_claims p
      where p.tour_date_id = c.tour_date_id and p.key = c.key) s on true
    where c.taken <> s.n`.execute(stage.db)
  expect(claims.rows).toEqual([])
}

test('an edit that is older than an option of routines goes on without it', async () => {
  const { studio, id } = await confirmed()
  await readEdit(studio, id)
  // As it was stored before `has_prop` existed.
  await sql`update revisions set
      record = (regexp_replace(record::text, '"has_prop":(true|false),?', '', 'g'))::json,
      base = (regexp_replace(base::text, '"has_prop":(true|false),?', '', 'g'))::json
    where registration_id = ${id}`.execute(stage.db)
  const { routines, version } = await readEdit(studio, id)
  expect(routines.map(({ has_prop }: { has_prop: boolean }) => has_prop)).toEqual([false])
  const { rows } = await sql<{ text: string }>`select record::text as text from revisions
    where registration_id = ${id}`.execute(stage.db)
  expect(rows[0]?.text).not.toContain('has_prop')
  const reply = await review(studio, id)
  expect(reply.statusCode, reply.body).toBe(200)
  expect((await submit(studio, id, reply.json().version ?? version)).statusCode).toBe(200)
})

test('OFF-049 WIZ-056 the office sees the observers that an edit asks for, and clears them', async () => {
  const { studio, id } = await confirmed()
  const office = await addAccount(stage)
  const desk = async (method: 'GET' | 'PUT', body?: object) =>
    (await stage.call(office, method, `/v1/office/registrations/${id}`, body)).json()
  const edited = async () => (await desk('GET')).unconfirmed_additional_observers
  await readEdit(studio, id)
  expect([await edited(), (await read(studio, id)).unconfirmed_additional_observers]).toEqual([null, null])

  const observers = { one: 2, two: 1 }
  const more = { additional_observers: observers }
  await studio.call('PUT', '/v1/dance360/workshop/attendees', peopleBody(id, studio, more))
  await review(studio, id)
  expect(await edited()).toEqual(observers)
  expect(await read(studio, id)).toMatchObject({
    additional_observers: { one: 0, two: 0 },
    unconfirmed_additional_observers: observers,
  })
  await desk('PUT', { viewed: true })
  expect(await edited()).toEqual(observers)

  await desk('PUT', { unconfirmed_additional_observers: null })
  expect(await edited()).toBeNull()
  expect(await readEdit(studio, id)).toMatchObject({ additional_observers: { one: 0, two: 0 }, reviewed: false })
  const [last] = await stage.db.selectFrom('audit_log').select(['action', 'before']).orderBy('id', 'desc').execute()
  expect(last).toEqual({ action: 'clear observers of the edit', before: { observers_one: 2, observers_two: 1 } })
})

test('EDIT-001 EDIT-002 EDIT-003 C026 an edit begins with the agreements open; the live registration is not touched', async () => {
  const { studio, id } = await confirmed()
  const before = await rowsOf(id)
  const edit = await readEdit(studio, id)
  expect(edit).toMatchObject({
    completed: true,
    editing: true,
    confirmed: false,
    reviewed: false,
    waiver: false,
    competitionCodeWaiver: false,
    paying_by_check: false,
    revision: { began: '2024-10-01T16:00:00.000Z' },
  })
  expect(await rowsOf(id)).toBe(before)
  expect(await read(studio, id)).toMatchObject({ editing: false, confirmed: true, paying_by_check: true, waiver: true })
})

test('EDIT-003 people, routines and observers change on the edit alone, and a new window has them again', async () => {
  const { studio, id } = await confirmed()
  const before = await rowsOf(id)
  const edit = await readEdit(studio, id)
  const [first = 0, second = 0] = studio.dancers
  const saved = await studio.call('PUT', '/v1/dance360/workshop/attendees', {
    ...peopleBody(id, { ...studio, dancers: studio.dancers.slice(0, 3) }),
    additional_observers: { one: 2, two: 0 },
    version: edit.version,
  })
  expect(saved.statusCode, saved.body).toBe(200)
  const routineReply = await studio.call('POST', '/v1/dance360/routines', routineBody(id, [first, second]))
  expect(routineReply.statusCode, routineReply.body).toBe(200)
  const { routine } = routineReply.json()
  const body = { ...routineBody(id, [second]), routine: { name: 'Later', choreographer: 'Mia Sol' } }
  const changeReply = await studio.call('PUT', `/v1/dance360/routines/${routine.id}`, body)
  expect(changeReply.statusCode, changeReply.body).toBe(200)
  expect(await rowsOf(id)).toBe(before)

  const again = await readEdit(studio, id)
  expect(Object.keys(again.attendees)).toHaveLength(4)
  expect(again.additional_observers.one).toBe(2)
  expect(again.routines).toMatchObject([
    { routine: { name: 'First Light' } },
    { id: routine.id, routine: { name: 'Later' } },
  ])
  expect((await studio.call('DELETE', `/v1/dance360/routines/${routine.id}`)).statusCode).toBe(204)
  expect((await readEdit(studio, id)).routines).toHaveLength(1)
  expect(await rowsOf(id)).toBe(before)
})

test('EDIT-003 a discarded edit is gone; without one a completed registration is not changed', async () => {
  const { studio, id } = await confirmed()
  const before = await rowsOf(id)
  await readEdit(studio, id)
  await people(studio, id, studio.dancers.slice(0, 2))
  expect((await studio.call('DELETE', `${open(id)}/edit`)).statusCode).toBe(204)
  expect(await rowsOf(id)).toBe(before)
  expect((await read(studio, id)).revision).toBeNull()
  expect((await people(studio, id, studio.dancers)).json().code).toBe('registration_completed')
  expect((await submit(studio, id, 1)).json().code).toBe('registration.no_edit')
})

test('EDIT-007 EDIT-010 REV-030 C030 a submitted edit becomes the registration: unconfirmed, numbered, charged the difference', async () => {
  const { studio, city, id } = await confirmed()
  const was = await read(studio, id)
  await readEdit(studio, id)
  const [, second = 0, third = 0] = studio.dancers
  await people(studio, id, studio.dancers.slice(0, 3))
  const { routine } = (await studio.call('POST', '/v1/dance360/routines', routineBody(id, [second, third]))).json()
  const { version } = (await review(studio, id)).json()
  await studio.call('PUT', open(id), { paying_by_check: true })
  const edit = await readEdit(studio, id)
  expect((await submit(studio, id, version)).json()).toMatchObject({ code: 'changed_meanwhile' })

  stage.clock.time = instant('2024-10-03T09:00:00Z')
  const reply = await submit(studio, id, edit.version)
  expect(reply.statusCode, reply.body).toBe(200)
  const { registration, snapshot_id } = reply.json()
  expect(registration).toMatchObject({
    completed: true,
    confirmed: false,
    editing: false,
    revision: null,
    dates: { completed: '2024-10-01T16:00:00.000Z', edited: '2024-10-03T09:00:00.000Z' },
  })
  expect(Object.keys(registration.attendees)).toHaveLength(4)
  // Existing rows keep their ids; new rows keep the ids of the edit.
  const [dancer = 0] = studio.dancers
  expect(registration.attendees[dancer]).toMatchObject({
    id: was.attendees[dancer].id,
    date_attendee_id: was.attendees[dancer].date_attendee_id,
  })
  expect(registration.routines.map((one: { id: number }) => one.id)).toEqual([was.routines[0].id, routine.id])
  expect(registration.routines[1].date_routine_id).toBeGreaterThan(0)
  const snapshots = await stage.db
    .selectFrom('snapshots')
    .select(['id', 'created'])
    .where('registration_id', '=', id)
    .orderBy('id')
    .execute()
  expect(snapshots).toHaveLength(2)
  expect(snapshots[1]).toEqual({ id: snapshot_id, created: '2024-10-03T09:00:00.000Z' })
  const receivable = await stage.db
    .selectFrom('ledger')
    .select((from) => from.fn.sum<number>('amount').as('owed'))
    .where('registration_id', '=', id)
    .where('account', '=', 'receivable')
    .executeTakeFirstOrThrow()
  expect(Number(receivable.owed)).toBe(registration.fees.total)
  expect(registration.fees.total).not.toBe(was.fees.total)
  await sums(city)
  expect((await submit(studio, id, edit.version)).json().code).toBe('registration.no_edit')
})

test('EDIT-007 a submitted edit keeps the waiting list entry, and clears the routine that only waits', async () => {
  const { studio, city, id } = await confirmed({ waiting_list: true, total_routine_limit: 1 })
  const [, second = 0, third = 0] = studio.dancers
  const joins = async (dancer: number) => {
    const { registration_id: _, ...routine } = routineBody(id, [dancer])
    const reply = await studio.call('POST', '/v1/waiting-list', { registration_id: id, routines: [routine] })
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json().routine_ids[0] as number
  }
  const [stays, goes] = [await joins(second), await joins(third)]
  // As after an expired offer: it waits without an entry.
  await stage.db.deleteFrom('waiting_routines').where('registration_routine_id', '=', goes).execute()
  await readEdit(studio, id)
  expect((await read(studio, id)).waiting_list_routines).toHaveLength(2)
  await people(studio, id, studio.dancers.slice(0, 3))
  await review(studio, id)
  await studio.call('PUT', open(id), { paying_by_check: true })
  const reply = await submit(studio, id, (await readEdit(studio, id)).version)
  expect(reply.statusCode, reply.body).toBe(200)
  expect((await read(studio, id)).waiting_list_routines).toMatchObject([{ id: stays }])
  await sums(city)
})

test('EDIT-006 EDIT-005 an edit cannot start before the office confirms, nor after the event starts', async () => {
  const { studio, id } = await confirmed()
  await stage.db.updateTable('registrations').set({ confirmed: false }).where('id', '=', id).execute()
  const early = await studio.call('GET', `${open(id)}/edit`)
  expect([early.statusCode, early.json().code]).toEqual([403, 'registration.just_registered'])
  await stage.db.updateTable('registrations').set({ confirmed: true }).where('id', '=', id).execute()
  const { tour_date } = await read(studio, id)
  stage.clock.time = instant(Date.parse(tour_date.start_date) + 3 * 86_400_000)
  const late = await studio.call('GET', `${open(id)}/edit`)
  expect([late.statusCode, late.json().code]).toEqual([403, 'registration.edit_over'])
})

test('EDIT-015 SEC-013 an edit never carries what the office notes; EDIT-001 nor is it anybody else’s', async () => {
  const { studio, id } = await confirmed()
  const other = await season.studio()
  expect((await studio.call('GET', `${open(id)}/edit`)).body).not.toMatch(/note/i)
  for (const [method, path] of [
    ['GET', '/edit'],
    ['DELETE', '/edit'],
    ['PUT', '/edit-complete'],
  ] as const) {
    const body = method === 'PUT' ? { version: 2 } : undefined
    expect((await other.call(method, `${open(id)}${path}`, body)).statusCode).toBe(404)
  }
})

test('EDIT-003 changes of the office during an edit are merged and reviewed again', async () => {
  const { studio, id } = await confirmed()
  await readEdit(studio, id)
  await people(studio, id, studio.dancers.slice(0, 3))
  await review(studio, id)
  const { version } = await readEdit(studio, id)
  await stage.db
    .updateTable('registrations')
    .set({ observers_one: 3, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
  expect((await submit(studio, id, version)).json().code).toBe('changed_meanwhile')
  const again = await readEdit(studio, id)
  expect(again).toMatchObject({ reviewed: false, waiver: false, additional_observers: { one: 3 } })
  expect(Object.keys(again.attendees)).toHaveLength(4)
  expect(again.version).toBeGreaterThan(version)
})

test('EDIT-011 SEC-016 COMP-054 a routine registered before changes its name, choreographer and division only', async () => {
  const { studio, id } = await confirmed()
  await readEdit(studio, id)
  const { routines } = await read(studio, id)
  const [first = 0, second = 0] = studio.dancers
  const put = (body: object) => studio.call('PUT', `/v1/dance360/routines/${routines[0].id}`, body)
  const locked = await put(routineBody(id, [first, second]))
  expect([locked.statusCode, locked.json().code]).toEqual([403, 'routine.locked'])
  expect((await put({ ...routineBody(id, [first]), extra_time: 2 })).json().code).toBe('routine.locked')
  const renamed = await put({
    ...routineBody(id, [first]),
    routine: { name: 'Second Light', choreographer: 'Ada Finch' },
  })
  expect(renamed.statusCode, renamed.body).toBe(200)
})

test('EDIT-003 music that came during an edit stays when it is submitted', async () => {
  const { studio, id } = await confirmed()
  await readEdit(studio, id)
  await stage.db
    .updateTable('registration_routines')
    .set({ no_music: true })
    .where('registration_id', '=', id)
    .execute()
  const { version } = (await review(studio, id)).json()
  const reply = await submit(studio, id, version)
  expect(reply.statusCode, reply.body).toBe(200)
  expect(reply.json().registration.routines[0].no_music).toBe(true)
  // A promised check stays promised.
  expect(reply.json().registration.paying_by_check).toBe(true)
})

test('EDIT-014 WIZ-028 where events have hosts of their own, an edit answers its event’s, and the session holds at all of them', async () => {
  const { studio, id } = await confirmed()
  expect(await readEdit(studio, id)).toMatchObject({ event_url: null })
  const event_hosts = readEventHosts('{event}.callboard.example', 'https://www.callboard.example:8443')
  if (!event_hosts) throw new Error('Not read')
  stage.app.eventHosts = event_hosts
  try {
    const { event_url, tour_date } = await readEdit(studio, id)
    expect(event_url).toBe(`https://${tour_date.event.subdomain}.callboard.example:8443/registration/${id}`)
    const out = await stage.app.inject({ method: 'POST', url: '/v1/mybtf/authenticate', payload: {} })
    const cookies = [out.headers['set-cookie'] ?? []].flat()
    expect(cookies.map((cookie) => /Domain=([^;]+)/.exec(cookie)?.[1])).toEqual([
      // The one from before, of one host alone, goes.
      undefined,
      'callboard.example',
      'callboard.example',
    ])
  } finally {
    delete stage.app.eventHosts
  }
})

test.each([
  ['without a pattern there are none', undefined, 'https://callboard.example', 'none'],
  ['the domain itself', '{event}.callboard.example', 'https://callboard.example', 'callboard.example'],
  ['the product elsewhere', '{event}.callboard.example', 'https://callboard.test', 'refused'],
  ['a domain that only ends alike', '{event}.board.example', 'https://callboard.example', 'refused'],
  ['no place for the event', 'www.callboard.example', 'https://callboard.example', 'refused'],
  ['a whole top level', '{event}.example', 'https://callboard.example', 'refused'],
])('EDIT-014 hosts of events: %s', (_, pattern, origin, is) => {
  const read = () => readEventHosts(pattern, origin)?.domain ?? 'none'
  if (is === 'refused') expect(read).toThrow('EVENT_HOSTS')
  else expect(read()).toBe(is)
})

test('EDIT-014 an event’s name that is no part of a host leads nowhere', () => {
  const hosts = readEventHosts('{event}.callboard.example', 'https://callboard.example')
  expect(hosts?.originOf('meridian')).toBe('https://meridian.callboard.example')
  for (const name of ['', 'a.b', 'evil.example/', '-a', 'a@b', 'A b']) expect(hosts?.originOf(name)).toBeNull()
})

test('EDIT-007 the mail after an edit says that the registration was changed, the differences and both totals, once', async () => {
  const { studio, id } = await confirmed()
  await stage.runJobs()
  const before = await read(studio, id)
  await readEdit(studio, id)
  const [dancer = 0, ...others] = studio.dancers
  const leaver = others.pop() ?? 0
  await people(studio, id, [dancer, ...others])
  await studio.call('POST', '/v1/dance360/routines', routineBody(id, others))
  const { version } = (await review(studio, id)).json()
  expect((await submit(studio, id, version)).statusCode).toBe(200)
  await stage.runJobs()

  const after = await read(studio, id)
  const mails = stage.db.selectFrom('mails').where('registration_id', '=', id).where('template', '=', 'confirmation')
  const [completion, edit, ...more] = await mails.orderBy('id').selectAll().execute()
  expect(more).toEqual([])
  expect(completion?.subject).toMatch(/^You are registered: /)
  expect(completion?.text).not.toContain('Total before')
  expect(edit?.subject).toMatch(/^Your registration was changed: /)
  expect(edit?.attachments).toHaveLength(1)
  const { fname, lname } = before.attendees[leaver].person
  expect(edit?.text).toContain(`First Light was added.`)
  expect(edit?.text).toContain(`${fname} ${lname} was removed.`)
  expect(edit?.text).toContain(`Total before: ${usd(before.fees.total)}\nTotal now: ${usd(after.fees.total)}\n`)
  expect(after.fees.total).not.toBe(before.fees.total)

  const { changes } = (await studio.call('GET', `${open(id)}/changes`)).json()
  expect(changes).toMatchObject([{ made_by: 'owner', total: after.fees.total, balance: after.balance, message: '' }])
  // Nobody has to be told of their own change.
  expect((await studio.call('GET', `${open(id)}/event-area`)).json().unseen_changes).toEqual([])
})
