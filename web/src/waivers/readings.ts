import type { Route } from '../api/call.ts'

/** Queries with signature counts, invalidated after each signature. WAIV-024. */
export const changedByWaivers: readonly Route[] = [
  'GET /v1/mybtf/waivers',
  'GET /v1/mybtf/waivers/shared/{token}',
  'GET /v1/mybtf/waivers/persons/{person_id}',
  'GET /v1/mybtf/own-registrations',
  'GET /v1/dance360/registrations/{id}',
  'GET /v1/dance360/registrations/{id}/event-area',
]
