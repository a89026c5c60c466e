import { daysAfter } from '@callboard/domain/kernel/instant.ts'
import { zeroCents } from '@callboard/domain/kernel/money.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { worldTemplate } from '../scenarios/world-template.ts'
import type { Stage } from '../kit.ts'

const { world, cast, copy } = await worldTemplate()
const { owner, completed } = world
const own = `/v1/mybtf/${owner.user_id}`
const password = owner.password

type Tables = Parameters<Stage['db']['selectFrom']>[0]
const all = (stage: Stage, table: Tables) =>
  stage.db
    .selectFrom(table as 'persons')
    .selectAll()
    .execute()
const person = (stage: Stage, id: number) =>
  stage.db.selectFrom('persons').selectAll().where('id', '=', id).executeTakeFirst()
/** Adds a new person to the owner's roster, in no registration. */
async function newcomer(stage: Stage): Promise<number> {
  const newPerson = { fname: 'Odile', lname: 'Fontaine', birthdate: '2014-03-03', gender_id: 1, person_type_id: 1 }
  const body = { person: newPerson, mybtf_user_id: owner.user_id, skipFuzzy: true }
  const reply = await stage.call(owner.user_id, 'POST', '/v1/mybtf/roster', body)
  return reply.json().person.id as number
}

/** Every event of the world is over. */
const afterTheEvents = (stage: Stage) => {
  stage.clock.time = daysAfter(stage.clock.time, 900)
}
const settle = async (stage: Stage) => {
  // Nothing is owed by anybody any more, as after the office has booked the rest.
  const open = await stage.db
    .selectFrom('ledger')
    .select(['registration_id', (of) => of.fn.sum<number>('amount').as('sum')])
    .where('account', '=', 'receivable')
    .groupBy('registration_id')
    .execute()
  const rows = open
    .filter(({ sum }) => Number(sum) !== 0)
    .map(({ registration_id, sum }) => ({
      registration_id,
      txn_group: `settled-${registration_id}`,
      kind: 'payment' as const,
      account: 'receivable' as const,
      amount: -Number(sum) as never,
      occurred_at: stage.clock.time,
      previous_hash: '',
      hash: `settled-${registration_id}`,
    }))
  if (rows.length > 0) await stage.db.insertInto('ledger').values(rows).execute()
  await stage.db.updateTable('registrations').set({ receivable: zeroCents }).execute()
  // The payment of the uncompleted registration was refunded.
  const keptSums = await stage.db
    .selectFrom('payments as p')
    .innerJoin('registrations as r', 'r.id', 'p.registration_id')
    .select(['r.id', (of) => of.fn.sum<number>('p.amount').as('sum')])
    .where('r.completed', '=', false)
    .groupBy('r.id')
    .execute()
  const back = keptSums.map(({ id, sum }) => ({
    registration_id: id,
    amount: -Number(sum) as never,
    payment_method_id: 9,
    timestamp: stage.clock.time,
  }))
  if (back.length > 0) await stage.db.insertInto('payments').values(back).execute()
}

test('an account takes all its data along: people, registrations, payments, mails; nothing of the office or of others', async () => {
  const stage = await copy()
  await stage.db.updateTable('registrations').set({ notes: 'A note of the office' }).execute()
  const reply = await stage.call(owner.user_id, 'GET', `${own}/export`)
  expect(reply.headers['content-disposition']).toContain('callboard-data.json')
  const data = reply.json()
  expect(data.account).toMatchObject({ id: owner.user_id, email: owner.email })
  expect(data.registrations).not.toHaveLength(0)
  for (const part of [
    'roster',
    'attendees',
    'routines',
    'payments',
    'confirmations',
    'sessions',
    'saved_payment_methods',
  ])
    expect(data[part], part).not.toHaveLength(0)
  for (const secret of ['A note of the office', 'password_hash', 'token_hash', 'gateway_customer_id', 'argon2'])
    expect(reply.body).not.toContain(secret)
  const others = await stage.db.selectFrom('registrations').select('id').where('user_id', '!=', owner.user_id).execute()
  expect(others.length).toBeGreaterThan(0)
  expect(data.attendees.every((one: { registration_id: number }) => one.registration_id !== others[0]?.id)).toBe(true)
})

