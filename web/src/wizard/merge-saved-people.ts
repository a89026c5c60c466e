import type { Attendee, AttendeePerson, Registration } from '@callboard/domain/registrations/registration.ts'
import { changesBetween, withChanges } from './people-changes.ts'
import type { PeopleAnswer } from './registration-calls.ts'
import { mergeAttendees } from './merge-attendees.ts'

type Fresh = (person_id: number, person: AttendeePerson, level: number) => Attendee

/** Returns the server state after a save of people, and the local state merged with it. WIZ-048. */
export function mergeSavedPeople(
  sentRegistration: Registration,
  here: Registration,
  answer: PeopleAnswer,
  fresh: Fresh,
) {
  const { version, routines, full_rates, late_rates, rates_told } = answer
  const rates = { full_rates, late_rates, rates_told }
  const saved: Registration = {
    ...sentRegistration,
    ...rates,
    version,
    attendees: mergeAttendees(here.attendees, answer.attendees),
    routines,
  }
  const registration: Registration = {
    ...here,
    ...withChanges(saved, changesBetween(sentRegistration, here), fresh),
    ...rootOf(here),
    ...rates,
    version,
    routines: here.routines === sentRegistration.routines ? routines : here.routines,
  }
  return { saved, registration }
}

/** Fields that the reply to a save of people does not contain. */
const rootOf = ({ left_off, left_off_details, visited_steps, waiting_list_routines }: Registration) => ({
  left_off,
  left_off_details,
  visited_steps,
  waiting_list_routines,
})
