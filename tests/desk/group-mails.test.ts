import { batchSeconds, batchSize } from '@callboard/domain/desk/group-mail.ts'
import { instant, secondsAfter } from '@callboard/domain/kernel/instant.ts'
import { insertAccount } from '@callboard/server/dev/build-people.ts'
import { insertRegistration } from '@callboard/server/dev/build-registrations.ts'
import { smallCity } from '@callboard/server/dev/scenario-small-city.ts'
import { inTransaction } from '@callboard/server/platform/db/transaction.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { openStage } from '../kit.ts'

const start = instant('2024-10-01T16:00:00Z')
const mailbox: { to: string; headers: Readonly<Record<string, string>> | undefined }[] = []
const stage = await openStage({
  now: start,
  mail: { send: async ({ to, headers }) => void mailbox.push({ to, headers }) },
})
const { db } = stage
const { marlowe, grace, office, tour_date_id } = await smallCity(db)
const at = instant('2024-09-20T10:00:00Z')
const register = (studio: typeof marlowe) =>
  inTransaction(db, (tx) =>
    insertRegistration(tx, {
      ...{ tour_date_id, user_id: studio.user_id, studio_id: studio.studio_id, at, state: 'completed' as const },
      dancers: studio.person_ids.slice(0, 2),
    }),
  )
const completed = await register(marlowe)
await db.updateTable('tour_dates').set({ time_zone: 'America/Denver' }).where('id', '=', tour_date_id).execute()

beforeEach(() => {
  stage.clock.time = start
  mailbox.length = 0
})

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  stage.call(office.user_id, method, `/v1/office/group-mails${path}`, body)
const audience = { tour_date_ids: [tour_date_id], state: 'completed' }
const draft = {
  kind: 'news',
  subject: 'See you in {city}',
  text: 'Hello {first_name},\n\nyou owe {balance}.',
  audience,
}
const write = async (change = {}) => (await call('POST', '', { ...draft, ...change })).json().id as number
const count = async (change: object, kind = 'contract') =>
  (await call('POST', '/audience', { kind, audience: { tour_date_ids: [tour_date_id], ...change } })).json()
const mailsOf = (id: number) =>
  db.selectFrom('mails').selectAll().where('dedupe_key', 'like', `group-mail:${id}/%`).orderBy('id').execute()

test('an audience is narrowed by state, balance, waivers, music and program', async () => {
  const people = async (change: object) =>
    (await count(change)).people.map(({ user_id }: { user_id: number }) => user_id)
  expect(await people({})).toEqual(expect.arrayContaining([marlowe.user_id, grace.user_id]))
  expect(await people({ state: 'completed' })).not.toContain(grace.user_id)
  expect(await people({ state: 'incomplete' })).not.toContain(marlowe.user_id)
  expect(await people({ state: 'confirmed' })).toEqual([])

  const { receivable } = await db
    .selectFrom('registrations')
    .select('receivable')
    .where('id', '=', completed.id)
    .executeTakeFirstOrThrow()
  const owes = (await people({ owes: true })).includes(marlowe.user_id)
  expect(owes).toBe(receivable > 0)
  const paidInFull = await people({ paid_in_full: true })
  expect(paidInFull.includes(marlowe.user_id)).toBe(!owes)
  expect(paidInFull, 'not completed, so nothing is paid in full').not.toContain(grace.user_id)
  expect(await people({ state: 'completed', lacks_waivers: true })).toContain(marlowe.user_id)
  expect(await people({ in_program: true })).toEqual([])
  await sql`update attendees set best_dancer_type_id = (select min(id) from vip_types)
    where id = (select min(id) from attendees where registration_id = ${completed.id})`.execute(db)
  expect(await people({ in_program: true })).toEqual([marlowe.user_id])
  const routine = { registration_id: completed.id, status: 'registered', no_music: false }
  const lacking = await db
    .selectFrom('registration_routines')
    .select('id')
    .where('registration_id', '=', routine.registration_id)
    .where('status', '=', 'registered')
    .where('music_id', 'is', null)
    .where('no_music', '=', false)
    .execute()
  expect((await people({ state: 'completed', lacks_music: true })).includes(marlowe.user_id)).toBe(lacking.length > 0)
  expect((await call('POST', '/audience', { kind: 'news', audience: { tour_date_ids: [] } })).json()).toMatchObject({
    code: 'group_mail.cities',
    field: 'audience.tour_date_ids',
  })
})

