import type { Reply, CallInput } from '../api/call.ts'
import { actForOwnerOf, actsForOwnerOf, call } from '../api/call.ts'
import { ReplyError } from '../api/reply-error.ts'

export type RegistrationRecord = Reply<'GET /v1/dance360/registrations/{id}'>
export type RootChange = Omit<NonNullable<CallInput<'PUT /v1/dance360/registrations/{id}'>['body']>, 'id' | 'version'>
export type PeopleBody = CallInput<'PUT /v1/dance360/workshop/attendees'>['body']
export type PeopleAnswer = Reply<'PUT /v1/dance360/workshop/attendees'>

/** Calls of the store to the server. */
export type RegistrationCalls = {
  read: (id: number) => Promise<RegistrationRecord>
  savePeople: (body: PeopleBody) => Promise<PeopleAnswer>
  saveRoot: (id: number, body: RootChange & { version: number }) => Promise<RegistrationRecord>
}

/** The registration; where an edit of it has begun, the edit, as long as it may go on. EDIT-003. */
async function read(id: number): Promise<RegistrationRecord> {
  if (actsForOwnerOf(id)) return call('GET /v1/dance360/registrations/{id}/edit', { params: { id } })
  const record = await call('GET /v1/dance360/registrations/{id}', { params: { id } })
  if (!record.completed || !record.revision) return record
  return call('GET /v1/dance360/registrations/{id}/edit', { params: { id } }).catch((error: unknown) => {
    if (error instanceof ReplyError && error.status === 403) return record
    throw error
  })
}

/** The registration for the office, which works on its own edit of it. Fails as for strangers where there is none. */
export async function readForOffice(id: number): Promise<RegistrationRecord> {
  actForOwnerOf(id)
  try {
    return await read(id)
  } catch (error) {
    actForOwnerOf(null)
    throw error
  }
}

export const registrationCalls: RegistrationCalls = {
  read,
  savePeople: (body) => call('PUT /v1/dance360/workshop/attendees', { body }),
  saveRoot: (id, body) => call('PUT /v1/dance360/registrations/{id}', { params: { id }, body: { id, ...body } }),
}
