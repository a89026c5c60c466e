import { hashOfValue } from '@callboard/server/results/inputs.ts'
import { verifyResults } from '@callboard/server/results/verify.ts'
import { sql } from 'kysely'
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { enterSolos, giveMark, release } from '../scenarios/results.ts'
import { openReleases } from './release-kit.ts'

const { stage, season, two, beginCity } = await openReleases()
const { db } = stage
const { tour_date_id, own, other, seats } = await beginCity()
const idleStudio = await season.studio({ dancers: 1 })
const idle = await enterSolos(stage, idleStudio, tour_date_id, [])

await release(stage, two, tour_date_id)
for (const points of [9_600, 9_700]) {
  await giveMark(stage, own.routines[0] ?? 0, seats[0] ?? 0, points)
  await release(stage, two, tour_date_id, { reason: 'A mark was typed wrong' })
}
const idOf = new Map(
  (await db.selectFrom('result_versions').select(['id', 'version']).execute()).map(({ id, version }) => [version, id]),
)

const set = (version: number, column: string, value: string | number | null) =>
  sql`update result_versions set ${sql.ref(column)} = ${value} where id = ${idOf.get(version)}`

const removeVersion = (version: number) => [
  sql`delete from result_slices where result_version_id = ${idOf.get(version)}`,
  sql`delete from result_versions where id = ${idOf.get(version)}`,
]

const removeSlice = (version: number, registration_id: number) =>
  sql`delete from result_slices where result_version_id = ${idOf.get(version)} and registration_id = ${registration_id}`

const emptySlice = { award_order: [], entries: [], studio_awards: [], auditions: [], picks: [] }
/** A slice of a registration that none of the results concern, with the hash that fits it. */
const addSlice = (version: number, body: object) =>
  sql`insert into result_slices (result_version_id, registration_id, hash, body)
    values (${idOf.get(version)}, ${idle.registration_id}, ${hashOfValue(body)}, ${JSON.stringify(body)}::jsonb)`

const forgedHash = 'f'.repeat(64)
const forgedAward = { definition_id: 1, studio_id: idleStudio.studio_id, place: 1 }
const unfollowed = 'it does not follow the version before it'
const chainFault = 'its place in the chain was changed'

test.each<[string, ReturnType<typeof sql>[], [number, string][]]>([
  ['nothing is changed', [], []],
  ['a registration that lost everything has an empty slice', [addSlice(2, emptySlice)], []],
  ['the first version is removed', removeVersion(1), [[2, unfollowed]]],
  ['a version between two is removed', removeVersion(2), [[3, unfollowed]]],
  [
    'a version names another one before it',
    [set(2, 'previous_hash', forgedHash)],
    [
      [2, unfollowed],
      [2, chainFault],
    ],
  ],
  [
    'a version names none before it',
    [set(3, 'previous_hash', null)],
    [
      [3, unfollowed],
      [3, chainFault],
    ],
  ],
  [
    'the hash of a version in its chain is changed',
    [set(2, 'chain_hash', forgedHash)],
    [
      [2, chainFault],
      [3, unfollowed],
    ],
  ],
  ['the last hash of a chain is changed', [set(3, 'chain_hash', forgedHash)], [[3, chainFault]]],
  ['a version has another number', [set(3, 'version', 4)], [[4, chainFault]]],
  [
    'a slice is removed',
    [removeSlice(1, own.registration_id), removeSlice(3, other.registration_id)],
    [
      [1, `registration ${own.registration_id} is missing`],
      [3, `registration ${other.registration_id} is missing`],
    ],
  ],
  [
    'an award is added to a registration that none of the results concern',
    [addSlice(2, { ...emptySlice, studio_awards: [forgedAward] })],
    [[2, `what registration ${idle.registration_id} reads was changed`]],
  ],
  ['the rules of a version are unknown', [set(2, 'rules_version', 99)], [[2, 'no one knows rules of version 99']]],
])('RES-016 the verification of results where %s', async (_, statements, expectedFaults) => {
  const tx = await db.startTransaction().execute()
  try {
    for (const statement of statements) await statement.execute(tx)
    const { faults } = await verifyResults(tx)
    expect(faults).toEqual(expectedFaults.map(([version, what]) => ({ tour_date_id, part: 'results', version, what })))
  } finally {
    await tx.rollback().execute()
  }
})

test('`results:verify` ends with 0 where nothing is wrong, and with 1 and the fault where something is', async () => {
  const run = () =>
    spawnSync(process.execPath, ['--import', 'tsx', 'server/src/results/verify.ts'], {
      cwd: path.resolve(import.meta.dirname, '../..'),
      env: { ...process.env, DATABASE_URL: stage.url },
      encoding: 'utf8',
    })
  const clean = run()
  expect([clean.status, clean.stdout]).toEqual([0, '3 versions of results read, 0 faults.\n'])
  await set(3, 'chain_hash', forgedHash).execute(db)
  const spoiled = run()
  expect([spoiled.status, spoiled.stdout, spoiled.stderr]).toEqual([
    1,
    '3 versions of results read, 1 faults.\n',
    expect.stringContaining(`City ${tour_date_id}, results, version 3: its place in the chain was changed`),
  ])
})
