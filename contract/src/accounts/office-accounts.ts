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
    sort: z.enum(['created', 'name', 'email']).default('created'),
    order: z.enum(['asc', 'desc']).default('asc'),
    /** `staff`: only those who work in the office. */
    show: z.enum(['all', 'staff']).default('all'),
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
  refusals: ['role.own', 'role.unchanged', 'role.unconfirmed', 'role.reason'],
  example: ({ independent }) => ({
    params: { id: independent.user_id },
    body: { role: 'office' as const, reason: 'Works at the desk from this season on' },
  }),
})

export const officeAccountEndpoints = { listOfficeAccounts, resetSecondFactor, changeRole }
