import type { Attendee } from '@callboard/domain/registrations/registration.ts'
import { call } from '../../api/call.ts'
import type { UploadTo } from '../../api/upload.ts'
import { withSavedPerson, type SavedPersonCalls } from './saved-person.ts'

/** Puts a student ID where only the office sees it, and turns the college discount on. ATT-027, ATT-063. */
export async function uploadStudentId(
  file: File,
  { id }: Attendee & { id: number },
  { exchange }: SavedPersonCalls,
  travel: (to: Omit<UploadTo, 'onProgress'>) => Promise<void>,
): Promise<void> {
  const { signedRequest, url } = await call('GET /v1/mybtf/registration/dancer-student-id', {
    query: { name: `${id}/${file.name.slice(-150)}`, type: file.type, operation: 'put', size: file.size },
  })
  await travel({ url: signedRequest, file, headers: { 'content-type': file.type } })
  await exchange(
    (version) =>
      call('PUT /v1/dance360/attendees/{id}', {
        params: { id },
        body: { version, student_id_url: url, college_discount: true },
      }),
    withSavedPerson,
  )
}
