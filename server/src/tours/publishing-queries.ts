import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { missingToPublish, type DraftFacts } from '@callboard/domain/tours/publishing.ts'
import { sql } from 'kysely'
import { isOfBrand } from './brand-lists.ts'
import type { Tx } from '../platform/db/connect.ts'
import { findCity } from './city-queries.ts'

/** The facts by which a draft city can be published; undefined: there is no such city. */
export async function findDraftFacts(tx: Tx, tour_date_id: number): Promise<DraftFacts | undefined> {
  const row = await tx
    .selectFrom('tour_dates as t')
    .innerJoin('events as e', 'e.id', 't.event_id')
    .where('t.id', '=', tour_date_id)
    .select([
      't.time_zone',
      't.start_date',
      't.end_date',
      't.cutoff_start_date',
      't.cutoff_end_date',
      't.late_start_date',
      't.late_end_date',
      't.payment_date',
      't.send_check_date',
      'e.published as event_is_published',
      'e.is_intensive',
      sql<boolean>`not (e.is_workshop_only or e.is_intensive or t.no_competition)`.as('has_competition'),
      sql<number>`(
        select count(*)::integer from workshop_levels l
        where l.kind = 'dancer' and ${isOfBrand('workshop_levels', 'l', sql.ref('t.event_id'))}
          and exists (select from level_prices p
            where p.event_id = t.event_id and p.season_id = t.season_id and p.level_id = l.id)
          and not exists (select from tour_date_levels d
            where d.tour_date_id = t.id and d.level_id = l.id and d.status = 'not_available'))`.as('priced_levels'),
      sql<number>`(
        select count(*)::integer from category_fees f
        where f.event_id = t.event_id and f.season_id = t.season_id
          and not exists (select from tour_date_categories d
            where d.tour_date_id = t.id and d.category_id = f.category_id and not d.enabled))`.as('priced_categories'),
      sql<number>`(select count(*)::integer from intensives i where i.tour_date_id = t.id and i.offered)`.as(
        'offered_intensives',
      ),
    ])
    .executeTakeFirst()
  return row
}

/**
 * Locks cities against new registrations: each of these locks its city for its foreign key, and looks afterwards whether
 * the city is still published.
 */
export const lockCities = (tx: Tx, ids: readonly number[]) =>
  tx.selectFrom('tour_dates').where('id', 'in', ids).orderBy('id').select('id').forUpdate().execute()

/** Registrations of any state, deleted ones too: the office can restore these. */
export async function countRegistrationsIn(tx: Tx, tour_date_ids: readonly number[]): Promise<number> {
  const { n } = await tx
    .selectFrom('registrations')
    .where('tour_date_id', 'in', tour_date_ids)
    .select(sql<number>`count(*)::integer`.as('n'))
    .executeTakeFirstOrThrow()
  return n
}

export const listCityIds = async (tx: Tx, event_id: number): Promise<number[]> =>
  (await tx.selectFrom('tour_dates').where('event_id', '=', event_id).select('id').execute()).map(({ id }) => id)

/** A city with everything the office sets on it; of a draft, what it lacks before it can be published. */
export async function findOfficeCity(tx: Tx, id: number, now: Instant) {
  const city = await findCity(tx, id)
  if (!city) return undefined
  const facts = city.published ? undefined : await findDraftFacts(tx, id)
  const missing = facts ? missingToPublish(facts, now) : []
  return { ...city, missing, exceptions: city.exceptions.map(({ email }) => email) }
}
