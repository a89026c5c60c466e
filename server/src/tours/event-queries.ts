import type { Event, Season } from '@callboard/domain/tours/city.ts'
import { logoAddress } from '@callboard/domain/kernel/files.ts'
import { sql } from 'kysely'
import { firstKeptPlaces } from '../capacity/kept-places.ts'
import type { Tx } from '../platform/db/connect.ts'
import { isLive } from '../platform/db/registration-status.ts'

export type Brand = Event & { color: string; logo: string | null }

const brandRows = (tx: Tx) => tx.selectFrom('events').selectAll()
type Row = Awaited<ReturnType<ReturnType<typeof brandRows>['execute']>>[number]

function brandOf(row: Row): Brand {
  const { hide_early_rate_deadline, coming_soon, surveys_on, no_observers, success_text, mobile_registration } = row
  return {
    ...row,
    logo: logoAddress(row.logo_key),
    settings: {
      hide_early_rate_deadline,
      coming_soon,
      surveys_on,
      no_observers,
      success_text,
      mobile_registration,
    },
  }
}

/** The published tours that have a published city in a season, by name. */
export async function loadBrands(tx: Tx, season_id: number): Promise<Brand[]> {
  const rows = await brandRows(tx)
    .where((on) =>
      on.exists(
        on
          .selectFrom('tour_dates')
          .whereRef('tour_dates.event_id', '=', 'events.id')
          .where('season_id', '=', season_id)
          .where('tour_dates.published', '=', true)
          .select(sql`1`.as('one')),
      ),
    )
    .where('published', '=', true)
    .orderBy('name')
    .execute()
  return rows.map(brandOf)
}

/** A published tour by its id or its subdomain. */
export async function findBrand(tx: Tx, idOrSubdomain: string): Promise<Brand | undefined> {
  const isId = /^\d{1,9}$/.test(idOrSubdomain)
  const row = await brandRows(tx)
    .where((on) => (isId ? on('id', '=', Number(idOrSubdomain)) : on('subdomain', '=', idOrSubdomain.toLowerCase())))
    .where('published', '=', true)
    .executeTakeFirst()
  return row && brandOf(row)
}

export const findCurrentSeason = (tx: Tx): Promise<Season | undefined> =>
  tx.selectFrom('seasons').selectAll().where('current', '=', true).executeTakeFirst()

type EventScope = { user_id: number; event_id: number; season_id: number }

/** An account's live registrations for the cities of a tour's season. */
export const listOwnRegistrations = (tx: Tx, { user_id, event_id, season_id }: EventScope) =>
  tx
    .selectFrom('registrations as r')
    .innerJoin('tour_dates as t', 't.id', 'r.tour_date_id')
    .where('r.user_id', '=', user_id)
    .where(isLive('r'))
    .where('t.event_id', '=', event_id)
    .where('t.season_id', '=', season_id)
    .select(['r.id', 'r.tour_date_id', 'r.completed', 'r.confirmed', 'r.left_off'])
    .orderBy('t.start_date')
    .execute()

/** Lists an account's live registrations of a season across all tours. */
export const listSeasonOf = (tx: Tx, user_id: number, season_id: number) =>
  tx
    .selectFrom('registrations as r')
    .innerJoin('tour_dates as t', 't.id', 'r.tour_date_id')
    .innerJoin('events as e', 'e.id', 't.event_id')
    .leftJoinLateral(
      () => firstKeptPlaces(tx),
      (join) => join.onTrue(),
    )
    .where('r.user_id', '=', user_id)
    .where(isLive('r'))
    .where('t.season_id', '=', season_id)
    .select([
      'r.id',
      'r.tour_date_id',
      'r.completed',
      'r.completed_at',
      'kept.kept_until',
      'kept.kept_state',
      'r.paying_by_check',
      'r.receivable',
      'e.color',
      'e.logo_key',
    ])
    .execute()