test('a draft is previewed in the look of its brand and tested on oneself', async () => {
  const id = await write()
  // As it was stored before there was this condition.
  await sql`update group_mails set audience = audience - 'paid_in_full' where id = ${id}`.execute(db)
  expect((await call('GET', `/${id}`)).json().audience.paid_in_full).toBe(false)
  await sql`update events set mail_footer = 'Radix, Long Beach', color = '#1D4E89' where id = (
    select event_id from tour_dates where id = ${tour_date_id})`.execute(db)
  const page = await call('GET', `/${id}/html`)
  expect(page.headers['content-security-policy']).toContain('sandbox')
  expect(page.body).toMatch(
    /#1D4E89[\s\S]*See you in [\s\S]*Hello \w+,[\s\S]*you owe \$[\s\S]*Radix, Long Beach[\s\S]*Unsubscribe/,
  )
  const { to } = (await call('POST', `/${id}/test`)).json()
  const test = await db
    .selectFrom('mails')
    .selectAll()
    .where('template', '=', 'group_mail_test')
    .executeTakeFirstOrThrow()
  expect([test.to, test.user_id, test.unsubscribe_url]).toEqual([to, office.user_id, null])
  expect(test.subject).toMatch(/^Test: See you in /)
  expect((await call('PUT', `/${id}`, { ...draft, text: 'Dear {name}' })).json()).toMatchObject({
    code: 'group_mail.field',
    field: 'text',
  })
  expect((await call('DELETE', `/${id}`)).statusCode).toBe(204)
  expect((await call('GET', `/${id}`)).statusCode).toBe(404)
})

test('it goes out at its time in the zone of the city, and can be canceled before', async () => {
  const id = await write()
  expect((await call('POST', `/${id}/send`, { send_at: '2024-10-01T09:59' })).json()).toMatchObject({
    code: 'group_mail.past',
    field: 'send_at',
  })
  expect((await call('POST', `/${id}/send`, { send_at: '2024-02-31T09:59' })).statusCode).toBe(422)
  const scheduled = (await call('POST', `/${id}/send`, { send_at: '2024-10-01T11:00' })).json()
  expect(scheduled).toMatchObject({
    state: 'scheduled',
    send_at: '2024-10-01T17:00:00.000Z',
    time_zone: 'America/Denver',
  })
  expect((await call('PUT', `/${id}`, draft)).json().code).toBe('group_mail.state')
  await runJob()
  expect(await mailsOf(id)).toEqual([])
  expect((await call('POST', `/${id}/cancel`)).json()).toMatchObject({ state: 'draft', send_at: null })

  await call('POST', `/${id}/send`, { send_at: '2024-10-01T11:00' })
  stage.clock.time = instant('2024-10-01T17:00:00Z')
  await runJob()
  await stage.runJobs()
  const [mail, ...others] = await mailsOf(id)
  expect([others.length, mail?.user_id, mail?.state]).toEqual([0, marlowe.user_id, 'sent'])
  expect((await call('GET', `/${id}`)).json()).toMatchObject({ state: 'sent', progress: { sent: 1, failed: 0 } })
  expect((await call('POST', `/${id}/cancel`)).json().code).toBe('group_mail.state')
})

/** Runs the job that the crontab adds each minute. */
async function runJob() {
  await sql`select graphile_worker.add_job('send_group_mails', '{}'::json)`.execute(db)
  await stage.runJobs()
}