test('SEC-008 another account’s data is neither exported nor deleted', async () => {
  const stage = await copy()
  const before = await all(stage, 'persons')
  for (const role of ['rival', 'independent', 'office', 'admin'] as const) {
    const replies = [
      await stage.call(cast[role], 'GET', `${own}/export`),
      await stage.call(cast[role], 'GET', `${own}/people`),
      await stage.call(cast[role], 'DELETE', `${own}/people/${world.spare_person_id}`),
      await stage.call(cast[role], 'DELETE', `/v1/mybtf/${cast[role]}/people/${world.spare_person_id}`),
      await stage.call(cast[role], 'POST', `${own}/delete-account`, { password }),
    ]
    expect(
      replies.map(({ statusCode }) => statusCode),
      role,
    ).toEqual([404, 404, 404, 404, 404])
  }
  expect(await all(stage, 'persons')).toEqual(before)
})

test('a person whom nothing needs goes altogether: person, contacts, place on the roster', async () => {
  const stage = await copy()
  const id = await newcomer(stage)
  await stage.db
    .insertInto('contacts')
    .values({
      person_id: id,
      entered_by: owner.user_id,
      contact_type_id: 1,
      value: 'child@example.com',
      is_primary: true,
    })
    .execute()
  const reply = await stage.call(owner.user_id, 'DELETE', `${own}/people/${id}`)
  expect(reply.json()).toEqual({ what: 'erased' })
  expect(await person(stage, id)).toBeUndefined()
  expect(JSON.stringify([await all(stage, 'contacts'), await all(stage, 'roster')])).not.toMatch(/child@example.com/)
  expect((await stage.call(owner.user_id, 'DELETE', `${own}/people/${id}`)).statusCode).toBe(404)
})

test('a person who is registered for an event ahead stays until they are taken out or it is over', async () => {
  const stage = await copy()
  const reply = await stage.call(owner.user_id, 'DELETE', `${own}/people/${completed.person_id}`)
  expect([reply.statusCode, reply.json().code]).toEqual([409, 'privacy.person_registered'])
  expect(await person(stage, completed.person_id)).toBeDefined()
})

test('a person of a paid registration goes by name, birthdate and all, and the money stays to the row', async () => {
  const stage = await copy()
  const id = completed.person_id
  const { fname, lname } = (await person(stage, id)) ?? { fname: '', lname: '' }
  await stage.db
    .updateTable('attendees')
    .set({ jacket_name: 'Star', reminder_email: 'parent@example.com', best_dancer_photo: '41/best_dancer/1/2/a.jpg' })
    .where('person_id', '=', id)
    .execute()
  await stage.runJobs()
  afterTheEvents(stage)
  const money = async () => [
    await all(stage, 'ledger'),
    await all(stage, 'payments'),
    await stage.db.selectFrom('registrations').select(['id', 'total', 'paid', 'dancers']).orderBy('id').execute(),
    await stage.db
      .selectFrom('price_lines')
      .select(['registration_id', 'key', 'amount'])
      .orderBy('registration_id')
      .orderBy('position')
      .execute(),
  ]
  const before = await money()

  const reply = await stage.call(owner.user_id, 'DELETE', `${own}/people/${id}`)
  expect(reply.json()).toEqual({ what: 'anonymised' })
  const { rows: photos } = await sql<{ key: string }>`
    select payload ->> 'key' as key from graphile_worker._private_jobs where payload ->> 'key' like '%best_dancer%'
    order by 1`.execute(stage.db)
  expect(photos.map(({ key }) => key)).toEqual(['41/best_dancer/1/2/a-600.jpg', '41/best_dancer/1/2/a.jpg'])
  expect(await money()).toEqual(before)
  expect(await person(stage, id)).toMatchObject({ fname: 'Deleted', lname: 'person', birthdate: null, gender_id: null })
  const attendee = stage.db.selectFrom('attendees').selectAll().where('person_id', '=', id)
  expect(await attendee.executeTakeFirstOrThrow()).toMatchObject({
    jacket_name: null,
    reminder_email: null,
    best_dancer_photo: null,
  })
  // The document of what was promised says that somebody took part, and not who; its lines still add up.
  const snapshot = await stage.db
    .selectFrom('snapshots')
    .select('body')
    .where('id', '=', completed.snapshot_id)
    .executeTakeFirstOrThrow()
  const body = JSON.stringify(snapshot.body)
  expect(body).toContain('Deleted person')
  for (const table of ['snapshots', 'price_lines', 'mails', 'media_passes'] as const) {
    // Another studio has a dancer of this name.
    const rows = (await all(stage, table)) as unknown as { registration_id?: number }[]
    const ownRows = rows.filter(({ registration_id = completed.id }) => registration_id === completed.id)
    expect(JSON.stringify(ownRows), table).not.toMatch(new RegExp(`${fname} ${lname}(?![\\p{L}])`, 'u'))
  }
  const list = (await stage.call(owner.user_id, 'GET', `${own}/people`)).json().people
  expect(list.map((one: { id: number }) => one.id)).not.toContain(id)
})

