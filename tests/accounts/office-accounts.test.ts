import { daysAfter } from '@callboard/domain/kernel/instant.ts'
import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'

const stage = await openStage()
const password = 'Rehearsal7'
let accountCount = 0

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, token = '', payload?: object) =>
  stage.app.inject({
    method,
    url,
    ...(payload && { payload }),
    headers: { ...(token && { authorization: `Bearer ${token}` }) },
  })

async function account(role: 'user' | 'admin' = 'user') {
  accountCount += 1
  const email = `staff.${accountCount}@example.com`
  const person = { fname: 'Ines', lname: 'Moreau', person_type_id: 3 }
  const { user, token } = (await send('POST', '/v1/mybtf/signup', '', { person, user: { email, password } })).json()
  await stage.db.updateTable('users').set({ confirmed: true, role }).where('id', '=', user.id).execute()
  return { id: user.id as number, email, token: token as string }
}

const tokenOf = async (id: number) => (await stage.sessionOf(id)).cookie.replace('callboard_session=', '')

const signIn = (email: string) => send('POST', '/v1/mybtf/signin', '', { email, password })

test('OFF-051 SEC-029 a role is given and taken with a reason: signed out, mailed, written down; never one’s own', async () => {
  const [one, admin, other] = [await account(), await account('admin'), await account('admin')]
  const desk = await tokenOf(admin.id)
  const change = (id: number, role: string, reason = 'Works at the desk', by = desk) =>
    send('PUT', `/v1/office/users/${id}/role`, by, { role, reason })

  expect((await change(admin.id, 'user')).json().code).toBe('role.own')
  expect((await change(one.id, 'office', ' ')).json()).toMatchObject({ code: 'role.reason', field: 'reason' })
  expect((await change(999_999, 'office')).statusCode).toBe(404)
  expect((await change(one.id, 'owner')).statusCode).toBe(400)
  expect((await change(one.id, 'office')).statusCode).toBe(204)
  // A session of before would open the office without a second step.
  expect((await send('POST', '/v1/mybtf/authenticate', one.token)).statusCode).toBe(401)
  const { token, user } = (await signIn(one.email)).json()
  expect([user.role, user.lacks_second_factor]).toEqual(['office', true])
  const staff = (await send('GET', '/v1/office/users?show=staff&per_page=200', desk)).json().rows
  const staffIds = staff.map(({ id }: { id: number }) => id)
  expect(staffIds).toEqual(expect.arrayContaining([one.id, admin.id, other.id]))
  expect(staff.every(({ role }: { role: string }) => role !== 'user')).toBe(true)

  expect((await change(one.id, 'user')).statusCode).toBe(204)
  expect((await send('POST', '/v1/mybtf/authenticate', token)).statusCode).toBe(401)
  const mails = await stage.db.selectFrom('mails').select('template').where('to', '=', one.email).execute()
  expect(mails.filter(({ template }) => template === 'role_changed')).toHaveLength(2)
  const [row] = (await send('GET', `/v1/office/audit?entity=user&entity_id=${one.id}`, desk)).json().rows
  expect(row).toMatchObject({
    action: 'change role',
    before: { role: 'office' },
    after: { role: 'user', reason: 'Works at the desk' },
  })

  // Of two administrators who take each other's role at once, one stays.
  const second = await tokenOf(other.id)
  const replies = await Promise.all([change(other.id, 'user'), change(admin.id, 'user', 'Gone', second)])
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).not.toEqual([204, 204])
  const admins = stage.db.selectFrom('users').select('id').where('role', '=', 'admin')
  expect((await admins.where('id', 'in', [admin.id, other.id]).execute()).length).toBe(1)
})

const mailedToken = async (to: string) => {
  const mail = await stage.db
    .selectFrom('mails')
    .select('text')
    .where('to', '=', to)
    .where('template', '=', 'office_invitation')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return /\/invitation\/([\w-]{40,})/.exec(mail.text)?.[1] ?? ''
}

