import { runMigrations, runOnce, type TaskList } from 'graphile-worker'
import type { Pool } from 'pg'
import { accountJobs } from './accounts/jobs.ts'
import type { Dependencies } from './platform/dependencies.ts'
import { fileJobs } from './platform/files/queries.ts'
import { mailJobs } from './platform/mail/jobs.ts'
import { accessCodeJobs } from './access-codes/jobs.ts'
import { musicJobs } from './music/jobs.ts'
import { paymentJobs } from './payments/jobs.ts'
import { placeJobs } from './capacity/jobs.ts'
import { registrationJobs } from './registrations/jobs.ts'
import { reportJobs } from './reports/jobs.ts'
import { tourJobs } from './tours/jobs.ts'
import { judgingJobs } from './judging/jobs.ts'
import { mediaJobs } from './critiques/jobs.ts'
import { resultJobs } from './results/jobs.ts'
import { printWaiver } from './waivers/waiver-pdf.ts'
import { waitingJobs } from './waiting-list/jobs.ts'
import { deskJobs } from './desk/jobs.ts'
import { addJob, type JobHandlers, type Jobs, withRequestId } from './platform/queue/queue.ts'
import {
  quiet,
  superviseJobs,
  type JobLog,
  type Supervised,
  type SuperviseOptions,
} from './platform/queue/supervisor.ts'
import type { Db } from './platform/db/connect.ts'
import { migrate } from './platform/db/migrate.ts'
import { inTransaction } from './platform/db/transaction.ts'
import { withStartLock } from './platform/db/start-lock.ts'

const handlers: JobHandlers<keyof Jobs> = {
  ...accountJobs,
  ...fileJobs,
  ...mailJobs({ waiver: printWaiver }),
  ...accessCodeJobs,
  ...musicJobs,
  ...paymentJobs,
  ...placeJobs,
  ...registrationJobs,
  ...reportJobs,
  ...deskJobs,
  ...waitingJobs,
  ...resultJobs,
  ...tourJobs,
  ...judgingJobs,
  ...mediaJobs,
}

/** SMTP servers quote the refused address, and the log must not contain addresses. */
const withoutAddresses = (text: string) => text.replaceAll(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '[address]')

function loggable(thrown: unknown) {
  const error: NodeJS.ErrnoException = thrown instanceof Error ? thrown : new Error(String(thrown))
  const { name, message, stack = '', code } = error
  return { name, message: withoutAddresses(message), stack: withoutAddresses(stack), code }
}

type Logged = Dependencies & { log: JobLog }

function tasks(dependencies: Logged): TaskList {
  const list: TaskList = {}
  for (const [name, handle] of Object.entries(handlers)) {
    // The payload was written by addJob under the same name, so it has this handler's shape.
    const run = handle as (dependencies: Dependencies, payload: unknown) => Promise<void>
    list[name] = async (queued, { job }) => {
      const { request_id, ...payload } = queued as { request_id?: string }
      try {
        await withRequestId(request_id, () => run(dependencies, payload))
      } catch (error) {
        const { id: job_id, attempts: attempt, max_attempts } = job
        const which = { job: name, job_id, attempt, max_attempts, ...(request_id && { request_id }) }
        dependencies.log.error({ err: loggable(error), ...which }, 'job failed')
        throw error
      }
    }
  }
  return list
}

/** The tables of the job queue, in a schema of their own. */
export const migrateJobs = (url: string) => runMigrations({ connectionString: url, logger: quiet })

/** When each job runs, in UTC; 9 h is the night of the United States. docs/operations.md, "Jobs". */
export const crontab = [
  // Payment attempts with an unknown outcome, also those of processes that died.
  '* * * * * reconcile_payments',
  // Registrations that are paid and not yet completed.
  '* * * * * complete_paid_registrations',
  // Offers of the waiting list and holds that ran out.
  '* * * * * expire_offers',
  // Results whose embargo has ended.
  '* * * * * release_results',
  // Balances due.
  '*/15 * * * * remind_of_payments',
  // Links to exports whose time has come.
  '*/10 * * * * send_exports',
  // Mails to groups: those whose time has come, and the next batch of those being sent.
  '* * * * * send_group_mails',
  // Uploads that nothing refers to, music past its time.
  '7 9 * * * clean_up_files',
  // Uploads of logos whose save did not end.
  '13 9 * * * clean_up_logo_uploads',
  // Pictures of judges that nothing refers to.
  '12 9 * * * clean_up_judge_pictures',
  // Recordings and videos past their time.
  '17 9 * * * expire_media',
  // Recordings and videos that came while ffmpeg was missing.
  '37 9 * * * convert_waiting_media',
  // Digests of the ledger, by which a later change is found.
  '17 * * * * anchor_ledgers',
  // Payments that the gateway knows and we do not.
  '27 9 * * * reconcile_gateway',
].join('\n')

/** Adds the jobs that each start begins with. */
export const addStartJobs = (db: Db) =>
  inTransaction(db, (tx) => addJob(tx, 'convert_waiting_media', {}, { key: 'convert waiting media' }))

type WorkerOptions = Partial<Pick<SuperviseOptions, 'prepare' | 'beatEvery'>>

/** Runs jobs until stopped. Safe to run in any number of processes. */
export const startWorker = (dependencies: Logged, url: string, options: WorkerOptions = {}): Supervised =>
  superviseJobs({
    prepare: true,
    beatEvery: 5_000,
    ...options,
    url,
    taskList: tasks(dependencies),
    crontab,
    log: dependencies.log,
  })

/** Runs all jobs that are due, on connections of a pool, then returns. */
export const runJobs = (dependencies: Logged, pgPool: Pool) =>
  runOnce({ pgPool, taskList: tasks(dependencies), logger: quiet, noHandleSignals: true })

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
