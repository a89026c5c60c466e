import type { Nomination } from '@callboard/domain/registrations/registration.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/connect.ts'
import { isCompleted } from '../../platform/db/registration-status.ts'

/** Replaces the nominations of a registration. Its routines must be stored first. */
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

/** Lists the nominations of a city's completed registrations by type. OFF-014. */
export const listCityNominations = (tx: Tx, tour_date_id: number) =>
  tx
    .selectFrom('registration_nominations as n')
    .innerJoin('nomination_types as t', 't.id', 'n.nomination_type_id')
    .innerJoin('nominations as c', 'c.id', 't.nomination_id')
    .innerJoin('registration_routines as q', 'q.id', 'n.registration_routine_id')
    .innerJoin('routines as d', 'd.id', 'q.routine_id')
    .innerJoin('registrations as r', 'r.id', 'n.registration_id')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .innerJoin('persons as p', 'p.id', 'u.person_id')
    .leftJoin('studios as s', 's.id', 'r.studio_id')
    .where('r.tour_date_id', '=', tour_date_id)
    .where(isCompleted('r'))
    .select([
      'n.nomination_type_id',
      'c.step',
      'c.name as category',
      't.name as type',
      't.half',
      'n.registration_id',
      'n.registration_routine_id as registrations_routine_id',
      'q.date_routine_id',
      'd.name as routine',
      'd.choreographer',
      'n.details',
    ])
    .select(sql<string>`coalesce(s.name, p.fname || ' ' || p.lname)`.as('registrant'))
    .orderBy('n.nomination_type_id')
    .orderBy('registrant')
    .orderBy('n.registration_id')
    .execute()
