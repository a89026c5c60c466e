import { beforeEach, expect, test } from 'vitest'
import { promoStatuses } from '@callboard/domain/payments/promo.ts'
import { smallCity } from '@callboard/server/dev/scenario-small-city.ts'
import { openStage } from '../kit.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { marlowe, office } = await smallCity(stage.db)
const { id: event_id } = await stage.db.selectFrom('events').select('id').executeTakeFirstOrThrow()
const { id: season_id } = await stage.db
  .selectFrom('seasons')
  .where('current', '=', true)
  .select('id')
  .executeTakeFirstOrThrow()

const as = (user_id: number) => async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) => {
  const reply = await stage.call(user_id, method, `/v1/office/promo-codes${path}`, body)
  return { status: reply.statusCode, body: reply.body ? reply.json() : null }
}
const admin = as(office.user_id)
beforeEach(async () => {
  await stage.db.updateTable('users').set({ role: 'admin' }).where('id', '=', office.user_id).execute()
  await stage.db.deleteFrom('promo_uses').execute()
  await stage.db.deleteFrom('promo_codes').execute()
})

const studio15 = {
  code: ' studio15 ',
  type: 'competition',
  value: 1_500,
  percentage: true,
  unique: false,
  event_id,
  season_id,
  max_uses: null,
  note: 'Fall mailing',
}

test('OFF-022 PAY-040 a code is created in capitals, listed with its uses, and found by a registrant at once', async () => {
  const created = await admin('POST', '', studio15)
  expect(created.status, JSON.stringify(created.body)).toBe(200)
  expect(created.body).toMatchObject({ code: 'STUDIO15', value: 1_500, percentage: true, active: true, uses: 0 })
  expect((await admin('GET', '?q=udio')).body.rows).toMatchObject([{ code: 'STUDIO15', uses: 0, applied: 0 }])
  const lookup = await stage.call(marlowe.user_id, 'GET', `/v1/dance360/promo-codes?code=studio15&event_id=${event_id}`)
  expect(lookup.json()).toMatchObject({ code: 'STUDIO15', type: 'competition', percentage: true })
})

test('OFF-022 the list is filtered by the status that it shows', async () => {
  const codes = {
    ON: {},
    LATER: { valid_from: '2024-10-05' },
    SPENT: { max_uses: 1 },
    OVER: { valid_through: '2024-09-30', max_uses: 1 },
    OFF: { valid_through: '2024-09-30' },
  }
  const ids = new Map<string, number>()
  for (const [code, change] of Object.entries(codes)) {
    ids.set(code, (await admin('POST', '', { ...studio15, ...change, code })).body.id)
  }
  await admin('PUT', `/${ids.get('OFF')}`, { active: false })
  const { id: registration_id } = (
    await stage.call(marlowe.user_id, 'POST', '/v1/mybtf/registration', {
      tour_date_id: (await stage.db.selectFrom('tour_dates').select('id').executeTakeFirstOrThrow()).id,
    })
  ).json()
  const use = { registration_id, user_id: marlowe.user_id, event_id, season_id, position: 0, counted: true }
  await stage.db
    .insertInto('promo_uses')
    .values(['SPENT', 'OVER'].map((code) => ({ ...use, promo_code_id: ids.get(code) ?? 0 })))
    .execute()
  type Line = { code: string; status: string }
  const listedCodes = await Promise.all(
    promoStatuses.map(async (status) => {
      const { rows }: { rows: Line[] } = (await admin('GET', `?status=${status}`)).body
      return rows.map((row) => [row.code, row.status])
    }),
  )
  // The query selects by the same rule that names the status of each row.
  expect(listedCodes).toEqual([
    [['ON', 'on']],
    [['LATER', 'not_yet']],
    [['SPENT', 'used_up']],
    [['OVER', 'ended']],
    [['OFF', 'off']],
  ])
})

test.each([
  ['no code', { code: ' ' }, 'promo.code'],
  ['a code of strange signs', { code: 'FALL 24' }, 'promo.letters'],
  ['nothing off', { value: 0 }, 'promo.value'],
  ['more than all of it', { value: 10_001 }, 'promo.value'],
  ['no use at all', { max_uses: 0 }, 'promo.max_uses'],
  ['a last day before the first', { valid_from: '2027-03-02', valid_through: '2027-03-01' }, 'promo.days'],
])('OFF-022 %s is refused', async (_, change, code) => {
  expect((await admin('POST', '', { ...studio15, ...change })).body.code).toBe(code)
})

test('OFF-022 a code name is unique per event and season, and free in another scope', async () => {
  await admin('POST', '', studio15)
  expect((await admin('POST', '', studio15)).body.code).toBe('promo.taken')
  expect((await admin('POST', '', { ...studio15, event_id: null })).status).toBe(200)
})

