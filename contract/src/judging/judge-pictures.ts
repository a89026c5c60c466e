import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idInPath, uploadSizeField } from '../fields.ts'
import { judgeList } from './panels.ts'

const ofJudge = z.object({ id: idInPath })
/** A photo is cropped to a square, a signature kept whole. Both are shown with the judge's critiques. */
const kind = z.enum(['headshot', 'signature'])

export const judgePicturePlace = endpoint({
  summary: 'Get a place to upload the photo or the signature of a judge to',
  catalogue: 'C112',
  method: 'GET',
  path: '/v1/office/judges/{id}/picture',
  auth: 'office',
  params: ofJudge,
  query: z.object({ kind, type: z.enum(['image/jpeg', 'image/png', 'image/webp']), size: uploadSizeField }),
  reply: z.object({ signedRequest: z.string(), url: z.string() }),
  example: ({ judging: { judge_id } }) => ({
    params: { id: judge_id },
    query: { kind: 'headshot', type: 'image/jpeg', size: 40_000 },
  }),
})

export const saveJudgePicture = endpoint({
  summary: 'Make a picture that was put there the photo or the signature of a judge; null takes it away',
  catalogue: 'C112',
  method: 'PUT',
  path: '/v1/office/judges/{id}/picture',
  auth: 'office',
  params: ofJudge,
  body: z.object({ kind, url: z.string().max(300).nullable() }),
  reply: judgeList,
  refusals: ['file.invalid', 'file.too_large', 'file.heic'],
  example: ({ judging: { judge_id } }) => ({ params: { id: judge_id }, body: { kind: 'signature', url: null } }),
})

export const judgePictureEndpoints = { judgePicturePlace, saveJudgePicture }
