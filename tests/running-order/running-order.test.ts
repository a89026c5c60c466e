import { instant, type Instant } from '@callboard/domain/kernel/instant.ts'
import { insertRegistration } from '@callboard/server/dev/build-registrations.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { makePanel } from '../scenarios/judging.ts'
import { addAccount, openSeason, type Studio } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { db, call } = stage
const season = await openSeason(stage)
const office = await addAccount(stage)
const studios = [await season.studio({ dancers: 4 }), await season.studio({ dancers: 4 })] as const
let tour_date_id = 0

/** A completed registration of a studio with these casts; answers its id and the ids of its routines. */
async function enter(studio: Studio, casts: readonly (readonly number[])[]) {
  const { id } = await db.transaction().execute((tx) =>
    insertRegistration(tx, {
      tour_date_id,
      user_id: studio.user_id,
      studio_id: studio.studio_id,
      dancers: studio.dancers,
      teachers: [],
      routines: casts.map((cast, index) => ({ name: `Piece ${index + 1}`, cast: [...cast] })),
      at: instant('2024-09-20T18:00:00Z'),
      state: 'completed',
    }),
  )
  const rows = await db
    .selectFrom('registration_routines')
    .where('registration_id', '=', id)
    .select('id')
    .orderBy('id')
    .execute()
  return { id, routines: rows.map((row) => row.id) }
}

type Order = {
  version: number
  mailed?: number
  blocks: { id: number; starts_at: string; ends_at: string }[]
  entries: { id: number; block_id: number | null; entry_number: number | null; suffix: string; starts_at: string }[]
  conflicts: { kind: string; text: string }[]
  changes: { studio: string; added: number; movedOrder: number; scratched: number }[]
}
const path = '/v1/office/running-order'
async function ok(reply: ReturnType<typeof call>): Promise<Order> {
  const { statusCode, body } = await reply
  expect(statusCode, body).toBe(200)
  return JSON.parse(body)
}
const read = () => ok(call(office, 'GET', `${path}?tour_date_id=${tour_date_id}`))
const write = async (method: 'POST' | 'PUT', place: string, body: object) =>
  call(office, method, `${path}${place}`, { tour_date_id, version: (await read()).version, ...body })
const addBlock = (name: string, local_start: string, more: object = {}) =>
  ok(write('POST', '/blocks', { stage: 1, kind: 'routines', name, local_start, minutes: 0, ...more }))
const place = (id: number, block_id: number, before_id: number | null = null, reason = '') =>
  write('PUT', '', { moves: [{ kind: 'place', id, block_id, before_id }], reason })
async function publish(): Promise<Order> {
  const reply = await write('POST', '/publish', {})
  expect(reply.statusCode, reply.body).toBe(200)
  const { mailed, order } = reply.json()
  return { ...order, mailed }
}
const labels = ({ entries }: Order) =>
  entries.map(({ id, entry_number, suffix }) => [id, `${entry_number ?? ''}${suffix}`])
const mails = async () => {
  const rows = await db
    .selectFrom('mails')
    .where('template', '=', 'running_order')
    .select(['to', 'subject', 'text'])
    .execute()
  await db.deleteFrom('mails').where('template', '=', 'running_order').execute()
  return rows
}

let first: Awaited<ReturnType<typeof enter>>
let second: Awaited<ReturnType<typeof enter>>
let block_id = 0
beforeEach(async () => {
  tour_date_id = await season.city()
  first = await enter(studios[0], [[0], [1], [0, 1]])
  second = await enter(studios[1], [[0]])
  const { blocks } = await addBlock('Morning', '2024-11-02T09:00')
  block_id = blocks[0]?.id ?? 0
})

