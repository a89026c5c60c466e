import type { Credit } from '@callboard/domain/registrations/registration.ts'
import { sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { firstKeptPlaces } from '../capacity/kept-places.ts'
import type { Tx } from '../platform/db/connect.ts'
import { hasSignedAll } from '../roster/waiver-queries.ts'
import { isLive } from '../platform/db/registration-status.ts'

/** Returns the rows of an account's registration list in one statement, soonest city first. ACC-071. */
export const loadOwnRegistrations = (tx: Tx, user_id: number) =>
  tx
    .selectFrom('registrations as r')
    .innerJoin('tour_dates as t', 't.id', 'r.tour_date_id')
    .innerJoin('event_cities as c', 'c.id', 't.event_city_id')
    .innerJoin('events as e', 'e.id', 't.event_id')
    .leftJoinLateral(
      () => firstKeptPlaces(tx),
      (join) => join.onTrue(),
    )
    .where('r.user_id', '=', user_id)
    .where(isLive('r'))
    .select([
      'r.id',
      'r.tour_date_id',
      't.event_id',
      't.season_id',
      'e.name as event_name',
      'e.subdomain',
      'e.color',
      'e.logo_key',
      'e.is_workshop_only',
      'c.name as city_name',
      'c.state',
      't.start_date',
      't.end_date',
      't.time_zone',
      't.cutoff_start_date',
      't.cutoff_end_date',
      't.late_start_date',
      't.late_end_date',
      't.payment_date',
      't.send_check_date',
      't.regenabled',
      't.canceled',
      't.no_competition',
      'r.completed',
      'r.completed_at',
      'r.confirmed',
      'r.paying_by_check',
      'r.left_off',
      'r.left_off_details',
      'r.dancers',
      'r.teachers',
      'r.observers',
      'r.routine_count',
      'r.total',
      'r.updated',
      'kept.kept_until',
      'kept.kept_state',
    ])
    .select((from) => [
      jsonObjectFrom(
        from
          .selectFrom('credits as k')
          .whereRef('k.registration_id', '=', 'r.id')
          .select(['k.from', 'k.amount', 'k.status']),
      )
        .$castTo<Credit | null>()
        .as('credit'),
      from
        .selectFrom('promo_uses as u')
        .whereRef('u.registration_id', '=', 'r.id')
        .select((of) => of.fn.coalesce(of.fn.sum<number>('u.amount'), sql<number>`0`).as('n'))
        .$asScalar()
        .$notNull()
        .as('promo'),
      from
        .selectFrom('payments as p')
        .whereRef('p.registration_id', '=', 'r.id')
        .select((of) => of.fn.coalesce(of.fn.sum<number>('p.amount'), sql<number>`0`).as('n'))
        .$asScalar()
        .$notNull()
        .as('paid'),
      'r.receivable',
      from
        .selectFrom('attendees as a')
        .innerJoin('workshop_levels as l', 'l.id', 'a.workshop_level_id')
        .whereRef('a.registration_id', '=', 'r.id')
        .where('l.kind', '!=', 'observer')
        .select((of) => of.fn.countAll<number>().as('n'))
        .$asScalar()
        .$notNull()
        .as('signers'),
      from
        .selectFrom('attendees as a')
        .innerJoin('workshop_levels as l', 'l.id', 'a.workshop_level_id')
        .whereRef('a.registration_id', '=', 'r.id')
        .where('l.kind', '!=', 'observer')
        .where(hasSignedAll)
        .select((of) => of.fn.countAll<number>().as('n'))
        .$asScalar()
        .$notNull()
        .as('signed'),
      from
        .selectFrom('registration_routines as d')
        .whereRef('d.registration_id', '=', 'r.id')
        .where('d.status', '=', 'registered')
        .where((on) => on.or([on('d.music_id', 'is not', null), on('d.no_music', '=', true)]))
        .select((of) => of.fn.countAll<number>().as('n'))
        .$asScalar()
        .$notNull()
        .as('with_music'),
      from
        .selectFrom('registration_routines as d')
        .whereRef('d.registration_id', '=', 'r.id')
        .where('d.status', '=', 'registered')
        .select((of) => of.fn.countAll<number>().as('n'))
        .$asScalar()
        .$notNull()
        .as('dancing'),
    ])
    .orderBy('t.start_date')
    .orderBy('r.id')
    .execute()

export type OwnRegistrationRow = Awaited<ReturnType<typeof loadOwnRegistrations>>[number]
