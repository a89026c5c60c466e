import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idInPath, instantField, lineField, listReply, pageQuery } from '../fields.ts'
import { exampleStudio, studioDraft, studioShape } from './studios.ts'

const studioLine = z.object({
  id: z.int(),
  name: z.string(),
  city: z.string(),
  state: z.string(),
  claimed: z.boolean(),
  /** Its account's; while it has none, its own, through which it is claimed. */
  email: z.string().nullable(),
  created: instantField,
})

export const listOfficeStudios = endpoint({
  summary: 'Studios by name, email or number, in an order; those with an account, or those without',
  method: 'GET',
  path: '/v1/office/studios',
  auth: 'office',
  query: pageQuery.extend({
    q: lineField(80).optional(),
    claimed: z.enum(['yes', 'no']).optional(),
    sort: z.enum(['created', 'name', 'city', 'claimed']).default('created'),
    order: z.enum(['asc', 'desc']).default('desc'),
  }),
  reply: listReply(studioLine),
  example: () => ({ query: { q: 'juniper', claimed: 'no', sort: 'name', order: 'asc' } }),
})

export const createUnclaimedStudio = endpoint({
  summary: 'Create a studio without an account; the reader of its mailbox can claim it',
  method: 'POST',
  path: '/v1/office/studios',
  auth: 'office',
  body: studioDraft,
  reply: studioShape,
  refusals: ['entry.wrong', 'account.type_not_offered', 'studio.email_taken'],
  example: () => ({ body: exampleStudio }),
})

export const readStudioRecord = endpoint({
  summary: 'Read the profile of a studio',
  method: 'GET',
  path: '/v1/office/studios/{id}/profile',
  auth: 'office',
  params: z.object({ id: idInPath }),
  reply: studioShape,
  example: ({ owner }) => ({ params: { id: owner.studio_id } }),
})

export const correctStudio = endpoint({
  summary: 'Correct the profile of a studio',
  method: 'PUT',
  path: '/v1/office/studios/{id}',
  auth: 'office',
  params: z.object({ id: idInPath }),
  /** `base`: the profile as the caller read it, with the meaning of `baseField`. */
  body: studioDraft.extend({ base: studioDraft.optional() }),
  reply: studioShape,
  refusals: ['entry.wrong', 'account.type_not_offered', 'studio.email_taken', 'edit_conflict'],
  example: ({ unclaimed_studio }) => ({ params: { id: unclaimed_studio.id }, body: exampleStudio }),
})

export const officeStudioEndpoints = { listOfficeStudios, createUnclaimedStudio, readStudioRecord, correctStudio }
