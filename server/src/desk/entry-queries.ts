import { sql } from 'kysely'
import type { Tx } from '../platform/db/connect.ts'
import { isCompleted } from '../platform/db/registration-status.ts'
import { cityName } from '../tours/city-queries.ts'
import { contains } from '../platform/db/search-words.ts'

export type EntrySearch = {
  q?: string | undefined
  event_id?: number | undefined
  tour_date_id?: number | undefined
  performance_division_id?: number | undefined
  age_division_id?: number | undefined
  category_id?: number | undefined
  state?: 'registered' | 'waiting' | 'without_music' | undefined
  sort: 'studio' | 'name' | 'city' | 'age_division' | 'performance_division' | 'category'
  order: 'asc' | 'desc'
}

const sorts = {
  studio: sql`r.sort_name`,
  name: sql`lower(n.name)`,
  city: sql`d.start_date`,
  age_division: sql`a.minimum_age`,
  performance_division: sql`v.level`,
  category: sql`g.min_dancers`,
} as const

/** Entries of completed registrations; `limit` and `offset` cut a page. */
export const searchEntries = (tx: Tx, search: EntrySearch, { limit, offset }: { limit: number; offset: number }) =>
  tx
    .selectFrom('registration_routines as q')
    .innerJoin('registrations as r', 'r.id', 'q.registration_id')
    .innerJoin('tour_dates as d', 'd.id', 'r.tour_date_id')
    .innerJoin('events as e', 'e.id', 'd.event_id')
    .innerJoin('event_cities as c', 'c.id', 'd.event_city_id')
    .innerJoin('routines as n', 'n.id', 'q.routine_id')
    .innerJoin('routine_categories as g', 'g.category_id', 'q.category_id')
    .innerJoin('age_divisions as a', 'a.level_id', 'q.age_division_level_id')
    .innerJoin('performance_divisions as v', 'v.id', 'q.performance_division_id')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .innerJoin('persons as p', 'p.id', 'u.person_id')
    .leftJoin('studios as s', 's.id', 'r.studio_id')
    .where(isCompleted('r'))
    .$if(search.event_id !== undefined, (some) => some.where('d.event_id', '=', search.event_id ?? 0))
    .$if(search.tour_date_id !== undefined, (some) => some.where('r.tour_date_id', '=', search.tour_date_id ?? 0))
    .$if(search.performance_division_id !== undefined, (some) =>
      some.where('q.performance_division_id', '=', search.performance_division_id ?? 0),
    )
    .$if(search.age_division_id !== undefined, (some) =>
      some.where('q.age_division_level_id', '=', search.age_division_id ?? 0),
    )
    .$if(search.category_id !== undefined, (some) => some.where('q.category_id', '=', search.category_id ?? 0))
    .$if(search.state === 'registered', (some) => some.where('q.status', '=', 'registered'))
    .$if(search.state === 'waiting', (some) => some.where('q.status', '=', 'waiting'))
    .$if(search.state === 'without_music', (some) =>
      some.where('q.status', '=', 'registered').where('q.music_id', 'is', null).where('q.no_music', '=', false),
    )
    .$if(Boolean(search.q?.trim()), (some) =>
      some.where(sql`lower(concat_ws(' ', n.name, s.name, p.fname, p.lname))`, 'like', contains(search.q ?? '')),
    )
    .select(['q.id', 'q.registration_id', 'q.date_routine_id as number', 'n.name', 'e.name as event', 'd.start_date'])
    .select(['a.name as age_division', 'v.name as performance_division', 'g.name as category', 'q.status'])
    .select([
      cityName.as('city'),
      sql<string>`coalesce(s.name, concat_ws(' ', p.fname, p.lname))`.as('studio'),
      sql<number>`(select count(*)::int from routine_attendees x where x.registration_routine_id = q.id)`.as('dancers'),
      sql<'sent' | 'missing' | 'none'>`case when q.music_id is not null then 'sent' when q.no_music then 'none'
        else 'missing' end`.as('music'),
    ])
    .orderBy(sorts[search.sort], search.order)
    .orderBy('q.id', search.order)
    .limit(limit)
    .offset(offset)
    .execute()
