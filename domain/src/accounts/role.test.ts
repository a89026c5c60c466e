import { expect, test } from 'vitest'
import { planRoleChange } from './role.ts'

const of = { id: 2, email: 'nora@example.com', role: 'user', confirmed: true, ended: false } as const
const change = { by: 1, of, role: 'office', reason: ' New at the desk ' } as const

test.each([
  ['is given with a reason', {}, undefined],
  ['is taken with a reason', { of: { ...of, role: 'admin' }, role: 'user' }, undefined],
  ['is never one’s own', { by: 2 }, 'role.own'],
  ['is another than before', { role: 'user' }, 'role.unchanged'],
  ['needs a proven address', { of: { ...of, confirmed: false } }, 'role.unconfirmed'],
  [
    'is taken from an unproven address all the same',
    { of: { ...of, role: 'office', confirmed: false }, role: 'user' },
    undefined,
  ],
  ['is not given to an account that ended', { of: { ...of, ended: true } }, 'role.ended'],
  ['needs a reason', { reason: '  ' }, 'role.reason'],
] as const)('OFF-051 a role %s', (_, more, code) => {
  const plan = planRoleChange({ ...change, ...more })
  expect(plan.ok ? undefined : plan.refusal.code).toBe(code)
  if (plan.ok) expect(plan.value).toEqual({ reason: 'New at the desk' })
})
