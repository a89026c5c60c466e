import { type Instant, instant } from '@callboard/domain/kernel/instant.ts'
import type { Db, Tx } from '../platform/db/connect.ts'
import { movableClock, systemClock, type Clock, type MovableClock } from '../platform/clock.ts'

/** Opens the development clock with the offset stored in the database. */
export async function openClock(db: Db, onMove?: (offset_ms: number) => void): Promise<MovableClock> {
  return movableClock(await readOffset(db), onMove)
}

async function readOffset(db: Db): Promise<number> {
  const row = await db.selectFrom('dev_clock').select('offset_ms').executeTakeFirst()
  return row?.offset_ms ?? 0
}

const isMovable = (clock: Clock): clock is MovableClock => 'offset_ms' in clock

/** Follows what another process set. A clock that a test turns itself is left alone. */
export async function followClock(db: Db, clock: Clock): Promise<void> {
  if (isMovable(clock)) clock.offset_ms = await readOffset(db)
}

/** Makes it this time now, for every process; 'machine': the real time again. */
export async function setClock(tx: Tx, to: Instant | 'machine'): Promise<void> {
  const offset_ms = to === 'machine' ? 0 : Date.parse(to) - Date.parse(systemClock.now())
  await tx
    .insertInto('dev_clock')
    .values({ offset_ms })
    .onConflict((conflict) => conflict.column('one').doUpdateSet({ offset_ms }))
    .execute()
}

/** The demonstration's first moment: nine in the morning in Portland, two days before its early rate ends. */
export const opening: Instant = instant('2024-10-01T16:00:00Z')
