import { accept, refuse } from '../../kernel/result.ts'
import { observerLevel } from '../pricing/observer-lines.ts'
import type { Facts, Registration } from '../registration.ts'
import { observersAllowed } from './add-attendee.ts'
import type { AttendeesResult } from './attendee-change.ts'
import { earnsCompRoom } from './free-teachers.ts'
import { payingDancers } from '../pricing/workshop-fee.ts'

/** Sets how many unnamed observers come for one and for two days; complimentary ones are the office's. ATT-036 to ATT-040. */
export function setObservers(
  registration: Registration,
  { one, two }: { one: number; two: number },
  facts: Facts,
): AttendeesResult {
  const before = registration.additional_observers
  const most = facts.settings.unnamed_observers_most
  const isCount = (number: number) => Number.isInteger(number) && number >= 0 && number <= most
  if (!isCount(one) || !isCount(two)) {
    return refuse({ code: 'attendee.observers_out_of_range', field: 'additional_observers', most })
  }
  if (one <= before.one && two <= before.two)
    return accept({ ...registration, additional_observers: { ...before, one, two } })

  if (!observersAllowed(facts)) return refuse({ code: 'attendee.observers_not_offered' })
  for (const [days, requestedCount, currentCount] of [
    [1, one, before.one],
    [2, two, before.two],
  ] as const) {
    const isOffered = observerLevel(facts.workshop_levels, days)?.status === 'open'
    if (requestedCount > currentCount && !isOffered) return refuse({ code: 'attendee.observer_days_not_offered', days })
  }
  return accept({ ...registration, additional_observers: { ...before, one, two } })
}

/** Takes or leaves the complimentary room, where it is offered and earned by paying dancers. ATT-046, ATT-055. */
export function setCompRoom(registration: Registration, comp_room: boolean, facts: Facts): AttendeesResult {
  if (comp_room && !registration.comp_room) {
    if (!facts.tour_date.add_ons.includes('comp_room')) {
      return refuse({ code: 'attendee.add_on_not_offered', add_on: 'The complimentary room' })
    }
    if (!earnsCompRoom(payingDancers(registration, facts), facts.settings)) {
      return refuse({ code: 'attendee.comp_room_not_earned', more_than: facts.settings.comp_room_students })
    }
  }
  return accept({ ...registration, comp_room })
}

/** Takes or leaves Beat Street, where the city lists it. ATT-055, A96. */
export function setBeatStreet(registration: Registration, beat_street: boolean, facts: Facts): AttendeesResult {
  if (beat_street && !registration.beat_street && !facts.tour_date.add_ons.includes('beat_street')) {
    return refuse({ code: 'attendee.add_on_not_offered', add_on: 'Beat Street' })
  }
  return accept({ ...registration, beat_street })
}
