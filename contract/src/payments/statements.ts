import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { centsField, idInPath, listOf } from '../fields.ts'

const format = z.enum(['pdf', 'csv']).default('pdf')
const params = z.object({ registration_id: idInPath })
/** The studio's own margin, in basis points: 500 is 5 %. */
const margin = z.coerce.number<string | number>().int().min(0).max(10_000).default(0)

export const readStatement = endpoint({
  summary: 'Every amount of a registration, as a PDF or a spreadsheet',
  method: 'GET',
  path: '/v1/payments/statement/{registration_id}',
  auth: 'user',
  params,
  query: z.object({ format }),
  reply: z.unknown(),
  answers: 'file',
  example: ({ completed }) => ({ params: { registration_id: completed.id }, query: { format: 'csv' } }),
})

export const readSplit = endpoint({
  summary: 'Split a studio’s bill by family',
  method: 'GET',
  path: '/v1/payments/shares',
  auth: 'user',
  query: z.object({ registration_id: idInPath, margin }),
  reply: z.object({
    families: listOf(
      z.object({
        person_id: z.int(),
        name: z.string(),
        own: centsField,
        routines: centsField,
        studio: centsField,
        margin: centsField,
        total: centsField,
      }),
    ),
    bill: centsField,
    margin: centsField,
    total: centsField,
    /** The amount no family can be charged, because no dancer is registered. */
    unshared: centsField,
  }),
  example: ({ completed }) => ({ query: { registration_id: completed.id, margin: 500 } }),
})

export const readSplitFile = endpoint({
  summary: 'Export the split of a studio’s bill by family as a PDF or a spreadsheet',
  method: 'GET',
  path: '/v1/payments/shares/{registration_id}',
  auth: 'user',
  params,
  query: z.object({ format, margin }),
  reply: z.unknown(),
  answers: 'file',
  example: ({ completed }) => ({ params: { registration_id: completed.id }, query: { format: 'csv', margin: 500 } }),
})

export const readOfficeStatement = endpoint({
  summary: 'Every amount of a registration, for the office',
  method: 'GET',
  path: '/v1/office/registrations/{id}/statement',
  auth: 'office',
  params: z.object({ id: idInPath }),
  query: z.object({ format }),
  reply: z.unknown(),
  answers: 'file',
  example: ({ completed }) => ({ params: { id: completed.id }, query: { format: 'csv' } }),
})

export const statementEndpoints = { readStatement, readSplit, readSplitFile, readOfficeStatement }
