import { minutesAfter, type Instant } from '../kernel/instant.ts'
import type { ProductSettings } from '../settings/registry.ts'

type HoldSettings = Pick<ProductSettings, 'hold_minutes' | 'hold_minutes_most'>
export type Hold = { began: Instant; ends: Instant }

/** Until when places are held (UTC): some minutes (15) from the last activity, never past the most (60) from the first. COMP-084. */
export function holdEnd(began: Instant, now: Instant, settings: HoldSettings): Instant {
  const renewed = minutesAfter(now, settings.hold_minutes)
  const last = minutesAfter(began, settings.hold_minutes_most)
  return renewed < last ? renewed : last
}

/** Whether places are held at a moment; money is charged only then. COMP-084. */
export const isHeld = (hold: Hold | null, now: Instant): hold is Hold => hold !== null && now < hold.ends

/** A hold after activity: a live one is prolonged, a lapsed one begins anew. COMP-084. */
export function renewHold(hold: Hold | null, now: Instant, settings: HoldSettings): Hold {
  const began = isHeld(hold, now) ? hold.began : now
  return { began, ends: holdEnd(began, now, settings) }
}
