import type { Attendee, Registration } from '@callboard/domain/registrations/registration.ts'
import { call, type Reply } from '../../api/call.ts'

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
  // A scholarship of the program brings a solo.
  ...(routines && { routines }),
})

export type ScholarshipChoice = Reply<'GET /v1/dance360/registrations/{id}/scholarships'>['scholarships'][number]

/** Uses one of somebody's scholarships, or none. ATT-031. */
export async function chooseScholarship(
  person_id: number,
  scholarship_id: number | null,
  { savedAttendee, exchange }: SavedPersonCalls,
): Promise<void> {
  const id = (await savedAttendee(person_id))?.id
  if (!id) throw new Error('Not saved')
  await exchange(
    (version) => call('PUT /v1/dance360/attendees/{id}', { params: { id }, body: { version, scholarship_id } }),
    withSavedPerson,
  )
}
