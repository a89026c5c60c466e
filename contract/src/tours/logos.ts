import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idInPath, uploadSizeField } from '../fields.ts'
import { officeEvent } from './office-events.ts'

const ofEvent = z.object({ id: idInPath })

export const logoPlace = endpoint({
  summary: 'Get a place to upload the logo of an event to',
  catalogue: 'C099',
  method: 'GET',
  path: '/v1/office/events/{id}/logo',
  auth: 'admin',
  params: ofEvent,
  query: z.object({ type: z.enum(['image/jpeg', 'image/png', 'image/webp']), size: uploadSizeField }),
  reply: z.object({ signedRequest: z.string(), url: z.string() }),
  example: ({ event_id }) => ({ params: { id: event_id }, query: { type: 'image/png', size: 40_000 } }),
})

export const saveLogo = endpoint({
  summary: 'Make a picture that was put there the logo of an event; null takes every logo of it away',
  catalogue: 'C099',
  method: 'PUT',
  path: '/v1/office/events/{id}/logo',
  auth: 'admin',
  params: ofEvent,
  body: z.object({ url: z.string().max(300).nullable() }),
  reply: officeEvent,
  refusals: ['file.invalid', 'file.too_large', 'file.heic', 'office.logo_white'],
  example: ({ event_id }) => ({ params: { id: event_id }, body: { url: null } }),
})

export const readLogo = endpoint({
  summary: 'A logo of an event',
  method: 'GET',
  path: '/v1/events/{event}/logos/{file}',
  auth: 'public',
  params: z.object({ event: idInPath, file: z.string().regex(/^[\w-]{1,60}\.png$/) }),
  reply: z.unknown(),
  answers: 'file',
  example: ({ event_id }) => ({ params: { event: event_id, file: 'example.png' } }),
})

export const logoEndpoints = { logoPlace, saveLogo, readLogo }
