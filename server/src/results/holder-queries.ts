import type { Holder } from '@callboard/domain/results/release.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/db/connect.ts'
import { isCompleted } from '../platform/db/registration-status.ts'

type HolderIds = { person_ids: readonly number[]; attendee_ids: readonly number[] }

/** The completed registrations of a city with their studio, and of these people and attendees those that are theirs. */
export async function listHolders(tx: Tx, tour_date_id: number, ids: HolderIds): Promise<Holder[]> {
  const rows = await tx
    .selectFrom('registrations as r')
    .leftJoin('attendees as a', (join) =>
      join
        .onRef('a.registration_id', '=', 'r.id')
        .on((on) =>
          on.or([
            on('a.person_id', '=', sql<number>`any(${ids.person_ids}::int[])`),
            on('a.id', '=', sql<number>`any(${ids.attendee_ids}::int[])`),
          ]),
        ),
    )
    .where('r.tour_date_id', '=', tour_date_id)
    .where(isCompleted('r'))
    .select(['r.id as registration_id', 'r.studio_id', 'a.id as attendee_id', 'a.person_id'])
    .orderBy('r.id')
    .orderBy('a.id')
    .execute()
  const holders = new Map<number, Holder>()
  for (const { registration_id, studio_id, attendee_id, person_id } of rows) {
    const { person_ids = [], attendee_ids = [] } = holders.get(registration_id) ?? {}
    holders.set(registration_id, {
      ...{ registration_id, studio_id },
      person_ids: person_id !== null && ids.person_ids.includes(person_id) ? [...person_ids, person_id] : person_ids,
      attendee_ids:
        attendee_id !== null && ids.attendee_ids.includes(attendee_id) ? [...attendee_ids, attendee_id] : attendee_ids,
    })
  }
  return [...holders.values()]
}
