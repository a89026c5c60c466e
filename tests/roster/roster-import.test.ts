import type { CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'

const stage = await openStage()
const url = '/v1/mybtf/roster/import'
const created = stage.clock.now()

let accountCount = 0
async function account() {
  const row = { fname: 'Grace', lname: 'Okafor', name_key: `importer${(accountCount += 1)}`, created }
  const person = await stage.db
    .insertInto('persons')
    .values({ ...row, birthdate: null, gender_id: 1, person_type_id: 3 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await stage.db
    .insertInto('users')
    .values({
      email: `importer.${accountCount}@example.com`,
      password_hash: null,
      confirmed: true,
      person_id: person.id,
      created,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { cookie } = await stage.sessionOf(id)
  return {
    id,
    import: (payload: object, key?: string) =>
      stage.app.inject({
        method: 'POST',
        url,
        headers: { cookie, ...(key && { 'idempotency-key': key }) },
        payload,
      }),
    list: async () =>
      (await stage.call(id, 'GET', '/v1/mybtf/roster')).json() as {
        id: number
        fname: string
        lname: string
        birthdate: string | null
        shared: boolean
        contact_info: { email: string | null; phone: string | null }
        reminder_email: string | null
      }[],
  }
}

const child = (n: number, more: object = {}) => ({
  fname: `Dancer${n}`,
  lname: `Of${n}`,
  gender_id: 1,
  birthdate: '2012-03-01',
  email: [{ value: `d${n}@example.com` }],
  phone: [{ value: '4155550132' }],
  reminder_email: 'mum@example.com',
  ...more,
})

test('a sheet of 500 people is on the roster after one call, with how to reach each', async () => {
  const grace = await account()
  const reply = await grace.import({ add: Array.from({ length: 500 }, (_, n) => child(n)) })
  expect([reply.statusCode, reply.json()]).toEqual([200, { added: 500, linked: 0, birthdates: 0 }])
  const list = await grace.list()
  expect(list).toHaveLength(500)
  for (const { fname, lname, contact_info, reminder_email } of list) {
    const n = fname.slice(6)
    expect([lname, contact_info.email, contact_info.phone, reminder_email]).toEqual([
      `Of${n}`,
      `d${n}@example.com`,
      '4155550132',
      'mum@example.com',
    ])
  }
})

test('ROST-003 ROST-005 one wrong row keeps the whole sheet out, and is named', async () => {
  const grace = await account()
  for (const [more, field] of [
    [{ gender_id: null }, 'add.1.gender_id'],
    [{ birthdate: '2099-01-01' }, 'add.1.birthdate'],
    [{ phone: [{ value: '12' }] }, 'add.1.phone'],
    [{ fname: ' ' }, 'add.1.fname'],
  ] as const) {
    const reply = await grace.import({ add: [child(1), child(2, more)] })
    expect([reply.statusCode, reply.json().field]).toEqual([422, field])
  }
  expect(await grace.list()).toEqual([])
})

test('more than 1000 rows at once are refused', async () => {
  const grace = await account()
  const reply = await grace.import({
    add: Array.from({ length: 1001 }, (_, n) => ({ ...child(n), email: [], phone: [] })),
  })
  expect(reply.statusCode).toBe(400)
  expect(await grace.list()).toEqual([])
})

test('two concurrent imports of a sheet save it once, with the same reply', async () => {
  const grace = await account()
  const body = { add: [child(1), child(2)] }
  const replies = await Promise.all([1, 2, 3].map(() => grace.import(body, 'import-0001')))
  expect(replies.map((reply) => [reply.statusCode, reply.json().added])).toEqual([
    [200, 2],
    [200, 2],
    [200, 2],
  ])
  expect(await grace.list()).toHaveLength(2)
  await grace.import(body, 'import-0002')
  expect(await grace.list()).toHaveLength(4)
})

test('an import refuses a malformed Idempotency-Key, and another sheet under a key that was used', async () => {
  const grace = await account()
  const malformed = await grace.import({ add: [child(1)] }, 'short')
  expect([malformed.statusCode, malformed.json().code]).toEqual([422, 'roster.import_key'])
  expect(await grace.list()).toEqual([])
  await grace.import({ add: [child(1)] }, 'import-0003')
  const reused = await grace.import({ add: [child(2)] }, 'import-0003')
  expect([reused.statusCode, reused.json().code]).toEqual([409, 'roster.import_changed'])
  expect(await grace.list()).toHaveLength(1)
})

test('ROST-021 A88 an import links people of the own studio by exact name and birthdate, and never a stranger’s', async () => {
  const [grace, mallory, next] = [await account(), await account(), await account()]
  await grace.import({ add: [child(71, { birthdate: '2011-11-11' })] })
  const [rosterPerson] = await grace.list()
  const reply = await mallory.import({
    add: [
      child(71, { birthdate: '2011-11-11', fname: 'dancer71' }),
      child(71, { birthdate: '2011-11-12' }),
      child(71, { birthdate: null }),
    ],
  })
  expect(reply.json()).toEqual({ added: 3, linked: 0, birthdates: 0 })
  const list = await mallory.list()
  expect(list.map(({ id, shared }) => [id === rosterPerson?.id, shared])).toEqual(Array(3).fill([false, false]))

  // The studio's next owner has access: its people are linked, without the manager's contacts.
  const studio = await stage.db
    .insertInto('studios')
    .values({ name: 'Juniper Dance', created })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const { id } of [grace, next])
    await stage.db
      .updateTable('users')
      .set({ studio_id: studio.id, studio_account: true })
      .where('id', '=', id)
      .execute()
  await stage.db.updateTable('roster').set({ studio_id: studio.id }).where('user_id', '=', grace.id).execute()
  const again = await next.import({ add: [child(71, { birthdate: '2011-11-11', email: [], phone: [] })] })
  expect(again.json()).toEqual({ added: 1, linked: 1, birthdates: 0 })
  expect(await next.list()).toMatchObject([{ id: rosterPerson?.id, shared: true, contact_info: { email: null } }])
})

test('birthdates are completed for one’s own people only', async () => {
  const [grace, mallory] = [await account(), await account()]
  await grace.import({ add: [child(81, { birthdate: null }), child(82, { birthdate: null })] })
  const list = await grace.list()
  const birthdates = list.map(({ id }, n) => ({ id, birthdate: `2010-01-0${n + 1}` as CalendarDate }))
  expect((await mallory.import({ add: [child(1)], birthdates })).statusCode).toBe(404)
  expect(await mallory.list()).toEqual([])
  expect((await grace.import({ add: [], birthdates })).json()).toEqual({ added: 0, linked: 0, birthdates: 2 })
  expect((await grace.list()).map(({ birthdate }) => birthdate).toSorted()).toEqual(['2010-01-01', '2010-01-02'])
  const wrong = await grace.import({ add: [], birthdates: [{ id: list[0]?.id, birthdate: '2099-01-01' }] })
  expect([wrong.statusCode, wrong.json().field]).toEqual([422, 'birthdates.0.birthdate'])
})