describe('the office orders a city', () => {
  test('a block starts at the time the city’s clocks show', async () => {
    expect((await read()).blocks[0]?.starts_at).toBe('2024-11-02T16:00:00.000Z')
    const reply = await write('POST', '/blocks', {
      ...{ stage: 1, kind: 'break', name: 'Lunch', local_start: '2024-02-31T09:00', minutes: 5 },
    })
    expect([reply.statusCode, reply.json().code]).toEqual([422, 'order.bad_time'])
  })

  test('RES-007 a block of a wrong year is refused', async () => {
    const lunch = { stage: 1, kind: 'break', name: 'Lunch', minutes: 5 }
    for (const local_start of ['1999-01-01T09:00', '2034-11-02T09:00']) {
      const reply = await write('POST', '/blocks', { ...lunch, local_start })
      expect([reply.statusCode, reply.json().code, reply.json().field]).toEqual([422, 'order.far_day', 'local_start'])
      const change = await write('PUT', `/blocks/${block_id}`, { ...lunch, kind: 'routines', local_start })
      expect(change.json().code).toBe('order.far_day')
    }
  })

  test('a draft places every routine, with derived times and numbers by position', async () => {
    const drafted = await ok(write('POST', '/draft', {}))
    expect(drafted.entries.every((entry) => entry.block_id === block_id)).toBe(true)
    expect(drafted.entries.map(({ entry_number }) => entry_number).toSorted()).toEqual([1, 2, 3, 4])
    expect(Date.parse(drafted.blocks[0]?.ends_at ?? '')).toBe(
      Date.parse('2024-11-02T16:00:00Z') + (165 * 4 + 80) * 1000,
    )
  })

  test('a hard conflict is refused by name, and done with a reason', async () => {
    const [solo = 0, , duo = 0] = first.routines
    await ok(place(solo, block_id))
    const refusal = await place(duo, block_id)
    expect([refusal.statusCode, refusal.json().code]).toEqual([422, 'order.hard_conflict'])
    expect(refusal.json().message).toMatch(/dances 1 “Piece 1” and 2 “Piece 3” back to back\. Enter a reason/)
    const movedOrder = await ok(place(duo, block_id, null, 'One costume'))
    expect(movedOrder.conflicts.map(({ kind }) => kind)).toEqual(['back_to_back'])
    const audit = await db.selectFrom('audit_log').where('entity', '=', 'running_order').selectAll().execute()
    expect(audit.at(-1)).toMatchObject({ action: 'move running order', after: { reason: 'One costume' } })
  })

  test('a write against an older version is refused', async () => {
    const { version } = await read()
    await ok(place(first.routines[0] ?? 0, block_id))
    const reply = await call(office, 'POST', `${path}/draft`, { tour_date_id, version })
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'order.changed_meanwhile'])
  })

  test('of two writes at once one is done', async () => {
    const { version } = await read()
    const body = (id: number) => ({ tour_date_id, version, moves: [{ kind: 'place', id, block_id, before_id: null }] })
    const [one = 0, two = 0] = first.routines
    const replies = await Promise.all([call(office, 'PUT', path, body(one)), call(office, 'PUT', path, body(two))])
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  })

  test('a block with entries is not removed', async () => {
    const { version } = await ok(place(first.routines[0] ?? 0, block_id))
    const reply = await call(
      office,
      'DELETE',
      `${path}/blocks/${block_id}?tour_date_id=${tour_date_id}&version=${version}`,
    )
    expect(reply.json().code).toBe('order.block_has_entries')
  })

  test('a block of another city is not found', async () => {
    const other = block_id
    tour_date_id = await season.city()
    await addBlock('Elsewhere', '2024-11-02T09:00')
    const reply = await write('PUT', `/blocks/${other}`, {
      ...{ stage: 1, kind: 'break', name: 'Taken', local_start: '2024-11-02T12:00', minutes: 5 },
    })
    expect(reply.statusCode).toBe(404)
  })
})

