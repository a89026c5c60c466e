import { uploadedKinds } from '@callboard/domain/critiques/media.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idField, idInPath, instantField, lineField, listOf } from '../fields.ts'
import { numberedEntry } from '../running-order/running-order.ts'

export const mediaObject = z.object({
  id: z.string(),
  kind: z.enum(uploadedKinds),
  name: z.string(),
  bytes: z.number(),
  state: z.enum(['uploading', 'stored', 'processing', 'ready', 'failed', 'withheld', 'expired']),
  /** Of failed media, and of media that could not be converted later: why, as a sentence. */
  failure: z.string().nullable(),
  /** Whether processing can be tried again: the file is there. */
  can_retry: z.boolean(),
  withheld_reason: z.string().nullable(),
  duration_ms: z.int().nullable(),
  /** When the recording began. */
  started_at: instantField.nullable(),
  /** Milliseconds by which it begins after the video; null: as the clocks say. */
  shift_ms: z.int().nullable(),
  created: instantField,
})

export const listCityMedia = endpoint({
  summary: 'Recordings and videos of a city by entry and seat, and files that no one has assigned yet',
  method: 'GET',
  path: '/v1/office/media',
  auth: 'office',
  query: z.object({ tour_date_id: idInPath }),
  reply: z.object({
    event: z.string(),
    city: z.string(),
    /** Whether recordings are converted. Otherwise they are served as they came, and some browsers cannot play them. */
    converts: z.boolean(),
    entries: listOf(
      numberedEntry.extend({
        seats: listOf(
          z.object({
            id: z.int(),
            position: z.int(),
            judge: z.string().nullable(),
            media: listOf(mediaObject),
          }),
        ),
        /** Videos of the routine. */
        videos: listOf(mediaObject),
      }),
    ),
    unmatched: listOf(mediaObject),
  }),
  example: ({ media: { tour_date_id } }) => ({ query: { tour_date_id } }),
})

const uploadState = z.object({
  id: z.string(),
  /** Bytes that are here. */
  offset: z.number(),
  bytes: z.number(),
  /** Where the file is sent to by the tus protocol: HEAD says how much is there, PATCH appends. */
  upload_url: z.string(),
})

/** Of a file; the product says what is too few or too many. */
const bytesField = z.int().min(0)
const sha256Field = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .nullable()

export const beginMedia = endpoint({
  summary: 'Begin the upload of a recording or video; its name assigns it to an entry and a seat',
  method: 'POST',
  path: '/v1/office/media',
  auth: 'office',
  body: z.object({
    tour_date_id: idField,
    kind: z.enum(uploadedKinds),
    /** `<number><suffix>_<seat>` of a recording, `<number><suffix>` of a video. Others are assigned by hand. */
    name: lineField(260),
    bytes: bytesField,
    /** Of the whole file, where the sender computed it. */
    sha256: sha256Field.default(null),
  }),
  reply: uploadState.extend({
    /** Whether the name said whose it is. */
    matched: z.boolean(),
  }),
  refusals: ['media.empty', 'media.too_large'],
  example: ({ media: { tour_date_id } }) => ({
    body: { tour_date_id, kind: 'judge_audio', name: '1_2.m4a', bytes: 1_300_000 },
  }),
})

const params = z.object({ media_id: z.uuid() })

export const readMediaUpload = endpoint({
  summary: 'Read how much of an upload is there; HEAD answers the same in the headers of the tus protocol',
  method: 'GET',
  path: '/v1/office/media/{media_id}/upload',
  auth: 'office',
  params,
  reply: uploadState,
  example: ({ media }) => ({ params: { media_id: media.upload_id } }),
})

// The first bytes of an MP4: the server detects the type from the bytes, not from the name.
const firstBytes = '\0\0\0\x18ftypM4A \0\0\0\0'
const appendHeaders = {
  'tus-resumable': '1.0.0',
  'upload-offset': '0',
  'content-type': 'application/offset+octet-stream',
}

export const appendMedia = endpoint({
  summary: 'Append bytes to an upload by the tus protocol: Upload-Offset says where they belong',
  method: 'PATCH',
  path: '/v1/office/media/{media_id}/upload',
  auth: 'office',
  params,
  body: z.unknown(),
  status: 204,
  refusals: ['media.type', 'media.offset'],
  headers: ['TusResumable', 'UploadOffset'],
  example: ({ media }) => ({ params: { media_id: media.upload_id }, body: firstBytes, headers: appendHeaders }),
})

