import { emptySlice, releaseOf, slicesOf } from '@callboard/domain/results/release.ts'
import { commandDatabase } from '../config.ts'
import { connect, type Db } from '../platform/db/connect.ts'
import { chainHash, hashOfValue } from './inputs.ts'
import { listAllSlices, listChains } from './release-queries.ts'

/** The rules of each version of them: stored results are recomputed by those that made them. */
const rulesOf: Readonly<Record<number, typeof releaseOf>> = { 1: releaseOf }

type ResultFault = { tour_date_id: number; part: string; version: number; what: string }

/** Recomputes every version from its stored inputs. Lists each that does not come to what is stored. */
export async function verifyResults(db: Db): Promise<{ versions: number; faults: ResultFault[] }> {
  const faults: ResultFault[] = []
  const versions = await listChains(db)
  const chainEnds = new Map<string, string>()
  for (const version of versions) {
    const { tour_date_id, part, input_hash, result_hash } = version
    const chain = `${tour_date_id} ${part}`
    const report = (what: string) => void faults.push({ tour_date_id, part, version: version.version, what })
    if (hashOfValue(version.inputs) !== input_hash) report('its inputs were changed')
    if (hashOfValue(version.body) !== result_hash) report('its results were changed')
    const rules = rulesOf[version.rules_version]
    if (!rules) report(`no one knows rules of version ${version.rules_version}`)
    else if (hashOfValue(rules(part, version.inputs).body) !== result_hash) report('its inputs give other results')
    if (version.previous_hash !== (chainEnds.get(chain) ?? null)) report('it does not follow the version before it')
    if (chainHash(version) !== version.chain_hash) report('its place in the chain was changed')
    chainEnds.set(chain, version.chain_hash)

    const expectedSlices = slicesOf(version.body, version.inputs.holders)
    const slices = await listAllSlices(db, version.id)
    for (const { registration_id, hash, body } of slices) {
      const expectedHash = hashOfValue(expectedSlices.get(registration_id) ?? emptySlice)
      if (hash !== expectedHash || hashOfValue(body) !== expectedHash)
        report(`what registration ${registration_id} reads was changed`)
    }
    const readers = new Set(slices.map(({ registration_id }) => registration_id))
    for (const id of expectedSlices.keys()) if (!readers.has(id)) report(`registration ${id} is missing`)
  }
  return { versions: versions.length, faults }
}

/** `npm run results:verify`: verifies the released results of DATABASE_URL; exits with 1 on any mismatch. */
async function main() {
  const db = connect(commandDatabase())
  const { versions, faults } = await verifyResults(db)
  await db.destroy()
  for (const { tour_date_id, part, version, what } of faults) {
    console.error(`City ${tour_date_id}, ${part}, version ${version}: ${what}`)
  }
  console.log(`${versions} versions of results read, ${faults.length} faults.`)
  if (faults.length > 0) process.exitCode = 1
}

if (import.meta.filename === process.argv[1]) await main()
