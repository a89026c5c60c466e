import { z } from 'zod'
import { presentedAttendee } from './attendees.ts'
import { endpoint } from '../endpoint.ts'
import { calendarDateField, idField, idInPath, lineField, listOf, uploadSizeField } from '../fields.ts'

const key = z.string().min(1).max(300)

/** One dancer of the program: no prices, no contact data. PROG-047, PROG-051. */
const dancer = z.object({
  attendee_id: z.int(),
  person_id: z.int(),
  fname: z.string(),
  lname: z.string(),
  /** How they take part, in the office's words. */
  type: z.string(),
  competing: z.boolean(),
  jacket_size_id: z.int().nullable(),
  jacket_name: z.string().nullable(),
  /** A signed address of the thumbnail, good for an hour; null: no photo yet. */
  photo: z.string().nullable(),
  /** The fields still to be filled in. */
  missing: listOf(z.string()),
})

export const listBestDancers = endpoint({
  summary: 'List the dancers of a registration in the program, for its owner or with a shared link',
  method: 'GET',
  path: '/v1/tda/best-dancers',
  auth: 'session',
  headers: ['OfficeEdit'],
  share: 'best-dancers',
  query: z.object({ registration_id: idInPath }),
  reply: z.object({
    registration_id: z.int(),
    event_name: z.string(),
    city: z.string(),
    start_date: calendarDateField,
    end_date: calendarDateField,
    /** The program's name and address. */
    program: z.object({
      name: z.string(),
      plural: z.string(),
      route: z.string(),
      garment: z.enum(['jacket', 'top']),
      /** Whether a name stands on the jacket, and whether the list shows it. */
      asks_name: z.boolean(),
      shows_name: z.boolean(),
    }),
    sizes: listOf(z.object({ id: z.int(), name: z.string(), chest: z.string(), length: z.string() })),
    /** Null: may be changed; else why not. */
    closed: z.object({ photo: z.string().nullable(), jacket: z.string().nullable() }),
    dancers: listOf(dancer),
  }),
  example: ({ photos }) => ({ query: { registration_id: photos.registration_id } }),
})

export const imageUploadParams = endpoint({
  summary: 'Signed parameters to put a photo with: name is the attendee’s id/file name',
  catalogue: 'C048',
  method: 'GET',
  path: '/v1/mybtf/image-upload-params',
  auth: 'session',
  headers: ['OfficeEdit'],
  share: 'best-dancers',
  query: z.object({
    name: z.string().regex(/^\d{1,9}\/[^/]{1,200}$/),
    type: z.enum(['image/jpeg', 'image/png', 'image/webp']),
    folder: z.literal('best_dancer'),
    size: uploadSizeField,
  }),
  reply: z.object({
    /** Where to put the file. */
    url: z.string(),
    /** The headers to send with it. */
    fields: z.object({ 'content-type': z.string() }),
    /** The file id to save the photo as. */
    public_id: z.string(),
  }),
  refusals: ['best_dancer.photo_closed', 'best_dancer.not_taking_part'],
  example: ({ photos }) => ({
    query: { name: `${photos.attendee_id}/photo.jpg`, type: 'image/jpeg', folder: 'best_dancer' },
  }),
})

export const saveBestDancer = endpoint({
  summary: 'Save a dancer’s photo with the original it was cropped from, or size and name of the jacket',
  catalogue: 'C046',
  method: 'PATCH',
  path: '/v1/tda/best-dancers',
  auth: 'session',
  headers: ['OfficeEdit'],
  share: 'best-dancers',
  body: z.object({
    /** The attendee. */
    id: idField,
    /** The square picture, as it was put. A thumbnail of 600 by 600 is made of it. */
    best_dancer_photo: key.optional(),
    best_dancer_photo_original: key.optional(),
    jacket_size_id: idField.nullable().optional(),
    jacket_name: lineField(60).nullable().optional(),
  }),
  reply: z.object({
    attendee: presentedAttendee.pick({
      id: true,
      person_id: true,
      jacket_size_id: true,
      jacket_name: true,
      best_dancer_photo: true,
      best_dancer_photo_original: true,
    }),
  }),
  refusals: [
    'best_dancer.photo_closed',
    'best_dancer.jacket_closed',
    'best_dancer.size_unknown',
    'best_dancer.not_taking_part',
    'best_dancer.not_square',
    'file.invalid',
    'file.heic',
    'file.too_large',
  ],
  example: ({ photos }) => ({
    body: { id: photos.attendee_id, best_dancer_photo: photos.photo, best_dancer_photo_original: photos.original },
  }),
})

export const removeBestDancerPhoto = endpoint({
  summary: 'Take a dancer’s photo away, with its original and its thumbnail',
  catalogue: 'C047',
  method: 'DELETE',
  path: '/v1/tda/best-dancers',
  auth: 'session',
  headers: ['OfficeEdit'],
  share: 'best-dancers',
  /** A value that is not an id stands for an attendee that is not saved. */
  query: z.object({ attendee_id: idInPath.optional().catch(undefined) }),
  status: 204,
  refusals: ['best_dancer.not_saved', 'best_dancer.photo_closed'],
  example: ({ photos }) => ({ query: { attendee_id: photos.attendee_id } }),
})

export const listOwnPrograms = endpoint({
  summary: 'The account’s completed registrations whose program is still ahead',
  method: 'GET',
  path: '/v1/tda/best-dancers/own',
  auth: 'user',
  reply: listOf(z.object({ registration_id: z.int(), event_name: z.string(), city: z.string(), plural: z.string() })),
  example: () => ({}),
})

export const bestDancerEndpoints = {
  listOwnPrograms,
  listBestDancers,
  imageUploadParams,
  saveBestDancer,
  removeBestDancerPhoto,
}
