import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'

const stage = await openStage({ limits: true })
const password = 'Rehearsal7'
let accountCount = 0

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const send = (method: Method, url: string, token = '', payload?: object) =>
  stage.app.inject({
    method,
    url,
    ...(payload && { payload }),
    headers: { ...(token && { authorization: `Bearer ${token}` }) },
    remoteAddress: `10.2.${accountCount}.7`,
  })

async function account({ confirmed = true } = {}) {
  accountCount += 1
  const email = `moving.${accountCount}@example.com`
  const person = { fname: 'Ines', lname: 'Moreau', person_type_id: 3 }
  const { user, token } = (await send('POST', '/v1/mybtf/signup', '', { person, user: { email, password } })).json()
  if (confirmed) await stage.db.updateTable('users').set({ confirmed }).where('id', '=', user.id).execute()
  return { id: user.id as number, email, token: token as string, own: `/v1/mybtf/${user.id}` }
}

async function mailsTo(email: string, template: string) {
  await stage.runJobs()
  const mails = stage.db.selectFrom('mails').selectAll().where('to', '=', email).where('template', '=', template)
  return mails.orderBy('id').execute()
}

async function linkTo(email: string, template: string) {
  const text = (await mailsTo(email, template)).at(-1)?.text ?? ''
  return /http:\/\/localhost:3000\/[\w/-]+\/([\w-]{40,})/.exec(text)?.[1] ?? ''
}

const confirm = (token: string) => send('POST', '/v1/mybtf/confirm', '', { user: { token } })
const reset = (token: string, next: string) =>
  send('PUT', `/v1/mybtf/forgot/${token}`, '', { password: next, password2: next })
const changePassword = (own: string, token: string, next: string) =>
  send('PUT', `${own}/password`, token, { password: next, old_password: password })

test('SEC-008 nobody has a mail sent by a number: signed out it is refused, and another account does not exist', async () => {
  const { id, email } = await account({ confirmed: false })
  const other = await account()
  expect((await send('POST', '/v1/mybtf/confirm', '', { user: { id } })).statusCode).toBe(401)
  expect((await send('POST', '/v1/mybtf/confirm', other.token, { user: { id } })).statusCode).toBe(404)
  await send('POST', '/v1/mybtf/resend-confirmation', '', { user_id: id })
  expect(await mailsTo(email, 'confirm_email')).toHaveLength(1)
})

test('SEC-021 a reset link asked for before the password changed opens nothing after it', async () => {
  const { own, email, token } = await account()
  await send('POST', '/v1/mybtf/forgot', '', { email })
  const link = await linkTo(email, 'reset_password')
  expect((await changePassword(own, token, 'Encore2025')).statusCode).toBe(200)
  const reply = await reset(link, 'Thief2025')
  expect([reply.statusCode, reply.json().code]).toEqual([400, 'account.link_over'])
})

test('SEC-021 a reset ends every other link of its account', async () => {
  const { email, id } = await account()
  await send('POST', '/v1/mybtf/forgot', '', { email })
  const link = await linkTo(email, 'reset_password')
  expect((await reset(link, 'Encore2025')).statusCode).toBe(200)
  const open = stage.db.selectFrom('email_tokens').select('kind').where('user_id', '=', id).where('used_at', 'is', null)
  expect(await open.where('expires_at', '>', stage.clock.now()).execute()).toEqual([])
})

test('ACC-016 an account that changes its password before it is confirmed is sent a new link to confirm', async () => {
  const { own, email, token } = await account({ confirmed: false })
  const first = await linkTo(email, 'confirm_email')
  await changePassword(own, token, 'Encore2025')
  expect((await confirm(first)).statusCode).toBe(400)
  expect((await confirm(await linkTo(email, 'confirm_email'))).statusCode).toBe(200)
  // Following the older one is no mistake any more.
  expect((await confirm(first)).json()).toEqual({ user: { confirmed: true } })
})

const moveTo = (one: { own: string; token: string }, email: string) =>
  send('PUT', `${one.own}/email`, one.token, { email, password })
const accountOf = async (token: string) => (await send('POST', '/v1/mybtf/authenticate', token, {})).json()

