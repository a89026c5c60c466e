import { untilResolved } from '@callboard/domain/registrations/places/hold.ts'
import { commandDatabase } from '../config.ts'
import { connect, type Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/connect.ts'
import { smallCities, smallRegistrations } from './small-city-queries.ts'
import { sql } from 'kysely'
import { isDeleted, isLive, isReviewed, isUnfinished, wasCompleted } from '../platform/db/registration-status.ts'

type PlaceFault = { tour_date_id: number; registration_id: number | null; what: string }

/**
 * Checks all invariants of places on a consistent snapshot of the database and returns the violations. Registrations
 * completed outside the product have no price lines and are skipped. COMP-083.
 */
export const placeFaults = (db: Db): Promise<PlaceFault[]> =>
  db.transaction().setIsolationLevel('repeatable read').execute(findFaults)

/** Same checks within a transaction. */
export async function findFaults(tx: Tx): Promise<PlaceFault[]> {
  const small = await smallCities(tx)
  const { rows } = await sql<PlaceFault>`
    with sums as (
      select tour_date_id, key, sum(n)::integer as n from place_claims group by tour_date_id, key
    ), small as (${smallRegistrations(small)}
    ), paid as (
      -- Paid in full; or enough to be completed, which a payment that has covered says by a hold without end.
      select r.id from registrations r
      where ${isReviewed('r')} and r.paid > 0 and (r.paid >= r.total
        or r.hold_ends = ${untilResolved} and not exists (
          select from payment_attempts a where a.registration_id = r.id and a.state in ('submitting', 'unknown')))
    ), needs as (
      select r.id, r.tour_date_id, r.completed as is_completed, k.key, count(*)::integer as n
      from registrations r
      cross join lateral (
        select 'level:' || a.workshop_level_id as key from attendees a where a.registration_id = r.id
        union all
        select unnest(array['routines', 'category:' || x.category_id] || case when c.is_solo and s.id is not null
          then array['small_solos'] else '{}' end)
        from registration_routines x join routine_categories c on c.category_id = x.category_id
        left join small s on s.id = x.registration_id
        where x.registration_id = r.id and x.status = 'registered' and not x.is_best_dancer
      ) k
      where ${isLive('r')} and (${wasCompleted('r')} or r.id in (select id from paid))
      group by r.id, r.tour_date_id, r.completed, k.key
    ), own as (
      select p.registration_id, p.key, sum(p.n)::integer as n,
        coalesce(sum(p.n) filter (where p.entry_id = 0 and p.held_until is null), 0)::integer as for_good
      from place_claims p left join waiting_entries e on e.id = p.entry_id
      where p.entry_id = 0 or e.state = 'accepted'
      group by p.registration_id, p.key
    ), faults as (
      select c.tour_date_id, null::integer as registration_id,
        format('%s: %s counted, %s in rows', c.key, c.taken, coalesce(s.n, 0)) as what
      from capacity c left join sums s using (tour_date_id, key) where c.taken <> coalesce(s.n, 0)
      union all
      select s.tour_date_id, null, format('%s: rows without a count', s.key)
      from sums s left join capacity c using (tour_date_id, key) where c.key is null
      union all
      select c.tour_date_id, null, format('%s: %s given of %s', c.key, c.taken, c.places)
      from capacity c where c.taken > c.places and c.taken > c.granted
      union all
      select p.tour_date_id, p.registration_id, format('%s: a place for good, but not completed', p.key)
      from place_claims p join registrations r on r.id = p.registration_id
      where p.held_until is null and (${isDeleted('r')} or ${isUnfinished('r')} and r.id not in (select id from paid))
      union all
      select p.tour_date_id, p.registration_id, format('%s: kept for an offer that is over', p.key)
      from place_claims p left join waiting_entries e on e.id = p.entry_id
      where p.entry_id <> 0 and coalesce(e.state, 'gone') not in ('offered', 'accepted')
      union all
      select n.tour_date_id, n.id, format('%s: completed with %s places of %s', n.key, coalesce(o.for_good, 0), n.n)
      from needs n left join own o on o.registration_id = n.id and o.key = n.key
      where n.is_completed and coalesce(o.for_good, 0) <> n.n
      -- What an edit adds is kept for it once it is paid.
      and (coalesce(o.for_good, 0) < n.n or not exists (select from revisions v where v.registration_id = n.id))
      union all
      select n.tour_date_id, n.id, format('%s: paid with %s places of %s', n.key, coalesce(o.n, 0), n.n)
      from needs n left join own o on o.registration_id = n.id and o.key = n.key
      where not n.is_completed and coalesce(o.n, 0) < n.n
      union all
      select p.tour_date_id, p.registration_id, format('%s: a place for nobody', p.key)
      from place_claims p join registrations r on r.id = p.registration_id
      where ${wasCompleted('r')} and p.entry_id = 0
      and not exists (select from needs n where n.id = r.id and n.key = p.key)
      and not exists (select from revisions v where v.registration_id = r.id)
    )
    select * from faults order by tour_date_id, registration_id nulls first, what`.execute(tx)
  return rows
}

const faultText = ({ tour_date_id, registration_id, what }: PlaceFault) =>
  `City ${tour_date_id}${registration_id === null ? '' : `, registration ${registration_id}`}: ${what}`

/** `npm run places:verify`: reads the places of DATABASE_URL; ends with 1 when something is wrong. */
async function main() {
  const db = connect(commandDatabase())
  const faults = await placeFaults(db)
  await db.destroy()
  for (const fault of faults) console.error(faultText(fault))
  console.log(`${faults.length} faults in the places of all cities.`)
  if (faults.length > 0) process.exitCode = 1
}

if (import.meta.filename === process.argv[1]) await main()
