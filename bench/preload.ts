import { sql } from 'kysely'
import { wholeJourney } from './journey.ts'
import type { Product } from './product.ts'
import type { World } from './world.ts'

/** Columns of a copied row that are not those of the row it is copied from, as SQL. */
type ColumnSql = Readonly<Record<string, string>>

// Of each copied table: how its rows belong to the registration, and what differs in a copy. `n` counts copies; ids
// of rows that others point to are counted on from the largest of the original.
const tables: readonly (readonly [table: string, changed: ColumnSql, from?: string])[] = [
  [
    'registrations',
    {
      id: 'c.registration_id',
      user_id: 'c.user_id',
      studio_id: 'c.studio_id',
      tour_date_id: 'c.tour_date_id',
      completed_at: "t.completed_at - c.n * interval '1 second'",
    },
    't.id = $1',
  ],
  [
    'attendees',
    {
      id: 'default',
      person_id: 'c.person_ids[(select place from places p where p.person_id = t.person_id)]',
      date_attendee_id: 'null',
    },
  ],
  [
    'routines',
    { id: 't.id + c.n * 100', user_id: 'c.user_id', studio_id: 'c.studio_id' },
    't.id in (select routine_id from registration_routines where registration_id = $1)',
  ],
  [
    'registration_routines',
    { id: 't.id + c.n * 100', routine_id: 't.routine_id + c.n * 100', date_routine_id: 'null' },
  ],
  [
    'routine_attendees',
    {
      registration_routine_id: 't.registration_routine_id + c.n * 100',
      person_id: 'c.person_ids[(select place from places p where p.person_id = t.person_id)]',
    },
  ],
  ['price_lines', {}],
  ['place_claims', { tour_date_id: 'c.tour_date_id' }],
  ['payments', { id: 't.id + c.n', attempt_id: 'null' }],
  ['ledger', { id: 'default', payment_id: 't.payment_id + c.n' }],
  ['ledger_heads', {}],
  ['snapshots', { id: 'default' }],
]

/**
 * So many completed registrations beside the first, which the product itself has made: copies of its rows in every
 * table, for other studios, spread over so many cities. Their ledgers are copies too, so their chains do not verify.
 */
export async function preload(world: World, product: Product, registrations: number, cities: number) {
  const [first = 0] = world.spreadCities
  const [studio] = world.studios
  if (!studio) throw new Error('There are no studios')
  await wholeJourney(product, { studio, tour_date_id: first }, new Map())
  const { id } = await world.db
    .selectFrom('registrations')
    .where('user_id', '=', studio.user_id)
    .where('tour_date_id', '=', first)
    .select('id')
    .executeTakeFirstOrThrow()

  await world.db.connection().execute(async (db) => {
    await sql`set synchronous_commit = off`.execute(db)
    await sql`set session_replication_role = replica`.execute(db)
    await sql`
      create temporary table copies as
      with studio as (
        select row_number() over (order by u.id) - 1 as place, u.id as user_id, u.studio_id, array_agg(r.person_id order by r.person_id) as person_ids
        from users u join roster r on r.user_id = u.id where u.id <> ${studio.user_id} group by u.id
      )
      select n, ${id}::int + n as registration_id, s.user_id, s.studio_id, s.person_ids,
        (${world.spreadCities}::int[])[1 + n % ${cities}] as tour_date_id
      from generate_series(1, ${registrations}) n
      join studio s on s.place = (n / ${cities}) % (select count(*) from studio)
    `.execute(db)
    await sql`
      create temporary table places as
      select person_id, row_number() over (order by person_id)::int as place from attendees where registration_id = ${id}
    `.execute(db)
    const indexes = await dropIndexes(db)
    for (const [table, columnSql, own = 't.registration_id = $1'] of tables)
      await copyRows(db, table, columnSql, own, id)
    for (const indexSql of indexes) await sql.raw(indexSql).execute(db)
    await recount(db)
    await sql`set session_replication_role = origin`.execute(db)
  })
  await sql`vacuum analyze`.execute(world.db)
  return id
}

/** Drops the indexes that no constraint needs, since they slow down bulk inserts. Returns their definitions. */
async function dropIndexes(db: World['db']): Promise<string[]> {
  const { rows } = await sql<{ name: string; made: string }>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as made from pg_index i
    where i.indrelid::regclass::text = any(${tables.map(([table]) => table)})
    and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`.execute(db)
  for (const { name } of rows) await sql.raw(`drop index ${name}`).execute(db)
  return rows.map(({ made }) => made)
}

async function copyRows(db: World['db'], table: string, columnSql: ColumnSql, own: string, id: number) {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_name = ${table} and table_schema = 'public'
    and is_generated = 'NEVER' order by ordinal_position`.execute(db)
  const names = rows.map(({ name }) => name).filter((name) => columnSql[name] !== 'default')
  const valueOf = (name: string) =>
    columnSql[name] ?? (name === 'registration_id' ? 'c.registration_id' : `t."${name}"`)
  const text = `insert into ${table} (${names.map((name) => `"${name}"`).join(', ')}) overriding system value
    select ${names.map(valueOf).join(', ')} from ${table} t cross join copies c where ${own.replaceAll('$1', String(id))}`
  await sql.raw(text).execute(db)
}

/** The counts of cities after the copies, and the numbers that ids go on from. */
async function recount(db: World['db']) {
  await sql`
    update capacity c set taken = p.n from (select tour_date_id, key, sum(n) as n from place_claims group by 1, 2) p
    where p.tour_date_id = c.tour_date_id and p.key = c.key`.execute(db)
  await sql`
    update tour_date_totals t set registrations = r.n, dancers = r.dancers, teachers = r.teachers,
      routines = r.routines, total = r.total, paid = r.paid
    from (select tour_date_id, count(*) as n, sum(dancers) as dancers, sum(teachers) as teachers,
      sum(routine_count) as routines, sum(total) as total, sum(paid) as paid from registrations where completed group by 1) r
    where r.tour_date_id = t.tour_date_id`.execute(db)
  for (const table of ['registrations', 'routines', 'registration_routines', 'payments']) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
      db,
    )
  }
}
