import { accept, refuse, type Result } from '../kernel/result.ts'
import { isBlank } from '../roster/contact.ts'
import type { AccountRefusal } from './refusals.ts'

export const roles = ['user', 'office', 'admin'] as const
/** The permissions of an account: none of the office, its daily work, or also its prices, settings and accounts. */
export type Role = (typeof roles)[number]

export const roleWords: Record<Role, { name: string; about: string }> = {
  user: { name: 'None', about: 'Can register and pay. No access to the office.' },
  office: { name: 'Office', about: 'Can review and confirm registrations and record payments.' },
  admin: { name: 'Administrator', about: 'Can also change events, cities, prices, settings and accounts.' },
}

/** Whether an account must say which type of person it is. The office is no dancer, teacher or parent. */
export const needsPersonType = (role: Role): boolean => role === 'user'

type Change = {
  by: number
  of: { id: number; email: string; role: Role; confirmed: boolean; ended: boolean }
  role: Role
  reason: string
}

/**
 * Whether an administrator may give or take this role. Never their own: so one administrator always stays. An address
 * that nobody has proven gets none.
 */
export function planRoleChange({ by, of, role, reason }: Change): Result<{ reason: string }, AccountRefusal> {
  if (by === of.id) return refuse({ code: 'role.own' })
  if (of.ended) return refuse({ code: 'role.ended', email: of.email })
  if (of.role === role) return refuse({ code: 'role.unchanged', field: 'role', email: of.email })
  if (role !== 'user' && !of.confirmed) return refuse({ code: 'role.unconfirmed', field: 'role', email: of.email })
  if (isBlank(reason)) return refuse({ code: 'role.reason', field: 'reason' })
  return accept({ reason: reason.trim() })
}
