import { accept, refuse, type Result } from '../kernel/result.ts'
import type { Instant } from '../kernel/instant.ts'
import type { JudgingRefusal } from './refusals.ts'

/** How long a pairing code can be used. */
export const pairingMinutes = 10
/** Seconds without a heartbeat after which the board shows a seat in amber. */
export const silentSeconds = 45
/** A device belongs to its seat until so many days after the last day of the city. */
export const deviceDays = 1

type Pairing = { expires_at: Instant; tries_left: number; used_at: Instant | null }

/** Checks that a code can still pair a device: used once, within its time and its tries. */
export function checkPairing(
  { expires_at, tries_left, used_at }: Pairing,
  isRightCode: boolean,
  now: Instant,
): Result<true, JudgingRefusal> {
  if (used_at !== null || tries_left <= 0 || now >= expires_at) return refuse({ code: 'pairing.over' })
  return isRightCode ? accept(true) : refuse({ code: 'pairing.wrong_code', tries_left: tries_left - 1 })
}
