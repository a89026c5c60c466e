import type { Attendee } from '@callboard/domain/registrations/registration.ts'
import { call } from '../api/call.ts'
import { upload, type Upload } from '../api/upload.ts'
import { withSavedPerson, type SavedPersonCalls } from './saved-person.ts'

export const studentIdTypes = 'image/jpeg,image/png,image/webp,image/heic,application/pdf'

/** Puts a student ID where only the office sees it, and turns the college discount on. ATT-027, ATT-063. */
export async function uploadStudentId(
  file: File,
  attendee: Attendee & { id: number },
  { exchange }: SavedPersonCalls,
  begun: (upload: Upload) => void,
  onProgress: (percent: number) => void,
): Promise<void> {
  const { id } = attendee
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
    withSavedPerson,
  )
}
