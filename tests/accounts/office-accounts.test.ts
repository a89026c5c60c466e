import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'

const stage = await openStage()
const password = 'Rehearsal7'
let accountCount = 0

const send = (method: 'GET' | 'POST' | 'PUT', url: string, token = '', payload?: object) =>
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

const signIn = (email: string) => send('POST', '/v1/mybtf/signin', '', { email, password })

test('OFF-051 SEC-029 a role is given and taken with a reason: signed out, mailed, written down; never one’s own', async () => {
  const [one, admin, other] = [await account(), await account('admin'), await account('admin')]
  const desk = (await stage.sessionOf(admin.id)).cookie.replace('callboard_session=', '')
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
  const second = (await stage.sessionOf(other.id)).cookie.replace('callboard_session=', '')
  const replies = await Promise.all([change(other.id, 'user'), change(admin.id, 'user', 'Gone', second)])
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).not.toEqual([204, 204])
  const admins = stage.db.selectFrom('users').select('id').where('role', '=', 'admin')
  expect((await admins.where('id', 'in', [admin.id, other.id]).execute()).length).toBe(1)
})
