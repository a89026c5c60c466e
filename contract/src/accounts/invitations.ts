import { staffRoles } from '@callboard/domain/accounts/invitation.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { emailField, idInPath, instantField, lineField, listReply, pageQuery, tokenField } from '../fields.ts'
import { passwordField } from './accounts.ts'

const nameField = lineField(60)
const role = z.enum(staffRoles)

const invitationLine = z.object({
  id: z.int(),
  email: z.string(),
  fname: z.string(),
  lname: z.string(),
  role,
  created: instantField,
  mailed_at: instantField,
  /** Past: the link no longer opens; sending it again makes a new one. */
  expires_at: instantField,
  expired: z.boolean(),
  invited_by: z.string().nullable(),
})

export const listInvitations = endpoint({
  summary: 'Invitations to the office that wait for an answer, the last emailed first unless asked otherwise',
  method: 'GET',
  path: '/v1/office/invitations',
  auth: 'admin',
  query: pageQuery.extend({
    q: lineField(80).optional(),
    sort: z.enum(['mailed', 'created', 'name', 'email', 'until']).default('mailed'),
    order: z.enum(['asc', 'desc']).default('desc'),
  }),
  reply: listReply(invitationLine),
  example: () => ({}),
})

export const inviteAccount = endpoint({
  summary: 'Invite someone to work in the office: a link to an account of their own is mailed',
  method: 'POST',
  path: '/v1/office/invitations',
  auth: 'admin',
  body: z.object({ email: emailField, fname: nameField, lname: nameField, role }),
  reply: z.object({ id: z.int() }),
  refusals: ['entry.wrong', 'invitation.has_account', 'invitation.open', 'taken'],
  example: () => ({
    body: { email: 'nora.diaz@example.com', fname: 'Nora', lname: 'Diaz', role: 'office' as const },
  }),
})

export const resendInvitation = endpoint({
  summary: 'Mail an invitation again with a new link; the link of before stops working',
  method: 'POST',
  path: '/v1/office/invitations/{id}/resend',
  auth: 'admin',
  params: z.object({ id: idInPath }),
  status: 204,
  example: ({ invitation }) => ({ params: { id: invitation.id } }),
})

export const withdrawInvitation = endpoint({
  summary: 'Withdraw an invitation: its link stops working',
  method: 'DELETE',
  path: '/v1/office/invitations/{id}',
  auth: 'admin',
  params: z.object({ id: idInPath }),
  status: 204,
  example: ({ invitation }) => ({ params: { id: invitation.id } }),
})

export const openInvitation = endpoint({
  summary: 'Show what an invitation is for; the token is the one of its link',
  method: 'POST',
  path: '/v1/invitations/open',
  auth: 'public',
  body: z.object({ token: tokenField }),
  reply: z.object({ email: z.string(), fname: z.string(), lname: z.string(), role, expires_at: instantField }),
  refusals: ['account.invitation_over'],
  example: ({ invitation }) => ({ body: { token: invitation.token } }),
})

export const acceptInvitation = endpoint({
  summary: 'Accept an invitation once: an account of the office with this name and password',
  method: 'POST',
  path: '/v1/invitations/accept',
  auth: 'public',
  body: z.object({
    token: tokenField,
    fname: nameField,
    lname: nameField,
    password: passwordField,
    password2: passwordField,
  }),
  reply: z.object({ email: z.string() }),
  refusals: ['entry.wrong', 'account.invitation_over', 'account.email_taken'],
  example: ({ invitation }) => ({
    body: {
      token: invitation.token,
      fname: 'Nora',
      lname: 'Diaz',
      password: 'Rehearsal7',
      password2: 'Rehearsal7',
    },
  }),
})

export const invitationEndpoints = {
  listInvitations,
  inviteAccount,
  resendInvitation,
  withdrawInvitation,
  openInvitation,
  acceptInvitation,
}
