import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { HoldRecord } from '@callboard/domain/registrations/places/hold.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/db/connect.ts'

type Whose = { user_id: number; tour_date_id: number }

/** How long an account has held places of a city. Under the lock of its registration there. */
export const findHoldRecord = (tx: Tx, { user_id, tour_date_id }: Whose): Promise<HoldRecord | undefined> =>
  tx
    .selectFrom('hold_records')
    .where('user_id', '=', user_id)
    .where('tour_date_id', '=', tour_date_id)
    .select(['held_seconds', 'began', 'ends'])
    .executeTakeFirst()

export const putHoldRecord = (tx: Tx, { user_id, tour_date_id }: Whose, record: HoldRecord) =>
  tx
    .insertInto('hold_records')
    .values({ user_id, tour_date_id, ...record })
    .onConflict((conflict) => conflict.columns(['user_id', 'tour_date_id']).doUpdateSet(record))
    .execute()

/** Updates the end of the last hold: it was released, or a returned payment restored its expiry. */
export const setHoldRecordEnd = (tx: Tx, { user_id, tour_date_id }: Whose, ends: Instant) =>
  tx
    .updateTable('hold_records')
    .set({ ends: sql<Instant>`greatest(began, ${ends}::timestamptz)` })
    .where('user_id', '=', user_id)
    .where('tour_date_id', '=', tour_date_id)
    .execute()
