import { contract } from '@callboard/contract/contract.ts'
import type { Endpoint, Example } from '@callboard/contract/endpoint.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Stage } from '../kit.ts'
import { requestOf } from '../scenarios/request-of.ts'
import { worldTemplate } from '../scenarios/world-template.ts'

const { world, cast, copy } = await worldTemplate()
const endpoints: [string, Endpoint][] = Object.entries(contract)

/** What people and programs put where it does not belong. */
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
function spotsOf(value: unknown, found: Spot[] = []): Spot[] {
  if (typeof value !== 'object' || value === null) return found
  for (const [key, item] of Object.entries(value)) {
    found.push({ holder: value as Record<string, unknown>, key })
    spotsOf(item, found)
  }
  return found
}

function mutate(example: Example, changes: Step[]): Example {
  const mutated = structuredClone({ params: {}, query: {}, ...example })
  for (const { where, what, value } of changes) {
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

/** A number that changes when any row of any table does. */
async function fingerprint({ db }: Stage): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(db)
  const counted = rows
    .filter(({ name }) => !evidence.has(name))
    .map(
      ({ name }) => sql`select ${name}::text, count(*), coalesce(max(xmin::text::bigint), 0) from ${sql.table(name)}`,
    )
  const print = await sql`${sql.join(counted, sql` union all `)} order by 1`.execute(db)
  return JSON.stringify(print.rows)
}

const callerOf = ({ auth, example }: Endpoint) =>
  auth === 'office' ? cast.office : auth === 'admin' ? cast.admin : cast[example(world).by ?? 'owner']

const stage = await copy()
const runs = Number(process.env.FUZZ_RUNS ?? 6)

test.each(endpoints)(
  'ERR-024 API-085 %s: whatever is sent, the answer is a plain one, and a refusal changes nothing',
  async (_, endpoint) => {
    const session = await stage.sessionOf(callerOf(endpoint))
    let before = await fingerprint(stage)
    await fc.assert(
      fc.asyncProperty(steps, async (changes) => {
        const request = requestOf(endpoint, mutate(endpoint.example(world), changes))
        const reply = await stage.app.inject({ ...request, headers: { ...request.headers, ...session } })
        expect(reply.statusCode, `${JSON.stringify(request)} ${reply.body}`).toBeLessThan(500)
        const after = await fingerprint(stage)
        if (reply.statusCode >= 400) {
          expect(reply.json()).toMatchObject({ code: expect.any(String), message: expect.stringMatching(/\S/) })
          expect(after, `${reply.statusCode} ${reply.body}`).toBe(before)
        }
        before = after
      }),
      { numRuns: runs, seed: 20_241_001, includeErrorInReport: true },
    )
  },
)
