import type { Route } from '../api/call.ts'

/** What shows how many have signed, and is read again once somebody has. WAIV-024. */
export const changedByWaivers: readonly Route[] = [
  'GET /v1/mybtf/waivers',
  'GET /v1/mybtf/waivers/shared/{token}',
  'GET /v1/mybtf/waivers/persons/{person_id}',
  'GET /v1/mybtf/own-registrations',
  'GET /v1/dance360/registrations/{id}',
  'GET /v1/dance360/registrations/{id}/event-area',
]
