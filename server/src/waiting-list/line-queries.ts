import type { EntryState } from '@callboard/domain/waiting-list/entry.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/db/connect.ts'

const open = ['waiting', 'offered'] as const satisfies readonly EntryState[]

/** Lists cities with an open or non-empty waiting list, the longest first, and always the requested one. */
export const loadWaitingCities = (tx: Tx, tour_date_id: number | undefined) =>
  tx
    .selectFrom('tour_dates as t')
    .innerJoin('events as e', 'e.id', 't.event_id')
    .innerJoin('event_cities as c', 'c.id', 't.event_city_id')
    .leftJoin('waiting_entries as w', (join) => join.onRef('w.tour_date_id', '=', 't.id').on('w.state', 'in', open))
    .where((on) =>
      on.or([on('t.waiting_list', '=', true), on('w.id', 'is not', null), on('t.id', '=', tour_date_id ?? 0)]),
    )
    .groupBy(['t.id', 'e.name', 'c.name'])
    .select((of) => [
      't.id as tour_date_id',
      'e.name as event',
      'c.name as city',
      't.time_zone',
      't.waiting_list as open',
      of.fn.count<number>('w.id').filterWhere('w.state', '=', 'waiting').as('waiting'),
      of.fn.count<number>('w.id').filterWhere('w.state', '=', 'offered').as('offered'),
    ])
    .orderBy((of) => of.fn.count('w.id'), 'desc')
    .orderBy('t.start_date')
    .execute()

/** Loads the recipient of mails about an entry. */
/** The owners of registrations, to whom mails about them go. */
export const listAddressees = (tx: Tx, registration_ids: readonly number[]) =>
  tx
    .selectFrom('registrations as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .where('r.id', '=', sql<number>`any(${[...registration_ids]}::int[])`)
    .select(['r.id as registration_id', 'u.id as user_id', 'u.email', 'r.completed'])
    .execute()

export const loadStudioNames = (tx: Tx, registration_ids: readonly number[]) =>
  registration_ids.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom('registrations as r')
        .innerJoin('users as u', 'u.id', 'r.user_id')
        .innerJoin('persons as p', 'p.id', 'u.person_id')
        .leftJoin('studios as s', 's.id', 'r.studio_id')
        .where('r.id', 'in', registration_ids)
        .select(['r.id', 's.name as studio', 'u.email', sql<string>`p.fname || ' ' || p.lname`.as('owner')])
        .execute()
