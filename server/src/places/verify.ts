import { connect, type Db } from '../db/connect.ts'
import { sql } from 'kysely'

export type PlaceFault = { tour_date_id: number; registration_id: number | null; what: string }

/**
 * Everything that must be true of places at any moment, read from the whole database; what is not true is a fault.
 * A registration that was completed outside of the product has no promise (price lines) and is not read. COMP-083.
 */
export async function placeFaults(db: Db): Promise<PlaceFault[]> {
  const { rows } = await sql<PlaceFault>`
    with sums as (
      select tour_date_id, key, sum(n)::integer as n from place_claims group by tour_date_id, key
    ), faults as (
      select c.tour_date_id, null::integer as registration_id,
        format('%s: %s counted, %s in rows', c.key, c.taken, coalesce(s.n, 0)) as what
      from capacity c left join sums s using (tour_date_id, key) where c.taken <> coalesce(s.n, 0)
      union all
      select s.tour_date_id, null, format('%s: rows without a count', s.key)
      from sums s left join capacity c using (tour_date_id, key) where c.key is null
      union all
      select c.tour_date_id, null, format('%s: %s given of %s', c.key, c.taken, c.places)
      from capacity c where c.taken > c.places
      union all
      select p.tour_date_id, p.registration_id, format('%s: a place for good, but not completed', p.key)
      from place_claims p join registrations r on r.id = p.registration_id
      where p.held_until is null and (not r.completed or r.deleted)
      union all
      select p.tour_date_id, p.registration_id, format('%s: kept for an offer that is over', p.key)
      from place_claims p left join waiting_entries e on e.id = p.entry_id
      where p.entry_id <> 0 and coalesce(e.state, 'gone') not in ('offered', 'accepted')
      union all
      select n.tour_date_id, n.id, format('%s: completed with %s places of %s', n.key, coalesce(p.n, 0), n.n)
      from (
        select r.id, r.tour_date_id, k.key, count(*)::integer as n
        from registrations r
        cross join lateral (
          select 'level:' || a.workshop_level_id as key from attendees a where a.registration_id = r.id
          union all
          select unnest(array['routines', 'category:' || x.category_id]) from registration_routines x
          where x.registration_id = r.id and x.status = 'registered' and not x.is_best_dancer
        ) k
        where r.completed and not r.deleted
        group by r.id, r.tour_date_id, k.key
      ) n
      left join place_claims p
        on p.registration_id = n.id and p.key = n.key and p.entry_id = 0 and p.held_until is null
      where coalesce(p.n, 0) <> n.n
      union all
      select p.tour_date_id, p.registration_id, format('%s: a place for nobody', p.key)
      from place_claims p join registrations r on r.id = p.registration_id
      where r.completed and p.entry_id = 0 and (
        p.key like 'level:%' and not exists (
          select from attendees a where a.registration_id = r.id and 'level:' || a.workshop_level_id = p.key)
        or p.key = 'routines' and not exists (
          select from registration_routines x where x.registration_id = r.id and x.status = 'registered'))
    )
    select * from faults order by tour_date_id, registration_id nulls first, what`.execute(db)
  return rows
}

const named = ({ tour_date_id, registration_id, what }: PlaceFault) =>
  `City ${tour_date_id}${registration_id === null ? '' : `, registration ${registration_id}`}: ${what}`

/** `npm run places:verify`: reads the places of DATABASE_URL; ends with 1 when something is wrong. */
async function main() {
  const url = process.env.DATABASE_URL
  if (!url) throw new Error('DATABASE_URL must name the database to read.')
  const db = connect(url)
  const faults = await placeFaults(db)
  await db.destroy()
  for (const fault of faults) console.error(named(fault))
  console.log(`${faults.length} faults in the places of all cities.`)
  if (faults.length > 0) process.exitCode = 1
}

if (import.meta.filename === process.argv[1]) await main()
