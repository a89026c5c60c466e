import { freeTeachers, nextFreeTeacher } from '../attendees/free-teachers.ts'
import { minCents, minus, zeroCents, plus, type Cents } from '../../kernel/money.ts'
import type { Event } from '../../tours/city.ts'
import { attendeesOf, type Registration } from '../registration.ts'
import { isWithoutStudio } from '../routines/removed-routines.ts'
import type { QuoteLine } from './line.ts'
import { reasonFields, type LineReason } from './reason.ts'
import { count } from './sentences.ts'
import { workshopFee, type Pricing } from './workshop-fee.ts'

export type FreeTeacher = { count: number; value: Cents }

/**
 * How many teachers the paying dancers earn, and what that takes off (cents): as many teacher places at the tier's
 * price, the dearest first, never more than those teachers pay. ATT-047, FEE-022, A12.
 */
export function freeTeacher(registration: Registration, pricing: Pricing, paying: number): FreeTeacher {
  const earned = freeTeachers(pricing.facts.tour_date.event.free_teacher_rule, paying)
  if (earned === 0) return { count: 0, value: zeroCents }
  const values: Cents[] = []
  for (const attendee of attendeesOf(registration)) {
    const level = pricing.levels.get(attendee.workshop_level_id)
    if (level?.kind !== 'teacher') continue
    const { net } = workshopFee(attendee, level, pricing)
    const price = level.prices[pricing.tier].full
    values.push(price === null ? net : minCents(net, price))
  }
  values.sort((one, other) => other - one)
  return { count: earned, value: plus(...values.slice(0, earned)) }
}

/**
 * How many dancers the next free teacher takes, as a sentence without its period; null at the top, and for a registration
 * without a studio. ATT-076.
 */
export function nextFreeTeacherText(
  registration: Pick<Registration, 'independent' | 'studio_id'>,
  rule: Event['free_teacher_rule'],
  paying: number,
): string | null {
  const next = isWithoutStudio(registration) ? null : nextFreeTeacher(rule, paying)
  if (!next) return null
  const hasEarned = freeTeachers(rule, paying) > 0
  const one = hasEarned ? 'another free teacher' : 'a free teacher'
  const reward = next.teachers === 1 ? one : `${next.teachers} ${hasEarned ? 'more ' : ''}free teachers`
  return `Add ${next.dancers} more ${next.dancers === 1 ? 'dancer' : 'dancers'} to earn ${reward}`
}

/** The reduction as a line of its own, saying how it came about and what the next free teacher takes. ATT-075, ATT-076. */
export function freeTeacherLines(
  registration: Registration,
  free: FreeTeacher,
  pricing: Pricing,
  paying: number,
): QuoteLine[] {
  if (free.value === 0) return []
  const next = nextFreeTeacherText(registration, pricing.facts.tour_date.event.free_teacher_rule, paying)
  const verb = paying === 1 ? 'gives' : 'give'
  const reasons: LineReason[] = [
    ['free_teachers', `${count(paying, 'paying dancer')} ${verb} ${count(free.count, 'free teacher')}`],
  ]
  if (next !== null) reasons.push(['next_free_teacher', next])
  const label = free.count === 1 ? 'Free teacher' : 'Free teachers'
  const amount = minus(zeroCents, free.value)
  return [
    {
      key: 'free_teacher',
      group: 'workshop',
      kind: 'free_teacher',
      label,
      amount,
      ...reasonFields(reasons),
      person_id: null,
      routine: null,
    },
  ]
}
