import type { Db } from '../db/connect.ts'
import { movableClock, type MovableClock } from '../ports/clock.ts'

/** The development clock, as far from the machine's as the database says. */
export async function openClock(db: Db): Promise<MovableClock> {
  const row = await db.selectFrom('dev_clock').select('offset_ms').executeTakeFirst()
  return movableClock(row?.offset_ms ?? 0)
}

/** Moves the clock for every process that opens it from now on, and for this one at once. */
export async function moveClock(db: Db, clock: MovableClock, offset_ms: number): Promise<void> {
  await db
    .insertInto('dev_clock')
    .values({ offset_ms })
    .onConflict((conflict) => conflict.column('one').doUpdateSet({ offset_ms }))
    .execute()
  clock.offset_ms = offset_ms
}
