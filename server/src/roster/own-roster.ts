import { Forbidden } from '../http/errors.ts'
import type { SessionUser } from '../http/sessions.ts'

/** A roster is its account's alone, whatever id a request names. ROST-001, SEC-008. */
export function mustBeOwn(user: SessionUser, named: number | undefined) {
  if (named !== undefined && named !== user.id) throw new Forbidden('foreign_roster', 'This is not your roster.')
}
