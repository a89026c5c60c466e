import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The key by which a device seals what it hands over as QR codes. It follows from the hash of the device's token, which
 * leaves this server only in this form and only to the device, so nobody else can make a hand-over of its seat.
 */
export const handOverKey = (token_hash: string): string =>
  createHmac('sha256', token_hash).update('hand over').digest('hex')

/** The seal of a hand-over's text: 128 bits in hex. The tablet computes the same. */
export const sealOf = (key: string, text: string): string =>
  createHmac('sha256', key).update(text).digest('hex').slice(0, 32)

export function isSealedBy(key: string, { seal, text }: { seal: string; text: string }): boolean {
  const [foreignSeal, ownSeal] = [Buffer.from(seal), Buffer.from(sealOf(key, text))]
  return foreignSeal.length === ownSeal.length && timingSafeEqual(foreignSeal, ownSeal)
}
