import { cents, dollars } from '@callboard/domain/kernel/money.ts'
import { minutesAfter } from '@callboard/domain/kernel/instant.ts'
import type { Mail } from '@callboard/server/platform/mail/transport.ts'
import { expect, test } from 'vitest'
import { confirmationLetter } from '@callboard/server/reports/letter.ts'
import { findSnapshot } from '@callboard/server/registrations/snapshot-queries.ts'
import { inTransaction } from '@callboard/server/platform/db/transaction.ts'
import { openStage } from '../kit.ts'
import { pdfPages } from '../pdf-text.ts'
import { completedCity } from '../scenarios/completed.ts'

const sentMails: Mail[] = []
const stage = await openStage({
  now: '2024-10-01T16:00:00Z',
  mail: { send: async (mail) => void sentMails.push(mail) },
})
const { app, db, clock, call, runJobs } = stage
const { registration, snapshot_id, grace, marlowe, tour_date_id } = await completedCity(stage)
const { id } = registration

const snapshots = '/v1/reports/registration-confirmation/snapshots'
const tokenFor = async (registrations_confirmation_id: number | null) =>
  (
    await call(grace.user_id, 'POST', '/v1/reports/token', { registration_id: id, registrations_confirmation_id })
  ).json().token
const confirmation = (token: string, format: string) =>
  app.inject(`/v1/reports/registration-confirmation/${token}?format=${format}`)

test('REV-021 the completion’s snapshot becomes a PDF and one mail, however often the job runs', async () => {
  await runJobs()
  const job = { snapshot_id, mails: true }
  const { reportJobs } = await import('@callboard/server/reports/jobs.ts')
  await reportJobs.confirmation(app, job)
  await runJobs()

  expect(sentMails).toHaveLength(1)
  const [mail] = sentMails
  expect(mail).toMatchObject({ to: 'grace@example.com' })
  expect(mail?.text).toContain('Pay by')
  const [attached] = mail?.attachments ?? []
  expect(attached).toMatchObject({ contentType: 'application/pdf', filename: 'registration-confirmation.pdf' })
  const text = (await pdfPages(attached?.content ?? Buffer.alloc(0))).join('')
  for (const words of ['小龍 李', 'Máire-Éilís O’Brien-Núñez', 'Владимир Ćirić', 'Paper Lanterns', '$100.00']) {
    expect(text).toContain(words)
  }
})

test('REV-021 the mail counts additional observers among the attendees, as the dashboard does', async () => {
  const loadedSnapshot = await inTransaction(db, (tx) => findSnapshot(tx, snapshot_id, id))
  if (!loadedSnapshot) throw new Error('The completion stored no snapshot')
  const { body } = loadedSnapshot
  const additional_observers = { one: 2, two: 1, complimentary: 1 }
  const { rows } = confirmationLetter({ ...body, additional_observers }, 'https://callboard.example')
  expect(rows).toContainEqual(['Attendees', String(body.people.length + 4)])
  const overpaid = confirmationLetter({ ...body, balance: cents(-30_500) }, 'https://callboard.example')
  expect(overpaid.rows).toContainEqual(['Overpaid', '$305.00'])
})

test('REV-022 REV-029 dates are M/D/YYYY, and the registration date is the day of completion', async () => {
  const document = (
    await call(grace.user_id, 'GET', `/v1/reports/registration-confirmation/document?registration_id=${id}`)
  ).json()
  expect(document.facts).toContainEqual({ label: 'Registration date', value: '9/20/2024' })
  expect(document.footer).toContain('As of 10/1/2024')
})

test('EVT-022 a dated confirmation stays as it was promised, the current one follows', async () => {
  const payment = { registration_id: id, payment_method_id: 2, timestamp: clock.now(), amount: dollars(50) }
  await db.insertInto('payments').values(payment).execute()
  const [dated, current] = await Promise.all(
    [snapshot_id, null].map(async (which) => (await confirmation(await tokenFor(which), 'html')).body),
  )
  expect(current).toContain('$50.00')
  expect(dated).not.toContain('$50.00')
  expect(dated).toContain('$100.00')
})

test('API-079 EVT-022 snapshots are kept on demand, and listed newest first', async () => {
  const snapshotReply = (await call(grace.user_id, 'POST', snapshots, { registration_id: id, mybtf_user_id: 1 })).json()
  const list = (await call(grace.user_id, 'GET', `${snapshots}?registration_id=${id}`)).json()
  expect(list.map((snapshot: { id: number }) => snapshot.id)).toEqual([snapshotReply.id, snapshot_id])
  expect(list[0].created).toBe(clock.now())
  const before = sentMails.length
  await runJobs()
  expect(sentMails).toHaveLength(before)
})

