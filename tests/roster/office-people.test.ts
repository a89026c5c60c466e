import { calendarDate } from '@callboard/domain/kernel/calendar.ts'
import { insertAccount } from '@callboard/server/dev/build-people.ts'
import { insertPerson } from '@callboard/server/roster/person-queries.ts'
import { insertRosterRow } from '@callboard/server/roster/queries.ts'
import { beforeAll, expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { openSeason, type Studio } from '../scenarios/small-city.ts'

const stage = await openStage()
const season = await openSeason(stage)
let studio: Studio
let rival: Studio
let desk: { cookie: string }

beforeAll(async () => {
  studio = await season.studio({ dancers: 1, teachers: 0 })
  rival = await season.studio({ dancers: 0, teachers: 0 })
  const clerk = { email: 'desk@example.com', fname: 'Ines', lname: 'Moreau', role: 'office' as const }
  const { user_id } = await stage.db.transaction().execute((tx) => insertAccount(tx, clerk, stage.clock.now()))
  desk = await stage.sessionOf(user_id)
})

type OfficePerson = { version: string; lname: string; owner: { user_id: number } | null }

const call = (method: 'GET' | 'PUT', url: string, payload?: object) =>
  stage.app.inject({ method, url: `/v1/office/people/${url}`, headers: desk, ...(payload && { payload }) })
const read = async (id: number): Promise<OfficePerson> => (await call('GET', `${id}`)).json()

/** A child on the studio's roster, with a phone number; the account that entered the child is gone. */
const ownerless = () =>
  stage.db.transaction().execute(async (tx) => {
    const at = stage.clock.now()
    const draft = { fname: 'Mira', lname: 'Qill', birthdate: calendarDate('2013-07-07') }
    const id = await insertPerson(tx, draft, at)
    await insertRosterRow(tx, { user_id: studio.user_id, person_id: id, studio_id: studio.studio_id }, at)
    const phone = { contact_type_id: 2, value: '4155550199', is_primary: true }
    await tx
      .insertInto('contacts')
      .values({ person_id: id, entered_by: studio.user_id, ...phone })
      .execute()
    return id
  })

const auditOf = (id: number) =>
  stage.db
    .selectFrom('audit_log')
    .select(['action', 'before', 'after'])
    .where('entity', '=', 'person')
    .where('entity_id', '=', String(id))
    .orderBy('id')
    .execute()

test('OFF-051 SEC-008 the office corrects a person whose owner is gone, with a reason, and reads no contact', async () => {
  const id = await ownerless()
  const reply = await call('GET', `${id}`)
  expect(reply.json()).toMatchObject({ fname: 'Mira', lname: 'Qill', birthdate: '2013-07-07', owner: null })
  expect(reply.json().holders).toMatchObject([{ user_id: studio.user_id }])
  expect(reply.body).not.toMatch(/4155550199|@/)

  const { version } = reply.json() as OfficePerson
  const body = { fname: 'Mira', lname: ' Quill ', birthdate: '2012-07-07', reason: 'The school wrote to us', version }
  const refusalOf = async (change: object) => (await call('PUT', `${id}`, { ...body, ...change })).json()
  expect(await refusalOf({ reason: ' ' })).toMatchObject({ code: 'person.reason', field: 'reason' })
  expect(await refusalOf({ lname: ' ' })).toMatchObject({ code: 'entry.wrong', field: 'lname' })
  expect(await refusalOf({ birthdate: '2031-01-01' })).toMatchObject({ code: 'entry.wrong', field: 'birthdate' })
  expect(await refusalOf({ version: 'other' })).toMatchObject({ code: 'person.changed' })
  expect(await auditOf(id)).toEqual([])

  expect((await call('PUT', `${id}`, body)).json()).toMatchObject({ lname: 'Quill', birthdate: '2012-07-07' })
  // Sent twice, the second is told that it was changed meanwhile.
  expect((await call('PUT', `${id}`, body)).statusCode).toBe(409)
  expect(await auditOf(id)).toEqual([
    {
      action: 'correct person',
      before: { fname: 'Mira', lname: 'Qill', birthdate: '2013-07-07' },
      after: { fname: 'Mira', lname: 'Quill', birthdate: '2012-07-07', reason: 'The school wrote to us' },
    },
  ])
  const roster = (await studio.call('GET', '/v1/mybtf/roster')).json()
  expect(roster.find((row: { id: number }) => row.id === id)).toMatchObject({
    lname: 'Quill',
    contact_info: { phone: '4155550199' },
  })

  // Erased, the audit names nobody any more.
  expect((await studio.call('DELETE', `/v1/mybtf/${studio.user_id}/people/${id}`)).statusCode).toBeLessThan(300)
  expect(await auditOf(id)).toEqual([{ action: 'correct person', before: null, after: null }])
})

test('OFF-051 SEC-008 the office makes an account with the person on its roster the owner, once; nobody else', async () => {
  const id = await ownerless()
  const { version } = await read(id)
  const give = (user_id: number, change: object = {}) =>
    call('PUT', `${id}/owner`, { user_id, reason: 'Her first school closed', version, ...change })
  expect((await give(rival.user_id)).json()).toMatchObject({ code: 'person.not_on_roster', field: 'user_id' })
  expect((await give(studio.user_id, { reason: '' })).json()).toMatchObject({ code: 'person.reason' })

  const owned = (await give(studio.user_id)).json() as OfficePerson
  expect(owned).toMatchObject({ owner: { user_id: studio.user_id } })
  expect(await auditOf(id)).toMatchObject([
    { action: 'give person an owner', after: { owner_user_id: studio.user_id, reason: 'Her first school closed' } },
  ])
  // From here on the owner alone changes it.
  expect((await give(studio.user_id, { version: owned.version })).json()).toMatchObject({ code: 'person.has_owner' })
  const correction = { fname: 'Mira', lname: 'Other', birthdate: null, reason: 'No', version: owned.version }
  expect((await call('PUT', `${id}`, correction)).json()).toMatchObject({ code: 'person.has_owner' })
  expect((await read(id)).lname).toBe('Qill')
})

test('OFF-051 a person on no roster is not found', async () => {
  const { person_id } = await stage.db
    .selectFrom('users')
    .select('person_id')
    .where('id', '=', studio.user_id)
    .executeTakeFirstOrThrow()
  expect((await call('GET', `${person_id}`)).statusCode).toBe(404)
  expect((await call('GET', '999999')).statusCode).toBe(404)
})
