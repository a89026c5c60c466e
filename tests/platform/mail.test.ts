import { once } from 'node:events'
import net from 'node:net'
import { smallCity } from '@callboard/server/dev/scenario-small-city.ts'
import { findUnsentMail, sendMail } from '@callboard/server/platform/mail/queries.ts'
import { smtp } from '@callboard/server/platform/mail/transport.ts'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { openStage, type Stage } from '../kit.ts'

const port = 3278
let stop = async () => {}
afterEach(() => stop())

/** A mail server that stores accepted mails and refuses the configured recipients. */
async function openPost(refuses: readonly string[] = []) {
  const receivedMails: Email[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo({ address }, _session, callback) {
      const bounced = Object.assign(new Error('No such person here'), { responseCode: 550 })
      callback(refuses.includes(address) ? bounced : null)
    },
    onData(stream, _session, callback) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(parts)).then((mail) => {
          receivedMails.push(mail)
          callback()
        })
      })
    },
  })
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  stop = async () => {
    stop = async () => {}
    await new Promise<void>((resolve) => server.close(resolve))
  }
  return { receivedMails }
}

const open = (waits: Parameters<typeof smtp>[2] = {}) =>
  openStage({ mail: smtp(`smtp://127.0.0.1:${port}`, 'Callboard <no-reply@callboard.example>', waits) })

const letter = {
  subject: 'Your confirmation',
  preview: 'Portland, November 8',
  heading: 'See you in Portland',
  paragraphs: ['Grace, your studio is confirmed <for> Portland.'],
}

async function write(stage: Stage, more: object = {}) {
  const { db, clock } = stage
  const envelope = { to: 'grace@example.com', template: 'confirmation', ...more }
  await db.transaction().execute((tx) => sendMail(tx, envelope, letter, clock.now()))
}
const mails = ({ db }: Stage) => db.selectFrom('mails').selectAll().orderBy('id').execute()
/** As the next hour would find it. */
const due = ({ db }: Stage) => sql`update graphile_worker._private_jobs set run_at = now()`.execute(db)
const jobs = async ({ db }: Stage) =>
  (await sql<{ n: number }>`select count(*) as n from graphile_worker._private_jobs`.execute(db)).rows[0]?.n

test('a mail arrives with a text, a page and its attachment, and is marked as sent', async () => {
  const { receivedMails } = await openPost()
  const stage = await open()
  const key = 'confirmations/1.pdf'
  await stage.files.put(key, Buffer.from('%PDF-1.7 confirmation'), 'application/pdf')
  await write(stage, { attachments: [{ name: 'confirmation.pdf', key, content_type: 'application/pdf' }] })
  await stage.runJobs()

  expect(receivedMails).toHaveLength(1)
  const [mail] = receivedMails
  expect(mail).toMatchObject({
    subject: 'Your confirmation',
    from: { address: 'no-reply@callboard.example', name: 'Callboard' },
    to: [{ address: 'grace@example.com' }],
    attachments: [{ filename: 'confirmation.pdf', mimeType: 'application/pdf' }],
  })
  expect(mail?.text).toContain('Grace, your studio is confirmed <for> Portland.')
  expect(mail?.html).toContain('Grace, your studio is confirmed &#60;for&#62; Portland.')
  const [attached] = mail?.attachments ?? []
  expect(Buffer.from(attached?.content as ArrayBuffer).toString()).toBe('%PDF-1.7 confirmation')
  expect(await mails(stage)).toMatchObject([{ state: 'sent', tries: 0, last_error: null, sent_at: stage.clock.now() }])
})

test('ERR-031 while the mail server is down no mail is lost: it is shown as failed, tried again, and sent once', async () => {
  const stage = await open()
  await write(stage)
  await stage.runJobs()
  expect(await mails(stage)).toMatchObject([{ state: 'failed', tries: 1, sent_at: null }])
  expect((await mails(stage))[0]?.last_error).toMatch(/ECONNREFUSED/)
  expect(await jobs(stage)).toBe(1)

  const { receivedMails } = await openPost()
  await stage.runJobs()
  expect(receivedMails).toHaveLength(0)
  await due(stage)
  await stage.runJobs()
  expect(receivedMails).toHaveLength(1)
  expect(await mails(stage)).toMatchObject([{ state: 'sent', tries: 1, last_error: null }])
  expect(await jobs(stage)).toBe(0)
})

