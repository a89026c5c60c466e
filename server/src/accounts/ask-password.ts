import { attemptLimits } from '@callboard/domain/accounts/attempt-limits.ts'
import type { Db, Tx } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { NotFound, Refused } from '../platform/http/errors.ts'
import { forgetHits } from '../platform/http/rate-limit.ts'
import type { App } from '../platform/http/serve.ts'
import type { SessionUser } from '../platform/user.ts'
import { limitAttempts } from './limit-attempts.ts'
import { findPasswordHash } from './queries.ts'
import { hash, verify } from '@node-rs/argon2'

/** Another account does not exist. SEC-008. */
export function mustBeOwn(id: number, user: SessionUser) {
  if (id !== user.id) throw new NotFound()
}

/** Attempts are counted per session, so another session of the same account cannot use them up. SEC-021. */
export const sessionKey = (what: 'password' | 'code', { id, token_hash }: SessionUser) =>
  `${what} ${id} session:${token_hash.slice(0, 16)}`

type Field = 'password' | 'old_password'

/**
 * Asks for the password again before a sensitive action; wrong attempts are rate limited. Returns the hash it matched.
 * ACC-062.
 */
export async function askPassword(app: App, db: Db, user: SessionUser, password: string, field: Field) {
  const key = sessionKey('password', user)
  await limitAttempts(app, key, attemptLimits.signIn.here)
  const credentials = await inTransaction(db, (tx) => findPasswordHash(tx, user.id))
  if (!(await isPassword(password, credentials?.password_hash))) {
    throw new Refused({ code: 'account.authentication_failed', field })
  }
  await forgetHits(db, key)
  return credentials?.password_hash
}

/** Refuses what was asked for with a password that was changed meanwhile. Called once the account is locked. */
export async function refuseChangedPassword(tx: Tx, user: SessionUser, passwordHash: string | null | undefined) {
  if ((await findPasswordHash(tx, user.id))?.password_hash !== passwordHash)
    throw new Refused({ code: 'account.authentication_failed', field: 'password' })
}

// argon2id with the library's defaults: 19 MiB, two passes. SEC-020.
export const hashPassword = (password: string): Promise<string> => hash(password)

let decoy: Promise<string> | undefined

/** Verifies a password. Takes equally long for accounts that do not exist. */
export async function isPassword(password: string, passwordHash: string | null | undefined): Promise<boolean> {
  decoy ??= hashPassword('no account has this password')
  const isRight = await verify(passwordHash ?? (await decoy), password)
  return isRight && Boolean(passwordHash)
}