/** Another studio has this person in its roster as well. */
const sharedWithRival = (stage: Stage, person_id: number) =>
  stage.db
    .insertInto('roster')
    .values({
      user_id: cast.rival,
      person_id,
      studio_id: null,
      parent_email: 'a@example.com',
      created: stage.clock.time,
    })
    .execute()

test.for([
  ['nobody else has', async () => {}],
  ['another studio has as well', sharedWithRival],
] as const)(
  'a signed waiver of somebody whom %s stays without what was filled in to sign it; unsigned ones and their mails go',
  async ([, share]) => {
    const stage = await copy()
    const { signed_person_id, signed_request_id, person_id, request_id } = world.waivers
    await share(stage, signed_person_id)
    await stage.db
      .insertInto('audit_log')
      .values({
        actor_user_id: cast.office,
        action: 'undo waiver',
        entity: 'waiver',
        entity_id: `${signed_request_id}`,
        before: JSON.stringify({ signer_name: 'Sable Halloran' }),
        at: stage.clock.time,
      })
      .execute()
    afterTheEvents(stage)
    await settle(stage)
    for (const id of [signed_person_id, person_id]) {
      const reply = await stage.call(owner.user_id, 'DELETE', `${own}/people/${id}`)
      expect(reply.statusCode, reply.body).toBe(200)
    }
    const requests = await stage.db.selectFrom('waiver_requests').selectAll().execute()
    const erasedFields = { form: null, signer_name: null, signed_ip: null, user_agent: null, mailed_to: null }
    expect(requests.find(({ id }) => id === signed_request_id)).toMatchObject({ ...erasedFields, version: 1 })
    expect(requests.some(({ id }) => id === request_id)).toBe(false)
    expect(JSON.stringify([requests, await all(stage, 'audit_log')])).not.toContain('Halloran')
    expect(await all(stage, 'waivers')).toHaveLength(1)
  },
)

test('a person another studio has entered as well is taken off this account and harmed nowhere else', async () => {
  const stage = await copy()
  const id = await newcomer(stage)
  await sharedWithRival(stage, id)
  const before = await person(stage, id)
  const reply = await stage.call(owner.user_id, 'DELETE', `${own}/people/${id}`)
  expect(reply.json()).toEqual({ what: 'elsewhere' })
  expect(await person(stage, id)).toEqual({ ...before, owner_user_id: null })
  const rows = await stage.db.selectFrom('roster').selectAll().where('person_id', '=', id).execute()
  expect(rows).toMatchObject([{ user_id: cast.rival, parent_email: 'a@example.com' }])
})

test('an account is not deleted with a wrong password, before its events, or while money is open', async () => {
  const stage = await copy()
  const remove = async (typedPassword: string) => {
    const reply = await stage.call(owner.user_id, 'POST', `${own}/delete-account`, { password: typedPassword })
    return [reply.statusCode, reply.json().code]
  }
  expect(await remove('Wrong1')).toEqual([400, 'account.authentication_failed'])
  expect(await remove(password)).toEqual([409, 'privacy.account_registered'])
  const refusal = await stage.call(owner.user_id, 'POST', `${own}/delete-account`, { password })
  expect(refusal.json().message).toMatch(/Please write to \S+@\S+\.\S+ to cancel that registration/)
  afterTheEvents(stage)
  expect(await remove(password)).toEqual([409, 'privacy.money_open'])
  const staff = await stage.call(cast.office, 'POST', `/v1/mybtf/${cast.office}/delete-account`, { password })
  expect(staff.json().code).toBe('privacy.staff')
})

