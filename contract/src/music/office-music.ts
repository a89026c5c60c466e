import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { calendarDateField, idInPath, instantField, listOf } from '../fields.ts'

export const officeCityMusic = endpoint({
  summary: 'The routines of a city’s completed registrations, by number, and the music of each',
  method: 'GET',
  path: '/v1/office/tour-dates/{id}/music',
  auth: 'office',
  params: z.object({ id: idInPath }),
  reply: z.object({
    city: z.string(),
    event_name: z.string(),
    start_date: calendarDateField,
    end_date: calendarDateField,
    rows: listOf(
      z.object({
        /** Of the registration's routine. */
        id: z.int(),
        date_routine_id: z.int().nullable(),
        /** '156a', once the running order is published with it. */
        entry: z.string().nullable(),
        name: z.string(),
        registration_id: z.int(),
        /** The studio, or the person without one. */
        registrant: z.string(),
        category: z.string(),
        no_music: z.boolean(),
        music: z.object({ id: z.int(), name: z.string(), duration: z.int(), notes: z.string().nullable() }).nullable(),
      }),
    ),
    /** Deletions after the event: the time and the number of files. */
    purged: listOf(z.object({ at: instantField, files: z.int() })),
  }),
  example: ({ completed }) => ({ params: { id: completed.tour_date_id } }),
})

export const officeMusicPlace = endpoint({
  summary: 'A signed place to hear or save a music, under the number and name of its routine',
  method: 'GET',
  path: '/v1/office/music/{id}',
  auth: 'office',
  params: z.object({ id: idInPath }),
  reply: z.object({ signedRequest: z.string(), url: z.string() }),
  example: ({ music }) => ({ params: { id: music.id } }),
})

export const officeMusicZip = endpoint({
  summary: 'All the music of a city as one archive, each track under the number and name of its routine',
  method: 'GET',
  path: '/v1/office/tour-dates/{id}/music/zip',
  auth: 'office',
  params: z.object({ id: idInPath }),
  reply: z.unknown(),
  answers: 'file',
  example: ({ confirmed }) => ({ params: { id: confirmed.tour_date_id } }),
})

export const officeMusicEndpoints = { officeCityMusic, officeMusicPlace, officeMusicZip }
