import { parseArgs } from 'node:util'
import { listAnchors } from './book-queries.ts'
import { commandDatabase } from '../config.ts'
import { connect } from '../platform/db/connect.ts'
import { verifyLedger, type LedgerFault } from './ledger-check.ts'

const named = ({ registration_id, entry, what }: LedgerFault) =>
  registration_id === null ? what : `Registration ${registration_id}${entry === null ? '' : `, row ${entry}`}: ${what}`

/** `--anchor DIGEST`, any number of times: anchors that the log of the server names. */
const options = { anchor: { type: 'string', multiple: true, default: [] as string[] } } as const

/**
 * `npm run ledger:verify -- --anchor DIGEST`: reads the money of DATABASE_URL; ends with 1 when something is wrong. Whoever
 * rewrote ledger, heads and anchors together is found by a digest of the log.
 */
async function main() {
  const { values } = parseArgs({ options })
  const db = connect(commandDatabase())
  const { registrations, entries, anchors, faults } = await verifyLedger(db, values.anchor)
  const last = (await listAnchors(db)).at(-1)
  await db.destroy()
  for (const fault of faults) console.error(named(fault))
  const ends = last ? ` The last anchor is ${last.id} of ${last.made_at}: ${last.digest}` : ''
  console.log(
    `${entries} rows of ${registrations} registrations and ${anchors} anchors read, ${faults.length} faults.${ends}`,
  )
  if (faults.length > 0) process.exitCode = 1
}

if (import.meta.filename === process.argv[1]) await main()
