import { sql } from 'kysely'
import type { SettingName } from '@callboard/domain/settings/registry.ts'
import type { Tx } from '../db/connect.ts'
import { loadSettingsOf, type SettingPlace } from '../settings/queries.ts'
import { wakeLine } from './queries.ts'

export type SmallCity = { tour_date_id: number; below: number }

/** The cities that limit solos of small registrations, each with the number of dancers from which one is not small. COMP-035. */
export async function smallCities(tx: Tx): Promise<SmallCity[]> {
  const cities = await tx
    .selectFrom('tour_dates')
    .where('solo_groups', 'is not', null)
    .select(['id as tour_date_id', 'event_id', 'season_id'])
    .execute()
  const settings = await loadSettingsOf(tx, cities)
  return cities.map(({ tour_date_id }, at) => ({ tour_date_id, below: settings[at]?.small_registration_dancers ?? 0 }))
}

/** Their small registrations, by number, as they are now. */
export const smallRegistrations = (cities: readonly SmallCity[]) => sql`
  select r.id from registrations r
  join jsonb_to_recordset(${JSON.stringify(cities)}::jsonb) c(tour_date_id integer, below integer) using (tour_date_id)
  where c.below > (select count(*) from attendees a join workshop_levels l on l.id = a.workshop_level_id
    where a.registration_id = r.id and l.kind = 'dancer')`

/** Whether a setting decides what is scarce for whom: once it has changed, what is given is counted anew. */
export const decidesPlaces = (name: SettingName): boolean => name === 'small_registration_dancers'

/**
 * Counts the solos of small registrations anew, where the office changed what a small one is: everybody keeps what they
 * have, and it is counted as the rule stands now, whether sold, held or on its way. What an open edit has taken stays
 * until it is submitted. Last in its transaction. COMP-035, COMP-083.
 */
export async function recountSmallSolos(tx: Tx, { tour_date_id, event_id, season_id }: SettingPlace): Promise<void> {
  const cities = await tx
    .selectFrom('tour_dates')
    .select('id')
    .$if(tour_date_id !== undefined, (query) => query.where('id', '=', tour_date_id ?? 0))
    .$if(event_id !== undefined, (query) => query.where('event_id', '=', event_id ?? 0))
    .$if(season_id !== undefined, (query) => query.where('season_id', '=', season_id ?? 0))
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('solo_groups', 'is not', null),
        exists(
          selectFrom('place_claims as p')
            .whereRef('p.tour_date_id', '=', 'tour_dates.id')
            .where('p.key', '=', 'small_solos')
            .select('p.n'),
        ),
      ]),
    )
    .orderBy('id')
    .execute()
  const ids = cities.map(({ id }) => id)
  if (ids.length === 0) return
  // Nobody takes, changes or gives back a place of these cities meanwhile: whoever does holds their registration.
  await sql`select from registrations where tour_date_id = any(${ids}) and not deleted order by id for update`.execute(
    tx,
  )
  const small = await smallCities(tx)
  await sql`
    with small as (${smallRegistrations(small)}), holders as (
      select registration_id, tour_date_id,
        case when bool_or(held_until is null) then null else max(held_until) end as held_until
      from place_claims where tour_date_id = any(${ids}) and entry_id = 0 group by registration_id, tour_date_id
    ), needed as (
      select h.*, greatest(
        (select count(*) from registration_routines x join routine_categories c using (category_id)
          where x.registration_id = h.registration_id and h.registration_id in (select id from small)
          and c.is_solo and x.status = 'registered' and not x.is_best_dancer)
        - (select coalesce(sum(p.n), 0) from place_claims p join waiting_entries e on e.id = p.entry_id
          where p.registration_id = h.registration_id and p.key = 'small_solos' and e.state = 'accepted'),
        (select coalesce(max(p.n), 0) from place_claims p join revisions v using (registration_id)
          where p.registration_id = h.registration_id and p.key = 'small_solos' and p.entry_id = 0)
      )::integer as n from holders h
    ), gone as (
      delete from place_claims p using needed
      where p.registration_id = needed.registration_id and p.key = 'small_solos' and p.entry_id = 0 and needed.n = 0
    )
    insert into place_claims (registration_id, tour_date_id, key, n, held_until)
    select registration_id, tour_date_id, 'small_solos', n, held_until from needed where n > 0
    on conflict (registration_id, key, entry_id) do update set n = excluded.n`.execute(tx)
  await sql`
    update capacity c set taken = s.n, granted = case when s.n > c.places then s.n else c.granted end
    from (select k.tour_date_id, coalesce(sum(p.n), 0)::integer as n from capacity k
      left join place_claims p using (tour_date_id, key)
      where k.tour_date_id = any(${ids}) and k.key = 'small_solos' group by k.tour_date_id) s
    where c.tour_date_id = s.tour_date_id and c.key = 'small_solos'`.execute(tx)
  await wakeLine(tx, ...ids)
}
