import { audienceStates, groupMailKinds } from '@callboard/domain/desk/group-mail.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  idField,
  idInPath,
  instantField,
  lineField,
  listOf,
  listReply,
  listUpTo,
  pageQuery,
  baseField,
} from '../fields.ts'

const audience = z.object({
  tour_date_ids: listUpTo(200, idField),
  state: z.enum(audienceStates).default('any'),
  owes: z.boolean().default(false),
  paid_in_full: z.boolean().default(false),
  lacks_waivers: z.boolean().default(false),
  lacks_music: z.boolean().default(false),
  in_program: z.boolean().default(false),
})

const groupMailDraft = z.object({
  kind: z.enum(groupMailKinds),
  subject: lineField(150),
  /** Plain text; `{first_name}` and its like are filled for each recipient. */
  text: z.string().max(10_000),
  audience,
})

const states = z.enum(['draft', 'scheduled', 'sending', 'sent', 'canceled'])

const recipientStates = z.enum(['waiting', 'queued', 'sent', 'failed', 'unsubscribed', 'ended'])

/** Recipients by what became of their mail; all zero before sending begins. */
const progress = z.object({
  waiting: z.int(),
  queued: z.int(),
  sent: z.int(),
  failed: z.int(),
  unsubscribed: z.int(),
  /** Their account ended before the mail was written. */
  ended: z.int(),
})

const groupMailLine = z.object({
  id: z.int(),
  event: z.string(),
  kind: z.enum(groupMailKinds),
  subject: z.string(),
  state: states,
  send_at: instantField.nullable(),
  time_zone: z.string(),
  created: instantField,
  created_by: z.string().nullable(),
  recipients: z.int(),
  failed: z.int(),
})

const groupMail = groupMailDraft.extend({
  id: z.int(),
  event_id: z.int(),
  event: z.string(),
  cities: listOf(z.string()),
  state: states,
  send_at: instantField.nullable(),
  /** Of the first city: times are chosen and shown in it. */
  time_zone: z.string(),
  finished_at: instantField.nullable(),
  created_by: z.string().nullable(),
  progress,
})

const id = z.object({ id: idInPath })
const draftRefusals = ['group_mail.cities', 'group_mail.brands', 'group_mail.field', 'entry.wrong'] as const
const exampleDraft = (tour_date_id: number) => ({
  kind: 'news' as const,
  subject: 'See you in {city}',
  text: 'Hello {first_name},\n\nthe schedule is online.',
  audience: { tour_date_ids: [tour_date_id], state: 'completed' as const },
})

export const listGroupMails = endpoint({
  summary: 'Mails of the office to groups, newest first unless asked otherwise',
  method: 'GET',
  path: '/v1/office/group-mails',
  auth: 'office',
  query: pageQuery.extend({
    q: lineField(80).optional(),
    state: states.optional(),
    sort: z.enum(['created', 'subject', 'state', 'send_at', 'recipients']).default('created'),
    order: z.enum(['asc', 'desc']).default('desc'),
  }),
  reply: listReply(groupMailLine),
  example: () => ({}),
})

export const countAudience = endpoint({
  summary: 'Count the accounts that would get a mail now, with the first of them by name',
  method: 'POST',
  path: '/v1/office/group-mails/audience',
  auth: 'office',
  body: z.object({ audience, kind: z.enum(groupMailKinds) }),
  reply: z.object({
    count: z.int(),
    /** Of them unsubscribed: they get no news. */
    unsubscribed: z.int(),
    /** At most 200, by name. */
    people: listOf(
      z.object({
        user_id: z.int(),
        name: z.string(),
        studio: z.string(),
        email: z.string(),
        unsubscribed: z.boolean(),
      }),
    ),
  }),
  refusals: ['group_mail.cities', 'group_mail.brands'],
  example: ({ completed }) => ({
    body: { kind: 'news' as const, audience: { tour_date_ids: [completed.tour_date_id], state: 'completed' as const } },
  }),
})

export const createGroupMail = endpoint({
  summary: 'Write a mail to a group; it is a draft until it is sent',
  method: 'POST',
  path: '/v1/office/group-mails',
  auth: 'office',
  body: groupMailDraft,
  reply: groupMail,
  refusals: draftRefusals,
  example: ({ completed }) => ({ body: exampleDraft(completed.tour_date_id) }),
})

export const readGroupMail = endpoint({
  summary: 'Read a mail to a group with its progress',
  method: 'GET',
  path: '/v1/office/group-mails/{id}',
  auth: 'office',
  params: id,
  reply: groupMail,
  example: ({ group_mail }) => ({ params: { id: group_mail.id } }),
})

export const changeGroupMail = endpoint({
  summary: 'Change the draft of a mail to a group',
  method: 'PUT',
  path: '/v1/office/group-mails/{id}',
  auth: 'office',
  params: id,
  body: groupMailDraft.extend({ base: baseField }),
  reply: groupMail,
  refusals: [...draftRefusals, 'group_mail.state', 'edit_conflict'],
  example: ({ group_mail, completed }) => ({
    params: { id: group_mail.id },
    body: exampleDraft(completed.tour_date_id),
  }),
})

