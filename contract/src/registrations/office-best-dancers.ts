import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { calendarDateField, idInPath, listOf } from '../fields.ts'

const params = z.object({ id: idInPath })

export const officeCityProgram = endpoint({
  summary: 'List the dancers in a city’s program with their details and missing items',
  method: 'GET',
  path: '/v1/office/tour-dates/{id}/program',
  auth: 'office',
  params,
  reply: z.object({
    city: z.string(),
    event_name: z.string(),
    start_date: calendarDateField,
    end_date: calendarDateField,
    program: z.object({ plural: z.string(), garment: z.enum(['jacket', 'top']), asks_name: z.boolean() }),
    rows: listOf(
      z.object({
        attendee_id: z.int(),
        registration_id: z.int(),
        /** The studio, or the person without one. */
        registrant: z.string(),
        fname: z.string(),
        lname: z.string(),
        type: z.string(),
        size: z.string().nullable(),
        jacket_name: z.string().nullable(),
        routine: z.string().nullable(),
        choreographer: z.string().nullable(),
        performance_division: z.string().nullable(),
        /** A signed address of the thumbnail; null: no photo yet. */
        photo: z.string().nullable(),
        missing: listOf(z.string()),
      }),
    ),
  }),
  example: ({ completed }) => ({ params: { id: completed.tour_date_id } }),
})

export const officeProgramSheet = endpoint({
  summary: 'The same as a spreadsheet: jackets by name and size',
  method: 'GET',
  path: '/v1/office/tour-dates/{id}/program.csv',
  auth: 'office',
  params,
  reply: z.unknown(),
  answers: 'file',
  example: ({ completed }) => ({ params: { id: completed.tour_date_id } }),
})

export const officeDancerPhoto = endpoint({
  summary: 'A signed place to save a dancer’s photo from, under studio and name',
  method: 'GET',
  path: '/v1/office/attendees/{id}/photo',
  auth: 'office',
  params,
  reply: z.object({ signedRequest: z.string() }),
  example: ({ photos }) => ({ params: { id: photos.saved_attendee_id } }),
})

export const officeProgramPhotos = endpoint({
  summary: 'The photos of a city’s program as one archive, each under studio and name',
  method: 'GET',
  path: '/v1/office/tour-dates/{id}/program/photos',
  auth: 'office',
  params,
  reply: z.unknown(),
  answers: 'file',
  example: ({ completed }) => ({ params: { id: completed.tour_date_id } }),
})

export const officeCityParts = endpoint({
  summary: 'Return whether a city has a program',
  method: 'GET',
  path: '/v1/office/tour-dates/{id}/parts',
  auth: 'office',
  params,
  reply: z.object({ program: z.boolean() }),
  example: ({ completed }) => ({ params: { id: completed.tour_date_id } }),
})

export const officeProgramEndpoints = {
  officeCityParts,
  officeCityProgram,
  officeProgramSheet,
  officeProgramPhotos,
  officeDancerPhoto,
}