test('ACC-060 SEC-021 an address nobody has proven opens nothing: it stays pending, reserves nothing, and can be canceled', async () => {
  const one = await account()
  const studioEmail = 'unclaimed.studio@example.com'
  expect((await moveTo(one, studioEmail)).json()).toMatchObject({
    email: one.email,
    pending_email: studioEmail,
    confirmed: true,
  })
  // Its real owner signs up as if nobody had asked for it.
  const person = { fname: 'Nora', lname: 'Field', person_type_id: 3 }
  const theirs = await send('POST', '/v1/mybtf/signup', '', { person, user: { email: studioEmail, password } })
  expect(theirs.statusCode).toBe(200)
  const late = await confirm(await linkTo(studioEmail, 'new_email'))
  const inUse = { code: 'account.email_taken', message: 'Another account already has this email address.' }
  expect([late.statusCode, late.json()]).toMatchObject([409, inUse])
  const again = await moveTo(one, studioEmail)
  expect([again.statusCode, again.json()]).toMatchObject([409, { ...inUse, field: 'email' }])
  expect((await accountOf(one.token)).email).toBe(one.email)

  const canceled = await send('DELETE', `${one.own}/email/pending`, one.token)
  expect(canceled.json()).toMatchObject({ email: one.email, pending_email: null })
  expect((await send('POST', `${one.own}/email/resend`, one.token)).statusCode).toBe(404)
})

test('ACC-060 the link to a new address is sent again, and each ends the one before it', async () => {
  const one = await account()
  const next = `moved.${accountCount}@example.com`
  await moveTo(one, next)
  const first = await linkTo(next, 'new_email')
  expect((await send('POST', `${one.own}/email/resend`, one.token)).json()).toEqual({ sent: true })
  expect((await confirm(first)).statusCode).toBe(400)
  const second = await linkTo(next, 'new_email')
  expect((await confirm(second)).statusCode).toBe(200)
  expect(await accountOf(one.token)).toMatchObject({ email: next, pending_email: null, confirmed: true })
  expect((await confirm(second)).statusCode).toBe(200)
  const [warningMail] = await mailsTo(one.email, 'email_change_asked')
  expect(warningMail?.text).toContain('mo•••@example.com')
})

/** How many sessions of the database wait for a lock. */
const waitingForLock = async () =>
  (
    await sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(stage.db)
  ).rows[0]?.n

test('ACC-060 SEC-021 a move that is canceled while its link is sent again stays canceled', async () => {
  const one = await account()
  await moveTo(one, `moved.${accountCount}@example.com`)
  const calls: Promise<{ statusCode: number }>[] = []
  await stage.db.transaction().execute(async (tx) => {
    await sql`lock table email_tokens in exclusive mode`.execute(tx)
    for (const call of [['DELETE', 'pending'] as const, ['POST', 'resend'] as const]) {
      calls.push(send(call[0], `${one.own}/email/${call[1]}`, one.token))
      await expect.poll(waitingForLock, { timeout: 20_000, interval: 20 }).toBe(calls.length)
    }
  })
  const [cancel, resend] = await Promise.all(calls)
  expect([cancel?.statusCode, resend?.statusCode]).toEqual([200, 404])
  expect((await accountOf(one.token)).pending_email).toBeNull()
})

test('SEC-021 a move asked for with a password that is changed meanwhile is refused', async () => {
  const one = await account()
  const calls: ReturnType<typeof moveTo>[] = []
  await stage.db.transaction().execute(async (tx) => {
    await tx.updateTable('users').set({ password_hash: 'of another password' }).where('id', '=', one.id).execute()
    calls.push(moveTo(one, `thief.${accountCount}@example.com`))
    await expect.poll(waitingForLock, { timeout: 20_000, interval: 20 }).toBe(1)
  })
  expect((await calls[0])?.json()).toMatchObject({ code: 'account.authentication_failed', field: 'password' })
  expect((await accountOf(one.token)).pending_email).toBeNull()
})

test('SEC-021 moving to another address ends the links of before, and a new password ends the move', async () => {
  const one = await account()
  await send('POST', '/v1/mybtf/forgot', '', { email: one.email })
  const link = await linkTo(one.email, 'reset_password')
  const next = `moved.${accountCount}@example.com`
  await moveTo(one, next)
  await confirm(await linkTo(next, 'new_email'))
  expect((await reset(link, 'Thief2025')).statusCode).toBe(400)

  const other = `other.${accountCount}@example.com`
  await moveTo(one, other)
  const pending = await linkTo(other, 'new_email')
  await changePassword(one.own, one.token, 'Encore2025')
  expect((await confirm(pending)).statusCode).toBe(400)
  expect(await accountOf(one.token)).toMatchObject({ email: next, pending_email: null })
})

test('SEC-008 nobody sends or cancels another account’s change of address', async () => {
  const [one, other] = [await account(), await account()]
  await moveTo(one, 'mine@example.com')
  expect((await send('POST', `${one.own}/email/resend`, other.token)).statusCode).toBe(404)
  expect((await send('DELETE', `${one.own}/email/pending`, other.token)).statusCode).toBe(404)
  expect((await accountOf(one.token)).pending_email).toBe('mine@example.com')
})
