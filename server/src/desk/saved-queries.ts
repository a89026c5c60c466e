import type { ExportList, ExportSchedule } from '@callboard/domain/desk/saved-export.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../platform/db/connect.ts'
import { contains } from '../platform/db/search-words.ts'

/** Views of a list that this account may use, its own first. */
export const listViews = (tx: Tx, list: string, user_id: number) =>
  tx
    .selectFrom('saved_views as w')
    .innerJoin('users as u', 'u.id', 'w.user_id')
    .innerJoin('persons as p', 'p.id', 'u.person_id')
    .where('w.list', '=', list)
    .where((on) => on.or([on('w.user_id', '=', user_id), on('w.shared', '=', true)]))
    .select(['w.id', 'w.name', 'w.query', 'w.shared'])
    .select([sql<boolean>`w.user_id = ${user_id}`.as('own'), sql<string>`concat_ws(' ', p.fname, p.lname)`.as('owner')])
    .orderBy('own', 'desc')
    .orderBy(sql`lower(w.name)`)
    .orderBy('w.id')
    .limit(200)
    .execute()

type NewView = { list: string; name: string; query: string; shared: boolean; user_id: number; created: Instant }

export const insertView = (tx: Tx, view: NewView) =>
  tx.insertInto('saved_views').values(view).returning(['id', 'name', 'query', 'shared']).executeTakeFirstOrThrow()

/** Deletes a view of this account; `alsoShared`: or one that anybody shares. */
export const deleteView = (tx: Tx, id: number, { user_id, alsoShared }: { user_id: number; alsoShared: boolean }) =>
  tx
    .deleteFrom('saved_views')
    .where('id', '=', id)
    .where((on) => on.or([on('user_id', '=', user_id), ...(alsoShared ? [on('shared', '=', true)] : [])]))
    .returning(['id', 'name', 'list'])
    .executeTakeFirst()

type ExportSearch = {
  q?: string | undefined
  sort: 'name' | 'schedule' | 'next_at'
  order: 'asc' | 'desc'
  page: number
  per_page: number
}

const exportColumns = [
  ...(['id', 'name', 'list', 'filters', 'schedule', 'weekday', 'hour', 'time_zone', 'next_at', 'mailed_at'] as const),
  'user_id',
] as const

const exportSorts = {
  name: sql`lower(name)`,
  schedule: sql`row(coalesce(schedule, ''), coalesce(weekday, 0), coalesce(hour, 0))`,
  next_at: sql`coalesce(next_at, 'infinity')`,
} as const

export const listExports = (tx: Tx, user_id: number, { q, sort, order, page, per_page }: ExportSearch) =>
  tx
    .selectFrom('saved_exports')
    .where('user_id', '=', user_id)
    .$if(Boolean(q?.trim()), (some) => some.where(sql`lower(name)`, 'like', contains(q ?? '')))
    .select(exportColumns)
    .orderBy(exportSorts[sort], order)
    .orderBy('id', order)
    .limit(per_page + 1)
    .offset((page - 1) * per_page)
    .execute()

/** An export of this account; another's does not exist. */
export const findExport = (tx: Tx, id: number, user_id: number) =>
  tx
    .selectFrom('saved_exports')
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .select(exportColumns)
    .executeTakeFirst()

type NewExport = {
  name: string
  list: ExportList
  filters: object
  user_id: number
  schedule: ExportSchedule
  weekday: number
  hour: number
  time_zone: string
  next_at: Instant | null
  created: Instant
}

export const insertExport = ({ filters, ...savedExport }: NewExport, tx: Tx) =>
  tx
    .insertInto('saved_exports')
    .values({ ...savedExport, filters: JSON.stringify(filters) })
    .returning(exportColumns)
    .executeTakeFirstOrThrow()

export const deleteExport = (tx: Tx, id: number, user_id: number) =>
  tx
    .deleteFrom('saved_exports')
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .returning(['id', 'name'])
    .executeTakeFirst()

export const listDueExports = async (db: Db, now: Instant): Promise<number[]> =>
  (await db.selectFrom('saved_exports').where('next_at', '<=', now).select('id').orderBy('id').execute()).map(
    ({ id }) => id,
  )

/** A due export, locked, with the address of its owner, who still works in the office. */
export const takeDueExport = (tx: Tx, id: number, now: Instant) =>
  tx
    .selectFrom('saved_exports as x')
    .innerJoin('users as u', 'u.id', 'x.user_id')
    .where('x.id', '=', id)
    .where('x.next_at', '<=', now)
    .select(['x.id', 'x.name', 'x.user_id', 'x.schedule', 'x.weekday', 'x.hour', 'x.time_zone', 'x.next_at'])
    .select(['u.email', sql<boolean>`u.role <> 'user' and u.ended_at is null`.as('is_staff')])
    .forUpdate('x')
    .skipLocked()
    .executeTakeFirst()

export const setNextExport = (tx: Tx, id: number, times: { next_at: Instant | null; mailed_at?: Instant }) =>
  tx.updateTable('saved_exports').set(times).where('id', '=', id).execute()
