import { call, type Reply } from '../../api/call.ts'
import { withSavedPerson, type SavedPersonCalls } from './saved-person.ts'

export type Scholarship = Reply<'GET /v1/dance360/registrations/{id}/scholarships'>['scholarships'][number]

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
