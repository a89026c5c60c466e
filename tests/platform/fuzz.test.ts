import { contract } from '@callboard/contract/contract.ts'
import type { Endpoint, Example } from '@callboard/contract/endpoint.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Stage } from '../kit.ts'
import { deviceHeadersFor, requestOf } from '../scenarios/request-of.ts'
import { worldTemplate } from '../scenarios/world-template.ts'

const { world, cast, copy } = await worldTemplate()
const endpoints: [string, Endpoint][] = Object.entries(contract)

/** Invalid values that people and programs send. */
const odd = fc.constantFrom<unknown>(
  '',
  '   ',
  'O’Brien-Núñez',
  '李小龍',
  '🩰💃',
  '<script>alert(1)</script>',
  "Robert'); drop table users;--",
  '\u0000',
  '\ud800',
  'x'.repeat(5_000),
  '../../etc/passwd',
  '%00',
  'NaN',
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2_147_483_647,
  2_147_483_648,
  Number.MAX_SAFE_INTEGER,
  1e308,
  -1e308,
  [],
  {},
  [[]],
  { id: 1 },
  Array(1_000).fill(1),
  '2024-02-30',
  '9999-99-99',
  '0000-00-00',
  '4111111111111111',
)

type Step = { where: number; what: 'replace' | 'drop' | 'add'; value: unknown }
const steps = fc.array(
  fc.record({ where: fc.nat(200), what: fc.constantFrom('replace', 'replace', 'replace', 'drop', 'add'), value: odd }),
  { minLength: 1, maxLength: 3 },
) as fc.Arbitrary<Step[]>

type Spot = { holder: Record<string, unknown>; key: string }

/** Every place in a value where something stands. */
function spotsOf(value: unknown, spots: Spot[] = []): Spot[] {
  if (typeof value !== 'object' || value === null) return spots
  for (const [key, item] of Object.entries(value)) {
    spots.push({ holder: value as Record<string, unknown>, key })
    spotsOf(item, spots)
  }
  return spots
}

function mutate(example: Example, changes: Step[]): Example {
  const mutated = structuredClone({ params: {}, query: {}, ...example })
  for (const { where, what, value: sharedValue } of changes) {
    // Each its own: a value that is put into itself has no end.
    const value = structuredClone(sharedValue)
    const parts = [mutated.params, mutated.query, mutated.body].flatMap((part) => spotsOf(part))
    const spot = parts[where % Math.max(1, parts.length)]
    if (!spot) continue
    if (what === 'drop') delete spot.holder[spot.key]
    else if (what === 'add') spot.holder[`${spot.key}_more`] = value
    else spot.holder[spot.key] = value
  }
  return mutated
}

// A refused sign-in counts, a money call keeps its key and its attempt: evidence outlives a refusal.
const evidence = new Set(['rate_limits', 'idempotency_keys', 'payment_attempts', 'sessions'])

/** From here on every row that is added, changed or removed leaves a row of its own, unless it is undone. */
async function watchRows({ db }: Stage) {
  await sql`create unlogged table watched_changes (name text not null)`.execute(db)
  await sql`create function note_change() returns trigger language plpgsql as $$
    begin insert into watched_changes values (tg_table_name); return null; end $$`.execute(db)
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'watched_changes'`.execute(db)
  for (const { name } of rows.filter((table) => !evidence.has(table.name))) {
    await sql`create trigger note_change after insert or update or delete on ${sql.table(name)}
      for each row execute function note_change()`.execute(db)
  }
}

/** The tables whose rows changed since this was last asked, one name for each row. */
const changes = async ({ db }: Stage) =>
  (await sql<{ name: string }>`delete from watched_changes returning name`.execute(db)).rows.map(({ name }) => name)

const callerOf = ({ auth, example }: Endpoint) =>
  auth === 'office' ? cast.office : auth === 'admin' ? cast.admin : cast[example(world).by ?? 'owner']

const stage = await copy()
await watchRows(stage)

const sessionFor = ({ sessionOf }: Stage, { auth }: Endpoint, user_id: number) =>
  deviceHeadersFor(auth, world) ?? sessionOf(user_id)
const runs = Number(process.env.PROPERTY_RUNS ?? 15)

test.each(endpoints)(
  'ERR-024 API-085 %s: any request gets a plain answer, and a refusal changes nothing',
  async (_, endpoint) => {
    const session = await sessionFor(stage, endpoint, callerOf(endpoint))
    await changes(stage)
    await fc.assert(
      fc.asyncProperty(steps, async (mutations) => {
        const request = requestOf(endpoint, mutate(endpoint.example(world), mutations))
        const reply = await stage.app.inject({ ...request, headers: { ...request.headers, ...session } })
        expect(reply.statusCode, `${JSON.stringify(request)} ${reply.body}`).toBeLessThan(500)
        const after = await changes(stage)
        if (reply.statusCode >= 400) {
          expect(reply.json()).toMatchObject({ code: expect.any(String), message: expect.stringMatching(/\S/) })
          expect(after, `${reply.statusCode} ${reply.body}`).toEqual([])
        }
      }),
      { numRuns: runs, includeErrorInReport: true },
    )
  },
)

type Part = 'params' | 'query' | 'body'

/** The same request with this text in one place after the other of these parts. */
function* everywhere(example: Example, parts: readonly Part[], text: string): Generator<Example> {
  const count = parts.flatMap((part) => spotsOf(example[part])).length
  for (let where = 0; where < count; where += 1) {
    const mutant = structuredClone(example)
    const spot = parts.flatMap((part) => spotsOf(mutant[part]))[where]
    if (spot) spot.holder[spot.key] = text
    yield mutant
  }
  if (parts.includes('query')) yield { ...example, query: { ...example.query, search: text } }
}

// A webhook body is read as bytes and ignored until its signature is verified.
const withText = endpoints.filter(([, { path }]) => !path.endsWith('/webhook'))

test.each<[string, readonly Part[], string]>([
  ['a zero byte', ['params', 'query', 'body'], 'Ana\u0000'],
  ['half of a sign', ['body'], 'Ana\ud83e'],
])('ERR-024 text the database cannot hold is refused in every part of a call: %s', async (_, parts, text) => {
  // The calls above have paired other devices.
  const fresh = await copy()
  const letIn: string[] = []
  for (const [name, endpoint] of withText) {
    const session = await sessionFor(fresh, endpoint, cast.admin)
    for (const example of everywhere(endpoint.example(world), parts, text)) {
      const request = requestOf(endpoint, example)
      const reply = await fresh.app.inject({ ...request, headers: { ...request.headers, ...session } })
      if (reply.statusCode !== 400 || reply.json().code !== 'malformed') letIn.push(`${name} ${reply.statusCode}`)
    }
  }
  expect(letIn).toEqual([])
})

test('the watch sees a row that stays, and not one that was undone', async () => {
  await changes(stage)
  const rename = sql`update studios set name = name where id = ${world.owner.studio_id}`
  await stage.db
    .transaction()
    .execute(async (tx) => {
      await rename.execute(tx)
      throw new Error('undone')
    })
    .catch(() => {})
  expect(await changes(stage)).toEqual([])
  await rename.execute(stage.db)
  expect(await changes(stage)).toEqual(['studios'])
})
