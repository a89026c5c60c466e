import { tryLimits, type TryLimit } from '@callboard/domain/accounts/tries.ts'
import type { FastifyRequest } from 'fastify'
import { Refused } from '../platform/http/errors.ts'
import { knownDevice } from './known-device.ts'
import { countHit } from '../platform/http/rate-limit.ts'
import type { App } from '../platform/http/serve.ts'

/** Counts a try and refuses when there were too many. Committed at once: a refusal does not take it back. SEC-021. */
export async function limitTries(app: App, key: string, limit: TryLimit) {
  if (!app.limits.on) return
  const wait = await countHit(app.db, key, limit, app.clock.now())
  if (wait > 0) throw new Refused({ code: 'too_many_tries', retry_after_seconds: wait })
}

type SignInAttempt = { kind: keyof typeof tryLimits; name: string; email: string; request: FastifyRequest }

/**
 * Counts a sign-in attempt per location and for all unknown locations together. Returns the key of the location, which
 * a success clears. A known device is its own location, so others cannot use up its attempts.
 */
export async function limitAccountTries(app: App, { kind, name, email, request }: SignInAttempt): Promise<string> {
  const { here, anywhere } = tryLimits[kind]
  const device = knownDevice(app.sealer, request, email, app.clock.now())
  const place = `${name} ${device === undefined ? request.ip : `device:${device}`}`
  await limitTries(app, place, here)
  if (device === undefined) await limitTries(app, name, anywhere)
  return place
}
