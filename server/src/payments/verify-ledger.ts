import { parseArgs } from 'node:util'
import { listAnchors } from './reconciliation-queries.ts'
import { commandDatabase } from '../config.ts'
import { connect } from '../platform/db/connect.ts'
import { verifyLedger, type LedgerFault } from './ledger-check.ts'

const faultText = ({ registration_id, entry, what }: LedgerFault) =>
  registration_id === null ? what : `Registration ${registration_id}${entry === null ? '' : `, row ${entry}`}: ${what}`

/** `--anchor DIGEST`, any number of times: anchors that the log of the server names. */
const options = { anchor: { type: 'string', multiple: true, default: [] as string[] } } as const

/**
 * `npm run ledger:verify -- --anchor DIGEST`: verifies the ledger of DATABASE_URL; exits with 1 on any mismatch. A
 * digest from the log detects that ledger, heads and anchors were rewritten together.
 */
async function main() {
  const { values } = parseArgs({ options })
  const db = connect(commandDatabase())
  const { registrations, entries, anchors, faults } = await verifyLedger(db, values.anchor)
  const last = (await listAnchors(db)).at(-1)
  await db.destroy()
  for (const fault of faults) console.error(faultText(fault))
  const ends = last ? ` The last anchor is ${last.id} of ${last.made_at}: ${last.digest}` : ''
  console.log(
    `${entries} rows of ${registrations} registrations and ${anchors} anchors read, ${faults.length} faults.${ends}`,
  )
  if (faults.length > 0) process.exitCode = 1
}

if (import.meta.filename === process.argv[1]) await main()
