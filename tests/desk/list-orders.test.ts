import { calendarDate } from '@callboard/domain/kernel/calendar.ts'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { instant } from '@callboard/domain/kernel/instant.ts'
import { cents } from '@callboard/domain/kernel/money.ts'
import { expect, test } from 'vitest'
import { worldTemplate } from '../scenarios/world-template.ts'

const { world, cast, copy } = await worldTemplate()
const stage = await copy()
const { db } = stage
const at = instant('2024-09-20T10:00:00Z')

type Row = Readonly<Record<string, unknown>>
const rowsOf = async (list: string, by = cast.office): Promise<Row[]> => {
  const reply = await stage.call(by, 'GET', `/v1/office/${list}`)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().rows
}

/** The list is in the order of `rank` both ways; `least` ranks must occur, or an order shows nothing. */
async function expectOrder(list: string, rank: (row: Row) => number, least = 2, by = cast.office) {
  const of = async (order: string) =>
    (await rowsOf(`${list}${list.includes('?') ? '&' : '?'}order=${order}&per_page=200`, by)).map(rank)
  const [rising, falling] = [await of('asc'), await of('desc')]
  expect(new Set(rising).size).toBeGreaterThanOrEqual(least)
  expect(rising).toEqual(rising.toSorted((one, other) => one - other))
  expect(falling).toEqual(rising.toReversed())
}

const rankIn =
  (field: string, ranks: readonly unknown[]) =>
  ({ [field]: value }: Row) =>
    ranks.indexOf(value)

test('entries are in order of status: waiting, music missing, none needed, uploaded', async () => {
  const entries = await rowsOf('entries?per_page=200')
  const [first, second] = entries.map(({ id }) => Number(id))
  const routine = (id = 0) => db.updateTable('registration_routines').where('id', '=', id)
  await routine(first).set({ status: 'waiting' }).execute()
  await routine(second).set({ no_music: true, music_id: null }).execute()
  await expectOrder('entries?sort=state', ({ status, music: sound }) =>
    status === 'waiting' ? 0 : ['missing', 'none', 'sent'].indexOf(String(sound)) + 1,
  )
})

test('the outbox is in order of status, the newest first', async () => {
  const mail = { subject: 'In order', text: 'Hello', html: '<p>Hello</p>', template: 'order', to: 'a@example.com' }
  await db
    .insertInto('mails')
    .values(
      (['sent', 'failed', 'queued', 'failed'] as const).map((state, hour) => ({
        ...{ ...mail, state },
        created: instant(`2024-09-20T1${hour}:00:00Z`),
      })),
    )
    .execute()
  await expectOrder('mails?state=all&sort=state', rankIn('state', ['failed', 'queued', 'sent']), 3)
  const created = (await rowsOf('mails?state=failed&sort=state&order=asc')).map((row) => String(row['created']))
  expect(created).toEqual(created.toSorted().toReversed())
})

test('emails to groups are in order of status and of recipients, and recipients of theirs', async () => {
  const mail = { kind: 'news' as const, text: 'Hello', audience: JSON.stringify({ tour_date_ids: [] }), created: at }
  const groupMails = await db
    .insertInto('group_mails')
    .values(
      (['sent', 'draft'] as const).map((state) => ({
        ...{ ...mail, state, subject: `In order ${state}`, event_id: world.event_id, time_zone: 'America/Chicago' },
        created_by: cast.office,
      })),
    )
    .returning('id')
    .execute()
  const id = groupMails[0]?.id ?? 0
  await db
    .insertInto('group_mail_recipients')
    .values([
      { group_mail_id: id, user_id: cast.owner, registration_ids: [], state: 'unsubscribed' },
      { group_mail_id: id, user_id: cast.office, registration_ids: [], state: 'ended' },
    ])
    .execute()
  const states = ['canceled', 'draft', 'scheduled', 'sending', 'sent']
  await expectOrder('group-mails?sort=state', rankIn('state', states))
  await expectOrder('group-mails?sort=recipients', ({ recipients }) => Number(recipients))
  await expectOrder(`group-mails/${id}/recipients?sort=state`, rankIn('state', ['ended', 'unsubscribed']))
})

