import type { Wording } from '../kernel/wording.ts'

export type AccountRefusal =
  /** `has_account`: somebody changes the address of an account they have. */
  | { code: 'account.email_taken'; field: 'email'; has_account?: true }
  | { code: 'account.not_recognized' }
  /** The current password, asked for again before something grave, was wrong. */
  | { code: 'account.authentication_failed'; field: 'password' | 'old_password' }
  | { code: 'account.link_over' }
  /** The code of the second step was wrong, too old, or used before. */
  | { code: 'second_factor.wrong_code'; field: 'code' }
  | { code: 'second_factor.step_over' }
  | { code: 'second_factor.already_on' }
  | { code: 'second_factor.not_begun' }
  | { code: 'second_factor.required' }
  /** An administrator takes another account's second step away; of their own they prove it. */
  | { code: 'second_factor.own_reset' }
  | { code: 'second_factor.not_on'; email: string }
  | { code: 'second_factor.reset_reason'; field: 'reason' }
  /** Administrators give and take roles, never their own. */
  | { code: 'role.own' }
  | { code: 'role.unchanged'; field: 'role'; email: string }
  | { code: 'role.unconfirmed'; field: 'role'; email: string }
  | { code: 'role.reason'; field: 'reason' }
  /** The office ended the account; an invitation brings it back. */
  | { code: 'role.ended'; email: string }
  /** Administrators end accounts of the office, never their own. */
  | { code: 'account_end.own' }
  | { code: 'account_end.not_staff'; email: string }
  | { code: 'account_end.studio'; email: string; studio: string }
  | { code: 'invitation.has_account'; field: 'email'; email: string }
  | { code: 'invitation.open'; field: 'email'; email: string }
  | { code: 'account.invitation_over' }
  | { code: 'account.type_not_offered'; field: string }
  | { code: 'studio.email_mismatch'; field: 'email' }
  | { code: 'studio.email_taken'; field: 'email' }
  | { code: 'studio.own_studio' }
  | { code: 'privacy.person_registered'; name: string; city: string }
  | { code: 'privacy.account_registered'; city: string; email: string }
  | { code: 'privacy.account_unfinished'; city: string }
  /** Something is owed, by either side, or a payment is under way. */
  | { code: 'privacy.money_open'; city: string; email: string }
  | { code: 'privacy.staff' }

export const accountWording: Wording<AccountRefusal> = {
  'account.email_taken': ({ has_account }) =>
    has_account
      ? 'Another account already has this email address.'
      : 'There is already an account with this email address. Please sign in instead.',
  'account.not_recognized': () => 'Invalid email / password',
  'account.authentication_failed': () => 'Authentication failed',
  'account.link_over': () => 'This link has been used already or has expired. Please ask for a new one.',
  'second_factor.wrong_code': () => 'This code is wrong or was already used. Please enter the one shown now.',
  'second_factor.step_over': () => 'Too much time has passed. Please sign in again.',
  'second_factor.already_on': () => 'The second step is already on.',
  'second_factor.not_begun': () => 'Please start setting up the second step again.',
  'second_factor.required': () => 'The office always signs in with a second step.',
  'second_factor.own_reset': () =>
    'This is your own account. Turn your second step off on your account page, or ask another administrator.',
  'second_factor.not_on': ({ email }) => `${email} has no second step.`,
  'second_factor.reset_reason': () => 'Please say why, and how you verified their identity.',
  'role.own': () => 'This is your own account. Ask another administrator to change its role.',
  'role.unchanged': ({ email }) => `${email} already has this role.`,
  'role.unconfirmed': ({ email }) => `${email} is not confirmed yet. Ask them to open the link we emailed first.`,
  'role.reason': () => 'Please say why.',
  'role.ended': ({ email }) => `The account of ${email} has ended. Invite this address to bring it back.`,
  'account_end.own': () => 'This is your own account. Ask another administrator to end it.',
  'account_end.not_staff': ({ email }) => `${email} does not work in the office.`,
  'account_end.studio': ({ email, studio }) =>
    `${studio} registers with ${email}. Change the role to “None” instead: the studio keeps its account.`,
  'invitation.has_account': ({ email }) => `${email} already has an account. Find it in the list and change its role.`,
  'invitation.open': ({ email }) => `${email} is already invited. Send that invitation again instead.`,
  'account.invitation_over': () =>
    'This invitation was used, withdrawn, or has expired. Please ask an administrator of the office for a new one.',
  'account.type_not_offered': () => 'Please choose from the list.',
  'studio.email_taken': () => 'Another studio or account already has this email address.',
  'studio.email_mismatch': () => 'The email you provided does not match the email on the account.',
  'privacy.person_registered': ({ name, city }) =>
    `${name} is registered for ${city}. Please take them out of that registration first, or wait until the event is over.`,
  'privacy.account_registered': ({ city, email }) =>
    `You are registered for ${city}. Please write to ${email} to cancel that registration, or wait until the event is over.`,
  'privacy.account_unfinished': ({ city }) =>
    `You have an unfinished registration for ${city}. Please delete it first, or wait until the event is over.`,
  'privacy.money_open': ({ city, email }) =>
    `There is still an open balance for ${city}. Please write to ${email} so we can settle it.`,
  'privacy.staff': () => 'Only an administrator can end an account of the office.',
  'studio.own_studio': () => 'A studio account always registers its own studio.',
}
