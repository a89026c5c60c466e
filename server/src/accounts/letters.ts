import { invitationDays } from '@callboard/domain/accounts/invitation.ts'
import type { Letter } from '../platform/mail/layout.ts'

// Texts of the account mails. Each mail contains one link.

const at = (event: string | undefined) => (event ? ` for ${event}` : '')

export const confirmLetter = (url: string, event: string | undefined): Letter => ({
  subject: `Please confirm your email address${at(event)}`,
  preview: 'One click, and your account is ready.',
  heading: 'Please confirm your email address',
  paragraphs: [
    `You have signed up${event ? ` to register for ${event}` : ''}. Confirm that this address is yours, and your account is ready.`,
    'The link works for 7 days.',
  ],
  action: { label: 'Confirm my address', url },
  closing: ['If you did not sign up, please ignore this email.'],
})

export const resetLetter = (url: string, event: string | undefined): Letter => ({
  subject: `Choose a new password${at(event)}`,
  preview: 'The link works once, for 2 hours.',
  heading: 'Choose a new password',
  paragraphs: [
    `We received a request for a new password${event ? ` on the site of ${event}` : ''}.`,
    'The link works once, for 2 hours.',
  ],
  action: { label: 'Choose a new password', url },
  closing: ['If you did not ask for it, nothing has changed, and you can ignore this email.'],
})

export const setupLetter = (url: string, studio: string, event: string | undefined): Letter => ({
  subject: `Set up the account of ${studio}${at(event)}`,
  preview: `Claim ${studio} by choosing a password.`,
  heading: `Set up the account of ${studio}`,
  paragraphs: [
    `${studio} is in our system${event ? ` at ${event}` : ''}. Choose a password, and the studio’s account is yours to use.`,
    'The link works once, for 3 days.',
  ],
  action: { label: 'Choose a password', url },
  closing: ['If you do not work for this studio, please ignore this email.'],
})

export const newEmailLetter = (url: string): Letter => ({
  subject: 'Please confirm your new email address',
  preview: 'One click, and you sign in with this address.',
  heading: 'Please confirm your new email address',
  paragraphs: [
    'You asked to sign in with this address from now on. Confirm that it is yours. Until then, keep signing in with your current address.',
    'The link works once, for 3 days.',
  ],
  action: { label: 'Confirm my new address', url },
  closing: ['If you did not ask for this, please ignore this email.'],
})

export const emailChangeAskedLetter = (email: string, url: string): Letter => ({
  subject: 'Your email address is about to change',
  preview: `We received a request to move your account to ${email}.`,
  heading: 'Your email address is about to change',
  paragraphs: [
    `We received a request to move your account to ${email}. It moves once someone opens the link we emailed there. Until then nothing changes.`,
  ],
  action: { label: 'Go to my account', url },
  closing: ['If it was not you, cancel the change on your account page and choose a new password right away.'],
})

export const emailChangedLetter = (email: string, url: string): Letter => ({
  subject: 'Your email address was changed',
  preview: `You sign in with ${email} from now on.`,
  heading: 'Your email address was changed',
  paragraphs: [`From now on you sign in with ${email}. Your previous address no longer works.`],
  action: { label: 'Go to my account', url },
  closing: ['If it was not you, please reply to this email right away.'],
})

export const secondFactorLetter = (on: boolean, url: string): Letter => ({
  subject: on ? 'Signing in now takes a second step' : 'Signing in no longer takes a second step',
  preview: on ? 'A code from your app, besides your password.' : 'Your password alone signs you in.',
  heading: on ? 'Signing in now takes a second step' : 'Signing in no longer takes a second step',
  paragraphs: [
    on
      ? 'From now on we ask for a code from your app after your password. Keep your recovery codes where you can find them without your phone.'
      : 'From now on your password alone signs you in.',
  ],
  action: { label: 'Go to my account', url },
  closing: ['If it was not you, please choose a new password right away and reply to this email.'],
})

export const secondFactorResetLetter = (url: string): Letter => ({
  subject: 'Our office turned off your second sign-in step',
  preview: 'Your password alone signs you in until you set it up again.',
  heading: 'Our office turned off your second sign-in step',
  paragraphs: [
    'We were told that you lost your phone and your recovery codes. Your app and codes no longer work here, and you have been signed out everywhere.',
    'Sign in with your password, and set up the second step again on your account page.',
  ],
  action: { label: 'Sign in', url },
  closing: ['If you did not ask for this, please choose a new password right away and reply to this email.'],
})

export const recoveryCodeUsedLetter = (left: number, url: string): Letter => ({
  subject: 'A recovery code was used to sign in',
  preview: left === 1 ? 'One recovery code is left.' : `${left} recovery codes are left.`,
  heading: 'A recovery code was used to sign in',
  paragraphs: [
    `Someone signed in to your account with one of your recovery codes. ${left === 1 ? 'One is' : `${left} are`} left.`,
  ],
  action: { label: 'Get new codes', url },
  closing: ['If it was not you, please choose a new password right away.'],
})

export const invitationLetter = (
  { fname, role }: { fname: string; role: 'office' | 'admin' },
  url: string,
): Letter => ({
  subject: 'You are invited to work in the office',
  preview: `The link works once, for ${invitationDays} days.`,
  heading: 'You are invited to work in the office',
  paragraphs: [
    `Hello ${fname}, you are invited to the office of Callboard${role === 'admin' ? ' as an administrator' : ''}. Choose a password, and your account is ready.`,
    `The link works once, for ${invitationDays} days. The office asks for a second step: have an authenticator app ready.`,
  ],
  action: { label: 'Accept the invitation', url },
  closing: ['If you did not expect this, please ignore this email.'],
})

export const accountEndedLetter = (): Letter => ({
  subject: 'Your office account has ended',
  preview: 'It no longer signs you in.',
  heading: 'Your office account has ended',
  paragraphs: ['An administrator ended your account. You have been signed out everywhere and can no longer sign in.'],
  closing: ['If you did not expect this, please reply to this email.'],
})

const roleWords = {
  user: 'You no longer have access to the office.',
  office: 'You now have access to the office.',
  admin: 'You are now an administrator of the office.',
}

export const roleChangedLetter = (role: keyof typeof roleWords, url: string): Letter => ({
  subject: 'Your role in our office has changed',
  preview: roleWords[role],
  heading: 'Your role in our office has changed',
  paragraphs: [
    `${roleWords[role]} You have been signed out everywhere. Sign in again to continue.`,
    ...(role === 'user' ? [] : ['The office asks for a second step: have an authenticator app ready.']),
  ],
  action: { label: 'Sign in', url },
  closing: ['If you did not expect this, please reply to this email.'],
})

export const passwordChangedLetter = (url: string): Letter => ({
  subject: 'Your password was changed',
  preview: 'You have been signed out everywhere else.',
  heading: 'Your password was changed',
  paragraphs: ['Sign in with your new password from now on. You have been signed out everywhere else.'],
  action: { label: 'Sign in', url },
  closing: ['If it was not you, please choose a new password right away: the sign-in page has a link for that.'],
})
