import { createHash } from 'node:crypto'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { FastifyRequest } from 'fastify'
import type { Tx } from '../db/connect.ts'
import { Refused } from './errors.ts'
import { markKeyed } from './idempotency.ts'
import { claimKey, findKey, storeReply } from './idempotency-queries.ts'

type Asked = { user: { id: number }; request: FastifyRequest; now: Instant }

/**
 * Does it once for each Idempotency-Key: a repeated request is answered as the first one was. Without a key it is a
 * request of its own. A second one that runs at the same time waits at the key until the first has ended. PAY-054.
 */
export async function once<Reply>(tx: Tx, { user, request, now }: Asked, asked: unknown, act: () => Promise<Reply>) {
  const key = request.headers['idempotency-key']
  if (key === undefined) return act()
  if (typeof key !== 'string' || !/^[\w.:-]{8,255}$/.test(key)) throw new Refused({ code: 'payment.key_missing' })
  markKeyed(request)
  const request_hash = createHash('sha256').update(JSON.stringify(asked)).digest('hex')
  if (!(await claimKey(tx, { user_id: user.id, key, request_hash, created: now }))) {
    const before = await findKey(tx, user.id, key)
    if (before.request_hash !== request_hash) throw new Refused({ code: 'office.recorded_already' })
    // The cast: what is stored under a key is what `act` of the same request answered.
    return before.reply as Reply
  }
  const reply = await act()
  await storeReply(tx, user.id, key, 200, reply)
  return reply
}