export const officeMediaPlace = endpoint({
  summary: 'A signed place to hear or see media',
  method: 'GET',
  path: '/v1/office/media/{media_id}',
  auth: 'office',
  params,
  reply: z.object({ signedRequest: z.string(), url: z.string() }),
  example: ({ media }) => ({ params: { media_id: media.recording_id } }),
})

export const matchMedia = endpoint({
  summary: 'Say which entry and seat media belongs to; a video of the routine has no seat',
  method: 'PUT',
  path: '/v1/office/media/{media_id}/match',
  auth: 'office',
  params,
  body: z.object({ registration_routine_id: idField, seat_id: idField.nullable() }),
  status: 204,
  refusals: ['media.entry', 'media.seat'],
  example: ({ media }) => ({
    params: { media_id: media.loose_id },
    body: { registration_routine_id: media.routine_id, seat_id: media.seat_id },
  }),
})

export const shiftMedia = endpoint({
  summary: 'Say how many milliseconds after the video of its routine a recording begins; null: as the clocks say',
  method: 'PUT',
  path: '/v1/office/media/{media_id}/shift',
  auth: 'office',
  params,
  body: z.object({ shift_ms: z.int().min(-1_800_000).max(1_800_000).nullable() }),
  status: 204,
  example: ({ media }) => ({ params: { media_id: media.recording_id }, body: { shift_ms: 250 } }),
})

export const withholdMedia = endpoint({
  summary: 'Withhold a recording with a reason, or show it again without one',
  method: 'PUT',
  path: '/v1/office/media/{media_id}/withhold',
  auth: 'office',
  params,
  /** Null: it is shown again. */
  body: z.object({ reason: lineField(300).nullable() }),
  status: 204,
  refusals: ['media.state', 'media.reason'],
  example: ({ media }) => ({ params: { media_id: media.recording_id }, body: { reason: 'Another routine is heard' } }),
})

export const retryMedia = endpoint({
  summary: 'Process a file that failed again',
  method: 'POST',
  path: '/v1/office/media/{media_id}/retry',
  auth: 'office',
  params,
  status: 204,
  refusals: ['media.state'],
  example: ({ media }) => ({ params: { media_id: media.failed_id } }),
})

export const removeMedia = endpoint({
  summary: 'Delete media with its file',
  method: 'DELETE',
  path: '/v1/office/media/{media_id}',
  auth: 'office',
  params,
  status: 204,
  example: ({ media }) => ({ params: { media_id: media.loose_id } }),
})

export const beginRecording = endpoint({
  summary: 'Begin the upload of what this seat recorded of an entry; the same id again changes nothing',
  method: 'POST',
  path: '/v1/judging/media',
  auth: 'judge',
  body: z.object({
    /** Made by the device, so that a recording begun twice is one. */
    id: z.uuid(),
    registration_routine_id: idField,
    bytes: bytesField,
    sha256: sha256Field.default(null),
    /** When the recording began, by the clock of the device, and what that clock says now. */
    started_at: z.iso.datetime(),
    clock: z.iso.datetime(),
  }),
  reply: uploadState,
  refusals: ['media.empty', 'media.too_large', 'media.entry'],
  example: ({ judging: { routine_id } }) => ({
    body: {
      ...{ id: '2f6c1f5a-7f0e-4d3a-9b1e-6f1c0a528d03', registration_routine_id: routine_id, bytes: 1_300_000 },
      ...{ started_at: '2024-11-02T15:01:00.000Z', clock: '2024-11-02T15:04:05.000Z' },
    },
  }),
})

export const readRecordingUpload = endpoint({
  summary: 'Read how much of this seat’s upload is there; HEAD answers it in headers of tus',
  method: 'GET',
  path: '/v1/judging/media/{media_id}',
  auth: 'judge',
  params,
  reply: uploadState,
  example: ({ media }) => ({ params: { media_id: media.device_upload_id } }),
})

export const appendRecording = endpoint({
  summary: 'Append bytes to an upload of this seat by the tus protocol',
  method: 'PATCH',
  path: '/v1/judging/media/{media_id}',
  auth: 'judge',
  params,
  body: z.unknown(),
  status: 204,
  refusals: ['media.type', 'media.offset'],
  headers: ['TusResumable', 'UploadOffset'],
  example: ({ media }) => ({
    ...{ params: { media_id: media.device_upload_id }, body: firstBytes, headers: appendHeaders },
  }),
})

export const mediaEndpoints = {
  listCityMedia,
  beginMedia,
  readMediaUpload,
  appendMedia,
  officeMediaPlace,
  matchMedia,
  shiftMedia,
  withholdMedia,
  retryMedia,
  removeMedia,
  beginRecording,
  readRecordingUpload,
  appendRecording,
}
