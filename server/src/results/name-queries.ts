import { sql } from 'kysely'
import type { Tx } from '../platform/db/connect.ts'

/** The entries of a city's order with number, title and studio. */
export const listEntryNames = (tx: Tx, tour_date_id: number) =>
  tx
    .selectFrom('running_order_entries as n')
    .innerJoin('registration_routines as q', 'q.id', 'n.registration_routine_id')
    .innerJoin('routines as d', 'd.id', 'q.routine_id')
    .innerJoin('registrations as r', 'r.id', 'q.registration_id')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .innerJoin('persons as p', 'p.id', 'u.person_id')
    .leftJoin('studios as s', 's.id', 'r.studio_id')
    .where('n.tour_date_id', '=', tour_date_id)
    .select(['q.id', 'q.registration_id', 'd.name'])
    .select(sql<string>`concat(n.entry_number, n.suffix)`.as('label'))
    .select(sql<string>`coalesce(s.name, concat_ws(' ', p.fname, p.lname))`.as('studio'))
    .orderBy('n.entry_number')
    .orderBy('n.suffix')
    .execute()

/** Levels of every scope, those no longer given included: earlier versions name them. */
export const listLevelNames = (tx: Tx) => tx.selectFrom('competition_awards').select(['id', 'name']).execute()

export const listBlockNames = (tx: Tx, tour_date_id: number) =>
  tx.selectFrom('competition_blocks').where('tour_date_id', '=', tour_date_id).select(['id', 'name']).execute()

export const listStudioNames = (tx: Tx, tour_date_id: number) =>
  tx
    .selectFrom('registrations as r')
    .innerJoin('studios as s', 's.id', 'r.studio_id')
    .where('r.tour_date_id', '=', tour_date_id)
    .select(['s.id', 's.name'])
    .distinct()
    .execute()

type Ids = { person_ids: readonly number[]; attendee_ids: readonly number[] }

export async function listPersonNames(tx: Tx, { person_ids, attendee_ids }: Ids) {
  const name = sql<string>`concat_ws(' ', p.fname, p.lname)`.as('name')
  const persons = await tx
    .selectFrom('persons as p')
    .where('p.id', '=', sql<number>`any(${person_ids}::int[])`)
    .select(['p.id', name])
    .execute()
  const attendees = await tx
    .selectFrom('attendees as a')
    .innerJoin('persons as p', 'p.id', 'a.person_id')
    .where('a.id', '=', sql<number>`any(${attendee_ids}::int[])`)
    .select(['a.id', name])
    .execute()
  return { persons, attendees }
}

/** The names of the dancers of every entry of a city. */
export const listCasts = (tx: Tx, tour_date_id: number) =>
  tx
    .selectFrom('running_order_entries as n')
    .innerJoin('routine_attendees as x', 'x.registration_routine_id', 'n.registration_routine_id')
    .innerJoin('persons as p', 'p.id', 'x.person_id')
    .where('n.tour_date_id', '=', tour_date_id)
    .groupBy('n.registration_routine_id')
    .select('n.registration_routine_id as id')
    .select(sql<string[]>`array_agg(concat_ws(' ', p.fname, p.lname) order by p.lname, p.id)`.as('dancers'))
    .execute()
