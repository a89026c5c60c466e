import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { Insertable } from 'kysely'
import type { Tx, Schema } from '../platform/db/connect.ts'

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

export const insertException = (tx: Tx, exception: Insertable<Schema['payment_exceptions']>) =>
  tx.insertInto('payment_exceptions').values(exception).execute()

/** Same, unless an equal exception is already stored: events may repeat. */
export async function insertExceptionOnce(tx: Tx, exception: Insertable<Schema['payment_exceptions']>) {
  const existingException = await tx
    .selectFrom('payment_exceptions')
    .where('attempt_id', 'is not distinct from', exception.attempt_id ?? null)
    .where('registration_id', 'is not distinct from', exception.registration_id ?? null)
    .where('kind', '=', exception.kind)
    .where('detail', '=', exception.detail ?? '')
    .select('id')
    .executeTakeFirst()
  if (!existingException) await insertException(tx, exception)
}

/** Marks an exception as resolved. */
export const resolveException = (tx: Tx, id: number, resolved_by: number, resolved_at: Instant) =>
  tx.updateTable('payment_exceptions').set({ resolved_by, resolved_at }).where('id', '=', id).execute()
