import { attemptLimits, type AttemptLimit } from '@callboard/domain/accounts/attempt-limits.ts'
import type { FastifyRequest } from 'fastify'
import { Refused } from '../platform/http/errors.ts'
import { knownDevice } from './known-device.ts'
import { countHit } from '../platform/http/rate-limit.ts'
import type { App } from '../platform/http/serve.ts'

/** Counts a try and refuses when there were too many. Committed at once: a refusal does not take it back. SEC-021. */
export async function limitAttempts(app: App, key: string, limit: AttemptLimit) {
  if (!app.limits.on) return
  const wait = await countHit(app.db, key, limit, app.clock.now())
  if (wait > 0) throw new Refused({ code: 'too_many_tries', retry_after_seconds: wait })
}

type SignInAttempt = { kind: keyof typeof attemptLimits; name: string; email: string; request: FastifyRequest }

/**
 * Counts a sign-in attempt per location and for all unknown locations together. Returns the key of the location, which
 * a success clears. A known device is its own location, so others cannot use up its attempts.
 */
export async function limitAccountAttempts(app: App, { kind, name, email, request }: SignInAttempt): Promise<string> {
  const { here, anywhere } = attemptLimits[kind]
  const device = knownDevice(app.sealer, request, email, app.clock.now())
  const place = `${name} ${device === undefined ? request.ip : `device:${device}`}`
  await limitAttempts(app, place, here)
  if (device === undefined) await limitAttempts(app, name, anywhere)
  return place
}
