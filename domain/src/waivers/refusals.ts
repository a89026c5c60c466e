import type { Wording } from '../kernel/wording.ts'
import { underAge } from './form.ts'

export type WaiverRefusal =
  | { code: 'waiver.expired' }
  | { code: 'waiver.signed' }
  | { code: 'waiver.not_agreed'; field: 'agreed' }
  | { code: 'waiver.signature'; field: 'signature'; signer: string }
  /** The one who keeps signatures could not be reached, or would not. */
  | { code: 'waiver.provider' }
  | { code: 'waiver.not_filled_in' }
  | { code: 'waiver.not_needed' }
  | { code: 'waiver.not_yours' }
  | { code: 'waiver.no_address'; field: 'reminder_email' }
  | { code: 'waiver.paper_day'; field: 'signed_on' }
  | { code: 'waiver.paper_season'; field: 'signed_on'; start_year: number }
  | { code: 'waiver.paper_birth'; field: 'signed_on' }
  | { code: 'waiver.paper_signer'; field: 'signer_name' }
  | { code: 'waiver.paper_under_age'; field: 'parent_relationship' }
  | { code: 'waiver.event_over' }
  | { code: 'waiver.on_file' }
  | { code: 'waiver_type.name'; field: 'name' }
  | { code: 'waiver_type.text'; field: 'text' }

/** M134, M135; the sentence of the agreement is that of the review. */
export const waiverWording: Wording<WaiverRefusal> = {
  'waiver.expired': () => 'Sorry, this waiver request has expired.',
  'waiver.signed': () =>
    'Sorry, this waiver request link has been signed. If you have not signed your waiver, please request another link from your registration contact.',
  'waiver.not_agreed': () => 'Please agree to the terms and conditions before continuing.',
  'waiver.signature': ({ signer }) => `Please type your name exactly as shown above: ${signer}.`,
  'waiver.provider': () => 'Something went wrong!',
  'waiver.not_filled_in': () => 'Please fill in the waiver first.',
  'waiver.not_needed': () => 'This person does not need a waiver here.',
  'waiver.not_yours': () =>
    'Our office keeps this waiver on paper, so it cannot be deleted here. Please write to us about it.',
  'waiver.no_address': () => 'Must be valid email',
  'waiver.paper_day': () => 'Enter today or an earlier day.',
  'waiver.paper_season': ({ start_year }) =>
    `A waiver holds for one season. Enter a day from January 1, ${start_year} on, or ask for a new signature.`,
  'waiver.paper_birth': () => 'This day is before the participant was born.',
  'waiver.paper_signer': () => 'Required',
  'waiver.paper_under_age': () => underAge,
  'waiver.event_over': () => 'The event is over, so reminders are no longer sent.',
  'waiver.on_file': () => 'This waiver is already signed.',
  'waiver_type.name': () => 'Please enter a name for this waiver.',
  'waiver_type.text': () => 'Please enter the text to sign.',
}
