import type { Dependencies } from '../dependencies.ts'
import type { Jobs } from './queue.ts'

/** Handlers of the named jobs. A job may run twice, so handlers are idempotent. */
export type JobHandlers<Name extends keyof Jobs> = {
  [Job in Name]: (dependencies: Dependencies, payload: Jobs[Job]) => Promise<void>
}