test('OFF-022 the list is in the order asked for, the newest first unless something else is', async () => {
  for (const code of ['MIDDLE', 'ALPHA', 'ZULU']) await admin('POST', '', { ...studio15, code })
  const codes = async (query: string) => (await admin('GET', query)).body.rows.map(({ code }: { code: string }) => code)
  expect(await codes('')).toEqual(['ZULU', 'ALPHA', 'MIDDLE'])
  expect(await codes('?sort=code&order=asc')).toEqual(['ALPHA', 'MIDDLE', 'ZULU'])
  expect(await codes('?sort=code&order=desc&per_page=1&page=2')).toEqual(['MIDDLE'])
  expect(await codes('?sort=uses&order=asc')).toEqual(['ZULU', 'ALPHA', 'MIDDLE'])
})

test('OFF-022 OFF-051 switched off it is unknown to registrants, and every change is written down', async () => {
  const { id } = (await admin('POST', '', studio15)).body
  expect((await admin('PUT', `/${id}`, { active: false })).body).toMatchObject({ active: false, code: 'STUDIO15' })
  const lookup = await stage.call(marlowe.user_id, 'GET', `/v1/dance360/promo-codes?code=STUDIO15&event_id=${event_id}`)
  expect(lookup.json().code).toBe('promo.unknown')
  expect((await admin('DELETE', `/${id}`)).status).toBe(204)
  const audit = await stage.db
    .selectFrom('audit_log')
    .where('entity', '=', 'promo_code')
    .orderBy('id')
    .selectAll()
    .execute()
  expect(audit.slice(-3).map(({ action }) => action)).toEqual([
    'create promo code',
    'change promo code',
    'delete promo code',
  ])
})

test('OFF-022 OFF-051 a code has a first and a last day, which can change, also alone, and stay when it is switched', async () => {
  const days = { valid_from: '2024-10-05', valid_through: '2024-10-31' }
  const { body: created } = await admin('POST', '', { ...studio15, ...days })
  expect(created).toMatchObject({ ...days, status: 'not_yet' })
  const path = `/${created.id}`
  expect((await admin('PUT', path, { active: false })).body).toMatchObject({ ...days, status: 'off' })
  expect((await admin('PUT', path, { active: true, valid_from: null })).body).toMatchObject({
    ...{ valid_from: null, valid_through: days.valid_through, status: 'on' },
  })
  expect((await admin('PUT', path, { valid_from: '2024-11-01' })).body).toMatchObject({
    ...{ code: 'promo.days', field: 'valid_through' },
  })
  expect((await admin('PUT', path, { valid_through: '2024-09-30' })).body).toMatchObject({ status: 'ended' })
  const last = await stage.db
    .selectFrom('audit_log')
    .where('entity', '=', 'promo_code')
    .orderBy('id', 'desc')
    .select(['before', 'after'])
    .executeTakeFirstOrThrow()
  expect([last.before, last.after]).toMatchObject([
    { valid_from: null, valid_through: '2024-10-31' },
    { valid_from: null, valid_through: '2024-09-30' },
  ])
})

test('OFF-022 the value of a code in use cannot change; its limit and note can', async () => {
  const { id } = (await admin('POST', '', studio15)).body
  const { id: registration_id } = (
    await stage.call(marlowe.user_id, 'POST', '/v1/mybtf/registration', {
      tour_date_id: (await stage.db.selectFrom('tour_dates').select('id').executeTakeFirstOrThrow()).id,
    })
  ).json()
  const use = { registration_id, promo_code_id: id, user_id: marlowe.user_id, event_id, season_id, position: 0 }
  await stage.db.insertInto('promo_uses').values(use).execute()
  expect((await admin('PUT', `/${id}`, { value: 2_000 })).body).toMatchObject({ code: 'promo.in_use', uses: 1 })
  expect((await admin('DELETE', `/${id}`)).body.code).toBe('promo.in_use')
  expect((await admin('PUT', `/${id}`, { max_uses: 3, note: 'Only three' })).body).toMatchObject({ max_uses: 3 })
  expect((await admin('GET', `/${id}/uses`)).body.rows).toMatchObject([{ registration_id, counted: false }])
})

test('OFF-022 OFF-040 the office reads codes, only an administrator makes them, a studio neither', async () => {
  await stage.db.updateTable('users').set({ role: 'office' }).where('id', '=', office.user_id).execute()
  expect((await admin('GET', '')).status).toBe(200)
  expect((await admin('POST', '', studio15)).status).toBe(403)
  expect((await as(marlowe.user_id)('GET', '')).status).toBe(403)
})

test('OFF-022 two people who change one code at once: different fields both stay, one field is told', async () => {
  const { body: promo } = await admin('POST', '', studio15)
  const edit = (change: object) => admin('PUT', `/${promo.id}`, { ...change, base: promo })
  expect((await edit({ note: 'Spring mailing', max_uses: promo.max_uses })).status).toBe(200)
  expect((await edit({ note: promo.note, max_uses: 40 })).body).toMatchObject({ note: 'Spring mailing', max_uses: 40 })
  const { status, body } = await edit({ max_uses: 10 })
  expect([status, body.code, body.field]).toEqual([409, 'edit_conflict', 'max_uses'])
  expect(body.message).toMatch(/^Someone else changed the number of uses since/)
})
