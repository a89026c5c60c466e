import type { Attendee, Registration } from '@callboard/domain/registrations/registration.ts'
import { call, type Reply } from '../api/call.ts'
import { upload, type Upload } from '../api/upload.ts'

/** What the upload of a student ID needs of the registration it belongs to. */
export type StudentIdCalls = {
  /** Saves what is unsaved, so that everybody has a number; then the person as saved. */
  savedAttendee: (person_id: number) => Promise<Attendee | undefined>
  exchange: <Answer>(
    ask: (version: number) => Promise<Answer>,
    merge: (registration: Registration, answer: Answer) => Registration,
  ) => Promise<Answer>
}

export const studentIdTypes = 'image/jpeg,image/png,image/webp,image/heic,application/pdf'

/** Puts a student ID where only the office sees it, and turns the college discount on. ATT-027, ATT-063. */
export async function uploadStudentId(
  file: File,
  attendee: Attendee & { id: number },
  { exchange }: StudentIdCalls,
  begun: (upload: Upload) => void,
  onProgress: (percent: number) => void,
): Promise<void> {
  const { id, person_id } = attendee
  const place = await call('GET /v1/mybtf/registration/dancer-student-id', {
    query: { name: `${id}/${file.name.slice(-150)}`, type: file.type, operation: 'put' },
  })
  const travelling = upload({
    url: place.signedRequest,
    file,
    headers: { 'content-type': file.type },
    onProgress,
  })
  begun(travelling)
  await travelling.done
  await exchange(
    (version) =>
      call('PUT /v1/dance360/attendees/{id}', {
        params: { id },
        body: { version, student_id_url: place.url, college_discount: true },
      }),
    (registration, answer: Reply<'PUT /v1/dance360/attendees/{id}'>) => ({
      ...registration,
      version: answer.version,
      attendees: { ...registration.attendees, [person_id]: answer.attendee },
    }),
  )
}
