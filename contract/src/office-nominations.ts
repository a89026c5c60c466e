import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { calendarDateField, idInPath, listOf } from './fields.ts'

export const officeCityNominations = endpoint({
  summary: 'What the studios of a city’s completed registrations nominate, with the routines',
  method: 'GET',
  path: '/v1/office/tour-dates/{id}/nominations',
  auth: 'office',
  params: z.object({ id: idInPath }),
  reply: z.object({
    city: z.string(),
    event_name: z.string(),
    start_date: calendarDateField,
    end_date: calendarDateField,
    rows: listOf(
      z.object({
        nomination_type_id: z.int(),
        step: z.enum(['soty', 'studio-awards', 'specialty']),
        category: z.string(),
        type: z.string(),
        registration_id: z.int(),
        /** The studio, or the person without one. */
        registrant: z.string(),
        registrations_routine_id: z.int(),
        date_routine_id: z.int().nullable(),
        routine: z.string(),
        choreographer: z.string(),
        outside: z.boolean(),
        /** Whom the type asks for. */
        name: z.string().nullable(),
      }),
    ),
  }),
  example: ({ completed }) => ({ params: { id: completed.tour_date_id } }),
})

export const officeNominationEndpoints = { officeCityNominations }