test('OFF-051 SEC-029 an invitation makes an account once: mailed, sent again, withdrawn, expired', async () => {
  const admin = await account('admin')
  const desk = await tokenOf(admin.id)
  const email = 'invited@example.com'
  const person = { email, fname: 'Nora', lname: 'Diaz', role: 'office' }
  const invite = (change = {}) => send('POST', '/v1/office/invitations', desk, { ...person, ...change })
  const open = (token: string) => send('POST', '/v1/invitations/open', '', { token })
  const accept = (token: string, change = {}) =>
    send('POST', '/v1/invitations/accept', '', {
      ...{ token, fname: 'Nora', lname: 'Diaz', password, password2: password },
      ...change,
    })

  expect((await invite({ email: admin.email })).json()).toMatchObject({
    code: 'invitation.has_account',
    field: 'email',
  })
  expect((await invite({ fname: ' ' })).json()).toMatchObject({ code: 'entry.wrong', field: 'fname' })
  const { id } = (await invite()).json()
  expect((await invite({ email: 'Invited@Example.com' })).json().code).toBe('invitation.open')
  const first = await mailedToken(email)
  expect((await open(first)).json()).toMatchObject({ email, role: 'office', fname: 'Nora' })

  expect((await send('POST', `/v1/office/invitations/${id}/resend`, desk)).statusCode).toBe(204)
  const second = await mailedToken(email)
  expect((await open(first)).json().code).toBe('account.invitation_over')
  const { time } = stage.clock
  stage.clock.time = daysAfter(time, 8)
  expect((await accept(second)).json().code).toBe('account.invitation_over')
  const list = (await send('GET', '/v1/office/invitations?q=NORA', desk)).json().rows
  expect(list).toMatchObject([{ id, email, expired: true, invited_by: 'Ines Moreau' }])
  stage.clock.time = time

  expect((await accept(second, { password2: 'Other12345' })).json().field).toBe('password2')
  // Of two at once only one is accepted.
  const replies = await Promise.all([accept(second), accept(second)])
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400])
  const { user } = (await signIn(email)).json()
  expect([user.role, user.confirmed, user.lacks_second_factor]).toEqual(['office', true, true])
  const [line] = (await send('GET', `/v1/office/users?q=${email}`, desk)).json().rows
  expect(line).toMatchObject({ name: 'Nora Diaz', last_sign_in: stage.clock.time, ended_at: null })

  const other = (await invite({ email: 'withdrawn@example.com' })).json()
  const withdrawn = await mailedToken('withdrawn@example.com')
  const response = await send('DELETE', `/v1/office/invitations/${other.id}`, desk)
  expect(response.statusCode).toBe(204)
  expect((await accept(withdrawn)).json().code).toBe('account.invitation_over')
  expect((await send('POST', `/v1/office/invitations/${other.id}/resend`, desk)).statusCode).toBe(404)
  expect((await send('GET', '/v1/office/invitations', await tokenOf(user.id))).statusCode).toBe(403)
})

test('OFF-051 SEC-021 an ended account opens nothing, keeps its name in the audit log, and comes back by invitation', async () => {
  const [admin, clerk, owner] = [await account('admin'), await account('admin'), await account()]
  const desk = await tokenOf(admin.id)
  const clerkToken = await tokenOf(clerk.id)
  const end = (id: number, reason = 'Left in June', by = desk) =>
    send('POST', `/v1/office/users/${id}/end`, by, { reason })
  await send('POST', '/v1/mybtf/forgot', '', { email: clerk.email })
  await send('PUT', `/v1/office/users/${owner.id}/role`, clerkToken, { role: 'office', reason: 'Helps out' })

  expect((await end(admin.id)).json().code).toBe('account_end.own')
  expect((await end(clerk.id, ' ')).json()).toMatchObject({ code: 'role.reason', field: 'reason' })
  const { id: studio_id } = await stage.db
    .insertInto('studios')
    .values({ name: 'Larkspur', claimed: true, created: stage.clock.time })
    .returning('id')
    .executeTakeFirstOrThrow()
  await stage.db.updateTable('users').set({ studio_id }).where('id', '=', owner.id).execute()
  expect((await end(owner.id)).json()).toMatchObject({ code: 'account_end.studio' })
  // Of two administrators who end each other at once, one stays.
  const replies = await Promise.all([end(clerk.id), end(admin.id, 'Gone', clerkToken)])
  const [ofClerk, ofAdmin] = replies.map(({ statusCode }) => statusCode)
  expect([ofClerk, ofAdmin].filter((status) => status === 204)).toHaveLength(1)
  const [former, left] = ofClerk === 204 ? [clerk, admin] : [admin, clerk]
  const leftToken = former === clerk ? desk : clerkToken

  expect((await send('POST', '/v1/mybtf/authenticate', former === clerk ? clerkToken : desk)).statusCode).toBe(401)
  expect((await signIn(former.email)).json().code).toBe('account.not_recognized')
  // A session that began while the account ended opens nothing either.
  expect((await send('POST', '/v1/mybtf/authenticate', await tokenOf(former.id))).statusCode).toBe(401)
  await send('POST', '/v1/mybtf/forgot', '', { email: former.email })
  await stage.runJobs()
  const resets = await stage.db
    .selectFrom('email_tokens')
    .select('token_hash')
    .where('user_id', '=', former.id)
    .where('expires_at', '>', stage.clock.time)
    .execute()
  expect(resets).toEqual([])
  const role = { role: 'office', reason: 'Back' }
  expect((await send('PUT', `/v1/office/users/${former.id}/role`, leftToken, role)).json().code).toBe('role.ended')
  const list = (await send('GET', '/v1/office/users?show=ended', leftToken)).json().rows
  expect(list).toMatchObject([{ id: former.id, role: 'user', ended_at: stage.clock.time }])
  const audit = (await send('GET', `/v1/office/audit?entity=user&entity_id=${former.id}`, leftToken)).json().rows
  expect(audit[0]).toMatchObject({ action: 'end account', after: { role: 'user', reason: expect.any(String) } })
  expect(audit[0].names[`user ${former.id}`]).toBe('Ines Moreau')

  const back = { email: former.email, fname: 'Ines', lname: 'Moreau', role: 'office' }
  expect((await send('POST', '/v1/office/invitations', leftToken, back)).statusCode).toBe(200)
  const token = await mailedToken(former.email)
  const words = { token, fname: 'Ines', lname: 'Moreau', password: 'Encore2024', password2: 'Encore2024' }
  expect((await send('POST', '/v1/invitations/accept', '', words)).statusCode).toBe(200)
  const again = await send('POST', '/v1/mybtf/signin', '', { email: former.email, password: 'Encore2024' })
  expect(again.json().user).toMatchObject({ id: former.id, role: 'office' })
  expect(left.id).not.toBe(former.id)
})
