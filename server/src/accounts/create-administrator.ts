import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { emailError } from '@callboard/domain/roster/contact.ts'
import type { Tx } from '../platform/db/connect.ts'
import { newToken } from '../platform/http/sessions.ts'
import { insertPerson } from '../roster/person-queries.ts'
import { newLink } from './mail-links.ts'
import { hashPassword } from './ask-password.ts'
import { findByEmail, insertUser } from './queries.ts'

type AdministratorOptions = { email: string; origin: string; now: Instant }

/**
 * Returns a link that sets the password of an administrator, once and within two hours; the account is made when the
 * address has none. Throws for an address whose account has another role: roles are given on the office's screen.
 */
export async function createAdministrator(tx: Tx, { email, origin, now }: AdministratorOptions): Promise<string> {
  const wrong = emailError(email, true)
  if (wrong) throw new Error(wrong)
  const existing = await findByEmail(tx, email)
  if (existing && existing.role !== 'admin') {
    throw new Error(
      `${existing.email} already has an account. An administrator gives it a role under Office, Accounts.`,
    )
  }
  const user_id = existing?.id ?? (await insertAdministrator(tx, email, now))
  return newLink(tx, { kind: 'reset', user_id, origin }, now)
}

async function insertAdministrator(tx: Tx, email: string, now: Instant): Promise<number> {
  const person_id = await insertPerson(tx, { fname: 'Office', lname: 'Administrator', person_type_id: null }, now)
  // This random password is stored nowhere: only the mailed link opens the account. The address is trusted because the
  // operator of the server enters it.
  const password_hash = await hashPassword(newToken())
  const role = 'admin' as const
  const user = { email, password_hash, person_id, studio_id: null, confirmed: true, role, created: now }
  const id = await insertUser(tx, user)
  if (id === undefined) throw new Error('Another process made this account just now. Please try again.')
  return id
}
