import type { Insertable } from 'kysely'
import type { Tx, Schema } from '../platform/db/connect.ts'

export const insertAuthorization = (tx: Tx, authorization: Insertable<Schema['bank_authorizations']>) =>
  tx.insertInto('bank_authorizations').values(authorization).execute()

/** Lists the bank authorizations of a registration with the result of each debit, newest first. */
export const listAuthorizations = (tx: Tx, registration_id: number) =>
  tx
    .selectFrom('bank_authorizations as b')
    .innerJoin('users as u', 'u.id', 'b.user_id')
    .innerJoin('payment_attempts as a', 'a.id', 'b.attempt_id')
    .where('b.registration_id', '=', registration_id)
    .orderBy('b.id', 'desc')
    .select([
      'b.id',
      'b.version',
      'b.text',
      'b.amount',
      'b.name',
      'b.last_four',
      'b.address',
      'b.user_agent',
      'b.authorized_at',
      'u.email',
      'a.orderid',
      'a.state',
    ])
    .execute()
