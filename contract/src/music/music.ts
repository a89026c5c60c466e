import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  calendarDateField,
  emailField,
  idField,
  idInPath,
  instantField,
  lineField,
  listOf,
  uploadSizeField,
} from '../fields.ts'

export const musicShape = z.object({
  id: z.int(),
  name: z.string(),
  /** Where it lies in the store; it is read by a signed place alone. */
  url: z.string(),
  content_type: z.string(),
  /** Whole seconds. */
  duration: z.int(),
  date_added: instantField,
  notes: z.string().nullable(),
})

const musicState = z.object({ id: z.int().nullable(), music: musicShape.nullable(), no_music: z.boolean() })

export const listMusic = endpoint({
  summary: 'List the routines of a registration with their music, for its owner or with a shared link',
  method: 'GET',
  path: '/v1/mybtf/registration/{id}/music',
  auth: 'user',
  headers: ['OfficeEdit'],
  share: 'music',
  params: z.object({ id: idInPath }),
  reply: z.object({
    registration_id: z.int(),
    tour_date_id: z.int(),
    event_name: z.string(),
    city: z.string(),
    start_date: calendarDateField,
    end_date: calendarDateField,
    time_zone: z.string(),
    /** Null: music may be changed; else why not. */
    closed: z.string().nullable(),
    routines: listOf(
      z.object({
        registrations_routine_id: z.int(),
        date_routine_id: z.int().nullable(),
        /** '156a', once the running order is published with it. */
        entry: z.string().nullable(),
        name: z.string(),
        choreographer: z.string(),
        category: z.string(),
        age_division: z.string(),
        performance_division: z.string(),
        /** Minutes paid beyond the category's time. */
        extra_time: z.int(),
        virtual: z.boolean(),
        no_music: z.boolean(),
        /** The last address a link for this routine was mailed to. Only the owner sees it. */
        upload_email: z.string().nullable(),
        music: musicShape.nullable(),
      }),
    ),
  }),
  refusals: ['registration.not_completed'],
  example: ({ completed }) => ({ params: { id: completed.id } }),
})

export const musicPlace = endpoint({
  summary: 'A signed place to put or play the music of a routine: name is the routine’s id, or id/file name',
  catalogue: 'C059',
  method: 'GET',
  path: '/v1/mybtf/music',
  auth: 'user',
  headers: ['OfficeEdit'],
  share: 'music',
  query: z.object({
    name: z.string().min(1).max(260),
    /** The file's content type; for playing it may be left out. */
    type: z.string().max(100).default(''),
    operation: z.enum(['get', 'put']),
    size: uploadSizeField,
  }),
  reply: z.object({ signedRequest: z.string(), url: z.string() }),
  refusals: ['file.invalid', 'music.closed', 'music.over'],
  example: ({ completed }) => ({
    query: { name: `${completed.routine_id}/lanterns.mp3`, type: 'audio/mpeg', operation: 'put' },
  }),
})

export const saveMusic = endpoint({
  summary: 'Set an uploaded file as the music of a routine, replacing the previous one',
  catalogue: 'C057',
  method: 'POST',
  path: '/v1/mybtf/music',
  auth: 'user',
  headers: ['OfficeEdit'],
  share: 'music',
  body: z.object({
    registrationsRoutineId: idField,
    url: z.string().min(1).max(300),
    fileName: z.string().min(1).max(260),
    /** Seconds, as the browser reads them; the server reads the file itself. */
    duration: z.number().min(0).max(86_400),
    content_type: z.string().max(100),
  }),
  reply: musicState,
  refusals: ['file.invalid', 'file.too_large', 'music.closed', 'music.over'],
  example: ({ completed, music }) => ({
    body: {
      registrationsRoutineId: completed.routine_id,
      url: music.key,
      fileName: 'Lanterns.wav',
      duration: 1,
      content_type: 'audio/wav',
    },
  }),
})

export const changeMusic = endpoint({
  summary: 'Change the note, the shown name, or whether a routine needs music; none removes it',
  catalogue: 'C058',
  method: 'PUT',
  path: '/v1/mybtf/music',
  auth: 'user',
  headers: ['OfficeEdit'],
  share: 'music',
  body: z.object({
    music: z.object({
      /** The music; a routine without any is named itself. */
      id: idField.optional(),
      registrationsRoutineId: idField.optional(),
      name: lineField(260).optional(),
      notes: z.string().max(500).nullable().optional(),
      no_music: z.boolean().optional(),
    }),
  }),
  reply: musicState,
  refusals: ['music.closed', 'music.over', 'music.none'],
  example: ({ completed }) => ({
    body: { music: { registrationsRoutineId: completed.routine_id, no_music: true } },
  }),
})

export const removeMusic = endpoint({
  summary: 'Remove the music of a routine',
  catalogue: 'C060',
  method: 'DELETE',
  path: '/v1/mybtf/music',
  auth: 'user',
  headers: ['OfficeEdit'],
  share: 'music',
  query: z.object({ registrationsRoutineId: idInPath }),
  status: 204,
  refusals: ['music.closed', 'music.over'],
  example: ({ completed }) => ({ query: { registrationsRoutineId: completed.routine_id } }),
})

export const mailMusicLink = endpoint({
  summary: 'Mail someone a link to upload the music of one routine',
  catalogue: 'C061',
  method: 'POST',
  path: '/v1/mybtf/registration/music-reminder',
  auth: 'user',
  body: z.object({
    email: emailField,
    /** `routine` is its id. The link is made by the server, for this routine alone. */
    data: z.object({ registration_id: idField, routine: idField }),
  }),
  reply: z.object({ upload_email: z.string() }),
  refusals: ['music.email', 'music.closed', 'music.over'],
  limit: { hits: 60, minutes: 60 },
  example: ({ completed }) => ({
    body: {
      email: 'choreographer@example.com',
      data: { registration_id: completed.id, routine: completed.routine_id },
    },
  }),
})

export const musicEndpoints = { listMusic, musicPlace, saveMusic, changeMusic, removeMusic, mailMusicLink }
