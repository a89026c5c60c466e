import type { Nomination } from '@callboard/domain/nominations/nomination.ts'
import type { Tx } from '../db/connect.ts'

/** What a registration nominates from now on, and nothing else. Its routines are stored before. */
export async function saveNominations(
  tx: Tx,
  registration_id: number,
  nominations: readonly Nomination[] | null,
): Promise<void> {
  if (nominations === null) return
  await tx.deleteFrom('registration_nominations').where('registration_id', '=', registration_id).execute()
  if (nominations.length === 0) return
  await tx
    .insertInto('registration_nominations')
    .values(
      nominations.map(({ nomination_type_id, registrations_routine_id, details }) => ({
        registration_id,
        nomination_type_id,
        registration_routine_id: registrations_routine_id,
        details: JSON.stringify(details),
      })),
    )
    .execute()
}
