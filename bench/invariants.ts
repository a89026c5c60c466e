import { sql } from 'kysely'
import type { World } from './world.ts'

export type Counts = { deadlocks: number; rolled_back: number }

/** Reads the database's own counters of deadlocks and rollbacks. */
export async function countsOf({ db }: World): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select deadlocks::int, xact_rollback::int as rolled_back from pg_stat_database where datname = current_database()
  `.execute(db)
  return rows[0] ?? { deadlocks: 0, rolled_back: 0 }
}

const questions = {
  'places taken are those of the claims': sql<{ n: number }>`
    select count(*)::int as n from capacity c
    left join (select tour_date_id, key, sum(n) as n from place_claims group by 1, 2) p using (tour_date_id, key)
    where c.taken <> coalesce(p.n, 0)`,
  'nothing oversold': sql<{ n: number }>`select count(*)::int as n from capacity where taken > places`,
  'every ledger adds up to zero': sql<{ n: number }>`
    select count(*)::int as n from (select 1 from ledger group by registration_id having sum(amount) <> 0) as wrong`,
  'who completed owes nothing': sql<{ n: number }>`
    select count(*)::int as n from registrations r where completed and total <> paid`,
  'one approved charge for each payment': sql<{ n: number }>`
    select count(*)::int as n from registrations r where completed
    and (select count(*) from payment_attempts a where a.registration_id = r.id) <> 1`,
  'totals of cities are those of their registrations': sql<{ n: number }>`
    select count(*)::int as n from tour_date_totals t where (t.registrations, t.total, t.paid) <> (
      select count(*), coalesce(sum(r.total), 0), coalesce(sum(r.paid), 0) from registrations r
      where r.tour_date_id = t.tour_date_id and r.completed and not r.deleted)`,
}

const ofOnePayment = new Set<string>([
  'who completed owes nothing',
  'one approved charge for each payment',
] satisfies (keyof typeof questions)[])

/** Returns the violated invariants of a run with their counts. Two do not apply when payments are made in parts. */
export async function brokenInvariants({ db }: World, { inParts = false } = {}): Promise<string[]> {
  const broken: string[] = []
  for (const [name, ask] of Object.entries(questions)) {
    if (inParts && ofOnePayment.has(name)) continue
    const n = (await ask.execute(db)).rows[0]?.n ?? 0
    if (n > 0) broken.push(`${name}: ${n} times not`)
  }
  return broken
}
