import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idInPath } from '../fields.ts'

const params = z.object({ id: idInPath })

export const removeTourDate = endpoint({
  summary: 'Delete a draft city in which no one has registered',
  method: 'DELETE',
  path: '/v1/office/tour-dates/{id}',
  auth: 'admin',
  params,
  status: 204,
  refusals: ['office.delete_published', 'office.delete_in_use'],
  example: ({ unpublished }) => ({ params: { id: unpublished.tour_date_id } }),
})

export const removeEvent = endpoint({
  summary: 'Delete a draft event without cities',
  method: 'DELETE',
  path: '/v1/office/events/{id}',
  auth: 'admin',
  params,
  status: 204,
  refusals: ['office.delete_published', 'office.delete_in_use'],
  example: ({ unpublished }) => ({ params: { id: unpublished.event_id } }),
})

export const removeSeason = endpoint({
  summary: 'Delete a season without cities',
  method: 'DELETE',
  path: '/v1/office/seasons/{id}',
  auth: 'admin',
  params,
  status: 204,
  refusals: ['office.delete_current', 'office.delete_in_use'],
  example: ({ unpublished }) => ({ params: { id: unpublished.empty_season_id } }),
})

export const officeDeleteEndpoints = { removeTourDate, removeEvent, removeSeason }
