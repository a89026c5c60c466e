import type { ReportDocument } from '@callboard/domain/kernel/document.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idField, idInPath, instantField, listOf, tokenField } from '../fields.ts'

const snapshot = z.object({ id: z.int(), created: instantField })

export const addSnapshot = endpoint({
  summary: 'Keep the confirmation of a completed registration as it is now',
  catalogue: 'C079',
  method: 'POST',
  path: '/v1/reports/registration-confirmation/snapshots',
  auth: 'session',
  body: z.object({
    registration_id: idField,
    // Accepted and ignored: the session identifies the caller.
    mybtf_user_id: idField.optional(),
  }),
  reply: snapshot,
  refusals: ['registration.not_completed'],
  example: ({ completed }) => ({ body: { registration_id: completed.id } }),
})

export const listSnapshots = endpoint({
  summary: 'The dated confirmations of a registration, newest first',
  catalogue: 'C080',
  method: 'GET',
  path: '/v1/reports/registration-confirmation/snapshots',
  auth: 'session',
  query: z.object({ registration_id: idInPath }),
  reply: listOf(snapshot),
  example: ({ completed }) => ({ query: { registration_id: completed.id } }),
})

export const reportToken = endpoint({
  summary: 'A short-lived token that opens the reports of a registration',
  catalogue: 'C081',
  method: 'POST',
  path: '/v1/reports/token',
  auth: 'session',
  body: z.object({
    registration_id: idField,
    /** A dated confirmation; null: the current one. */
    registrations_confirmation_id: idField.nullable().default(null),
  }),
  reply: z.object({ token: z.string() }),
  example: ({ completed }) => ({
    body: { registration_id: completed.id, registrations_confirmation_id: completed.snapshot_id },
  }),
})

export const readConfirmation = endpoint({
  summary: 'The confirmation a token opens, as a printable page or a PDF',
  catalogue: 'C082',
  method: 'GET',
  path: '/v1/reports/registration-confirmation/{token}',
  auth: 'public',
  params: z.object({ token: tokenField }),
  query: z.object({ format: z.enum(['html', 'pdf']).default('html') }),
  reply: z.unknown(),
  answers: 'file',
  example: ({ completed }) => ({ params: { token: completed.report_token }, query: { format: 'pdf' } }),
})

const fact = z.object({ label: z.string(), value: z.string() })

/** The document the confirmation tab draws; print and PDF use the same. */
export const documentShape = z.object({
  title: z.string(),
  above: z.string(),
  below: z.string(),
  facts: listOf(fact),
  sections: listOf(
    z.object({
      heading: z.string(),
      columns: listOf(z.object({ header: z.string(), share: z.number(), align: z.literal('end').optional() })),
      rows: listOf(z.object({ cells: listOf(z.string()), below: z.string().optional() })),
      totals: listOf(fact.extend({ strong: z.boolean().optional() })),
      notes: listOf(z.string()),
    }),
  ),
  footer: z.string(),
}) as unknown as z.ZodType<ReportDocument> // zod says `| undefined` of optional fields; nothing here writes one.

export const readConfirmationDocument = endpoint({
  summary: 'A confirmation as words in their places: the current one, or a dated one',
  method: 'GET',
  path: '/v1/reports/registration-confirmation/document',
  auth: 'session',
  query: z.object({ registration_id: idInPath, registrations_confirmation_id: idInPath.optional() }),
  reply: documentShape,
  example: ({ completed }) => ({ query: { registration_id: completed.id } }),
})

export const readMediaPass = endpoint({
  summary: 'The media pass of a registration, once the office has added it',
  catalogue: 'C085',
  method: 'GET',
  path: '/v1/reports/media-pass/{registration_id}',
  auth: 'session',
  params: z.object({ registration_id: idInPath }),
  reply: z.unknown(),
  answers: 'file',
  example: ({ completed }) => ({ params: { registration_id: completed.id } }),
})

export const reportEndpoints = {
  addSnapshot,
  listSnapshots,
  reportToken,
  readConfirmation,
  readConfirmationDocument,
  readMediaPass,
}
