import { Refused } from '../http/errors.ts'
import { countHit } from '../http/rate-limit.ts'
import type { App } from '../http/serve.ts'

/** Counts a try and refuses when there were too many. Committed at once: a refusal does not take it back. SEC-021. */
export async function limitTries(app: App, key: string, limit: { hits: number; minutes: number }) {
  if (!app.limits.on) return
  const wait = await countHit(app.db, key, limit, app.clock.now())
  if (wait > 0) throw new Refused({ code: 'too_many_tries', retry_after_seconds: wait })
}
