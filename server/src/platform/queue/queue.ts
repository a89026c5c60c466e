import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'
import type { Dependencies } from '../dependencies.ts'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'

/** All jobs with their payloads. A capability adds its own by declaration merging next to its handler. */
// eslint-disable-next-line typescript/consistent-type-definitions -- merging needs an interface
export interface Jobs {
  send_mail: { mail_id: number }
  delete_file: { key: string }
}

type QueueOptions = {
  /** Seconds from now, by the database's own clock. */
  in_seconds?: number
  /** A job with the same key is replaced, so that duplicates run once. */
  key?: string
}

/** The log names the request that a failed job came from. */
const fromRequest = <Payload extends object>(payload: Payload) => ({ ...payload, request_id: currentRequestId() })

/** Adds a job in the transaction that decided it: done after commit, never after a rollback. */
export async function addJob<Name extends keyof Jobs>(
  tx: Tx,
  name: Name,
  payload: Jobs[Name],
  options: QueueOptions = {},
) {
  const { in_seconds = 0, key = null } = options
  await sql`select graphile_worker.add_job(${name}, payload := ${JSON.stringify(fromRequest(payload))}::json,
    run_at := now() + make_interval(secs => ${in_seconds}), job_key := ${key}, max_attempts := 25)`.execute(tx)
}

/**
 * Many jobs of one kind with one statement. `keyOf` as the key of addJob; keys are locked in their order, so that two
 * transactions with the same jobs wait for each other instead of ending in a deadlock.
 */
export async function addJobs<Name extends keyof Jobs>(
  tx: Tx,
  name: Name,
  payloads: readonly Jobs[Name][],
  keyOf?: (payload: Jobs[Name]) => string,
) {
  if (payloads.length === 0) return
  const jobs = payloads.map((payload) => ({ payload: fromRequest(payload), key: keyOf?.(payload) ?? null }))
  await sql`select graphile_worker.add_job(${name}, payload := payload, job_key := key, max_attempts := 25)
    from (select payload, key from json_to_recordset(${JSON.stringify(jobs)}::json) as jobs (payload json, key text)
      order by key) as ordered`.execute(tx)
}

/** Handlers of the named jobs. A job may run twice, so handlers are idempotent. */
export type JobHandlers<Name extends keyof Jobs> = {
  [Job in Name]: (dependencies: Dependencies, payload: Jobs[Job]) => Promise<void>
}

const requests = new AsyncLocalStorage<string>()

/** The id of the request that is being answered, or whose job is being run. */
const currentRequestId = (): string | undefined => requests.getStore()

/** Runs a job as part of the request that added it: what fails, and what it adds in turn, names the same request. */
export const withRequestId = <Value>(id: string | undefined, work: () => Value): Value =>
  id === undefined ? work() : requests.run(id, work)

/** Jobs that a handler adds carry the id of its request. Reading the body would lose it, so it is set after. */
export function rememberRequestIds(app: FastifyInstance) {
  app.addHook('preHandler', (request, _reply, callback) => requests.run(request.id, callback))
}
