import type { Reply, Route } from '../../api/call.ts'

export type OfficeRecord = Reply<'GET /v1/office/registrations/{id}'>

/** What a change to a registration makes out of date on the desk. */
export const refreshed: readonly Route[] = [
  'GET /v1/office/registrations/{id}',
  'GET /v1/office/registrations/{id}/money',
  'GET /v1/office/registrations',
  'GET /v1/office/today',
]
