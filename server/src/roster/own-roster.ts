import { findStudioOf } from './studio-queries.ts'
import type { Tx } from '../platform/db/connect.ts'
import { Forbidden } from '../platform/http/errors.ts'
import type { SessionUser } from '../platform/user.ts'

/** Fails when a request names another account's roster. ROST-001, SEC-008. */
export function mustBeOwn(user: SessionUser, named: number | undefined) {
  if (named !== undefined && named !== user.id) throw new Forbidden('foreign_roster', 'This is not your roster.')
}

/** The studios whose people an account may be offered: its own, and the one it left. A110. */
export async function studiosOf(tx: Tx, user: SessionUser): Promise<number[]> {
  const { studio_id, previous_studio_id } = await findStudioOf(tx, user.id)
  return [studio_id, previous_studio_id].filter((id) => id !== null)
}