describe('publishing', () => {
  const [one, two] = studios
  async function publishFour() {
    await mails()
    await ok(write('POST', '/draft', {}))
    return publish()
  }

  test('the first publication fixes the numbers and mails each studio its whole list', async () => {
    const published = await publishFour()
    expect(published.mailed).toBe(2)
    const mailRows = await mails()
    expect(mailRows.map(({ to }) => to).toSorted()).toEqual([one.email, two.email].toSorted())
    const own = mailRows.find(({ to }) => to === one.email)
    expect(own?.text.match(/Piece \d: Sat, Nov 2, 9:/g)).toHaveLength(3)
    expect(own?.text).not.toContain('was')
  })

  test('later publications mail only whom they concern, only what differs', async () => {
    await publishFour()
    await mails()
    const last = (await read()).entries.find(({ entry_number }) => entry_number === 4)?.id ?? 0
    const { version } = await read()
    const scratch = { tour_date_id, version, changes: [{ id: last, state: 'scratched' }] }
    await ok(call(office, 'PUT', '/v1/office/stage', scratch))
    const { changes } = await read()
    expect(changes).toMatchObject([{ added: 0, moved: 0, scratched: 1 }])
    expect((await publish()).mailed).toBe(1)
    const mailRows = await mails()
    expect(mailRows).toHaveLength(1)
    expect(mailRows[0]?.text).toMatch(/4 Piece \d: Scratched/)
    expect(mailRows[0]?.text).not.toMatch(/9:0[0-5]/)
    const again = await write('POST', '/publish', {})
    expect(again.json().code).toBe('order.no_changes')
  })

  test('a routine that comes later has a suffix, the others keep their numbers', async () => {
    await publishFour()
    const before = labels(await read())
    const studio = await season.studio({ dancers: 1 })
    const late = await enter(studio, [[0]])
    const [id = 0] = late.routines
    const target = (await read()).entries.find(({ entry_number }) => entry_number === 3)?.id ?? null
    const movedOrder = await ok(place(id, block_id, target, 'They came late'))
    expect(labels(movedOrder)).toEqual([...before, [id, '2a']])
    expect(labels(await publish())).toEqual([...before, [id, '2a']])
    const removal = await write('PUT', '', { moves: [{ kind: 'remove', id }] })
    expect(removal.json().code).toBe('order.numbered')
  })
})

describe('removing a routine', () => {
  const remove = (id: number) => db.deleteFrom('registration_routines').where('id', '=', id).execute()

  test('it leaves an unpublished order, whose version rises', async () => {
    await ok(write('POST', '/draft', {}))
    const before = await read()
    const [id = 0] = first.routines
    await remove(id)
    const after = await read()
    expect(after.version).toBeGreaterThan(before.version)
    expect(after.entries.map((entry) => entry.id)).not.toContain(id)
  })

  test('a published one is refused to its studio as scheduled', async () => {
    await ok(write('POST', '/draft', {}))
    await publish()
    const [id = 0] = second.routines
    await expect(remove(id)).rejects.toThrow(/entry_is_in_order/)
    await db.updateTable('registrations').set({ confirmed: true }).where('id', '=', second.id).execute()
    const edit = await studios[1].call('GET', `/v1/dance360/registrations/${second.id}/edit`)
    expect(edit.statusCode, edit.body).toBe(200)
    const reply = await studios[1].call('DELETE', `/v1/dance360/routines/${id}?registration_id=${second.id}`)
    expect([reply.statusCode, reply.json().code]).toEqual([422, 'routine.scheduled'])
  })
})

describe('deleting a registration', () => {
  const remove = (id: number) => db.updateTable('registrations').set({ deleted: true }).where('id', '=', id).execute()

  test('its entries leave an unpublished order', async () => {
    await ok(write('POST', '/draft', {}))
    await remove(first.id)
    expect((await read()).entries.map(({ id }) => id)).toEqual(second.routines)
  })

  test('its entries of a published order are scratched, and keep their numbers', async () => {
    await ok(write('POST', '/draft', {}))
    const { entries } = await publish()
    await remove(first.id)
    const after = await read()
    expect(labels(after)).toEqual(labels({ ...after, entries }))
    expect(after.changes).toMatchObject([{ scratched: 3 }, { moved: 1 }])
  })
})

test('forgetting a dancer takes the name out of the reasons and the audit of the order', async () => {
  const [person_id = 0] = studios[0].dancers
  const { fname, lname } = await db
    .selectFrom('persons')
    .where('id', '=', person_id)
    .select(['fname', 'lname'])
    .executeTakeFirstOrThrow()
  const name = `${fname} ${lname}`
  const [solo = 0, , duo = 0] = first.routines
  await ok(place(solo, block_id))
  await ok(place(duo, block_id, null, `${name} keeps the costume on`))
  await sql`select forget_mentions(${studios[0].user_id}, ${person_id})`.execute(db)
  const [row] = (await read()).entries.filter(({ id }) => id === duo)
  expect(row).toMatchObject({ override_reason: 'Deleted person keeps the costume on' })
  const audit = await db.selectFrom('audit_log').where('entity', '=', 'running_order').select('after').execute()
  expect(JSON.stringify(audit)).not.toContain(name)
})

