import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { sql, type Insertable } from 'kysely'
import type { Tx, Schema } from '../platform/db/connect.ts'
import { dropUnreferenced } from '../platform/files/queries.ts'

type Donation = Insertable<Schema['scholarship_donations']>

/** Keeps the newest form of a registration; answers its number, and the file it takes the place of. */
export async function replaceDonation(tx: Tx, donation: Donation): Promise<{ id: number; replaced: string | null }> {
  const before = await findDonation(tx, donation.registration_id)
  const { id } = await tx
    .insertInto('scholarship_donations')
    .values(donation)
    .onConflict((conflict) =>
      conflict
        .column('registration_id')
        .doUpdateSet({ key: donation.key, name: donation.name, created: donation.created }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, replaced: before?.key ?? null }
}

export const findDonation = (tx: Tx, registration_id: number) =>
  tx
    .selectFrom('scholarship_donations')
    .where('registration_id', '=', registration_id)
    .select(['id', 'key', 'name', 'created'])
    .executeTakeFirst()

/** Deletes unreferenced forms of donations: of a save that failed, or of a deleted registration. */
export const dropLooseDonations = (tx: Tx, before: Instant) =>
  dropUnreferenced(
    tx,
    'scholarship-donations/%',
    before,
    sql`select 1 from scholarship_donations d where d.key = f.key`,
  )
