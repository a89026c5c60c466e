import { roles } from '@callboard/domain/accounts/role.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idInPath, instantField, lineField, listReply, pageQuery } from '../fields.ts'

const accountLine = z.object({
  id: z.int(),
  email: z.string(),
  /** The person's. */
  name: z.string(),
  studio: z.string().nullable(),
  role: z.enum(roles),
  confirmed: z.boolean(),
  created: instantField,
  last_sign_in: instantField.nullable(),
  /** Set once the office ended the account: nobody signs in with it. */
  ended_at: instantField.nullable(),
  /** Null: the password alone signs in. */
  second_step_since: instantField.nullable(),
})

export const listOfficeAccounts = endpoint({
  summary: 'Accounts by name, studio, email or number, in an order; the oldest first unless asked otherwise',
  method: 'GET',
  path: '/v1/office/users',
  auth: 'admin',
  query: pageQuery.extend({
    q: lineField(80).optional(),
    sort: z.enum(['created', 'name', 'email', 'last_sign_in', 'second_step']).default('created'),
    order: z.enum(['asc', 'desc']).default('asc'),
    /** `staff`: only those who work in the office; `ended`: only those who no longer do. */
    show: z.enum(['all', 'staff', 'ended']).default('all'),
  }),
  reply: listReply(accountLine),
  example: ({ owner }) => ({ query: { q: owner.email } }),
})

export const resetSecondFactor = endpoint({
  summary:
    'Take away the second step of an account that lost phone and recovery codes; it is signed out and told by mail',
  method: 'POST',
  path: '/v1/office/users/{id}/second-factor/reset',
  auth: 'admin',
  params: z.object({ id: idInPath }),
  body: z.object({ reason: lineField(500) }),
  status: 204,
  refusals: ['second_factor.own_reset', 'second_factor.not_on', 'second_factor.reset_reason'],
  example: ({ independent }) => ({
    params: { id: independent.user_id },
    body: { reason: 'Phone stolen on tour; called back on the number we know' },
  }),
})

export const changeRole = endpoint({
  summary: 'Give an account a role in the office or take it away; it is signed out everywhere and told by mail',
  method: 'PUT',
  path: '/v1/office/users/{id}/role',
  auth: 'admin',
  params: z.object({ id: idInPath }),
  body: z.object({ role: z.enum(roles), reason: lineField(500) }),
  status: 204,
  refusals: ['role.own', 'role.unchanged', 'role.unconfirmed', 'role.ended', 'role.reason'],
  example: ({ independent }) => ({
    params: { id: independent.user_id },
    body: { role: 'office' as const, reason: 'Works at the desk from this season on' },
  }),
})

export const endAccount = endpoint({
  summary:
    'End an account of the office: its sessions, links and second step end at once; the audit log keeps its name',
  method: 'POST',
  path: '/v1/office/users/{id}/end',
  auth: 'admin',
  params: z.object({ id: idInPath }),
  body: z.object({ reason: lineField(500) }),
  status: 204,
  refusals: ['account_end.own', 'account_end.not_staff', 'account_end.studio', 'role.reason'],
  example: ({ office }) => ({ params: { id: office.user_id }, body: { reason: 'Left at the end of the season' } }),
})

export const officeAccountEndpoints = { listOfficeAccounts, resetSecondFactor, changeRole, endAccount }
