import type { Tx } from '../platform/db/connect.ts'

/** Payment exceptions with the names of their registrations, newest first. */
const selectExceptions = (tx: Tx) =>
  tx
    .selectFrom('payment_exceptions as x')
    .leftJoin('registrations as r', 'r.id', 'x.registration_id')
    .leftJoin('studios as s', 's.id', 'r.studio_id')
    .leftJoin('users as u', 'u.id', 'r.user_id')
    .select([
      'x.id',
      'x.registration_id',
      'x.kind',
      'x.detail',
      'x.created',
      'x.resolved_at',
      's.name as studio',
      'u.email',
    ])
    .orderBy('x.id', 'desc')

/** Lists open exceptions of one registration or of all. */
export const listExceptions = (tx: Tx, most: number, registration_id?: number) =>
  selectExceptions(tx)
    .where('x.resolved_at', 'is', null)
    .$if(registration_id !== undefined, (some) => some.where('x.registration_id', '=', registration_id ?? 0))
    .limit(most)
    .execute()

export const findException = (tx: Tx, id: number) => selectExceptions(tx).where('x.id', '=', id).executeTakeFirst()
