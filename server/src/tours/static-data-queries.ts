import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Tx } from '../platform/db/connect.ts'
import { isOfBrand } from './brand-lists.ts'

export type StaticDataScope = { event_id: number; season_id: number }
const lists = {
  states: (tx: Tx) =>
    tx
      .selectFrom('states')
      .select(['id', 'name', 'country_id', 'abbreviation'])
      .orderBy('country_id')
      .orderBy('name')
      .execute(),
  countries: (tx: Tx) => tx.selectFrom('countries').select(['id', 'name', 'abbreviation']).orderBy('id').execute(),
  genders: (tx: Tx) => tx.selectFrom('genders').select(['id', 'name']).orderBy('id').execute(),
  person_types: (tx: Tx) => tx.selectFrom('person_types').select(['id', 'name', 'grouping']).orderBy('id').execute(),
  payment_methods: (tx: Tx) =>
    tx.selectFrom('payment_methods').select(['id', 'name', 'online', 'office', 'enabled']).orderBy('id').execute(),
  competition_awards: (tx: Tx) =>
    tx
      .selectFrom('competition_awards')
      .where('event_id', 'is', null)
      .where('season_id', 'is', null)
      .select(['id', 'name', 'minimum_score'])
      .orderBy('minimum_score', 'desc')
      .execute(),
  age_divisions: (tx: Tx, { event_id }: StaticDataScope) =>
    tx
      .selectFrom('age_divisions')
      .where(isOfBrand('age_divisions', 'age_divisions', event_id))
      .select(['level_id', 'name', 'minimum_age', 'is_showcase'])
      .orderBy('is_showcase')
      .orderBy('minimum_age')
      .execute(),
  routine_categories: (tx: Tx, { event_id, season_id }: StaticDataScope) =>
    tx
      .selectFrom('routine_categories as c')
      .leftJoin('category_fees as f', (join) =>
        join
          .onRef('f.category_id', '=', 'c.category_id')
          .on('f.event_id', '=', event_id)
          .on('f.season_id', '=', season_id),
      )
      .select(['c.category_id', 'c.name', 'c.abbreviation', 'c.min_dancers', 'c.is_solo', 'f.fee_per_dancer'])
      .orderBy('c.min_dancers')
      .execute(),
  performance_divisions: (tx: Tx, { event_id }: StaticDataScope) =>
    tx
      .selectFrom('performance_divisions')
      .where(isOfBrand('performance_divisions', 'performance_divisions', event_id))
      .select(['id', 'name', 'level', 'is_ballet'])
      .orderBy('id')
      .execute(),
  workshop_levels: (tx: Tx, { event_id, season_id }: StaticDataScope) =>
    tx
      .selectFrom('workshop_levels as l')
      .where(isOfBrand('workshop_levels', 'l', event_id))
      .select([
        'l.id',
        'l.id_v',
        'l.level',
        'l.plural_name',
        'l.recommended_age',
        'l.range',
        'l.minimum_age',
        'l.maximum_age',
        'l.kind',
        'l.observer_days',
        'l.college_eligible',
      ])
      .select((from) =>
        jsonArrayFrom(
          from
            .selectFrom('level_prices as p')
            .whereRef('p.level_id', '=', 'l.id')
            .where('p.event_id', '=', event_id)
            .where('p.season_id', '=', season_id)
            .select(['p.tier', 'p.kind', 'p.price'])
            .orderBy('p.price'),
        ).as('prices'),
      )
      .orderBy('l.position')
      .execute(),
  vip_types: (tx: Tx) =>
    tx.selectFrom('vip_types').select(['id', 'name', 'code', 'amount', 'active', 'add_winner']).orderBy('id').execute(),
  jacket_sizes: (tx: Tx) => tx.selectFrom('jacket_sizes').selectAll().orderBy('id').execute(),
  nominations: (tx: Tx, { event_id }: StaticDataScope) =>
    tx
      .selectFrom('nominations as n')
      .select(['n.id', 'n.name', 'n.step'])
      .select((from) =>
        jsonArrayFrom(
          from
            .selectFrom('nomination_types as t')
            .whereRef('t.nomination_id', '=', 'n.id')
            .where(isOfBrand('nomination_types', 't', event_id))
            .select(['t.id', 't.name', 't.age_divisions', 't.categories', 't.asks_for', 't.half'])
            .orderBy('t.id'),
        ).as('nomination_types'),
      )
      .orderBy('n.id')
      .execute(),
}

type Name = keyof typeof lists
export type StaticRows = { [Table in Name]: Awaited<ReturnType<(typeof lists)[Table]>> }

export const listNames = Object.keys(lists) as Name[]

/** The named lists, as the event's season has them. */
export async function loadLists(tx: Tx, names: readonly Name[], scope: StaticDataScope): Promise<Partial<StaticRows>> {
  const entries: [Name, unknown][] = []
  for (const name of new Set(names)) entries.push([name, await lists[name](tx, scope)])
  // Each name is paired with the list of that name.
  return Object.fromEntries(entries) as Partial<StaticRows>
}

/** Whether the prices of an event in a season may be shown: it is published, and so is a city of it, or the season is current. */
export async function isOfferPublished(tx: Tx, { event_id, season_id }: StaticDataScope): Promise<boolean> {
  const row = await tx
    .selectFrom('events as e')
    .where('e.id', '=', event_id)
    .where('e.published', '=', true)
    .where((on) =>
      on.or([
        on.exists(
          on.selectFrom('seasons').where('id', '=', season_id).where('current', '=', true).select('seasons.id'),
        ),
        on.exists(
          on
            .selectFrom('tour_dates as t')
            .whereRef('t.event_id', '=', 'e.id')
            .where('t.season_id', '=', season_id)
            .where('t.published', '=', true)
            .select('t.id'),
        ),
      ]),
    )
    .select('e.id')
    .executeTakeFirst()
  return row !== undefined
}

/** The season that prices are shown of when none is named. */
export async function findCurrentSeasonId(tx: Tx): Promise<number | undefined> {
  const row = await tx.selectFrom('seasons').select('id').where('current', '=', true).executeTakeFirst()
  return row?.id
}