test('news carries one-click unsubscribing for the brand alone; a mail about a contract goes to everybody', async () => {
  const id = await write()
  await call('POST', `/${id}/send`, { send_at: null })
  await stage.runJobs()
  const [mail] = await mailsOf(id)
  const url = mail?.unsubscribe_url ?? ''
  expect(mailbox[0]?.headers).toEqual({
    'List-Unsubscribe': `<${url}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
  expect(mail?.text).toContain(`http://localhost:3000/unsubscribe/`)
  const token = url.split('/').at(-1) ?? ''
  expect(token).not.toContain(marlowe.email)

  const oneClick = (path: string) =>
    stage.app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
  expect((await oneClick(`/v1/unsubscribe/${token.slice(0, -3)}abc`)).json().code).toBe('group_mail.link_over')
  expect((await oneClick('/v1/unsubscribe/[7,"someone@example.com"]')).json().code).toBe('group_mail.link_over')
  // A scanner that follows the link of the mail changes nothing.
  const open = () => stage.call(0, 'POST', '/v1/unsubscribe/open', { token })
  expect((await open()).json()).toMatchObject({ unsubscribed: false, email: expect.stringContaining('•••@') })
  expect((await oneClick(url.replace('http://localhost:3000', ''))).statusCode).toBe(204)
  expect((await open()).json().unsubscribed).toBe(true)

  expect(await count({ state: 'completed' }, 'news')).toMatchObject({ count: 1, unsubscribed: 1 })
  const news = await write()
  expect((await call('POST', `/${news}/send`, { send_at: null })).json().code).toBe('group_mail.nobody')
  const contract = await write({ kind: 'contract' })
  await call('POST', `/${contract}/send`, { send_at: null })
  await stage.runJobs()
  const [about] = await mailsOf(contract)
  expect([about?.to, about?.unsubscribe_url]).toEqual([marlowe.email, null])
  expect(about?.text).not.toContain('Unsubscribe')
  expect((await stage.call(0, 'DELETE', `/v1/unsubscribe/${token}`)).statusCode).toBe(204)
  expect((await open()).json().unsubscribed).toBe(false)
})

test('each account gets it once: in batches, with two workers at once, and after a batch that failed half-way', async () => {
  const other_id = 9_001
  await sql`insert into tour_dates overriding system value
    select (jsonb_populate_record(null::tour_dates, to_jsonb(t) || ${JSON.stringify({ id: other_id })}::jsonb)).*
    from tour_dates t where id = ${tour_date_id}`.execute(db)
  const people = batchSize + 20
  await inTransaction(db, async (tx) => {
    for (let n = 0; n < people; n += 1) {
      const account = { email: `reader.${n}@example.com`, fname: 'Reader', lname: `No ${n}` }
      const { user_id } = await insertAccount(tx, account, at)
      const draftOf = (city: number) =>
        insertRegistration(tx, { tour_date_id: city, user_id, studio_id: null, dancers: [], at, state: 'draft' })
      await draftOf(tour_date_id)
      // Two registrations of an account: one mail.
      if (n % 2 === 0) await draftOf(other_id)
    }
  })
  const both = { tour_date_ids: [tour_date_id, other_id], state: 'incomplete' }
  const id = await write({ audience: both })
  const { count: recipientCount } = await count(both)
  expect(recipientCount).toBeGreaterThanOrEqual(people)
  await call('POST', `/${id}/send`, { send_at: null })

  // The process dies while it writes the batch: nothing of it stays.
  await sql`create function die() returns trigger language plpgsql as $$ begin
    if new.subject like 'See you%' and (select count(*) from mails where dedupe_key like ${sql.lit(`group-mail:${id}/%`)}) > 40
    then raise exception 'died'; end if; return new; end $$`.execute(db)
  await sql`create trigger die before insert on mails for each row execute function die()`.execute(db)
  await stage.runJobs()
  expect(await mailsOf(id)).toEqual([])
  expect((await call('GET', `/${id}`)).json().state).toBe('scheduled')
  await sql`drop trigger die on mails`.execute(db)

  await sql`select graphile_worker.add_job('send_group_mails', '{}'::json) from generate_series(1, 3)`.execute(db)
  await Promise.all([stage.runJobs(), stage.runJobs()])
  expect(await mailsOf(id)).toHaveLength(batchSize)
  expect((await call('GET', `/${id}`)).json()).toMatchObject({
    state: 'sending',
    progress: { sent: batchSize, waiting: recipientCount - batchSize },
  })
  // The rate is bounded: the next batch waits.
  await runJob()
  expect(await mailsOf(id)).toHaveLength(batchSize)
  stage.clock.time = secondsAfter(start, batchSeconds)
  await runJob()
  const mails = await mailsOf(id)
  expect(mails).toHaveLength(recipientCount)
  expect(new Set(mails.map(({ to }) => to)).size).toBe(recipientCount)
  expect(new Set(mailbox.map(({ to }) => to)).size).toBe(recipientCount)
  expect((await call('GET', `/${id}`)).json()).toMatchObject({
    state: 'sent',
    progress: { sent: recipientCount, waiting: 0 },
  })

  const [first] = mails
  await db
    .updateTable('mails')
    .set({ state: 'failed', last_error: 'Mailbox full' })
    .where('id', '=', first?.id ?? 0)
    .execute()
  const failed = (await call('GET', `/${id}/recipients?state=failed`)).json().rows
  expect(failed).toMatchObject([{ mail_id: first?.id, email: first?.to, last_error: 'Mailbox full' }])
  const line = (await call('GET', '?q=see&sort=send_at')).json().rows.find((row: { id: number }) => row.id === id)
  expect(line).toMatchObject({ recipients: recipientCount, failed: 1, state: 'sent' })
})

test('a recipient whose account ended since sending began is shown as such', async () => {
  const id = await write()
  await call('POST', `/${id}/send`, { send_at: null })
  await db.updateTable('users').set({ ended_at: start }).where('id', '=', marlowe.user_id).execute()
  await db
    .insertInto('group_mail_recipients')
    .values({ group_mail_id: id, user_id: marlowe.user_id, registration_ids: [completed.id] })
    .execute()
  await stage.runJobs()
  await db.updateTable('users').set({ ended_at: null }).where('id', '=', marlowe.user_id).execute()
  const { rows } = (await call('GET', `/${id}/recipients?state=ended`)).json()
  expect(rows).toMatchObject([{ user_id: marlowe.user_id, state: 'ended' }])
  expect((await call('GET', `/${id}`)).json().progress).toMatchObject({ ended: 1, unsubscribed: 0 })
  expect(await mailsOf(id)).toEqual([])
})

test('canceling while it is sent leaves the rest unwritten', async () => {
  const id = await write({ audience: { ...audience, state: 'incomplete' } })
  await call('POST', `/${id}/send`, { send_at: null })
  await stage.runJobs()
  const canceled = (await call('POST', `/${id}/cancel`)).json()
  expect(canceled).toMatchObject({ state: 'canceled', progress: { sent: batchSize } })
  stage.clock.time = secondsAfter(start, 3_600)
  await runJob()
  expect(await mailsOf(id)).toHaveLength(batchSize)
})
