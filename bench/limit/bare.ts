import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { payload, type Payload } from './payload.ts'

export type Spread = 'hot' | 'spread'
export type Bare = Awaited<ReturnType<typeof openBare>>

const payloads = Array.from({ length: 1000 }, (_, i) => payload(i + 1))

/** The limit in a database of its own: what storing S20 costs with no server in front and no rule asked. */
export async function openBare(url: string) {
  const schema = new pg.Client({ connectionString: url })
  await schema.connect()
  await schema.query(readFileSync(path.join(import.meta.dirname, 'schema.sql'), 'utf8'))
  await schema.end()
  const pool = new pg.Pool({ connectionString: url, max: 32 })
  let next = 0

  const turn = (spread: Spread) => {
    const n = (next += 1)
    return { city: spread === 'hot' ? 1 : 1 + ((n * 7) % 50), given: payloads[n % payloads.length] ?? payload(1) }
  }

  return {
    pool,
    /** One call of a function in the server. */
    async fn(spread: Spread) {
      const { city, given } = turn(spread)
      await pool.query({ name: 'submit', text: 'select lim.submit($1, $2)', values: [city, JSON.stringify(given)] })
    },
    /** Seven statements from here, and the count last by one conditional update. */
    async batch(spread: Spread) {
      const { city, given } = turn(spread)
      const client = await pool.connect()
      try {
        await client.query('begin')
        await insertAll(client, city, given)
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw error
      } finally {
        client.release()
      }
    },
    /** Whether every count is that of its rows. */
    async holds(): Promise<boolean> {
      const { rows } = await pool.query<{ holds: boolean }>(
        'select (select sum(taken) from lim.tour_date_capacity) = (select count(*) from lim.attendee) as holds',
      )
      return rows[0]?.holds === true
    },
    close: () => pool.end(),
  }
}

const column = <Row, Key extends keyof Row>(rows: readonly Row[], key: Key) => rows.map((row) => row[key])

async function insertAll(client: pg.PoolClient, city: number, registrationPayload: Payload) {
  const { studio, attendees, routines, links, lines, total } = registrationPayload
  const ask = async (name: string, text: string, values: unknown[]) =>
    (await client.query<{ id: string }>({ name, text, values })).rows.map(({ id }) => id)
  const [registration] = await ask(
    'registration',
    `insert into lim.registration (tour_date_id, studio_id, submit_key, total_cents, paid_cents)
     values ($1, $2, $3, $4, $4) returning id`,
    [city, studio, randomUUID(), total],
  )
  const people = await ask(
    'attendee',
    `insert into lim.attendee (registration_id, person_id, kind, level_id, fee_cents)
     select $1, * from unnest($2::int[], $3::text[], $4::int[], $5::int[]) returning id`,
    [registration, ...(['person', 'kind', 'level', 'fee'] as const).map((key) => column(attendees, key))],
  )
  const pieces = await ask(
    'routine',
    `insert into lim.routine (registration_id, title, category_id, division_id, fee_cents)
     select $1, * from unnest($2::text[], $3::int[], $4::int[], $5::int[]) returning id`,
    [registration, ...(['title', 'category', 'division', 'fee'] as const).map((key) => column(routines, key))],
  )
  await ask(
    'cast',
    'insert into lim.routine_attendee select * from unnest($1::bigint[], $2::bigint[]) returning routine_id as id',
    [links.map(({ r }) => pieces[r - 1]), links.map(({ a }) => people[a - 1])],
  )
  await ask(
    'lines',
    `insert into lim.price_line (registration_id, code, label, cents)
     select $1, * from unnest($2::text[], $3::text[], $4::int[])`,
    [registration, ...(['code', 'label', 'cents'] as const).map((key) => column(lines, key))],
  )
  await ask(
    'payment',
    `insert into lim.payment (registration_id, method, cents, idem_key) values ($1, 'card', $2, $3)`,
    [registration, total, randomUUID()],
  )
  const capacity = await ask(
    'capacity',
    `update lim.tour_date_capacity set taken = taken + $2 where tour_date_id = $1 and taken + $2 <= places
     returning tour_date_id as id`,
    [city, attendees.length],
  )
  if (capacity.length === 0) throw new Error('sold out')
}