describe('the day', () => {
  async function publishAll() {
    await ok(write('POST', '/draft', {}))
    const { entries } = await publish()
    return entries.toSorted((a, b) => (a.entry_number ?? 0) - (b.entry_number ?? 0)).map(({ id }) => id)
  }
  const go = async (changes: { id: number; state: string }[]) =>
    call(office, 'PUT', '/v1/office/stage', { tour_date_id, version: (await read()).version, changes })

  test('the stage of an unpublished order is refused', async () => {
    const reply = await call(office, 'GET', `/v1/office/stage?tour_date_id=${tour_date_id}`)
    expect(reply.json().code).toBe('order.unpublished')
  })

  test('an entry goes on and off; its seconds and what it danced as are kept', async () => {
    const [one = 0, two = 0] = await publishAll()
    const changes = ['checked_in', 'on_deck', 'on_stage'].map((state) => ({ id: one, state }))
    expect((await go(changes)).statusCode).toBe(200)
    stage.clock.time = instant(Date.parse(stage.clock.time) + 171_000)
    expect((await go([{ id: one, state: 'danced' }])).statusCode).toBe(200)
    const row = await db
      .selectFrom('running_order_entries')
      .where('registration_routine_id', '=', one)
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ state: 'danced', measured_seconds: 171, danced_as: { category_id: 1 } })
    expect((await go([{ id: two, state: 'on_stage' }])).json().code).toBe('order.state_unfit')
    const movedOrder = await place(one, block_id)
    expect(movedOrder.json().code).toBe('order.started')
  })

  test('an entry that went on, or was ended, by mistake goes back; its time on stage is its own', async () => {
    const [one = 0] = await publishAll()
    const rowOf = () =>
      db
        .selectFrom('running_order_entries')
        .where('registration_routine_id', '=', one)
        .select(['state', 'on_stage_at', 'off_stage_at', 'measured_seconds', 'danced_as'])
        .executeTakeFirstOrThrow()
    const later = (seconds: number) => (stage.clock.time = instant(Date.parse(stage.clock.time) + 1_000 * seconds))
    await go(['checked_in', 'on_deck', 'on_stage'].map((state) => ({ id: one, state })))
    expect((await go([{ id: one, state: 'on_deck' }])).statusCode).toBe(200)
    expect(await rowOf()).toMatchObject({ state: 'on_deck', on_stage_at: null })
    later(60)
    await go([{ id: one, state: 'on_stage' }])
    later(100)
    await go([{ id: one, state: 'danced' }])
    expect(await rowOf()).toMatchObject({ state: 'danced', measured_seconds: 100 })
    later(10)
    expect((await go([{ id: one, state: 'on_stage' }])).statusCode).toBe(200)
    const open = { state: 'on_stage', off_stage_at: null, measured_seconds: null, danced_as: null }
    expect(await rowOf()).toMatchObject(open)
    later(20)
    await go([{ id: one, state: 'danced' }])
    expect(await rowOf()).toMatchObject({ state: 'danced', measured_seconds: 130, danced_as: { category_id: 1 } })
  })

  test('an end is not taken back once the stage has gone on, nor once the scores of its block are locked', async () => {
    const [one = 0] = await publishAll()
    await go(['checked_in', 'on_deck', 'on_stage', 'danced'].map((state) => ({ id: one, state })))
    await makePanel(stage, tour_date_id, { blocks: [block_id] })
    const setLock = (lock: { locked_at: Instant; locked_by: number } | null) =>
      db
        .updateTable('judged_blocks')
        .set(lock ?? { locked_at: null, locked_by: null })
        .execute()
    await setLock({ locked_at: stage.clock.time, locked_by: office })
    expect((await go([{ id: one, state: 'on_stage' }])).json().code).toBe('order.scores_locked')
    await setLock(null)
    stage.clock.time = instant(Date.parse(stage.clock.time) + 901_000)
    expect((await go([{ id: one, state: 'on_stage' }])).json()).toMatchObject({
      code: 'order.end_final',
      message: expect.stringMatching(/^This entry went on stage more than 15 minutes ago/),
    })
    expect((await go([{ id: one, state: 'canceled' }])).statusCode).toBe(200)
  })

  test('a page that shows the stage is answered 304 until something changes', async () => {
    const [one = 0] = await publishAll()
    const { cookie } = await stage.sessionOf(office)
    const poll = (tag = '') =>
      stage.app.inject({
        url: `/v1/office/stage?tour_date_id=${tour_date_id}&poll=true`,
        headers: { cookie, ...(tag && { 'if-none-match': tag }) },
      })
    const tag = String((await poll()).headers['etag'])
    stage.clock.time = instant(Date.parse(stage.clock.time) + 5_000)
    const unchanged = await poll(tag)
    expect([unchanged.statusCode, unchanged.body]).toEqual([304, ''])
    await go([{ id: one, state: 'checked_in' }])
    const later = await poll(tag)
    expect([later.statusCode, later.headers['etag'] === tag]).toEqual([200, false])
    // A name is no change of the order: it is seen within seconds.
    const titleShown = async () => (await poll()).json().entries.find(({ id }: { id: number }) => id === one).name
    const before = await titleShown()
    const routine = db.selectFrom('registration_routines').where('id', '=', one).select('routine_id')
    await db.updateTable('routines').set({ name: 'Renamed' }).where('id', '=', routine).execute()
    expect(await titleShown(), 'many pages share one reading').toBe(before)
    stage.clock.time = instant(Date.parse(stage.clock.time) + 4_000)
    expect(await titleShown()).toBe('Renamed')
    expect((await poll()).json().now).toBe(stage.clock.time)
    // A page that has just opened needs the time of now beside it.
    const first = await stage.app.inject({ url: `/v1/office/stage?tour_date_id=${tour_date_id}`, headers: { cookie } })
    expect(first.headers['etag']).toBeUndefined()
  })

  test('an entry of another city is not on this stage', async () => {
    const [one = 0] = await publishAll()
    tour_date_id = await season.city()
    first = await enter(studios[0], [[0]])
    await addBlock('Morning', '2024-11-02T09:00')
    await publishAll()
    expect((await go([{ id: one, state: 'checked_in' }])).json().code).toBe('order.not_in_order')
  })
})