test('EVT-023 a token opens the page and the PDF for a short while, and is stored hashed', async () => {
  const token = await tokenFor(snapshot_id)
  const tokenRows = await db.selectFrom('report_tokens').select('token_hash').execute()
  expect(tokenRows.map(({ token_hash }) => token_hash)).not.toContain(token)

  const file = await confirmation(token, 'pdf')
  expect(file.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="confirmation-${id}.pdf"`,
  })
  expect((await pdfPages(file.rawPayload)).join('')).toContain('小龍 李')

  const page = await confirmation(token, 'html')
  const nonce = /<style nonce="([^"]+)">/.exec(page.body)?.[1] ?? 'none'
  expect(page.headers['content-security-policy']).toContain(`script-src 'nonce-${nonce}'`)
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")

  const before = clock.time
  clock.time = minutesAfter(before, 15)
  expect((await confirmation(token, 'pdf')).statusCode).toBe(404)
  clock.time = before
  expect((await confirmation('made-up', 'html')).statusCode).toBe(404)
})

test('SEC-021 one link prints a bounded number of documents a minute, and no other link waits for it', async () => {
  const [token, other] = await Promise.all([tokenFor(snapshot_id), tokenFor(snapshot_id)])
  app.limits.on = true
  const replies = await Promise.all(Array.from({ length: 40 }, () => confirmation(token, 'html')))
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(30)
  const reply = await confirmation(token, 'pdf')
  expect([reply.statusCode, reply.headers['retry-after']]).toEqual([429, '60'])
  expect((await confirmation(other, 'pdf')).statusCode).toBe(200)
  app.limits.on = false
})

test('SEC-021 one document that many ask for at once is printed once, so that the queue refuses nobody', async () => {
  // A document that is not in the cache yet.
  const studio = { name: 'Quill & Feather Dance' }
  const before = await db
    .selectFrom('studios')
    .select('name')
    .where('id', '=', grace.studio_id)
    .executeTakeFirstOrThrow()
  await db.updateTable('studios').set(studio).where('id', '=', grace.studio_id).execute()
  const current = await tokenFor(null)
  // More than wait in the queue.
  const replies = await Promise.all(Array.from({ length: 60 }, () => confirmation(current, 'pdf')))
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(new Set(replies.map(({ rawPayload }) => rawPayload.toString('base64'))).size).toBe(1)
  await db.updateTable('studios').set(before).where('id', '=', grace.studio_id).execute()
})

test('names cannot become markup of the printable page', async () => {
  await db.updateTable('studios').set({ name: '<script>alert(1)</script>' }).where('id', '=', grace.studio_id).execute()
  const { body } = await confirmation(await tokenFor(null), 'html')
  expect(body).toContain('&lt;script&gt;alert(1)')
  expect(body).not.toContain('<script>alert')
})

test('another’s reports do not exist', async () => {
  const answers = await Promise.all([
    call(marlowe.user_id, 'POST', snapshots, { registration_id: id }),
    call(marlowe.user_id, 'GET', `${snapshots}?registration_id=${id}`),
    call(marlowe.user_id, 'POST', '/v1/reports/token', { registration_id: id }),
    call(marlowe.user_id, 'GET', `/v1/reports/registration-confirmation/document?registration_id=${id}`),
    call(marlowe.user_id, 'GET', `/v1/reports/media-pass/${id}`),
  ])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404])
})

test('a snapshot of another registration is not found', async () => {
  const reply = await call(grace.user_id, 'POST', '/v1/reports/token', {
    registration_id: id,
    registrations_confirmation_id: 999_999,
  })
  expect(reply.statusCode).toBe(404)
})

test('EVT-024 the media pass is the PDF the office put there, and is not found before', async () => {
  const url = `/v1/reports/media-pass/${id}`
  expect((await call(grace.user_id, 'GET', url)).statusCode).toBe(404)
  const key = `media-passes/${tour_date_id}/abcdefghijkl.pdf`
  await stage.files.put(key, Buffer.from('%PDF-'), 'application/pdf')
  const pass = { tour_date_id, key, name: 'Media pass.pdf', size: 5, added: clock.now() }
  await db.insertInto('city_media_passes').values(pass).execute()
  const reply = await call(grace.user_id, 'GET', url)
  expect(reply.headers['content-type']).toBe('application/pdf')
  expect(reply.headers['x-frame-options']).toBe('SAMEORIGIN')
  expect(reply.body).toBe('%PDF-')
})