test('OFF-022 promo codes are in order of what they take off, of their days and of their status', async () => {
  const { season_id } = await db
    .selectFrom('tour_dates')
    .where('id', '=', world.completed.tour_date_id)
    .select('season_id')
    .executeTakeFirstOrThrow()
  const code = { type: 'total' as const, event_id: null, season_id, note: '' }
  const promos = await db
    .insertInto('promo_codes')
    .values([
      { ...code, code: 'ORDERA', value: 1_500, percentage: true, active: false },
      { ...code, code: 'ORDERB', value: 9_000, percentage: false },
      { ...code, code: 'ORDERC', value: 500, percentage: false, max_uses: 1 },
      { ...code, code: 'ORDERD', value: 9_100, percentage: false, valid_from: calendarDate('2099-01-01') },
      { ...code, code: 'ORDERE', value: 9_200, percentage: false, valid_through: calendarDate('2020-01-01') },
    ])
    .returning('id')
    .execute()
  await db
    .insertInto('promo_uses')
    .values({
      ...{ promo_code_id: promos[2]?.id ?? 0, registration_id: world.completed.id, user_id: cast.owner },
      ...{ event_id: world.event_id, season_id, position: 9, amount: cents(500), counted: true },
    })
    .execute()
  const codes = async (query: string) => (await rowsOf(`promo-codes?q=ORDER&${query}`)).map((row) => row['code'])
  expect(await codes('sort=worth&order=asc')).toEqual(['ORDERC', 'ORDERB', 'ORDERD', 'ORDERE', 'ORDERA'])
  expect(await codes('sort=days&order=asc')).toEqual(['ORDERE', 'ORDERC', 'ORDERB', 'ORDERA', 'ORDERD'])
  expect(await codes('sort=state&order=asc')).toEqual(['ORDERB', 'ORDERD', 'ORDERC', 'ORDERE', 'ORDERA'])
  expect(await codes('sort=state&order=desc')).toEqual(['ORDERA', 'ORDERE', 'ORDERC', 'ORDERD', 'ORDERB'])
})

test('OFF-023 earlier attendance is in order of each column over all pages, not within one', async () => {
  const { id: season_id } = await db.selectFrom('seasons').select('id').executeTakeFirstOrThrow()
  const people = await db.selectFrom('persons').select('id').orderBy('id').limit(3).execute()
  await db.deleteFrom('attendance_records').execute()
  await db
    .insertInto('attendance_records')
    .values(
      people.map(({ id }, i) => ({ person_id: id, season_id, attended: i === 1, note: 'cab'[i] ?? '', recorded: at })),
    )
    .execute()
  const firstOf = async (query: string) => (await rowsOf(`attended?per_page=1&${query}`)).map((row) => row['note'])
  expect(await firstOf('sort=note&order=asc')).toEqual(['a'])
  expect(await firstOf('sort=note&order=desc')).toEqual(['c'])
  expect(await firstOf('sort=attended&order=desc')).toEqual(['a'])
  expect((await rowsOf('attended?sort=season&order=asc')).length).toBe(3)
  const names = (await rowsOf('attended?sort=name&order=asc')).map((row) => String(row['name']).toLowerCase())
  expect(names).toEqual(names.toSorted())
})

test('invitations are in order of when they were emailed last', async () => {
  const days = [3, 1, 2]
  await db
    .insertInto('invitations')
    .values(
      days.map((day) => ({
        ...{ email: `order${day}@example.com`, fname: 'In', lname: 'Order', role: 'office' as const },
        ...{ token_hash: `order${day}`, created: at, expires_at: instant('2024-10-20T10:00:00Z') },
        mailed_at: instant(`2024-09-2${day}T10:00:00Z`),
      })),
    )
    .execute()
  await db.updateTable('users').set({ role: 'admin' }).where('id', '=', cast.office).execute()
  const ranks = days.toSorted().map((day) => `order${day}@example.com`)
  await expectOrder('invitations?sort=mailed&q=order', rankIn('email', ranks), 3)
})

