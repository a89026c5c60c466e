import { expect, test } from 'vitest'
import { instant } from '../kernel/instant.ts'
import { invitationEnd, planAccountEnd, planInvitation } from './invitation.ts'

const input = { email: ' Nora@example.com ', fname: ' Nora ', lname: 'Diaz', role: 'office' } as const
const nobody = { account: null, isInvited: false }
const codeOf = (result: { ok: true } | { ok: false; refusal: { code: string } }) =>
  result.ok ? undefined : result.refusal.code

test.each([
  ['names an address, a name and a role', {}, nobody, undefined],
  ['needs an address', { email: ' ' }, nobody, 'entry.wrong'],
  ['needs an address that can be mailed to', { email: 'nora' }, nobody, 'entry.wrong'],
  ['needs a first name', { fname: '' }, nobody, 'entry.wrong'],
  ['needs a last name', { lname: ' ' }, nobody, 'entry.wrong'],
  [
    'is for an address without an account',
    {},
    { account: { ended: false }, isInvited: false },
    'invitation.has_account',
  ],
  ['brings an ended account back', {}, { account: { ended: true }, isInvited: false }, undefined],
  ['waits for its answer before there is another', {}, { account: null, isInvited: true }, 'invitation.open'],
] as const)('OFF-051 an invitation %s', (_, change, before, code) => {
  const plan = planInvitation({ ...input, ...change }, before)
  expect(codeOf(plan)).toBe(code)
  if (plan.ok) expect(plan.value).toEqual({ ...input, email: 'Nora@example.com', fname: 'Nora' })
})

test('OFF-051 an invitation can be accepted for seven days', () => {
  expect(invitationEnd(instant('2024-10-01T12:00:00Z'))).toBe(instant('2024-10-08T12:00:00Z'))
})

const of = { id: 2, email: 'nora@example.com', role: 'office', studio: null } as const
test.each([
  ['is ended with a reason', {}, undefined],
  ['of another administrator is ended', { of: { ...of, role: 'admin' } }, undefined],
  ['of one’s own stays, so that an administrator is left', { by: 2 }, 'account_end.own'],
  ['without a role is no account of the office', { of: { ...of, role: 'user' } }, 'account_end.not_staff'],
  ['that a studio registers with stays', { of: { ...of, studio: 'Larkspur' } }, 'account_end.studio'],
  ['is not ended without a reason', { reason: ' ' }, 'role.reason'],
] as const)('OFF-051 an account %s', (_, change, code) => {
  const plan = planAccountEnd({ by: 1, of, reason: ' Left in June ', ...change })
  expect(codeOf(plan)).toBe(code)
  if (plan.ok) expect(plan.value).toEqual({ reason: 'Left in June' })
})
