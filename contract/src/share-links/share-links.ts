import { sharePaths } from '@callboard/domain/share-links/share-link.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idField, idInPath, lineField, listOf, listUpTo, tokenField } from '../fields.ts'

const path = z.enum(sharePaths)

/** `data` of a link, JSON text in the query. TOK-008. */
export const shareData = z.object({
  event_id: idField.optional(),
  registration_id: idField,
  routine_ids: listUpTo(500, idField).optional(),
})

export const generateUrlToken = endpoint({
  summary: 'Make a share link, as by POST, for older clients: each request makes a new one',
  catalogue: 'C033',
  method: 'GET',
  path: '/v1/dance360/generate-url-token',
  auth: 'session',
  query: z.object({
    path,
    event_id: idInPath.optional(),
    coda: z.enum(['true', 'false']).default('false'),
    hash: z.string().max(60).optional(),
    data: z.string().max(6_000),
  }),
  reply: z.object({ url: z.string(), token: z.string() }),
  refusals: ['registration.not_completed'],
  example: ({ completed }) => ({ query: { path: 'music', data: `{"registration_id":${completed.id}}` } }),
})

export const createShareLink = endpoint({
  summary:
    'Make a link that opens one page of a completed registration without an account, maybe for some routines only',
  method: 'POST',
  path: '/v1/dance360/share-links',
  auth: 'session',
  /** `coda`: the link leads into the results portal. */
  body: shareData.extend({ path, coda: z.boolean().default(false), hash: lineField(60).optional() }),
  reply: z.object({ url: z.string(), token: z.string() }),
  refusals: ['registration.not_completed'],
  example: ({ completed }) => ({ body: { path: 'music', registration_id: completed.id } }),
})

export const getTokenData = endpoint({
  summary: 'Read the target of a shared link',
  catalogue: 'C032',
  method: 'GET',
  path: '/v1/dance360/get-token-data',
  auth: 'public',
  query: z.object({ token: tokenField }),
  reply: z.object({
    path,
    registration_id: z.int(),
    /** Null: all of them. */
    routine_ids: listOf(z.int()).nullable(),
  }),
  limit: { hits: 240, minutes: 15 },
  example: ({ tokens }) => ({ query: { token: tokens.music } }),
})

export const countLiveLinks = endpoint({
  summary: 'Count the links to this page of a registration that are open',
  method: 'GET',
  path: '/v1/dance360/share-links',
  auth: 'user',
  query: z.object({ registration_id: idInPath, path }),
  reply: z.object({ links: z.int() }),
  example: ({ confirmed }) => ({ query: { registration_id: confirmed.id, path: 'music' } }),
})

export const withdrawShareLinks = endpoint({
  summary: 'Withdraw every link to this page of a registration that was given out',
  method: 'DELETE',
  path: '/v1/dance360/share-links',
  auth: 'user',
  query: z.object({ registration_id: idInPath, path }),
  status: 204,
  example: ({ confirmed }) => ({ query: { registration_id: confirmed.id, path: 'music' } }),
})

export const shareLinkEndpoints = {
  createShareLink,
  generateUrlToken,
  getTokenData,
  countLiveLinks,
  withdrawShareLinks,
}
