import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idInPath } from '../fields.ts'

export const readRecording = endpoint({
  summary: 'A signed place to hear a recording or see a video of a released critique; it answers ranges',
  method: 'GET',
  path: '/v1/dance360/coda/recording',
  auth: 'user',
  share: 'critiques',
  query: z.object({ registration_id: idInPath, media_id: z.uuid() }),
  reply: z.object({ signedRequest: z.string(), url: z.string() }),
  refusals: ['registration.not_completed'],
  example: ({ media }) => ({ query: { registration_id: media.registration_id, media_id: media.recording_id } }),
})

export const critiquePath = endpoint({
  summary: 'The path below which the critique media of a city lie; the caller has a registration there',
  catalogue: 'C097',
  method: 'GET',
  path: '/v1/mediaconvert/critique-path',
  auth: 'user',
  query: z.object({ tour_date_id: idInPath }),
  reply: z.string(),
  example: ({ media }) => ({ query: { tour_date_id: media.tour_date_id } }),
})

const nameField = z.string().max(120).default('')

export const downloadCritique = endpoint({
  summary:
    'Download a video critique; made of the routine’s video and the judge’s recording when it is first asked for',
  catalogue: 'C098',
  method: 'GET',
  path: '/v1/download/critique',
  auth: 'user',
  share: 'critiques',
  /** `key`: the recording or the judge's video. The others name the file and decide nothing. */
  query: z.object({
    key: z.uuid(),
    event: nameField,
    city: nameField,
    routine: nameField,
    position: nameField,
    number: nameField,
  }),
  reply: z.unknown(),
  answers: 'file',
  limit: { hits: 300, minutes: 60 },
  example: ({ media }) => ({
    query: {
      ...{ key: media.video_id, event: 'Radix', city: 'Denver', routine: 'First Light', position: '2', number: '12' },
    },
  }),
})

export const recordingEndpoints = { readRecording, critiquePath, downloadCritique }
