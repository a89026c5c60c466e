import type { CallerIdentity } from '@callboard/domain/share-links/share-link.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/db/connect.ts'
import { castNames } from '../registrations/routines/queries.ts'
import { reachableRegistration } from '../share-links/queries.ts'
import { cityName } from '../tours/city-queries.ts'

/** The registration whose schedule a caller may see, with its city. */
export const findScheduleCity = (tx: Tx, caller: CallerIdentity, registration_id: number) =>
  reachableRegistration(tx, caller, registration_id)
    .leftJoin('running_orders as o', 'o.tour_date_id', 't.id')
    .select(['r.id as registration_id', 'r.completed', 'r.tour_date_id', 'e.name as event', 't.time_zone'])
    .select(['t.start_date', 't.end_date', cityName.as('city'), 'o.published_at'])
    .executeTakeFirst()

/** The scheduled routines of a registration with their names and state. */
export const listScheduledRoutines = (tx: Tx, registration_id: number) =>
  tx
    .selectFrom('running_order_entries as n')
    .innerJoin('registration_routines as q', 'q.id', 'n.registration_routine_id')
    .innerJoin('routines as d', 'd.id', 'q.routine_id')
    .innerJoin('age_divisions as g', 'g.level_id', 'q.age_division_level_id')
    .innerJoin('routine_categories as c', 'c.category_id', 'q.category_id')
    .where('q.registration_id', '=', registration_id)
    .where('n.entry_number', 'is not', null)
    .select(['q.id', 'd.name', 'g.name as division', 'c.name as category', 'n.state'])
    .select(sql<number>`c.allowed_seconds + 60 * q.extra_time`.as('seconds'))
    .select(castNames.as('cast'))
    .execute()