test('OFF-023 scholarships are in order of validity, note and status', async () => {
  const { id: season_id } = await db.selectFrom('seasons').select('id').executeTakeFirstOrThrow()
  await db.updateTable('attendees').set({ scholarship_id: null }).execute()
  await db.deleteFrom('scholarships').execute()
  const scholarship = { person_id: world.completed.person_id, season_id, amount: cents(100), recorded: at }
  const [, ofEvent] = await db
    .insertInto('scholarships')
    .values([
      { ...scholarship, note: 'b', used_registration_id: world.completed.id },
      { ...scholarship, note: 'C', event_id: world.event_id },
      { ...scholarship, note: 'a' },
    ])
    .returning('id')
    .execute()
  await db
    .updateTable('attendees')
    .set({ scholarship_id: ofEvent?.id ?? 0 })
    .where('registration_id', '=', world.completed.id)
    .where('person_id', '=', world.completed.person_id)
    .execute()
  const notes = async (query: string) => (await rowsOf(`scholarships?${query}`)).map((row) => row['note'])
  expect(await notes('sort=note&order=asc')).toEqual(['a', 'b', 'C'])
  expect(await notes('sort=state&order=asc')).toEqual(['a', 'C', 'b'])
  expect(await notes('sort=state&order=desc')).toEqual(['b', 'C', 'a'])
  expect((await notes('sort=where&order=desc'))[0]).toBe('C')
})

test('accounts are in order of their second step', async () => {
  await db
    .insertInto('second_factors')
    .values({ user_id: cast.owner, secret: 's', created: at, confirmed_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const hasStep = ({ second_step_since }: Row) => Number(second_step_since !== null)
  await expectOrder('users?sort=second_step', hasStep, 2, cast.admin)
})

test('invitations are in order of how long they work', async () => {
  const invitation = { fname: 'Nora', lname: 'Diaz', role: 'office' as const, created: at, mailed_at: at }
  await db
    .insertInto('invitations')
    .values(
      ['2024-11-03', '2024-11-01', '2024-11-02'].map((day, index) => ({
        ...{ ...invitation, email: `invited${index}@example.com`, token_hash: `hash ${index}`, created_by: cast.admin },
        expires_at: instant(`${day}T10:00:00Z`),
      })),
    )
    .execute()
  await expectOrder('invitations?sort=until', ({ expires_at }) => Date.parse(String(expires_at)), 3, cast.admin)
})

test('OFF-043 the money of a city is in order of status, due date, discounts and fees', async () => {
  const list = `tour-dates/${world.completed.tour_date_id}/balances`
  await expectOrder(`${list}?sort=stands`, rankIn('stands', ['paid', 'deposit', 'pending_check']), 1)
  await expectOrder(`${list}?sort=off`, ({ promo, credit }) => Number(promo) + Number(credit), 1)
  await expectOrder(`${list}?sort=extra`, ({ fees, adjustments }) => Number(fees) + Number(adjustments), 1)
  const due = (await rowsOf(`${list}?sort=due&order=asc`)).map((row) =>
    Number(row['balance']) > 0 ? String(row['due_date']) : '9999-12-31',
  )
  expect(due).toEqual(due.toSorted())
})

/**
 * Columns of buttons and pictures, the one whose reason stands beside it, and the status of a registration, which is a
 * filter of its list.
 */
const unordered = new Set([
  ...['acts', 'save', 'email of web/src/roster/office/StudiosPage.tsx'],
  'status of web/src/registrations/office/registration-columns.tsx',
  'spread of web/src/survey/office/SurveyResultsPage.tsx',
])

test('every column of the office’s lists can be put in order', () => {
  const root = path.join(import.meta.dirname, '../..')
  const files = readdirSync(path.join(root, 'web/src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(^|[\\/])office[\\/].*\.tsx?$/.test(file))
    .map((file) => `web/src/${file}`)
  const missing = files.flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    return [...text.matchAll(/^( *)\{\n\1 {2}key: '(\w+)',\n[\s\S]*?\n\1\}/gm)]
      .filter(([column]) => /^ *header: /m.test(column) && !column.includes('quietHeader'))
      .filter(([column]) => !/^ *sort(:|,|\()/m.test(column))
      .map(([, , key = '']) => [key, file] as const)
      .filter(([key]) => !unordered.has(key) && !unordered.has(`${key} of ${file}`))
      .map(([key]) => `${file}: ${key}`)
  })
  expect(files.length).toBeGreaterThan(100)
  expect(missing).toEqual([])
})
