import { randomBytes } from 'node:crypto'
import type { Instant } from '@callboard/domain/kernel/instant.ts'

// Crockford's alphabet: no letter that looks like a digit, since people read these out on the phone.
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 26 letters that sort by time and are never given twice. */
function ulid(now: Instant): string {
  let time = Date.parse(now)
  let text = ''
  for (let place = 0; place < 10; place += 1) {
    text = letters[time % 32] + text
    time = Math.floor(time / 32)
  }
  return text + [...randomBytes(16)].map((byte) => letters[byte % 32]).join('')
}

/** Returns the order id of one attempt at the gateway: unique, stored before the call, never reused. */
export const newOrderId = (now: Instant) => `P-${ulid(now)}`

/** The name of one attempt to give money back. */
export const newRefundId = (now: Instant) => `R-${ulid(now)}`
