import { sql } from 'kysely'
import type { Tx } from '@callboard/server/platform/db/connect.ts'

type Copy = {
  /** SQL of the columns that differ in each copy; `i` counts them from 1. */
  changes: Readonly<Record<string, string>>
  count: number
}

/**
 * Copies one row of a table many times, as other cities and studios would have filled it. Triggers and foreign keys are off
 * meanwhile, so the copies may name rows that are not there; unique columns have to differ.
 */
export async function copyRow(tx: Tx, table: string, { changes, count }: Copy): Promise<void> {
  await sql`set local session_replication_role = replica`.execute(tx)
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(tx)
  const names = rows.map(({ name }) => name)
  const values = names.map((name) => changes[name] ?? `t.${name}`)
  await sql`
    insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))}) overriding system value
    select ${sql.raw(values.join(', '))}
    from (select * from ${sql.table(table)} limit 1) t, generate_series(1, ${count}::int) i`.execute(tx)
}
