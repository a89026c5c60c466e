import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { pdfPages } from '../pdf-text.ts'
import type { Stage } from '../kit.ts'

const holds = (text: string, strings: readonly string[]) =>
  strings.filter((one) => text.toLowerCase().includes(one.toLowerCase()))

/** Every table of the database, queued jobs included, that has one of these strings in any column of any type. */
export async function tablesWith({ db }: Stage, strings: readonly string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'm') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
    order by 1, 2`.execute(db)
  const findings: string[] = []
  for (const { schema, name } of tables) {
    const { rows } = await sql<{ text: string }>`
      select t::text as text from ${sql.table(`${schema}.${name}`)} t
      where exists (select 1 from unnest(${[...strings]}::text[]) s where position(lower(s) in lower(t::text)) > 0)`.execute(
      db,
    )
    findings.push(...rows.map(({ text }) => `${name}: ${holds(text, strings).join(', ')}`))
  }
  return findings
}

/** Every stored file that has one of these strings in its name, its bytes or, in a PDF, its words. */
export async function filesWith({ folder }: Stage, strings: readonly string[]): Promise<string[]> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  const findings = await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const content = readFileSync(path.join(parentPath, name))
      const words = name.endsWith('.pdf') ? (await pdfPages(content)).join(' ') : content.toString('latin1')
      return holds(`${name} ${words}`, strings).map((one) => `${name}: ${one}`)
    }),
  )
  return findings.flat()
}
