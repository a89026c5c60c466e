import { sql } from 'kysely'
import type { Tx } from '../platform/db/connect.ts'

/** Inserts the empty sums of new cities. */
export const openTotals = (tx: Tx, tour_date_ids: readonly number[]) =>
  sql`insert into tour_date_totals (tour_date_id) select unnest(${tour_date_ids}::integer[]) on conflict do nothing`.execute(
    tx,
  )

/** Adds a completion to the sums of its city; negative values subtract. */
export const addToTotals = (
  tx: Tx,
  tour_date_id: number,
  sums: Record<'registrations' | 'dancers' | 'teachers' | 'observers' | 'routines' | 'total' | 'paid', number>,
) =>
  tx
    .insertInto('tour_date_totals')
    .values({ tour_date_id, ...sums })
    .onConflict((conflict) =>
      conflict.column('tour_date_id').doUpdateSet({
        registrations: sql`tour_date_totals.registrations + excluded.registrations`,
        dancers: sql`tour_date_totals.dancers + excluded.dancers`,
        teachers: sql`tour_date_totals.teachers + excluded.teachers`,
        observers: sql`tour_date_totals.observers + excluded.observers`,
        routines: sql`tour_date_totals.routines + excluded.routines`,
        total: sql`tour_date_totals.total + excluded.total`,
        paid: sql`tour_date_totals.paid + excluded.paid`,
      }),
    )
    .execute()
