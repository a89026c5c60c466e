import { minutesAfter } from '@callboard/domain/kernel/instant.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openAccountsStage } from './accounts-stage.ts'

const { account, linkTo, mailsTo, newEmail, counter, person, post, signIn, stage, weak } = await openAccountsStage()

test('ACC-016 ACC-086 C005 the link of the mail confirms, signs nobody in, and may be followed twice', async () => {
  const { email, id } = await account()
  const { url, token, mail } = await linkTo(email, 'confirm_email')
  expect(url).toBe(`http://localhost:3000/confirm/${token}`)
  expect([mail?.subject, mail?.text, mail?.html]).toEqual([
    'Please confirm your email address for Northlight',
    expect.stringContaining(url),
    expect.stringContaining(url),
  ])
  const reply = await post('/v1/mybtf/confirm', { user: { id, token }, event: 7 })
  expect([reply.statusCode, reply.json()]).toEqual([200, { user: { confirmed: true } }])
  expect(reply.headers['set-cookie']).toBeUndefined()
  expect((await signIn(email)).json().user.confirmed).toBe(true)
  expect((await post('/v1/mybtf/confirm', { user: { token } })).statusCode).toBe(200)
})

test('ACC-016 a confirmation link is over after 7 days, and a made-up one never worked', async () => {
  const { email } = await account()
  const { token } = await linkTo(email, 'confirm_email')
  stage.clock.time = minutesAfter(stage.clock.time, 7 * 24 * 60)
  for (const link of [token, 'x'.repeat(43)]) {
    const reply = await post('/v1/mybtf/confirm', { user: { token: link } })
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'account.link_over'])
  }
})

test('ACC-014 ACC-015 A66 A67 the confirmation mail is sent again on request, five times an hour', async () => {
  const { email, id, bearer } = await account()
  const again = () => post('/v1/mybtf/resend-confirmation', { event: 'northlight' }, bearer)
  expect((await again()).json()).toEqual({ sent: true })
  expect((await again()).statusCode).toBe(200)
  expect(await mailsTo(email, 'confirm_email')).toHaveLength(3)

  await post('/v1/mybtf/confirm', { user: { id } }, bearer)
  expect(await mailsTo(email, 'confirm_email')).toHaveLength(4)
  for (let i = 0; i < 2; i += 1) await again()
  expect((await again()).statusCode).toBe(429)
})

test('ACC-015 asked without a session, the answer does not tell whether the address is known', async () => {
  const { email } = await account()
  const knownReply = await post('/v1/mybtf/resend-confirmation', { email })
  const unknown = await post('/v1/mybtf/resend-confirmation', { email: 'nobody@example.com' })
  expect([knownReply.statusCode, knownReply.json()]).toEqual([unknown.statusCode, unknown.json()])
  expect(await mailsTo(email, 'confirm_email')).toHaveLength(2)
  expect(await mailsTo('nobody@example.com', 'confirm_email')).toEqual([])
})

test('ACC-018 ACC-088 C007 a forgotten password is answered alike for everybody; the mail names the event', async () => {
  const { email } = await account()
  const forgot = (address: string) => post('/v1/mybtf/forgot', { email: address, event_name: 'Northlight' })
  const [knownReply, unknown] = [await forgot(email.toUpperCase()), await forgot('nobody@example.com')]
  expect([knownReply.statusCode, knownReply.json()]).toEqual([unknown.statusCode, unknown.json()])
  const { url, token, mail } = await linkTo(email, 'reset_password')
  expect([url, mail?.subject]).toEqual([
    `http://localhost:3000/reset-password/${token}`,
    'Choose a new password for Northlight',
  ])
})