test('a second step is asked for before an account goes', async () => {
  const stage = await copy()
  const { user_id } = world.independent
  await stage.db.updateTable('registrations').set({ deleted: true }).where('user_id', '=', user_id).execute()
  const remove = (code?: string) =>
    stage.call(user_id, 'POST', `/v1/mybtf/${user_id}/delete-account`, { password, ...(code && { code }) })
  expect((await remove()).json().code).toBe('second_factor.wrong_code')
  expect((await remove(world.second_factor.recovery_code)).statusCode).toBe(204)
  expect(await stage.db.selectFrom('users').select('id').where('id', '=', user_id).execute()).toEqual([])
})

test('an account with paid registrations goes by everything but the money, and its people with it', async () => {
  const stage = await copy()
  const roster = await stage.db.selectFrom('roster').select('person_id').where('user_id', '=', owner.user_id).execute()
  const strangers = await stage.db.selectFrom('roster').selectAll().where('user_id', '!=', owner.user_id).execute()
  await stage.runJobs()
  afterTheEvents(stage)
  await settle(stage)
  const ledger = await all(stage, 'ledger')
  const session = await stage.sessionOf(owner.user_id)

  const reply = await stage.app.inject({
    method: 'POST',
    url: `${own}/delete-account`,
    headers: session,
    payload: { password },
  })
  expect(reply.statusCode, reply.body).toBe(204)
  expect(String(reply.headers['set-cookie'])).toContain('callboard_session=; ')
  expect(await all(stage, 'ledger')).toEqual(ledger)
  const user = await stage.db.selectFrom('users').selectAll().where('id', '=', owner.user_id).executeTakeFirstOrThrow()
  expect(user).toMatchObject({
    email: `deleted-${owner.user_id}@deleted.invalid`,
    password_hash: null,
    studio_id: null,
  })
  for (const table of ['sessions', 'payment_profiles', 'roster', 'second_factors', 'mails'] as const)
    expect(
      (await all(stage, table)).filter((row) => 'user_id' in row && row.user_id === owner.user_id),
      table,
    ).toEqual([])
  const left = await stage.db
    .selectFrom('persons')
    .select(['fname', 'lname', 'birthdate'])
    .where(
      'id',
      'in',
      roster.map(({ person_id }) => person_id),
    )
    .execute()
  expect(left.every(({ fname, lname, birthdate }) => fname === 'Deleted' && lname === 'person' && !birthdate)).toBe(
    true,
  )
  expect(await stage.db.selectFrom('roster').selectAll().execute()).toEqual(strangers)
  expect((await stage.call(0, 'POST', '/v1/mybtf/signin', { email: owner.email, password })).statusCode).toBe(401)
  // The address is free again.
  const again = { person: { fname: 'New', lname: 'Here', person_type_id: 3 }, user: { email: owner.email, password } }
  expect((await stage.call(0, 'POST', '/v1/mybtf/signup', again)).statusCode).toBe(200)
})

test('thrown away and forgotten registrations give their places back, so that every count still equals its rows', async () => {
  const stage = await copy()
  afterTheEvents(stage)
  await settle(stage)
  await stage.call(owner.user_id, 'POST', `${own}/delete-account`, { password })
  const counts = await stage.db.selectFrom('capacity').select(['tour_date_id', 'key', 'taken']).execute()
  const claims = await stage.db
    .selectFrom('place_claims')
    .select(['tour_date_id', 'key', (of) => of.fn.sum<number>('n').as('n')])
    .groupBy(['tour_date_id', 'key'])
    .execute()
  for (const { tour_date_id, key, taken } of counts) {
    const claim = claims.find((one) => one.tour_date_id === tour_date_id && one.key === key)
    expect([tour_date_id, key, taken]).toEqual([tour_date_id, key, Number(claim?.n ?? 0)])
  }
})