export const deleteGroupMail = endpoint({
  summary: 'Delete the draft of a mail to a group',
  method: 'DELETE',
  path: '/v1/office/group-mails/{id}',
  auth: 'office',
  params: id,
  status: 204,
  refusals: ['group_mail.state'],
  example: ({ group_mail }) => ({ params: { id: group_mail.id } }),
})

export const readGroupMailHtml = endpoint({
  summary: 'A mail to a group as its first recipient would see it',
  method: 'GET',
  path: '/v1/office/group-mails/{id}/html',
  auth: 'office',
  params: id,
  reply: z.string(),
  answers: 'file',
  example: ({ group_mail }) => ({ params: { id: group_mail.id } }),
})

export const testGroupMail = endpoint({
  summary: 'Send a mail to a group to yourself alone',
  method: 'POST',
  path: '/v1/office/group-mails/{id}/test',
  auth: 'office',
  params: id,
  reply: z.object({ to: z.string() }),
  limit: { hits: 30, minutes: 15 },
  example: ({ group_mail }) => ({ params: { id: group_mail.id } }),
})

export const sendGroupMail = endpoint({
  summary: 'Send a mail to its group, now or at a time; no one gets it twice',
  method: 'POST',
  path: '/v1/office/group-mails/{id}/send',
  auth: 'office',
  params: id,
  body: z.object({
    /** `2024-11-08T09:00` in the zone of the mail; null: now. */
    send_at: z
      .string()
      .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)
      .nullable(),
  }),
  reply: groupMail,
  refusals: ['group_mail.state', 'group_mail.past', 'group_mail.nobody'],
  example: ({ group_mail }) => ({ params: { id: group_mail.id }, body: { send_at: null } }),
})

export const cancelGroupMail = endpoint({
  summary: 'Stop a mail to a group: a scheduled one becomes a draft, of one being sent the rest stays unwritten',
  method: 'POST',
  path: '/v1/office/group-mails/{id}/cancel',
  auth: 'office',
  params: id,
  reply: groupMail,
  refusals: ['group_mail.state'],
  example: ({ group_mail }) => ({ params: { id: group_mail.scheduled_id } }),
})

export const listGroupMailRecipients = endpoint({
  summary: 'Recipients of a mail to a group, with what became of each mail',
  method: 'GET',
  path: '/v1/office/group-mails/{id}/recipients',
  auth: 'office',
  params: id,
  query: pageQuery.extend({
    q: lineField(80).optional(),
    state: recipientStates.optional(),
    sort: z.enum(['name', 'email', 'state']).default('name'),
    order: z.enum(['asc', 'desc']).default('asc'),
  }),
  reply: listReply(
    z.object({
      user_id: z.int(),
      name: z.string(),
      studio: z.string().nullable(),
      email: z.string(),
      state: recipientStates,
      mail_id: z.int().nullable(),
      last_error: z.string().nullable(),
      sent_at: instantField.nullable(),
    }),
  ),
  example: ({ group_mail }) => ({ params: { id: group_mail.id } }),
})

export const openUnsubscribe = endpoint({
  summary: 'Show which brand’s news a link of a mail unsubscribes from',
  method: 'POST',
  path: '/v1/unsubscribe/open',
  auth: 'public',
  body: z.object({ token: z.string().min(1).max(1_000) }),
  reply: z.object({ event: z.string(), email: z.string(), unsubscribed: z.boolean() }),
  refusals: ['group_mail.link_over'],
  example: ({ group_mail }) => ({ body: { token: group_mail.unsubscribe_token } }),
})

export const unsubscribe = endpoint({
  summary: 'Unsubscribe an address from the news of a brand; mail programs call it with one click (RFC 8058)',
  method: 'POST',
  path: '/v1/unsubscribe/{token}',
  auth: 'public',
  params: z.object({ token: z.string().min(1).max(1_000) }),
  status: 204,
  refusals: ['group_mail.link_over'],
  example: ({ group_mail }) => ({ params: { token: group_mail.unsubscribe_token } }),
})

export const subscribeAgain = endpoint({
  summary: 'Take an unsubscription back, with the link that made it',
  method: 'DELETE',
  path: '/v1/unsubscribe/{token}',
  auth: 'public',
  params: z.object({ token: z.string().min(1).max(1_000) }),
  status: 204,
  refusals: ['group_mail.link_over'],
  example: ({ group_mail }) => ({ params: { token: group_mail.unsubscribe_token } }),
})

export const groupMailEndpoints = {
  listGroupMails,
  countAudience,
  createGroupMail,
  readGroupMail,
  changeGroupMail,
  deleteGroupMail,
  readGroupMailHtml,
  testGroupMail,
  sendGroupMail,
  cancelGroupMail,
  listGroupMailRecipients,
  openUnsubscribe,
  unsubscribe,
  subscribeAgain,
}
