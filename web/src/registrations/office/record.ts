import type { Reply, Route } from '../../api/call.ts'

export type OfficeRecord = Reply<'GET /v1/office/registrations/{id}'>

/** Queries to invalidate after the office changes a registration. */
export const refreshed: readonly Route[] = [
  'GET /v1/office/registrations/{id}',
  'GET /v1/office/registrations/{id}/money',
  'GET /v1/office/registrations',
  'GET /v1/office/today',
]
