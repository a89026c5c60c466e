import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/db/connect.ts'

export const findSecondFactor = (tx: Tx, user_id: number) =>
  tx.selectFrom('second_factors').selectAll().where('user_id', '=', user_id).executeTakeFirst()

export const hasSecondFactor = async (tx: Tx, user_id: number) =>
  ((await findSecondFactor(tx, user_id))?.confirmed_at ?? null) !== null

/** Restarts the setup; false when a second factor is already active. */
export async function insertSecret(tx: Tx, user_id: number, secret: string, now: Instant): Promise<boolean> {
  const row = await tx
    .insertInto('second_factors')
    .values({ user_id, secret, created: now })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret, created: now, last_step: 0 })
        .where('second_factors.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Lists secrets that are not sealed with the newest key. */
export const listSecretsToSeal = (tx: Tx, { mark, after, atOnce }: { mark: string; after: number; atOnce: number }) =>
  tx
    .selectFrom('second_factors')
    .select(['user_id', 'secret'])
    .where('user_id', '>', after)
    .where(sql<boolean>`not starts_with(secret, ${mark})`)
    .orderBy('user_id')
    .limit(atOnce)
    .execute()

type Sealed = { user_id: number; secret: string; sealed: string }

/** Replaces each secret only if it is unchanged since it was read; a new setup is kept. */
export const replaceSecrets = (tx: Tx, rows: readonly Sealed[]) =>
  sql`
    update second_factors f set secret = n.sealed
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (user_id integer, secret text, sealed text)
    where f.user_id = n.user_id and f.secret = n.secret
  `.execute(tx)

/** Uses up the step of a code. Of two at once with the same code only one does; an older code never does. */
export async function takeStep(tx: Tx, user_id: number, step: number): Promise<boolean> {
  const row = await tx
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', user_id)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export const confirmSecret = (tx: Tx, user_id: number, now: Instant) =>
  tx.updateTable('second_factors').set({ confirmed_at: now }).where('user_id', '=', user_id).execute()

export async function deleteSecondFactor(tx: Tx, user_id: number): Promise<void> {
  await tx.deleteFrom('second_factors').where('user_id', '=', user_id).execute()
  await tx.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute()
}

/** In the place of those before. Only their hashes are kept. */
export async function replaceRecoveryCodes(tx: Tx, user_id: number, hashes: readonly string[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute()
  const rows = hashes.map((code_hash) => ({ user_id, code_hash }))
  await tx.insertInto('recovery_codes').values(rows).execute()
}

export async function takeRecoveryCode(tx: Tx, user_id: number, code_hash: string, now: Instant): Promise<boolean> {
  const row = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', user_id)
    .where('code_hash', '=', code_hash)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function countRecoveryCodes(tx: Tx, user_id: number): Promise<number> {
  const { n } = await tx
    .selectFrom('recovery_codes')
    .select((of) => of.fn.countAll<number>().as('n'))
    .where('user_id', '=', user_id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return n
}

type Step = { token_hash: string; user_id: number; expires_at: Instant }

/** Starts the second step after a correct password and deletes expired steps. */
export async function insertSignInStep(tx: Tx, step: Step, now: Instant): Promise<void> {
  await tx.deleteFrom('sign_in_steps').where('expires_at', '<=', now).execute()
  await tx.insertInto('sign_in_steps').values(step).execute()
}

export const findSignInStep = (tx: Tx, token_hash: string, now: Instant) =>
  tx
    .selectFrom('sign_in_steps')
    .select('user_id')
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()

export const takeSignInStep = (tx: Tx, token_hash: string) =>
  tx.deleteFrom('sign_in_steps').where('token_hash', '=', token_hash).returning('user_id').executeTakeFirst()

/** Deletes pending sign-in steps that were started with the account's previous password. */
export const deleteSignInSteps = (tx: Tx, user_id: number) =>
  tx.deleteFrom('sign_in_steps').where('user_id', '=', user_id).execute()
