import { instant, minutesAfter, secondsAfter, secondsBetween, type Instant } from '../../kernel/instant.ts'
import { accept, refuse, type Result } from '../../kernel/result.ts'
import type { ProductSettings } from '../../tours/settings/registry.ts'
import type { PlaceRefusal } from './place-key.ts'

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

/** How long an account has held places of a city: in holds that are over, and in its last one, which may be live. */
export type HoldRecord = { held_seconds: number; began: Instant; ends: Instant }

type LimitSettings = HoldSettings & Pick<ProductSettings, 'hold_minutes_unpaid' | 'hold_pause_minutes'>
type PlannedHold = {
  hold: Hold
  record: HoldRecord
  /** This hold uses up what an account may hold without paying: from when on it may hold again. */
  again: Instant | null
}

const wholeSecondsBetween = (start: Instant, end: Instant) => Math.max(0, Math.floor(secondsBetween(start, end)))

/** The seconds of earlier holds that count toward the limit. */
function heldBefore(live: Hold | null, record: HoldRecord | null, again: Instant | null, now: Instant): number {
  if (!record || again === null) return 0
  if (live && record.began === live.began) return record.held_seconds
  if (now >= again) return 0
  return record.held_seconds + wholeSecondsBetween(record.began, record.ends < now ? record.ends : now)
}

/** So little is not worth a hold. */
const leastSeconds = 60

/**
 * Extends a hold after activity, up to the time an account may hold a city without payment; then the hold pauses so
 * that others get a chance. After as long as a pause without a hold, the count starts again. COMP-084.
 */
export function planHold(
  hold: Hold | null,
  record: HoldRecord | null,
  { now, settings, time_zone }: { now: Instant; settings: LimitSettings; time_zone: string },
): Result<PlannedHold, PlaceRefusal> {
  const isLive = isHeld(hold, now)
  const again = record && minutesAfter(record.ends, settings.hold_pause_minutes)
  const held_seconds = heldBefore(isLive ? hold : null, record, again, now)
  const left = settings.hold_minutes_unpaid * 60 - held_seconds
  if (!isLive && left < leastSeconds && again !== null) {
    return refuse({ code: 'places.hold_paused', minutes: settings.hold_minutes_unpaid, until: again, time_zone })
  }
  const { began, ends: renewed } = renewHold(hold, now, settings)
  const most = secondsAfter(began, Math.max(left, 0))
  // A live hold is never cut short.
  const ends = renewed < most ? renewed : isLive && hold.ends > most ? hold.ends : most
  return accept({
    hold: { began, ends },
    record: { held_seconds, began, ends },
    again: ends < most ? null : minutesAfter(ends, settings.hold_pause_minutes),
  })
}

/** A hold while a payment's outcome is open: it ends with the attempt, not with the clock. */
export const untilResolved: Instant = instant('9999-12-31')
