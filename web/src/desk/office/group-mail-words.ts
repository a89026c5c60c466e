import type { AudienceStatus, GroupMailKind } from '@callboard/domain/desk/group-mail.ts'
import type { Reply } from '../../api/call.ts'

export type GroupMail = Reply<'GET /v1/office/group-mails/{id}'>
export type GroupMailState = GroupMail['state']

export const groupMailStates = {
  draft: { word: 'Draft', tone: 'idle' },
  scheduled: { word: 'Scheduled', tone: 'standby' },
  sending: { word: 'Sending', tone: 'standby' },
  sent: { word: 'Sent', tone: 'done' },
  canceled: { word: 'Canceled', tone: 'idle' },
} as const

export const kindWords: Record<GroupMailKind, { name: string; about: string }> = {
  contract: {
    name: 'About their registration',
    about: 'Payments, waivers, changes to the event. Everyone gets it.',
  },
  news: { name: 'News', about: 'Has a link to unsubscribe. People who unsubscribed don’t get it.' },
}

export const audienceStateWords: Record<AudienceStatus, string> = {
  any: 'Every registration',
  incomplete: 'Not completed',
  completed: 'Completed',
  to_confirm: 'To confirm',
  confirmed: 'Confirmed',
}

export const conditions = [
  ['owes', 'Owes a balance'],
  ['paid_in_full', 'Paid in full'],
  ['lacks_waivers', 'Waivers are missing'],
  ['lacks_music', 'Music is missing'],
  ['in_program', 'Has a dancer in the program'],
] as const

export const recipientStates = {
  waiting: { word: 'Not sent yet', tone: 'idle' },
  queued: { word: 'On its way', tone: 'standby' },
  sent: { word: 'Sent', tone: 'done' },
  failed: { word: 'Failed', tone: 'stop' },
  unsubscribed: { word: 'Unsubscribed', tone: 'idle' },
  ended: { word: 'Account ended', tone: 'idle' },
} as const
