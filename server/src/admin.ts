import { createAdministrator } from './accounts/create-administrator.ts'
import { readConfig } from './config.ts'
import { connect } from './platform/db/connect.ts'
import { openDatabase } from './platform/db/embedded-postgres.ts'
import { inTransaction } from './platform/db/transaction.ts'
import { openClock } from './dev/clock.ts'
import { systemClock } from './platform/clock.ts'
import { prepareDatabase } from './worker.ts'

const usage = 'npm run admin -- create EMAIL'

/** `npm run admin -- create EMAIL`: prints a one-time link that opens the office to its first administrator. */
async function main([command, email, ...rest]: string[]) {
  if (command !== 'create' || !email || rest.length > 0) throw new Error(`Usage: ${usage}`)
  const config = readConfig()
  const postgres = await openDatabase(config)
  const db = connect(postgres.url, { prepare: config.preparedStatements })
  try {
    // On a database that no server has been started on yet.
    await prepareDatabase(db, postgres.url, async () => {})
    const clock = config.dev ? await openClock(db) : systemClock
    const { origin } = config
    const link = await inTransaction(db, (tx) => createAdministrator(tx, { email, origin, now: clock.now() }))
    console.log(`Open this link to choose the password of ${email}. It works once, within two hours:\n${link}`)
  } finally {
    await db.destroy()
    await postgres.stop()
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
})
