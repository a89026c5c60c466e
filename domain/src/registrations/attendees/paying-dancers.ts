import { pricingOf, workshopFee, type Pricing } from '../pricing/workshop-fee.ts'
import { attendeesOf, type Facts, type Registration } from '../registration.ts'

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
