import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { CallerIdentity } from '@callboard/domain/share-links/share-link.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/db/connect.ts'
import { castNames } from '../registrations/routines/queries.ts'
import { reachableRegistration } from '../share-links/queries.ts'
import { cityName } from '../tours/city-queries.ts'
import { selectNumberedEntries } from './queries.ts'

/** The registration whose schedule a caller may see, with its city. */
export const findScheduleCity = (tx: Tx, caller: CallerIdentity, registration_id: number) =>
  reachableRegistration(tx, caller, registration_id)
    .leftJoin('running_orders as o', 'o.tour_date_id', 't.id')
    .select(['r.id as registration_id', 'r.completed', 'r.tour_date_id', 'e.name as event', 't.time_zone'])
    .select(['t.start_date', 't.end_date', cityName.as('city'), 'o.published_at'])
    .select(sql<boolean>`coalesce(o.shows_dancers, false)`.as('shows_dancers'))
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

/** The city whose order anyone with this token may read: published, and public by the office. */
export const findPublicOrder = (tx: Tx, token: string) =>
  tx
    .selectFrom('running_orders as o')
    .innerJoin('tour_dates as t', 't.id', 'o.tour_date_id')
    .innerJoin('events as e', 'e.id', 't.event_id')
    .innerJoin('event_cities as c', 'c.id', 't.event_city_id')
    .where('o.public_token', '=', token)
    .where('o.is_public', '=', true)
    .where('o.published_at', 'is not', null)
    .select(['t.id as tour_date_id', 'e.name as event', 't.time_zone', 'o.shows_dancers'])
    .select([cityName.as('city'), sql<Instant>`o.published_at`.as('published_at')])
    .executeTakeFirst()

/** The numbered entries of a city as its public page shows them. An independent dancer is no studio and has no name here. */
export const listPublicEntries = (tx: Tx, tour_date_id: number) =>
  selectNumberedEntries(tx, tour_date_id)
    .innerJoin('age_divisions as g', 'g.level_id', 'q.age_division_level_id')
    .innerJoin('routine_categories as c', 'c.category_id', 'q.category_id')
    .select(['g.name as division', 'c.name as category', 'n.state'])
    .select(castNames.as('cast'))
    .execute()
