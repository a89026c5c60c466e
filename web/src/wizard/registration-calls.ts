import type { Reply, Sent } from '../api/call.ts'
import { call } from '../api/call.ts'

export type RegistrationRecord = Reply<'GET /v1/dance360/registrations/{id}'>
export type RootChange = Omit<NonNullable<Sent<'PUT /v1/dance360/registrations/{id}'>['body']>, 'id' | 'version'>
export type PeopleBody = Sent<'PUT /v1/dance360/workshop/attendees'>['body']
export type PeopleAnswer = Reply<'PUT /v1/dance360/workshop/attendees'>

/** What the store says to the server. */
export type RegistrationCalls = {
  read: (id: number) => Promise<RegistrationRecord>
  savePeople: (body: PeopleBody) => Promise<PeopleAnswer>
  saveRoot: (id: number, body: RootChange & { version: number }) => Promise<RegistrationRecord>
}

export const registrationCalls: RegistrationCalls = {
  read: (id) => call('GET /v1/dance360/registrations/{id}', { params: { id } }),
  savePeople: (body) => call('PUT /v1/dance360/workshop/attendees', { body }),
  saveRoot: (id, body) => call('PUT /v1/dance360/registrations/{id}', { params: { id }, body: { id, ...body } }),
}
