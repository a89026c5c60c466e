import type { Db } from './db/connect.ts'
import { migrate } from './db/migrate.ts'
import { withStartLock } from './db/start-lock.ts'
import { migrateJobs } from './jobs/worker.ts'

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
