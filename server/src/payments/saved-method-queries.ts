import { sql, type Insertable, type Selectable } from 'kysely'
import type { Attempt } from '../ledger/attempt-queries.ts'
import type { Tx, Schema } from '../platform/db/connect.ts'

export type ProfileRow = Selectable<Schema['payment_profiles']> & {
  /** The abbreviation of the billing address's state; empty where the country has none. */
  state: string
}

const stateOfBilling = sql<string>`
  coalesce((select s.abbreviation from states s where s.id = (bill_to->>'state_id')::int), '')`.as('state')

export const insertProfile = (tx: Tx, profile: Insertable<Schema['payment_profiles']>) =>
  tx
    .insertInto('payment_profiles')
    .values(profile)
    .onConflict((conflict) => conflict.column('billing_id').doNothing())
    .execute()

const profilesOf = (tx: Tx, user_id: number) =>
  tx
    .selectFrom('payment_profiles')
    .where('user_id', '=', user_id)
    .where('usable', '=', true)
    .selectAll()
    .select(stateOfBilling)

export const listProfiles = (tx: Tx, user_id: number) => profilesOf(tx, user_id).orderBy('id', 'desc').execute()

export const findProfile = (tx: Tx, user_id: number, billing_id: string) =>
  profilesOf(tx, user_id).where('billing_id', '=', billing_id).executeTakeFirst()

export const findProfileById = (tx: Tx, id: number) =>
  tx.selectFrom('payment_profiles').where('id', '=', id).selectAll().select(stateOfBilling).executeTakeFirst()

export const findProfileOfAttempt = (tx: Tx, attempt_id: number) =>
  tx
    .selectFrom('payment_profiles')
    .where('initial_attempt_id', '=', attempt_id)
    .selectAll()
    .select(stateOfBilling)
    .executeTakeFirst()

export const deleteProfile = (tx: Tx, user_id: number, billing_id: string) =>
  tx
    .deleteFrom('payment_profiles')
    .where('user_id', '=', user_id)
    .where('billing_id', '=', billing_id)
    .returning('gateway_customer_id')
    .executeTakeFirst()

/** Disables the saved method that an attempt used or created. */
export const retireProfileOf = (tx: Tx, { id, payment_profile_id }: Pick<Attempt, 'id' | 'payment_profile_id'>) =>
  tx
    .updateTable('payment_profiles')
    .set({ usable: false })
    .where((on) => on.or([on('initial_attempt_id', '=', id), on('id', '=', payment_profile_id ?? 0)]))
    .execute()
