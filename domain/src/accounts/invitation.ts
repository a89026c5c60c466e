import { daysAfter, type Instant } from '../kernel/instant.ts'
import { refuse, accept, type Result } from '../kernel/result.ts'
import { emailError, isBlank, required } from '../roster/contact.ts'
import { checkEntry, type PersonRefusal } from '../roster/refusals.ts'
import type { AccountRefusal } from './refusals.ts'
import type { Role } from './role.ts'

export const staffRoles = ['office', 'admin'] as const
export type StaffRole = (typeof staffRoles)[number]

/** Days in which the link of an invitation can be followed. */
export const invitationDays = 7

export const invitationEnd = (now: Instant): Instant => daysAfter(now, invitationDays)

export type InvitationInput = { email: string; fname: string; lname: string; role: StaffRole }

type AddressState = {
  /** The account that has the address already; one that ended may be invited back. */
  account: { ended: boolean } | null
  /** The address was invited, and the answer is awaited. */
  isInvited: boolean
}

export function planInvitation(
  { email, fname, lname, role }: InvitationInput,
  { account, isInvited }: AddressState,
): Result<InvitationInput, AccountRefusal | PersonRefusal> {
  const wrongEmail = emailError(email, true)
  const entry = checkEntry({
    ...(wrongEmail && { email: wrongEmail }),
    ...(isBlank(fname) && { fname: required }),
    ...(isBlank(lname) && { lname: required }),
  })
  if (!entry.ok) return entry
  const address = email.trim()
  if (account && !account.ended) return refuse({ code: 'invitation.has_account', field: 'email', email: address })
  if (isInvited) return refuse({ code: 'invitation.open', field: 'email', email: address })
  return accept({ email: address, fname: fname.trim(), lname: lname.trim(), role })
}

type AccountEnd = {
  by: number
  of: { id: number; email: string; role: Role; studio: string | null }
  reason: string
}

/**
 * Whether an administrator may end this account. Never their own, so that one administrator always stays, and none that a
 * studio registers with: that one only loses its role.
 */
export function planAccountEnd({ by, of, reason }: AccountEnd): Result<{ reason: string }, AccountRefusal> {
  if (by === of.id) return refuse({ code: 'account_end.own' })
  if (of.role === 'user') return refuse({ code: 'account_end.not_staff', email: of.email })
  if (of.studio !== null) return refuse({ code: 'account_end.studio', email: of.email, studio: of.studio })
  if (isBlank(reason)) return refuse({ code: 'role.reason', field: 'reason' })
  return accept({ reason: reason.trim() })
}
