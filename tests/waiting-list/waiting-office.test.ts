import { calendarDate } from '@callboard/domain/kernel/calendar.ts'
import { insertAccount } from '@callboard/server/dev/build-people.ts'
import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { created, openSeason, routineBody } from '../scenarios/small-city.ts'
import { fullCity, joined, lineOf, ready } from '../scenarios/waiting-city.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const season = await openSeason(stage)
const office = await stage.db
  .transaction()
  .execute((tx) =>
    insertAccount(tx, { email: 'desk@callboard.example', fname: 'Desk', lname: 'Clerk', role: 'office' }, created),
  )
const desk = (method: 'GET' | 'POST' | 'PUT', url: string, body?: unknown) =>
  stage.call(office.user_id, method, url, body)

async function waiter(tour_date_id: number, name: string, solos = 1) {
  const studio = await season.studio({ dancers: 3, teachers: 0 })
  const id = await ready(studio, tour_date_id)
  const casts = studio.dancers.slice(0, solos).map((person) => [person])
  const { entries, routine_ids } = await joined(studio, id, { names: [name, `${name} 2`], casts })
  return { studio, id, entry_id: entries[0].id as number, routine_id: routine_ids[0] as number }
}

const audits = (entity_id: number) =>
  stage.db
    .selectFrom('audit_log')
    .select(['action', 'actor_user_id', 'before', 'after'])
    .where('entity', '=', 'registration')
    .where('entity_id', '=', String(entity_id))
    .execute()

const titles = async (tour_date_id: number) =>
  (await desk('GET', `/v1/office/waiting-list?tour_date_id=${tour_date_id}`))
    .json()
    .entries.map(({ routines }: { routines: { name: string }[] }) => routines[0]?.name)

test('OFF-024 the office sees a city’s line, and moves an entry only with a reason, which is kept', async () => {
  const { tour_date_id } = await fullCity(season)
  const empty = await season.city({ waiting_list: true })
  const soon = { start_date: calendarDate('2024-10-02') }
  await stage.db.updateTable('tour_dates').set(soon).where('id', '=', empty).execute()
  await waiter(tour_date_id, 'First')
  const second = await waiter(tour_date_id, 'Second')
  const third = await waiter(tour_date_id, 'Third')
  expect(await titles(tour_date_id)).toEqual(['First', 'Second', 'Third'])
  // Unasked for, not a city in which nobody waits, be it sooner.
  expect((await desk('GET', '/v1/office/waiting-list')).json()).toMatchObject({
    tour_date_id,
    cities: [{ tour_date_id }, { tour_date_id: empty }],
  })
  const url = `/v1/office/waiting-entries/${third.entry_id}/place`
  expect((await desk('PUT', url, { before: second.entry_id, reason: ' ' })).statusCode).toBe(422)
  expect((await desk('PUT', url, { before: second.entry_id, reason: 'A teacher was taken ill' })).statusCode).toBe(200)
  expect(await titles(tour_date_id)).toEqual(['First', 'Third', 'Second'])
  expect(await lineOf(third.studio, third.id)).toMatchObject([{ place: 2 }])
  expect(await audits(third.id)).toMatchObject([
    {
      action: 'move in waiting list',
      actor_user_id: office.user_id,
      after: { before: 'Second', reason: 'A teacher was taken ill' },
    },
  ])
})

test('OFF-024 approving passes the line when there is room, and is refused when there is none', async () => {
  const { tour_date_id } = await fullCity(season)
  await waiter(tour_date_id, 'First')
  const second = await waiter(tour_date_id, 'Second')
  const approve = () =>
    desk('PUT', `/v1/office/waiting-list/${second.routine_id}`, { decision: 'approve', reason: 'Promised in May' })
  expect((await approve()).json().code).toBe('waiting.no_room')
  await stage.db
    .updateTable('capacity')
    .set({ places: 2 })
    .where('tour_date_id', '=', tour_date_id)
    .where('key', '=', 'routines')
    .execute()
  expect((await approve()).json()).toEqual({ routine_id: second.routine_id, status: 'registered' })
  const record = (await second.studio.call('GET', `/v1/dance360/registrations/${second.id}`)).json()
  expect([record.routines.length, record.waiting_list_routines.length]).toEqual([1, 0])
  expect(await audits(second.id)).toMatchObject([
    { action: 'approve waiting routine', after: { reason: 'Promised in May' } },
  ])
  const mail = await stage.db
    .selectFrom('mails')
    .select('subject')
    .where('registration_id', '=', second.id)
    .executeTakeFirst()
  expect(mail?.subject).toMatch(/^Second is entered/)
})

