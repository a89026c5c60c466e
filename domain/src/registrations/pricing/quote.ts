import { earnsCompRoom } from '../attendees/free-teachers.ts'
import { payingDancers, pricingOf } from './workshop-fee.ts'
import { attendeesOf, type Facts, type Registration } from '../registration.ts'
import { programLines } from '../best-dancers/program-lines.ts'
import { routineLines } from '../routines/routine-lines.ts'
import { attendeeLines } from './attendee-lines.ts'
import { feesOf } from './fees.ts'
import { freeTeacher, freeTeacherLines } from './free-teacher-line.ts'
import type { Quote } from './line.ts'
import { observerLines } from './observer-lines.ts'
import { promoLines, takenOff } from './promo-lines.ts'
import { rateReason } from './sentences.ts'

/**
 * The price of a registration, in cents, as lines with reasons; every total is the sum of its lines. FEE-001 to
 * FEE-032.
 */
export function quote(registration: Registration, facts: Facts): Quote {
  const pricing = pricingOf(registration, facts)
  const rate = rateReason(registration, pricing)
  const paying = payingDancers(registration, facts, pricing)
  const free = freeTeacher(registration, pricing, paying)

  const chargeLines = [
    ...attendeesOf(registration).flatMap((attendee) => attendeeLines(attendee, pricing, rate)),
    ...observerLines(registration, pricing, rate),
    ...freeTeacherLines(registration, free, pricing, paying),
    ...programLines(registration, facts),
    ...routineLines(registration, facts),
  ]
  const fees = feesOf(chargeLines)
  const promos = promoLines(registration.promo_codes, fees)

  return {
    lines: [...chargeLines, ...promos],
    fees,
    free_teacher: free,
    promo: takenOff(promos),
    paying_dancers: paying,
    comp_room_earned: earnsCompRoom(paying, facts.settings),
    tier: pricing.tier,
  }
}
