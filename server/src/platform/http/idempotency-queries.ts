import type { Insertable } from 'kysely'
import type { Tx, Schema } from '../db/connect.ts'

/** Claims a key in one statement; undefined: it was claimed before, perhaps by a request that runs right now. */
export const claimKey = (tx: Tx, keyRow: Insertable<Schema['idempotency_keys']>) =>
  tx
    .insertInto('idempotency_keys')
    .values(keyRow)
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()

export const findKey = (tx: Tx, user_id: number, key: string) =>
  tx
    .selectFrom('idempotency_keys')
    .where('user_id', '=', user_id)
    .where('key', '=', key)
    .select(['request_hash', 'status', 'reply'])
    .executeTakeFirstOrThrow()

export const storeReply = (tx: Tx, user_id: number, key: string, status: number, reply: unknown) =>
  tx
    .updateTable('idempotency_keys')
    .set({ status, reply: JSON.stringify(reply) })
    .where('user_id', '=', user_id)
    .where('key', '=', key)
    .execute()
