import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'

const { db } = await openStage()

type SqlFunction = { name: string; language: string; arguments: string[] | null; source: string }
const { rows: functions } = await sql<SqlFunction>`
  select p.proname as name, l.lanname as language, p.proargnames as arguments, p.prosrc as source
  from pg_proc p join pg_language l on l.oid = p.prolang
  where p.pronamespace = 'public'::regnamespace and l.lanname in ('plpgsql', 'sql') order by 1`.execute(db)

/** The variables of a function: its arguments, and what each of its `declare` parts names. */
function variablesOf({ arguments: argumentNames, source }: SqlFunction): string[] {
  const declared = [...source.matchAll(/\bdeclare\b([\s\S]*?)\bbegin\b/g)].flatMap(([, part = '']) =>
    [...part.matchAll(/^\s*(\w+)\s+[^;]*;/gm)].map(([, name = '']) => name),
  )
  return [...(argumentNames ?? []), ...declared]
}

test('no variable of a database function has the name of a column of a table that the function uses', async () => {
  const { rows: columns } = await sql<{ table_name: string; names: string[] }>`
    select table_name, array_agg(column_name::text) as names from information_schema.columns
    where table_schema = 'public' group by 1`.execute(db)
  const clashes = functions.flatMap((one) => {
    const usedTables = columns.filter(({ table_name }) => new RegExp(`\\b${table_name}\\b`).test(one.source))
    return variablesOf(one)
      .filter((name) => usedTables.some(({ names }) => names.includes(name)))
      .map((name) => `${one.name}: ${name}`)
  })
  expect(functions.length).toBeGreaterThan(5)
  expect(clashes).toEqual([])
})

test('plpgsql finds no shadowed variable or lost row in any function, and plpgsql_check, where it is, no error', async () => {
  const { rows: available } = await sql`
    select 1 from pg_available_extensions where name = 'plpgsql_check'`.execute(db)
  const warnings = await db.connection().execute(async (connection) => {
    await sql`set plpgsql.extra_errors = 'all'`.execute(connection)
    for (const { name } of functions.filter((one) => one.language === 'plpgsql')) {
      const { rows } = await sql<{ text: string }>`
        select pg_get_functiondef(p.oid) as text from pg_proc p
        where p.proname = ${name} and p.pronamespace = 'public'::regnamespace`.execute(connection)
      for (const { text } of rows) await sql.raw(text).execute(connection)
    }
    if (available.length === 0) return []
    await sql`create extension plpgsql_check`.execute(connection)
    const { rows } = await sql<{ found: string }>`
      select p.proname || ': ' || c.message as found
      from pg_proc p join pg_language l on l.oid = p.prolang and l.lanname = 'plpgsql'
      left join pg_trigger t on t.tgfoid = p.oid and not t.tgisinternal
      cross join lateral plpgsql_check_function_tb(p.oid, coalesce(t.tgrelid, 0)::regclass,
        fatal_errors => false, performance_warnings => false) c
      where p.pronamespace = 'public'::regnamespace and c.level in ('error', 'warning')`.execute(connection)
    return rows.map((row) => row.found)
  })
  expect(warnings).toEqual([])
})
