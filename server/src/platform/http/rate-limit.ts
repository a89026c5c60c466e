import { minutesAfter, secondsBetween, type Instant } from '@callboard/domain/kernel/instant.ts'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Dependencies } from '../dependencies.ts'
import { Refused } from './errors.ts'

/**
 * Counts one use of `key` and returns the seconds until the next use is allowed; 0: this use is allowed. Runs in its
 * own statement, so that refused calls count as well. SEC-021.
 */
export async function countHit(db: Db, key: string, limit: { hits: number; minutes: number }, now: Instant) {
  const ends = minutesAfter(now, limit.minutes)
  const { hits, window_ends } = await db
    .insertInto('rate_limits')
    .values({ key, hits: 1, window_ends: ends })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        hits: sql`case when rate_limits.window_ends <= ${now} then 1 else rate_limits.hits + 1 end`,
        window_ends: sql`case when rate_limits.window_ends <= ${now} then ${ends} else rate_limits.window_ends end`,
      }),
    )
    .returning(['hits', 'window_ends'])
    .executeTakeFirstOrThrow()
  return hits <= limit.hits ? 0 : Math.max(1, Math.ceil(secondsBetween(now, window_ends)))
}

/** Resets the counter after a success: the failed attempts were the same person's. */
export const forgetHits = (db: Db, key: string) => db.deleteFrom('rate_limits').where('key', '=', key).execute()

/** Counts a use and refuses when there were too many. Committed at once: a refusal does not take it back. */
export async function limitHits(
  { db, clock, limits }: Pick<Dependencies, 'db' | 'clock' | 'limits'>,
  key: string,
  limit: { hits: number; minutes: number },
) {
  if (!limits.on) return
  const wait = await countHit(db, key, limit, clock.now())
  if (wait > 0) throw new Refused({ code: 'too_many_tries', retry_after_seconds: wait })
}
