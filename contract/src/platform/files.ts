import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

// A ticket names its key, type and end, so it is longer than other tokens.
const params = z.object({ token: z.string().min(1).max(2_000) })

export const putFile = endpoint({
  summary: 'Put one file at the place a ticket is for; the body is the file itself',
  method: 'PUT',
  path: '/v1/files/{token}',
  auth: 'public',
  params,
  body: z.unknown(),
  status: 204,
  refusals: ['file.invalid', 'file.heic', 'file.too_large'],
  example: ({ upload }) => ({
    params: { token: upload.token },
    // The first bytes of a JPEG: the server detects the type from the bytes, not from the name.
    body: '\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01',
    headers: { 'content-type': 'image/jpeg' },
  }),
})

export const getFile = endpoint({
  summary: 'Read the file a ticket is for',
  method: 'GET',
  path: '/v1/files/{token}',
  auth: 'public',
  params,
  reply: z.unknown(),
  answers: 'file',
  headers: ['Range'],
  statuses: { 206: 'The part of the file that was asked for.', 416: 'The file has no such part.' },
  example: ({ upload }) => ({ params: { token: upload.read_token } }),
})

export const fileEndpoints = { putFile, getFile }
