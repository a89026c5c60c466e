import { reading } from '../api/use-call.ts'

export const registrationReading = (id: number) => reading('GET /v1/dance360/registrations/{id}', { params: { id } })
export const eventAreaReading = (id: number) =>
  reading('GET /v1/dance360/registrations/{id}/event-area', { params: { id } })
