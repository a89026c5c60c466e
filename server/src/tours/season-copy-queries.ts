import { sql, type Insertable } from 'kysely'
import type { Schema, Tx } from '../platform/db/connect.ts'

/** Locks a season, so that two cannot be made from it at a time. */
export const lockSeason = (tx: Tx, id: number) =>
  tx.selectFrom('seasons').where('id', '=', id).selectAll().forNoKeyUpdate().executeTakeFirst()

/** Seasons are created one after the other, so that the second call sees the first one's years and number. */
export const lockSeasons = (tx: Tx) => sql`lock table seasons in share row exclusive mode`.execute(tx)

export const findSeasonOfYears = (tx: Tx, { start_year, end_year }: { start_year: number; end_year: number }) =>
  tx
    .selectFrom('seasons')
    .where('start_year', '=', start_year)
    .where('end_year', '=', end_year)
    .orderBy('id')
    .selectAll()
    .executeTakeFirst()

/** Whether one season was made from another, and that was not undone. */
export const findOpenCopy = (tx: Tx, from_season_id: number, season_id: number) =>
  tx
    .selectFrom('season_copies')
    .where('from_season_id', '=', from_season_id)
    .where('season_id', '=', season_id)
    .where('undone_at', 'is', null)
    .select('id')
    .executeTakeFirst()

export const insertSeasonCopy = async (tx: Tx, copy: Insertable<Schema['season_copies']>): Promise<number> =>
  (await tx.insertInto('season_copies').values(copy).returning('id').executeTakeFirstOrThrow()).id

export const lockSeasonCopy = (tx: Tx, id: number) =>
  tx.selectFrom('season_copies').where('id', '=', id).selectAll().forNoKeyUpdate().executeTakeFirst()

export const markUndone = (tx: Tx, id: number, undone_at: NonNullable<Schema['season_copies']['undone_at']>) =>
  tx.updateTable('season_copies').set({ undone_at }).where('id', '=', id).execute()

/** Forgets the copies from and to a season that were undone. */
export const deleteUndoneCopies = (tx: Tx, season_id: number) =>
  tx
    .deleteFrom('season_copies')
    .where('undone_at', 'is not', null)
    .where((on) => on.or([on('season_id', '=', season_id), on('from_season_id', '=', season_id)]))
    .execute()

export const listCopiedCityIds = async (tx: Tx, season_copy_id: number): Promise<number[]> =>
  (await tx.selectFrom('tour_dates').where('season_copy_id', '=', season_copy_id).select('id').execute()).map(
    ({ id }) => id,
  )

/** Copies that can still be undone or block another, newest first, with what has become of their cities. */
export const listOpenCopies = (tx: Tx) =>
  tx
    .selectFrom('season_copies as c')
    .innerJoin('seasons as f', 'f.id', 'c.from_season_id')
    .innerJoin('seasons as s', 's.id', 'c.season_id')
    .where('c.undone_at', 'is', null)
    .orderBy('c.id', 'desc')
    .select([
      'c.id',
      'c.season_id',
      'c.created',
      sql<string>`f.start_year || '–' || f.end_year`.as('from_season'),
      sql<string>`s.start_year || '–' || s.end_year`.as('season'),
      sql<number>`(select count(*)::integer from tour_dates t where t.season_copy_id = c.id)`.as('cities'),
      sql<number>`(select count(*)::integer from tour_dates t where t.season_copy_id = c.id and t.published)`.as(
        'published_cities',
      ),
      sql<number>`(select count(*)::integer from registrations r join tour_dates t on t.id = r.tour_date_id
        where t.season_copy_id = c.id)`.as('registrations'),
    ])
    .execute()
