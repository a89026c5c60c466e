import { insertAccount } from '@callboard/server/dev/build-people.ts'
import { insertRegistration } from '@callboard/server/dev/build-registrations.ts'
import { smallCity } from '@callboard/server/dev/scenario-small-city.ts'
import { instant } from '@callboard/domain/kernel/instant.ts'
import { inTransaction } from '@callboard/server/platform/db/transaction.ts'
import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { marlowe, tour_date_id } = await smallCity(stage.db)
const office = await inTransaction(stage.db, (tx) =>
  insertAccount(tx, { email: 'desk@test.example', fname: 'Odile', lname: 'Desk', role: 'office' }, stage.clock.now()),
)
/** Completed, with one dancer. */
const { id: completed } = await inTransaction(stage.db, (tx) =>
  insertRegistration(tx, {
    tour_date_id,
    user_id: marlowe.user_id,
    studio_id: marlowe.studio_id,
    dancers: marlowe.person_ids.slice(0, 1),
    at: instant('2024-09-20T10:00:00Z'),
    state: 'completed',
  }),
)

const asOffice = async (method: 'GET' | 'PUT', path: string, body?: unknown) => {
  const reply = await stage.call(office.user_id, method, `/v1/office${path}`, body)
  return { status: reply.statusCode, body: reply.body === '' ? undefined : reply.json() }
}
const at = `/registrations/${completed}`
const ownersView = async () =>
  (await stage.call(marlowe.user_id, 'GET', `/v1/dance360/registrations/${completed}`)).json()
const lastAudit = () =>
  stage.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()

test('OFF-025 a rejected student ID takes the discount back, of what was promised that line alone', async () => {
  const attendee = await stage.db
    .updateTable('attendees')
    // Of an age at which the discount is given.
    .set({ college_discount: true, student_id_url: 'college-discounts/41/1/id.jpg', workshop_level_id: 4 })
    .where('registration_id', '=', completed)
    .returning(['id', 'fee'])
    .executeTakeFirstOrThrow()
  const total = async () => (await asOffice('GET', at)).body.money.total
  const full = await total()

  const verified = await asOffice('PUT', `/student-ids/${attendee.id}`, { decision: 'verified' })
  expect(verified.body).toEqual({ attendee_id: attendee.id, decision: 'verified', has_college_discount: true })
  const reduced = await total()
  expect(reduced).toBe(full - 22_500)
  expect((await asOffice('GET', at)).body.people[0].student_id).toMatchObject({ decision: 'verified' })

  await asOffice('PUT', `/student-ids/${attendee.id}`, { decision: 'rejected' })
  expect(await total()).toBe(full)
  expect((await ownersView()).fees.total).toBe(full)
  expect(await lastAudit()).toMatchObject({ action: 'reject student ID' })
})

test('OFF-025 FEE-032 a discount given later leaves a promo code no more than there is to take off', async () => {
  const { event_id, season_id } = await stage.db
    .selectFrom('registrations as r')
    .innerJoin('tour_dates as t', 't.id', 'r.tour_date_id')
    .where('r.id', '=', completed)
    .select(['t.event_id', 't.season_id'])
    .executeTakeFirstOrThrow()
  const terms = { event_id, season_id, type: 'total', value: 10_000, percentage: true } as const
  const { id: promo_code_id } = await stage.db
    .insertInto('promo_codes')
    .values({ code: 'ALLOFIT', ...terms })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { total: before } = (await asOffice('GET', at)).body.money
  const use = { promo_code_id, user_id: marlowe.user_id, registration_id: completed, event_id, season_id }
  await stage.db
    .insertInto('promo_uses')
    .values({ ...use, amount: before, position: 0, counted: true })
    .execute()
  const attendee = await stage.db
    .updateTable('attendees')
    .set({ college_discount: true, student_id_url: 'college-discounts/41/1/id.jpg', workshop_level_id: 4 })
    .where('registration_id', '=', completed)
    .returning('id')
    .executeTakeFirstOrThrow()
  await asOffice('PUT', `/student-ids/${attendee.id}`, { decision: 'verified' })
  const { total, promo } = (await asOffice('GET', at)).body.money
  expect(total).toBe(before - 22_500)
  expect(promo).toBe(total)

  await asOffice('PUT', `/student-ids/${attendee.id}`, { decision: 'rejected' })
  expect((await asOffice('GET', at)).body.money).toMatchObject({ total: before, promo: before })
})