describe('a studio’s schedule', () => {
  const schedule = (studio: Studio, id: number) => studio.call('GET', `/v1/running-order?registration_id=${id}`)

  test('before publication it says so and shows nothing', async () => {
    await ok(write('POST', '/draft', {}))
    expect((await schedule(studios[0], first.id)).json()).toMatchObject({ published_at: null, entries: [], others: [] })
  })

  test('it has its own entries with names, others as times only', async () => {
    await ok(write('POST', '/draft', {}))
    await publish()
    const reply = (await schedule(studios[0], first.id)).json()
    expect(reply.entries).toHaveLength(3)
    expect(reply.entries.every((entry: { dancers: string[] }) => entry.dancers.length > 0)).toBe(true)
    expect(reply.others.map((other: object) => Object.keys(other).toSorted())).toEqual([['stage', 'starts_at']])
  })

  test('the registration of another studio is not found', async () => {
    expect((await schedule(studios[1], first.id)).statusCode).toBe(404)
  })

  test('a link opens page and calendar without names of dancers; of another page it opens nothing', async () => {
    await ok(write('POST', '/draft', {}))
    await publish()
    const link = async (path: string) =>
      (await studios[0].call('POST', '/v1/dance360/share-links', { path, registration_id: first.id })).json()
    const { token } = await link('schedule')
    const headers = { 'x-share-token': token }
    const shared = await stage.app.inject({ url: `/v1/running-order?registration_id=${first.id}`, headers })
    expect(shared.json().entries.map(({ dancers }: { dancers: string[] }) => dancers)).toEqual([[], [], []])
    expect(
      (await stage.app.inject({ url: `/v1/running-order?registration_id=${second.id}`, headers })).statusCode,
    ).toBe(404)

    const feed = await stage.app.inject({ url: `/v1/running-order/feeds/${token}` })
    expect(feed.headers['content-type']).toMatch('text/calendar')
    expect(feed.body.match(/BEGIN:VEVENT/g)).toHaveLength(3)
    expect(feed.body).toContain('DTSTART:20241102T1600')
    const names = await db
      .selectFrom('persons')
      .where('id', 'in', studios[0].dancers)
      .select(['fname', 'lname'])
      .execute()
    for (const { lname } of names) expect(feed.body).not.toContain(lname)

    const music = await link('music')
    expect((await stage.app.inject({ url: `/v1/running-order/feeds/${music.token}` })).statusCode).toBe(404)
  })
})
