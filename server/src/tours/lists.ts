import type {
  AgeDivision,
  City,
  CityChoice,
  Intensive,
  JacketSize,
  NominationCategory,
  PerformanceDivision,
  RateTier,
  RoutineCategory,
  TourDate,
  VipType,
  WorkshopLevel,
} from '@callboard/domain/tours/city.ts'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Tx } from '../platform/db/connect.ts'
import { isKnownToBrand, isOfBrand, isReplaced } from './brand-lists.ts'
import { selectCityNominations } from './city-nominations.ts'

type Lists = Pick<
  City,
  | 'workshop_levels'
  | 'routine_categories'
  | 'age_divisions'
  | 'performance_divisions'
  | 'intensives'
  | 'city_choices'
  | 'vip_types'
  | 'jacket_sizes'
  | 'nominations'
>

const readLists = (tx: Tx, { id, event_id, season_id, nomination_types }: TourDate) =>
  tx
    .selectNoFrom((from) => [
      jsonArrayFrom(
        from
          .selectFrom('workshop_levels as l')
          .leftJoin('tour_date_levels as d', (join) =>
            join.onRef('d.level_id', '=', 'l.id').on('d.tour_date_id', '=', id),
          )
          .innerJoin(
            from
              .selectFrom('level_prices')
              .where('event_id', '=', event_id)
              .where('season_id', '=', season_id)
              .groupBy(['level_id', 'tier'])
              .select(['level_id', 'tier', sql`jsonb_object_agg(kind, price)`.as('by_kind')])
              .as('p'),
            (join) => join.onRef('p.level_id', '=', 'l.id'),
          )
          .where(isKnownToBrand('l', event_id))
          .groupBy(['l.id', 'd.status'])
          .orderBy('l.position')
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
            // A level that the brand replaced takes nobody in; attendees who are in it stay.
            sql<WorkshopLevel['status']>`case when ${isReplaced('workshop_levels', 'l', event_id)}
              then 'not_available' else coalesce(d.status, 'open') end`.as('status'),
            sql<Record<RateTier, Partial<WorkshopLevel['prices'][RateTier]>>>`jsonb_object_agg(p.tier, p.by_kind)`.as(
              'prices',
            ),
          ]),
      ).as('workshop_levels'),
      jsonArrayFrom(
        from
          .selectFrom('routine_categories as r')
          .innerJoin('category_fees as f', 'f.category_id', 'r.category_id')
          .leftJoin('tour_date_categories as d', (join) =>
            join.onRef('d.category_id', '=', 'r.category_id').on('d.tour_date_id', '=', id),
          )
          .where('f.event_id', '=', event_id)
          .where('f.season_id', '=', season_id)
          .orderBy('r.min_dancers')
          .select([
            'r.category_id',
            'r.name',
            'r.abbreviation',
            'r.min_dancers',
            'r.is_solo',
            'f.fee_per_dancer',
            sql<boolean>`coalesce(d.enabled, true)`.as('enabled'),
            'd.max_routines as limit',
          ]),
      ).as('routine_categories'),
      jsonArrayFrom(
        from
          .selectFrom('age_divisions')
          .where(isOfBrand('age_divisions', 'age_divisions', event_id))
          .orderBy('minimum_age')
          .select(['level_id', 'name', 'minimum_age', 'is_showcase']),
      ).as('age_divisions'),
      jsonArrayFrom(
        from
          .selectFrom('performance_divisions as p')
          .where(isKnownToBrand('p', event_id))
          .orderBy('p.id')
          .select(['p.id', 'p.name', 'p.level', 'p.is_ballet'])
          .select(sql<boolean>`not ${isReplaced('performance_divisions', 'p', event_id)}`.as('offered')),
      ).as('performance_divisions'),
      jsonArrayFrom(
        from
          .selectFrom('intensives')
          .where('tour_date_id', '=', id)
          .orderBy('id')
          .select(['id', 'name', 'price', 'group_price', 'offered']),
      ).as('intensives'),
      jsonArrayFrom(
        from.selectFrom('vip_types').orderBy('id').select(['id', 'code', 'name', 'amount', 'active', 'add_winner']),
      ).as('vip_types'),
      jsonArrayFrom(
        from
          .selectFrom('jacket_sizes')
          .orderBy('id')
          .select(['id', 'name', 'chest', 'length', 'top_chest', 'top_length']),
      ).as('jacket_sizes'),
      jsonArrayFrom(
        from
          .selectFrom('city_choices')
          .where('tour_date_id', '=', id)
          .orderBy('id')
          .select(['id', 'kind', 'name', 'offered']),
      ).as('city_choices'),
      selectCityNominations(from, nomination_types, event_id).as('nominations'),
    ])
    .executeTakeFirstOrThrow()

const noPrice = { full: null, one_day: null, virtual: null }

/** Loads everything one city offers in one round trip. */
export async function loadLists(tx: Tx, of: TourDate): Promise<Lists> {
  const raw = await readLists(tx, of)
  const workshop_levels = raw.workshop_levels.map(({ prices, ...level }) => ({
    ...level,
    prices: {
      discount: { ...noPrice, ...prices.discount },
      full: { ...noPrice, ...prices.full },
      late: { ...noPrice, ...prices.late },
    },
  })) satisfies WorkshopLevel[]
  return {
    workshop_levels,
    routine_categories: raw.routine_categories satisfies RoutineCategory[],
    age_divisions: raw.age_divisions satisfies AgeDivision[],
    performance_divisions: raw.performance_divisions satisfies PerformanceDivision[],
    intensives: raw.intensives satisfies Intensive[],
    city_choices: raw.city_choices satisfies CityChoice[],
    vip_types: raw.vip_types satisfies VipType[],
    jacket_sizes: raw.jacket_sizes satisfies JacketSize[],
    nominations: raw.nominations satisfies NominationCategory[],
  }
}
