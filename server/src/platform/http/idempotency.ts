import { createHash } from 'node:crypto'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { Refusal } from '@callboard/domain/refusals.ts'
import type { FastifyRequest } from 'fastify'
import type { Tx } from '../db/connect.ts'
import { Refused } from './errors.ts'
import { claimKey, findKey, storeReply } from './idempotency-queries.ts'

const keyed = new WeakSet<FastifyRequest>()

/** Notes that this request's effect is stored under its Idempotency-Key, so that doing it again does it once. */
const markKeyed = (request: FastifyRequest) => void keyed.add(request)

export const hasIdempotencyKey = (request: FastifyRequest): boolean => keyed.has(request)

export type KeyedCaller = { user: { id: number }; request: FastifyRequest; now: Instant }
/** Refusals of a malformed key and of a key used for another request. */
type KeyRefusals = { malformed: Refusal; reused: Refusal }

/**
 * Runs `act` once per Idempotency-Key; a repeated request gets the stored reply. Without a key each request runs. A
 * concurrent request with the same key waits until the first ends. PAY-054.
 */
export async function withIdempotencyKey<Reply>(
  tx: Tx,
  { user, request, now }: KeyedCaller,
  requestBody: unknown,
  refusals: KeyRefusals,
  act: () => Promise<Reply>,
) {
  const key = request.headers['idempotency-key']
  if (key === undefined) return act()
  if (typeof key !== 'string' || !/^[\w.:-]{8,255}$/.test(key)) throw new Refused(refusals.malformed)
  markKeyed(request)
  const request_hash = createHash('sha256').update(JSON.stringify(requestBody)).digest('hex')
  if (!(await claimKey(tx, { user_id: user.id, key, request_hash, created: now }))) {
    const before = await findKey(tx, user.id, key)
    if (before.request_hash !== request_hash) throw new Refused(refusals.reused)
    // The cast: the reply stored under a key is the answer of `act` to the same request.
    return before.reply as Reply
  }
  const reply = await act()
  await storeReply(tx, user.id, key, 200, reply)
  return reply
}