test('OFF-024 refusing takes the routine away and tells its owner why; the rest of its bundle waits on', async () => {
  const { tour_date_id } = await fullCity(season)
  const { studio, id, routine_id } = await waiter(tour_date_id, 'First', 2)
  const reply = await desk('PUT', `/v1/office/waiting-list/${routine_id}`, {
    decision: 'refuse',
    reason: 'The stage is too small',
  })
  expect(reply.json()).toEqual({ routine_id, status: 'removed' })
  expect(await lineOf(studio, id)).toMatchObject([{ state: 'waiting', routines: [{ name: 'First 2' }] }])
  const mail = await stage.db.selectFrom('mails').select('text').where('registration_id', '=', id).executeTakeFirst()
  expect(mail?.text).toContain('The stage is too small')
})

test('COMP-071 OFF-024 a routine asked for by email is recorded by the office, also where nobody can join, and shown', async () => {
  const { tour_date_id } = await fullCity(season, { waiting_list: false })
  const studio = await season.studio({ dancers: 3, teachers: 0 })
  const id = await ready(studio, tour_date_id)
  const { registration_id: _, ...routine } = routineBody(id, studio.dancers.slice(0, 1))
  const add = (reason: string) => desk('POST', '/v1/office/waiting-list', { registration_id: id, routine, reason })
  expect((await add('')).json().code).toBe('required')
  expect((await add('By email of May 3')).statusCode).toBe(200)
  const record = (await studio.call('GET', `/v1/dance360/registrations/${id}`)).json()
  expect(record.waiting_list_routines).toMatchObject([{ status: 'waiting', routine: { name: 'First Light' } }])
  expect(record.fees.competition).toBe(0)
  expect(await lineOf(studio, id)).toMatchObject([{ state: 'waiting', place: 1 }])
  expect(await audits(id)).toMatchObject([{ action: 'add waiting routine', after: { reason: 'By email of May 3' } }])
})

test('COMP-071 a routine that is sent again after a lost reply joins once', async () => {
  const { tour_date_id } = await fullCity(season)
  const studio = await season.studio({ dancers: 3, teachers: 0 })
  const id = await ready(studio, tour_date_id)
  const { version } = (await desk('GET', `/v1/office/registrations/${id}`)).json()
  const { registration_id: _, ...routine } = routineBody(id, studio.dancers.slice(0, 1))
  const send = () =>
    desk('POST', '/v1/office/waiting-list', { registration_id: id, version, routine, reason: 'By phone' })
  expect((await send()).statusCode).toBe(200)
  const again = await send()
  expect([again.statusCode, again.json().code]).toEqual([409, 'changed_meanwhile'])
  const record = (await studio.call('GET', `/v1/dance360/registrations/${id}`)).json()
  expect(record.waiting_list_routines).toHaveLength(1)
})

test('COMP-071 FEE-023 added to a completed registration, a waiting routine changes nothing that was promised', async () => {
  const { tour_date_id } = await fullCity(season)
  const studio = await season.studio({ dancers: 3, teachers: 0 })
  const id = await ready(studio, tour_date_id)
  const before = (await studio.call('GET', `/v1/dance360/registrations/${id}`)).json()
  await stage.db
    .updateTable('registrations')
    .set({ completed: true, reviewed: true, completed_at: stage.clock.now() })
    .where('id', '=', id)
    .execute()
  const { registration_id: _, ...routine } = routineBody(id, studio.dancers.slice(0, 1))
  const reply = await desk('POST', '/v1/office/waiting-list', { registration_id: id, routine, reason: 'By phone' })
  expect(reply.statusCode).toBe(200)
  const after = (await studio.call('GET', `/v1/dance360/registrations/${id}`)).json()
  expect(after).toMatchObject({ completed: true, reviewed: true, fees: { total: before.fees.total } })
  expect(after.waiting_list_routines).toHaveLength(1)
})
