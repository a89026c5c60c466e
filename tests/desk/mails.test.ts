import { insertAccount } from '@callboard/server/dev/build-people.ts'
import { inTransaction } from '@callboard/server/platform/db/transaction.ts'
import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const office = await inTransaction(stage.db, (tx) =>
  insertAccount(tx, { email: 'desk@test.example', fname: 'Odile', lname: 'Desk', role: 'office' }, stage.clock.now()),
)
const asOffice = async (method: 'GET' | 'POST', path: string) => {
  const reply = await stage.call(office.user_id, method, `/v1/office${path}`)
  return { status: reply.statusCode, body: reply.json() }
}
const sentAgain = () => stage.db.selectFrom('audit_log').selectAll().where('action', '=', 'send mail again').execute()

test('ERR-031 OFF-051 a mail that failed is listed with its reason and can be sent again', async () => {
  const { id } = await stage.db
    .insertInto('mails')
    .values({
      to: 'marlowe@example.com',
      subject: 'Your registration',
      text: 'Hello',
      html: '<p>Hello</p>',
      template: 'confirmation',
      state: 'failed',
      tries: 3,
      last_error: 'mailbox full',
      created: stage.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect((await asOffice('GET', '/mails')).body.rows).toMatchObject([{ id, last_error: 'mailbox full', tries: 3 }])
  // A second press before the first was answered.
  for (const _press of [1, 2])
    expect((await asOffice('POST', `/mails/${id}/retry`)).body).toMatchObject({ state: 'queued' })
  await stage.runJobs()
  expect((await asOffice('GET', '/mails?state=sent')).body.rows).toContainEqual(
    expect.objectContaining({ id, state: 'sent' }),
  )
  expect(await sentAgain()).toMatchObject([{ before: { state: 'failed', tries: 3 } }])
})

test('ERR-031 mails are put in order by whom they are to, those alike by number, and by nothing else', async () => {
  const mail = { subject: 'In order', text: 'Hello', html: '<p>Hello</p>', template: 'order', state: 'failed' as const }
  await stage.db
    .insertInto('mails')
    .values(
      ['b@example.com', 'A@example.com', 'a@example.com'].map((to) => ({ ...mail, to, created: stage.clock.now() })),
    )
    .execute()
  const list = async (query: string) =>
    ((await asOffice('GET', `/mails?${query}`)).body.rows as { to: string }[]).map(({ to }) => to)
  expect(await list('sort=to&order=asc')).toEqual(['A@example.com', 'a@example.com', 'b@example.com'])
  expect(await list('sort=to&order=desc')).toEqual(['b@example.com', 'a@example.com', 'A@example.com'])
  expect(await list('sort=created&order=asc')).toEqual(['b@example.com', 'A@example.com', 'a@example.com'])
  expect((await asOffice('GET', '/mails?sort=html')).status).toBe(400)
})
