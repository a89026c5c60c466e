import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'

type Owner = { id: number; tour_date_id: number }

const claimsOf = (tx: Tx, registration_id: number) =>
  tx.selectFrom('place_claims').where('registration_id', '=', registration_id).select(['key', 'n'])

/** How many places of each key a registration holds or has claimed. */
export const loadClaims = async (tx: Tx, registration_id: number): Promise<Record<string, number>> =>
  Object.fromEntries((await claimsOf(tx, registration_id).execute()).map(({ key, n }) => [key, n]))

/** The same, locked: nobody else may now let them lapse. */
async function lockClaims(tx: Tx, registration_id: number): Promise<Record<string, number>> {
  const rows = await claimsOf(tx, registration_id).forUpdate().execute()
  return Object.fromEntries(rows.map(({ key, n }) => [key, n]))
}

/**
 * Makes what a registration holds exactly `needed`, until `held_until` or for good (null). Only differences touch the
 * counts, in key order. Answers the first key without room, or null: then all is taken. The caller's transaction must
 * end in a rollback when a key is answered. Call it last: it locks what other registrations share.
 */
export async function takePlaces(
  tx: Tx,
  owner: Owner,
  needed: Readonly<Record<string, number>>,
  held_until: Instant | null,
  now: Instant,
): Promise<string | null> {
  const had = await lockClaims(tx, owner.id)
  const keys = [...new Set([...Object.keys(had), ...Object.keys(needed)])].toSorted()
  const changed = keys.filter((key) => (needed[key] ?? 0) !== (had[key] ?? 0))

  await replaceClaims(tx, owner, needed, held_until)
  if (changed.length === 0) return null
  const differences = changed.map((key) => (needed[key] ?? 0) - (had[key] ?? 0))
  const { rows } = await sql<{ full_key: string | null }>`
    select take_places(${owner.id}, ${owner.tour_date_id}, ${changed}, ${differences}, ${now}) as full_key
  `.execute(tx)
  return rows[0]?.full_key ?? null
}

async function replaceClaims(
  tx: Tx,
  { id, tour_date_id }: Owner,
  needed: Readonly<Record<string, number>>,
  held_until: Instant | null,
) {
  const claims = Object.entries(needed)
    .filter(([, n]) => n > 0)
    .map(([key, n]) => ({ registration_id: id, tour_date_id, key, n, held_until }))
  const kept = claims.map(({ key }) => key)
  await tx
    .deleteFrom('place_claims')
    .where('registration_id', '=', id)
    .$if(kept.length > 0, (query) => query.where('key', 'not in', kept))
    .execute()
  if (claims.length === 0) return
  // A city that the office opened before a key existed gets its row now, without a limit.
  await tx
    .insertInto('capacity')
    .values(kept.map((key) => ({ tour_date_id, key, places: null })))
    .onConflict((conflict) => conflict.columns(['tour_date_id', 'key']).doNothing())
    .execute()
  await tx
    .insertInto('place_claims')
    .values(claims)
    .onConflict((conflict) =>
      conflict
        .columns(['registration_id', 'key'])
        .doUpdateSet({ n: sql`excluded.n`, held_until: sql`excluded.held_until` }),
    )
    .execute()
}

/** Moves the end of a hold, without touching what is held. */
export const prolongClaims = (tx: Tx, registration_id: number, held_until: Instant | null) =>
  tx.updateTable('place_claims').set({ held_until }).where('registration_id', '=', registration_id).execute()
