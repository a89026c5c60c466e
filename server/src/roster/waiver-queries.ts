import { sql } from 'kysely'
import type { Tx } from '../platform/db/connect.ts'

/** In a query of attendees `a`, their registration `r` and its city `t`: who has signed all they need there. EVT-014. */
export const hasSignedAll = sql<boolean>`not exists (
  select 1 from waivers_needed(t.event_id, t.season_id) n where not exists (
    select 1 from waivers w
    where w.person_id = a.person_id and w.user_id = r.user_id and w.season_id = t.season_id
      and w.waiver_type_id = n.waiver_type_id))`

type PersonWaiver = { waiver_type_id: number; signed: boolean }

/**
 * Loads the season's required waivers and the signatures of this account's people, valid for any event of the season.
 * WAIV-023.
 */
export async function loadPersonWaivers(
  tx: Tx,
  user_id: number,
  person_ids: readonly number[],
): Promise<Map<number, PersonWaiver[]>> {
  const { rows } = await sql<{ person_id: number; waivers: PersonWaiver[] }>`
    select p.id as person_id, jsonb_agg(jsonb_build_object('waiver_type_id', t.id, 'signed', exists (
      select 1 from waivers w where w.person_id = p.id and w.waiver_type_id = t.id and w.season_id = s.id
        and w.user_id = ${user_id}))
      order by t.id) as waivers
    from unnest(${[...person_ids]}::int[]) as p(id)
    cross join seasons s join waiver_types t on t.active and (t.season_id is null or t.season_id = s.id)
    where s.current group by p.id`.execute(tx)
  return new Map(rows.map(({ person_id, waivers }) => [person_id, waivers]))
}
