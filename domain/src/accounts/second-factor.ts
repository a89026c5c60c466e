import { minutesAfter, type Instant } from '../kernel/instant.ts'
import { accept, refuse, type Result } from '../kernel/result.ts'
import { isBlank, required } from '../roster/contact.ts'
import type { AccountRefusal } from './refusals.ts'

/** Letters and digits that nobody takes for one another. */
export const recoveryAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** How many recovery codes an account gets, and how many signs each has: 80 bits, too many to guess. */
export const recoveryCodes = { count: 10, length: 16 } as const

/** How long somebody who gave the right password may take to enter the code. */
export const secondStepEnd = (now: Instant): Instant => minutesAfter(now, 10)

type EnteredCode = { kind: 'app'; code: string } | { kind: 'recovery'; code: string }

/** Parses an entered code: six digits of the authenticator app, or a recovery code; null when it is neither. */
export function enteredCode(text: string): EnteredCode | null {
  const code = text.replace(/[\s-]/g, '').toUpperCase()
  if (/^\d{6}$/.test(code)) return { kind: 'app', code }
  const isRecovery =
    code.length === recoveryCodes.length && code.split('').every((sign) => recoveryAlphabet.includes(sign))
  return isRecovery ? { kind: 'recovery', code } : null
}

/** A recovery code as it is written down: four groups of four. */
export const writtenCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-')

/** The error of an entered code's form, before it is checked against the account. */
export function codeError(text: string): string | null {
  if (text.trim() === '') return required
  return enteredCode(text) ? null : 'The six digits in your app, or a recovery code'
}

type Account = { role: 'user' | 'office' | 'admin' }

/** Whether an account must sign in with a second step: the office, where the product asks for it. */
export const needsSecondFactor = ({ role }: Account, staff_second_factor: boolean): boolean =>
  staff_second_factor && role !== 'user'

type Reset = { by: number; of: { id: number; email: string; on: boolean }; reason: string }

/** Whether an administrator may take this account's second step away: never their own, and not without saying why. */
export function planSecondFactorReset({ by, of, reason }: Reset): Result<{ reason: string }, AccountRefusal> {
  if (by === of.id) return refuse({ code: 'second_factor.own_reset' })
  if (!of.on) return refuse({ code: 'second_factor.not_on', email: of.email })
  if (isBlank(reason)) return refuse({ code: 'second_factor.reset_reason', field: 'reason' })
  return accept({ reason: reason.trim() })
}
