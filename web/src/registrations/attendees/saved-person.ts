import type { Attendee, Registration } from '@callboard/domain/registrations/registration.ts'

/** Calls that a change of one saved person makes on its registration. */
export type SavedPersonCalls = {
  /** Saves what is unsaved, so that everybody has a number; then the person as saved. */
  savedAttendee: (person_id: number) => Promise<Attendee | undefined>
  exchange: <Answer>(
    ask: (version: number) => Promise<Answer>,
    merge: (registration: Registration, answer: Answer) => Registration,
  ) => Promise<Answer>
}

/** The registration with one person as the server now has them. */
export const withSavedPerson = (
  registration: Registration,
  { version, attendee, routines }: { version: number; attendee: Attendee; routines?: Registration['routines'] },
): Registration => ({
  ...registration,
  version,
  attendees: { ...registration.attendees, [attendee.person_id]: attendee },
  // A scholarship of the programme brings a solo.
  ...(routines && { routines }),
})
