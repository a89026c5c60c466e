import type { SettingName } from '@callboard/domain/tours/settings/registry.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/db/connect.ts'
import { loadSettingsOf } from '../platform/settings-queries.ts'

/** `below`: the number of dancers from which a registration is not small, as the city is counted; `set`: as the office has it. */
export type SmallCity = { tour_date_id: number; below: number; set: number }

/**
 * Lists the cities that limit solos of small registrations, or checks one. Cities whose limit changed are recounted by
 * a job. COMP-035.
 */
export async function smallCities(tx: Tx, tour_date_id?: number): Promise<SmallCity[]> {
  const cities = await tx
    .selectFrom('tour_dates as t')
    .leftJoin('capacity as c', (join) => join.onRef('c.tour_date_id', '=', 't.id').on('c.key', '=', 'small_solos'))
    .where('t.solo_groups', 'is not', null)
    .$if(tour_date_id !== undefined, (query) => query.where('t.id', '=', tour_date_id ?? 0))
    .select(['t.id as tour_date_id', 't.event_id', 't.season_id', 'c.small_below'])
    .execute()
  const settings = await loadSettingsOf(tx, cities)
  return cities.map(({ tour_date_id, small_below }, at) => {
    const set = settings[at]?.small_registration_dancers ?? 0
    return { tour_date_id, below: small_below ?? set, set }
  })
}

/** Selects the ids of the small registrations of these cities, as they are now. */
export const smallRegistrations = (cities: readonly SmallCity[]) => sql`
  select r.id from registrations r
  join jsonb_to_recordset(${JSON.stringify(cities)}::jsonb) c(tour_date_id integer, below integer) using (tour_date_id)
  where c.below > (select count(*) from attendees a join workshop_levels l on l.id = a.workshop_level_id
    where a.registration_id = r.id and l.kind = 'dancer')`

/** Tells whether a setting affects place counts, so that its change requires a recount. */
export const decidesPlaces = (name: SettingName): boolean => name === 'small_registration_dancers'
