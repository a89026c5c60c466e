import { Logger, run, runMigrations, runOnce, type TaskList } from 'graphile-worker'
import pg from 'pg'
import { accountJobs } from '../accounts/jobs.ts'
import type { Parts } from '../parts.ts'
import { fileJobs } from '../files/jobs.ts'
import { mailJobs } from '../mail/jobs.ts'
import { accessCodeJobs } from '../access-codes/jobs.ts'
import { musicJobs } from '../music/jobs.ts'
import { bookJobs } from '../payments/book-jobs.ts'
import { paymentJobs } from '../payments/jobs.ts'
import { placeJobs } from '../places/jobs.ts'
import { registrationJobs } from '../registrations/jobs.ts'
import { reportJobs } from '../reports/jobs.ts'
import { waitingJobs } from '../waiting/jobs.ts'
import type { JobHandlers } from './handlers.ts'
import type { Jobs } from './queue.ts'

const handlers: JobHandlers<keyof Jobs> = {
  ...accountJobs,
  ...fileJobs,
  ...mailJobs,
  ...accessCodeJobs,
  ...musicJobs,
  ...paymentJobs,
  ...bookJobs,
  ...placeJobs,
  ...registrationJobs,
  ...reportJobs,
  ...waitingJobs,
}

const quiet = new Logger(() => () => {})

function tasks(parts: Parts): TaskList {
  const list: TaskList = {}
  for (const [name, handle] of Object.entries(handlers)) {
    // The payload was written by addJob under the same name, so it has this handler's shape.
    list[name] = (payload) => (handle as (parts: Parts, payload: unknown) => Promise<void>)(parts, payload)
  }
  return list
}

/** The tables of the job queue, in a schema of their own. */
export const migrateJobs = (url: string) => runMigrations({ connectionString: url, logger: quiet })

/**
 * Works off jobs until stopped. Any number of processes may do so at once. Its connections are opened here, so that one
 * that breaks ends no process: the worker itself listens only to those that rest.
 */
export async function startWorker(parts: Parts, url: string): Promise<{ stop: () => Promise<void> }> {
  const pgPool = new pg.Pool({ connectionString: url, max: 6 })
  pgPool.on('error', () => {})
  pgPool.on('connect', (client) => client.on('error', () => {}))
  const runner = await run({
    pgPool,
    taskList: tasks(parts),
    concurrency: 4,
    pollInterval: 1000,
    // Each night, when nobody pays: music of cities long over goes, the ledgers are anchored and laid beside the gateway's book.
    // Each minute: payments whose outcome is open, also those of a process that died; offers and holds whose time is over. Each quarter: balances that are due.
    crontab: [
      '* * * * * reconcile_payments',
      '* * * * * mind_waiting_lists',
      '*/15 * * * * remind_of_payments',
      '7 9 * * * purge_music',
      '17 9 * * * anchor_ledgers',
      '27 9 * * * reconcile_gateway',
    ].join('\n'),
    noHandleSignals: true,
    logger: quiet,
  })
  return {
    async stop() {
      await runner.stop()
      await pgPool.end()
    },
  }
}

/** Works off what is due now, and returns. */
export const runJobs = (parts: Parts, url: string) =>
  runOnce({ connectionString: url, taskList: tasks(parts), logger: quiet, noHandleSignals: true })
