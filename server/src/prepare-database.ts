import type { Db } from './platform/db/connect.ts'
import { migrate } from './platform/db/migrate.ts'
import { withStartLock } from './platform/db/start-lock.ts'
import { migrateJobs } from './worker.ts'

/**
 * Makes a database ready to serve: the product's tables, those of the jobs, and what `fill` puts into them. Servers that
 * start at once take turns, and each later one finds it done.
 */
export const prepareDatabase = (db: Db, url: string, fill: (db: Db) => Promise<void>): Promise<void> =>
  withStartLock(db, async () => {
    await migrate(db)
    await migrateJobs(url)
    await fill(db)
  })