test('an address that bounces stays visible with the reason of the mail server, and holds up no other mail', async () => {
  const { receivedMails } = await openPost(['gone@example.com'])
  const stage = await open()
  await write(stage, { to: 'gone@example.com' })
  await write(stage)
  await stage.runJobs()
  expect(receivedMails.map(({ to }) => to?.[0]?.address)).toEqual(['grace@example.com'])
  expect(await mails(stage)).toMatchObject([
    {
      to: 'gone@example.com',
      state: 'failed',
      tries: 1,
      last_error: expect.stringMatching(/550.*No such person here/s),
    },
    { to: 'grace@example.com', state: 'sent' },
  ])
})

test('a repeated job sends no second mail; a repeat has the same message id', async () => {
  const { receivedMails } = await openPost()
  const stage = await open()
  await write(stage)
  const [mailRow] = await mails(stage)
  const mail_id = mailRow?.id ?? 0
  const again = () =>
    stage.db
      .transaction()
      .execute((tx) =>
        sql`select graphile_worker.add_job('send_mail', ${JSON.stringify({ mail_id })}::json)`.execute(tx),
      )
  await again()
  await stage.runJobs()
  await again()
  await stage.runJobs()
  expect(receivedMails).toHaveLength(1)
  expect(receivedMails[0]?.messageId).toBe(`<mail-${mail_id}@localhost>`)
  expect(await findUnsentMail(stage.db, mail_id)).toBeUndefined()
})

test('a mail of a transaction that was rolled back is never sent; one with the key of another is not written', async () => {
  const { receivedMails } = await openPost()
  const stage = await open()
  const { db, clock } = stage
  const transaction = db.transaction().execute(async (tx) => {
    await sendMail(tx, { to: 'grace@example.com', template: 'confirmation' }, letter, clock.now())
    throw new Error('the rule said no')
  })
  await expect(transaction).rejects.toThrow('the rule said no')
  await write(stage, { dedupe_key: 'confirmation 1' })
  await write(stage, { dedupe_key: 'confirmation 1' })
  await stage.runJobs()
  expect(receivedMails).toHaveLength(1)
  expect(await mails(stage)).toHaveLength(1)
})

test('a mail server that never answers is given up within the time a job may take', async () => {
  const silent = net.createServer(() => {}).listen(port, '127.0.0.1')
  await once(silent, 'listening')
  const sockets = new Set<net.Socket>()
  silent.on('connection', (socket) => sockets.add(socket))
  stop = async () => {
    stop = async () => {}
    for (const socket of sockets) socket.destroy()
    silent.close()
  }
  const stage = await open({ greetingTimeout: 1_000 })
  await write(stage)
  await stage.runJobs()
  expect(await mails(stage)).toMatchObject([
    { state: 'failed', tries: 1, last_error: expect.stringMatching(/greeting/i) },
  ])
})

test('OFF-001 a mail about a registration has its brand’s look and sender; other mails have the installation’s', async () => {
  const { receivedMails } = await openPost()
  const stage = await open()
  const { registration, event_id, admin, grace } = await smallCity(stage.db)
  const change = {
    color: '#1F4E79',
    mail_from_name: 'Meridian Tour',
    mail_from_address: 'tour@meridian.example',
    mail_footer: 'See you on stage.',
  }
  const path = `/v1/office/events/${event_id}`
  expect((await stage.call(admin.user_id, 'PUT', path, change)).json()).toMatchObject(change)
  await write(stage, { registration_id: registration.id })
  await write(stage, { user_id: grace.user_id })
  await stage.runJobs()
  const sorted = receivedMails.toSorted((one, other) =>
    (one.from?.address ?? '').localeCompare(other.from?.address ?? ''),
  )
  expect(sorted.map(({ from }) => from)).toMatchObject([
    { name: 'Callboard', address: 'no-reply@callboard.example' },
    { name: 'Meridian Tour', address: 'tour@meridian.example' },
  ])
  const [plain, branded] = sorted
  expect(branded?.html).toMatch(/color:#1F4E79">Meridian</)
  expect(branded?.html).toContain('See you on stage.')
  expect(branded?.text).toContain('See you on stage.')
  expect(plain?.html).not.toMatch(/#1F4E79|Meridian|See you on stage/)
})

test.each([
  [{ color: '#FFD400' }, 'office.brand_color', 'color'],
  [{ mail_from_name: 'Meridian' }, 'office.mail_sender', 'mail_from_address'],
  [{ mail_from_name: 'Me <x@y.example>', mail_from_address: 'a@b.example' }, 'office.mail_sender', 'mail_from_name'],
])('OFF-001 the look %j of a brand is refused at its field', async (change, code, field) => {
  const stage = await open()
  const { event_id, admin } = await smallCity(stage.db)
  const reply = await stage.call(admin.user_id, 'PUT', `/v1/office/events/${event_id}`, change)
  expect([reply.statusCode, reply.json().code, reply.json().field]).toEqual([422, code, field])
})
