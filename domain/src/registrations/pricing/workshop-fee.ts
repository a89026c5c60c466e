import { isGroup, type Attendee, type Facts, type Registration, attendeesOf } from '../registration.ts'
import { levelsById, priceKindOf, type Levels } from '../attendees/level.ts'
import { minCents, minus, zeroCents, shareOf, type Cents } from '../../kernel/money.ts'
import { flagsFor, tierOf } from '../../tours/rate-tier.ts'
import type { Intensive, RateTier, WorkshopLevel } from '../../tours/city.ts'

/** The price facts shared by all attendees of one registration, looked up once per quote. */
export type Pricing = {
  facts: Facts
  tier: RateTier
  levels: Levels
  intensives: ReadonlyMap<number, Intensive>
  group: boolean
}

/** Looks up the price facts of a registration once: its tier, its levels, whether it is a group. */
export function pricingOf(registration: Registration, facts: Facts): Pricing {
  return {
    facts,
    tier: tierOf(flagsFor(registration, facts)),
    levels: levelsById(facts.workshop_levels),
    intensives: new Map(facts.intensives.map((intensive) => [intensive.id, intensive])),
    group: isGroup(registration, facts),
  }
}

/** One person's place and what comes off it, in cents; `net` never falls below zero. */
type WorkshopFee = {
  base: Cents
  attended: Cents
  college: Cents
  scholarship: Cents
  net: Cents
}

/** The price of a place before any discount (cents): an intensive's own, else the level's for tier and kind. ATT-073, FEE-005, A26. */
function basePrice(attendee: Attendee, level: WorkshopLevel | undefined, pricing: Pricing): Cents {
  if (attendee.intensive_id !== null) {
    const intensive = pricing.intensives.get(attendee.intensive_id)
    if (intensive) return (pricing.group ? intensive.group_price : null) ?? intensive.price
  }
  // An intensive is priced by what is chosen there; until then there is nothing to charge.
  if (pricing.facts.tour_date.event.is_intensive || !level) return zeroCents
  const prices = level.prices[pricing.tier]
  return prices[priceKindOf(attendee)] ?? prices.full ?? zeroCents
}

/** Attended multiplier, then college discount, then scholarship, each at most what is left (cents). A13, FEE-011 to FEE-013. */
export function workshopFee(attendee: Attendee, level: WorkshopLevel | undefined, pricing: Pricing): WorkshopFee {
  const { settings, tour_date } = pricing.facts
  const base = basePrice(attendee, level, pricing)

  const attended = attendee.attended_reg ? minus(base, shareOf(base, tour_date.event.attended_multiplier)) : zeroCents
  const afterAttended = minus(base, attended)
  const isCollege = attendee.college_discount && attendee.has_college_discount && level?.college_eligible === true
  const college = isCollege ? minCents(afterAttended, settings.college_discount_cap) : zeroCents
  const afterCollege = minus(afterAttended, college)
  const scholarship = attendee.has_scholarship ? minCents(afterCollege, attendee.scholarship_amount) : zeroCents

  return { base, attended, college, scholarship, net: minus(afterCollege, scholarship) }
}

/** How many dancers pay for the workshop: their fee after discounts and scholarship is above zero. ATT-062, A12. */
export function payingDancers(
  registration: Registration,
  facts: Facts,
  pricing: Pricing = pricingOf(registration, facts),
): number {
  return attendeesOf(registration).filter((attendee) => {
    const level = pricing.levels.get(attendee.workshop_level_id)
    return level?.kind === 'dancer' && workshopFee(attendee, level, pricing).net > 0
  }).length
}
