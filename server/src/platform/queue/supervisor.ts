import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Logger, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import { backoff, endPool, openQueuePool, retryStatements } from './pools.ts'
import { deleteBeat, releaseDeadLocks, saveBeat } from './queries.ts'

export type JobLog = Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>

export type Supervised = {
  /** False once jobs have not run for six beats, half a minute: a worker is missing, or the queue's database does not answer. */
  isAlive: () => boolean
  stop: () => Promise<void>
}

export type SuperviseOptions = {
  url: string
  taskList: TaskList
  crontab: string
  /** False behind a pgbouncer that keeps no prepared statements. */
  prepare: boolean
  /** Milliseconds between two signs of life. */
  beatEvery: number
  log: JobLog
}

const concurrency = 4
/** Workers, their listener and the schedule each hold a connection. */
const connections = concurrency + 2

// In milliseconds.
const healthyAfter = 30_000
const stopWithin = 20_000

export const quiet = new Logger(() => () => {})

/**
 * Runs jobs until stopped, across database outages. graphile-worker loses a worker that cannot record a job's end: all
 * workers are then replaced, and the job's lock is released like that of a dead process.
 */
export function superviseJobs(options: SuperviseOptions): Supervised {
  const { log, beatEvery } = options
  const stopping = new AbortController()
  const stopped = aborted(stopping.signal)
  const id = randomUUID()
  /** Ids of workers that live, also of runners that still end. */
  const workerIds = new Set<string>()
  const ending = new Set<Promise<unknown>>()
  let current: Runner | undefined
  let healthyAt = performance.now()

  async function keepRunning() {
    for (let failures = 0; !stopping.signal.aborted; failures += 1) {
      const startedAt = performance.now()
      try {
        current = await startRunner(options, workerIds)
        await Promise.race([current.failure, stopped])
      } catch (error) {
        log.error({ err: error }, 'jobs stopped; they start again')
      }
      if (current) forget(current)
      current = undefined
      if (performance.now() - startedAt > healthyAfter) failures = 0
      await wait(backoff(failures), undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  /** Its jobs in progress end by themselves; the next runner does not wait for them. */
  function forget(runner: Runner) {
    const end = runner.stop().finally(() => ending.delete(end))
    ending.add(end)
  }

  const beats = openQueuePool(options.url, 1)

  async function keepBeating() {
    let beatAt = -Infinity
    while (!stopping.signal.aborted) {
      const now = performance.now()
      try {
        await saveBeat(beats, { id, worker_ids: [...workerIds] })
        // After an outage all heartbeats are late: only a process whose own heartbeat was on time may judge the others.
        const dead = now - beatAt < 3 * beatEvery ? await releaseDeadLocks(beats) : []
        if (dead.length > 0) log.warn({ worker_ids: dead }, 'released the locks of dead workers')
        beatAt = now
        if (current?.isWhole()) healthyAt = performance.now()
      } catch (error) {
        log.warn({ err: error }, 'the job queue does not answer')
      }
      await wait(beatEvery, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const loops = [keepRunning(), keepBeating()]
  return {
    isAlive: () => performance.now() - healthyAt < 6 * beatEvery,
    async stop() {
      stopping.abort()
      const shutdown = Promise.all(loops).then(() => Promise.all(ending))
      await Promise.race([shutdown, wait(stopWithin, undefined, { ref: false })])
      await deleteBeat(beats, id).catch(() => {})
      await endPool(beats)
    },
  }
}

type Runner = {
  /** Rejects when a worker is lost or the runner ends by itself. */
  failure: Promise<never>
  isWhole: () => boolean
  stop: () => Promise<void>
}

async function startRunner(
  { url, taskList, crontab, prepare, log }: SuperviseOptions,
  workerIds: Set<string>,
): Promise<Runner> {
  const retryAbort = new AbortController()
  const pgPool = openQueuePool(url, connections)
  let scheduleFails = false
  retryStatements(pgPool, {
    signal: retryAbort.signal,
    onSuccess: () => (scheduleFails = false),
    onFailure(error) {
      if (!scheduleFails) log.warn({ err: error }, 'scheduled jobs wait for the database')
      scheduleFails = true
    },
  })
  const own = new Set<string>()
  const events: WorkerEvents = new EventEmitter()
  events.on('worker:create', ({ worker: { workerId } }) => void (own.add(workerId), workerIds.add(workerId)))
  events.on('worker:stop', ({ worker: { workerId } }) => void (own.delete(workerId), workerIds.delete(workerId)))
  const fatalError = new Promise<never>((_resolve, reject) => {
    events.on('worker:fatalError', ({ error }) => reject(asError(error)))
  })
  fatalError.catch(() => {})

  const stop = async (end: () => Promise<void>) => {
    retryAbort.abort()
    await end().catch(() => {})
    await endPool(pgPool)
  }
  try {
    const runner = await run({
      pgPool,
      taskList,
      crontab,
      concurrency,
      events,
      pollInterval: 1000,
      noPreparedStatements: !prepare,
      noHandleSignals: true,
      logger: quiet,
    })
    const runnerEnd = runner.promise.then(() => {
      throw new Error('The runner of jobs ended.')
    })
    runnerEnd.catch(() => {})
    return {
      failure: Promise.race([fatalError, runnerEnd]),
      isWhole: () => own.size === concurrency && !scheduleFails,
      stop: () => stop(() => runner.stop()),
    }
  } catch (error) {
    await stop(async () => {})
    throw error
  }
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
