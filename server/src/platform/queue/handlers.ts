import type { Parts } from '../dependencies.ts'
import type { Jobs } from './queue.ts'

/** What does the jobs of these names. A job may run twice: its effect must be the same as once. */
export type JobHandlers<Name extends keyof Jobs> = {
  [Job in Name]: (parts: Parts, payload: Jobs[Job]) => Promise<void>
}