test('SEC-021 asking for a link does the same work for everybody: one job, and nothing looked up before the answer', async () => {
  const { email } = await account()
  const jobs = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from graphile_worker._private_jobs`.execute(stage.db)).rows[0]
      ?.n ?? 0
  const effectsOf = async (url: string, address: string) => {
    await stage.runJobs()
    const mails = await stage.db.selectFrom('mails').select('id').execute()
    const before = await jobs()
    const reply = await post(url, { email: address })
    const tokens = await stage.db.selectFrom('mails').select('id').execute()
    return [reply.statusCode, reply.json(), (await jobs()) - before, tokens.length - mails.length]
  }
  for (const url of ['/v1/mybtf/forgot', '/v1/mybtf/resend-confirmation']) {
    const effects = await effectsOf(url, email)
    expect(effects).toEqual([200, { sent: true }, 1, 0])
    expect(await effectsOf(url, `nobody.${counter.people}@example.com`)).toEqual(effects)
  }
})

test('ACC-088 an event that is none of ours is not repeated in a mail', async () => {
  const { email } = await account()
  await post('/v1/mybtf/forgot', { email, event_name: 'Win a prize at evil.example' })
  expect((await linkTo(email, 'reset_password')).mail?.text).not.toContain('evil')
})

test('ACC-020 ACC-021 ACC-085 C008 a reset link works once, for 2 hours, with a strong password repeated alike', async () => {
  const { email, token: session } = await account()
  await post('/v1/mybtf/forgot', { email })
  const { token } = await linkTo(email, 'reset_password')
  const reset = (password: string, password2 = password) =>
    post(`/v1/mybtf/forgot/${token}`, { password, password2 }, {}, 'PUT')
  const openLink = async (link: string) => (await stage.call(0, 'GET', `/v1/mybtf/forgot/${link}`)).json()
  expect(await openLink(token)).toEqual({ open: true })

  expect((await reset('encore')).json()).toMatchObject({ field: 'password', message: weak })
  expect((await reset('Encore2025', 'Encore2026')).json()).toMatchObject({ message: 'Passwords must match' })
  expect((await reset('Encore2025')).statusCode).toBe(200)
  expect((await post('/v1/mybtf/authenticate', { token: session })).statusCode).toBe(401)
  expect((await signIn(email, 'Encore2025')).statusCode).toBe(200)

  const reused = await reset('Another2025')
  expect([reused.statusCode, reused.json().code]).toEqual([400, 'account.link_over'])
  expect((await signIn(email, 'Another2025')).statusCode).toBe(401)

  await post('/v1/mybtf/forgot', { email })
  const late = await linkTo(email, 'reset_password')
  stage.clock.time = minutesAfter(stage.clock.time, 121)
  const expired = await post(
    `/v1/mybtf/forgot/${late.token}`,
    { password: 'Late2025', password2: 'Late2025' },
    {},
    'PUT',
  )
  expect(expired.statusCode).toBe(400)
  // Spent, expired and invented links tell a stranger the same.
  for (const link of [token, late.token, 'nothing-of-ours']) {
    expect(await openLink(link)).toMatchObject({
      code: 'account.link_over',
      message: 'This link has been used already or has expired. Please ask for a new one.',
    })
  }
})

test('ACC-021 a newer reset link ends the one before it', async () => {
  const { email } = await account()
  await post('/v1/mybtf/forgot', { email })
  const { token } = await linkTo(email, 'reset_password')
  await post('/v1/mybtf/forgot', { email })
  await stage.runJobs()
  const body = { password: 'Encore2025', password2: 'Encore2025' }
  expect((await post(`/v1/mybtf/forgot/${token}`, body, {}, 'PUT')).statusCode).toBe(400)
})

test('SEC-021 a reset mail is sent five times an hour to one address', async () => {
  const { email } = await account()
  for (let i = 0; i < 5; i += 1) expect((await post('/v1/mybtf/forgot', { email })).statusCode).toBe(200)
  expect((await post('/v1/mybtf/forgot', { email })).statusCode).toBe(429)
  expect(await mailsTo(email, 'reset_password')).toHaveLength(5)
})

test('ACC-060 ACC-062 ACC-083 C009 an address is changed by the link mailed to it; the session stays and the old mailbox gets a mail', async () => {
  const { email, id, token, bearer } = await account()
  const next = newEmail()
  const change = (body: object) => post(`/v1/mybtf/${id}/email`, body, bearer, 'PUT')

  const wrong = await change({ email: next, password: 'Rehearsal8' })
  expect([wrong.statusCode, wrong.json()]).toMatchObject([400, { message: 'Authentication failed', field: 'password' }])
  expect((await change({ email: 'x', password: 'Rehearsal7' })).json()).toMatchObject({ field: 'email' })
  expect((await change({ email: next, email2: 'other@example.com', password: 'Rehearsal7' })).json()).toMatchObject({
    field: 'email2',
    message: 'Emails must match',
  })
  const { email: takenEmail } = await account()
  expect((await change({ email: takenEmail.toUpperCase(), password: 'Rehearsal7' })).statusCode).toBe(409)

  expect((await change({ email: next, email2: next, password: 'Rehearsal7' })).json()).toMatchObject({
    email,
    pending_email: next,
  })
  expect([(await signIn(email)).statusCode, (await signIn(next)).statusCode]).toEqual([200, 401])
  await post('/v1/mybtf/confirm', { user: { token: (await linkTo(next, 'new_email')).token } })
  expect((await post('/v1/mybtf/authenticate', { token })).json().email).toBe(next)
  expect([(await signIn(email)).statusCode, (await signIn(next)).statusCode]).toEqual([401, 200])
  for (const template of ['email_change_asked', 'email_changed']) expect(await mailsTo(email, template)).toHaveLength(1)
})

test('ACC-061 ACC-062 ACC-084 ACC-085 C010 a changed password ends the other sessions', async () => {
  const { email, id, token, bearer } = await account()
  const other = (await signIn(email)).json().token
  const change = (body: object) => post(`/v1/mybtf/${id}/password`, body, bearer, 'PUT')

  expect((await change({ password: 'Encore2025', old_password: 'No' })).json()).toMatchObject({
    message: 'Authentication failed',
    field: 'old_password',
  })
  expect((await change({ password: 'encore', old_password: 'Rehearsal7' })).json()).toMatchObject({ message: weak })
  expect((await change({ password: 'Encore2025', old_password: 'Rehearsal7' })).statusCode).toBe(200)

  expect((await post('/v1/mybtf/authenticate', { token: other })).statusCode).toBe(401)
  expect((await post('/v1/mybtf/authenticate', { token })).statusCode).toBe(200)
  expect((await signIn(email, 'Encore2025')).statusCode).toBe(200)
})

test('ACC-066 C011 hints add up and come back with the account', async () => {
  const { id, bearer } = await account()
  await post(`/v1/mybtf/${id}/hints`, { hints: { roster_intro: true } }, bearer, 'PUT')
  const reply = await post(`/v1/mybtf/${id}/hints`, { hints: { steps: false } }, bearer, 'PUT')
  expect(reply.json()).toEqual({ hints: { roster_intro: true, steps: false } })
  expect((await post('/v1/mybtf/authenticate', {}, bearer)).json().hints).toEqual({ roster_intro: true, steps: false })
})

test('ACC-063 ACC-078 ROST-032 C012 contact info is saved whole; type and names are required', async () => {
  const { id, bearer } = await account()
  const save = (body: object) =>
    post(`/v1/mybtf/${id}/contact-info`, { ...person, phone: [], email: [], ...body }, bearer, 'PUT')

  expect((await save({ person_type_id: null })).json()).toMatchObject({ field: 'person_type_id', message: 'Required' })
  expect((await save({ fname: '' })).json()).toMatchObject({ field: 'fname', message: 'Required' })
  expect((await save({ email: [{ value: 'x' }] })).json()).toMatchObject({ message: 'Must be valid email' })
  expect((await save({ phone: [{ value: '12' }] })).json()).toMatchObject({ message: 'Must be valid phone number' })
  const half = { address: 'Elm Street 1', city: 'Juniper Falls' }
  expect((await save({ address: half })).json()).toMatchObject({ field: 'address.state_id', message: 'Required' })

  const reply = await save({
    fname: 'Inès',
    phone: [{ value: '(415) 555-0132' }],
    email: [{ value: 'a@example.com' }, { value: 'b@example.com', primary: true }],
    address: { ...half, state_id: 5, zip: '90001' },
  })
  expect(reply.json().person).toMatchObject({
    fname: 'Inès',
    phone: [{ contact_type_id: 2, primary: true, value: '(415) 555-0132' }],
    email: [
      { contact_type_id: 1, primary: true, value: 'b@example.com' },
      { contact_type_id: 1, primary: false, value: 'a@example.com' },
    ],
    address: { ...half, state_id: 5, country_id: 1, zip: '90001' },
  })
})

test('the office saves its contact info without a type of person, or with one that is offered', async () => {
  const { id, bearer } = await account()
  await stage.db.updateTable('users').set({ role: 'office' }).where('id', '=', id).execute()
  const save = (person_type_id: number | null) =>
    post(`/v1/mybtf/${id}/contact-info`, { ...person, person_type_id, phone: [], email: [] }, bearer, 'PUT')
  expect((await save(null)).json()).toMatchObject({ person: { person_type_id: null } })
  expect((await save(4)).json()).toMatchObject({ code: 'account.type_not_offered' })
  expect((await save(2)).json()).toMatchObject({ person: { person_type_id: 2 } })
})
