import { auditActions } from '@callboard/domain/platform/audit-actions.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { calendarDateField, idInPath, instantField, lineField, listOf, listReply, pageQuery } from '../fields.ts'
import { auditLine, paymentException, registrationLine } from '../registrations/office-registrations.ts'

/** With the day its balance is due by, as it was told at completion; null: nothing is owed. */
export const deskLine = registrationLine.extend({
  due_date: calendarDateField.nullable(),
  due_state: z.enum(['overdue', 'today', 'soon', 'later']).nullable(),
})

export const readToday = endpoint({
  summary: 'Open tasks at the desk: to review, unpaid, failed emails',
  method: 'GET',
  path: '/v1/office/today',
  auth: 'office',
  reply: z.object({
    /** Each count up to 1,000. */
    counts: z.object({ to_review: z.int(), pending: z.int(), failed_mails: z.int(), credits: z.int() }),
    /** The newest completed first. */
    to_review: listOf(deskLine),
    /** Reviewed, and owing: the earliest due first. */
    pending: listOf(deskLine),
    /** Payments nobody has looked at yet. */
    exceptions: listOf(paymentException),
    now: instantField,
  }),
  example: () => ({}),
})

const studioFlags = z.object({
  flagged: z.boolean(),
  bypass_deposit: z.boolean(),
  bypass_removed_routine_fee: z.boolean(),
  bypass_removed_routine_fee_post_deadline: z.boolean(),
})

const officeStudio = studioFlags.extend({
  id: z.int(),
  name: z.string(),
  claimed: z.boolean(),
  registrations: listOf(registrationLine),
})

export const readOfficeStudio = endpoint({
  summary: 'Read a studio, its flags and its registrations',
  method: 'GET',
  path: '/v1/office/studios/{id}',
  auth: 'office',
  params: z.object({ id: idInPath }),
  reply: officeStudio,
  example: ({ owner }) => ({ params: { id: owner.studio_id } }),
})

export const changeStudioFlags = endpoint({
  summary: 'Change the flags of a studio: exemptions from deposits and fees, or a warning',
  catalogue: 'C107',
  method: 'PUT',
  path: '/v1/office/studios/{id}/flags',
  auth: 'office',
  params: z.object({ id: idInPath }),
  body: studioFlags.partial(),
  reply: studioFlags,
  example: ({ owner }) => ({ params: { id: owner.studio_id }, body: { bypass_removed_routine_fee: true } }),
})

const mailLine = z.object({
  id: z.int(),
  to: z.string(),
  subject: z.string(),
  template: z.string(),
  state: z.enum(['queued', 'sent', 'failed']),
  tries: z.int(),
  last_error: z.string().nullable(),
  registration_id: z.int().nullable(),
  created: instantField,
  sent_at: instantField.nullable(),
})

export const listOfficeMails = endpoint({
  summary: 'Mails in an order, newest first unless asked otherwise; by default those that could not be sent',
  method: 'GET',
  path: '/v1/office/mails',
  auth: 'office',
  query: pageQuery.extend({
    state: z.enum(['queued', 'sent', 'failed', 'all']).default('failed'),
    sort: z.enum(['created', 'to', 'state']).default('created'),
    order: z.enum(['asc', 'desc']).default('desc'),
  }),
  reply: listReply(mailLine),
  example: () => ({ query: { state: 'all' } }),
})

export const retryMail = endpoint({
  summary: 'Try to send a failed mail again',
  method: 'POST',
  path: '/v1/office/mails/{id}/retry',
  auth: 'office',
  params: z.object({ id: idInPath }),
  reply: mailLine,
  example: ({ office }) => ({ params: { id: office.mail_id } }),
})

export const listAudit = endpoint({
  summary: 'Office history, newest first, by person, action, day or words',
  method: 'GET',
  path: '/v1/office/audit',
  auth: 'office',
  query: pageQuery.extend({
    entity: lineField(40).optional(),
    entity_id: lineField(40).optional(),
    actor: z.coerce.number<string | number>().int().optional(),
    action: z.enum(auditActions).optional(),
    /** In the product’s time zone. */
    day: calendarDateField.optional(),
    /** In the name of who did it, the action, or the number of what it was done to. */
    q: lineField(80).optional(),
  }),
  /** `actors`: staff, to filter by. */
  reply: listReply(auditLine).extend({ actors: listOf(z.object({ id: z.int(), name: z.string() })) }),
  example: () => ({}),
})

export const changeExempt = endpoint({
  summary: 'Change whether a person may register in passed and sold-out cities',
  method: 'PUT',
  path: '/v1/office/users/{id}/exempt',
  auth: 'admin',
  params: z.object({ id: idInPath }),
  body: z.object({ exempt: z.boolean() }),
  reply: z.object({ id: z.int(), exempt: z.boolean() }),
  example: ({ owner }) => ({ params: { id: owner.user_id }, body: { exempt: true } }),
})

export const officeDeskEndpoints = {
  readToday,
  readOfficeStudio,
  changeStudioFlags,
  listOfficeMails,
  retryMail,
  listAudit,
  changeExempt,
}
