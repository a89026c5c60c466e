import type { Wording } from '../kernel/wording.ts'
import { accept, refuse } from '../kernel/result.ts'
import type { FieldErrors } from './contact.ts'

export type PersonRefusal =
  /** A field of a form is not right; `why` is the sentence that stands below it. */
  | { code: 'entry.wrong'; field: string; why: string }
  | { code: 'roster.already_there' }
  | { code: 'roster.in_routine'; name: string }
  /** Name, birthdate and gender of someone whom another account entered. */
  | { code: 'roster.shared'; field: string }
  /** The Idempotency-Key of an import is malformed, or stands for another sheet. */
  | { code: 'roster.import_key'; field: string }
  | { code: 'roster.import_changed' }
  | { code: 'person.has_owner' }
  /** The person was changed since the office read it. */
  | { code: 'person.changed' }
  | { code: 'person.reason'; field: 'reason' }
  | { code: 'person.not_on_roster'; field: 'user_id' }

export const personWording: Wording<PersonRefusal> = {
  'entry.wrong': ({ why }) => why,
  'roster.already_there': () => 'It looks like you already have this person in your roster!',
  'roster.in_routine': ({ name }) =>
    `${name} is in a routine of an open registration. Please take them out of the routine first.`,
  'roster.shared': () =>
    'Another account entered this person first. Please write to us to change the name, gender or birthdate.',
  'roster.import_key': () => 'This sheet could not be imported. Please reload the page and try again.',
  'roster.import_changed': () =>
    'This sheet was changed after it was sent. Please reload the page and import it again.',
  'person.has_owner': () => 'Only this person’s owner can change the name and birthdate.',
  'person.changed': () => 'This person has changed. Please reload the page and check it again.',
  'person.reason': () => 'Please say why.',
  'person.not_on_roster': () => 'Only an account that has this person on its roster can become the owner.',
}

/** Accepts a form without errors, or refuses it for the first field that has one, in the order the rule names them. */
export function checkEntry(errors: FieldErrors) {
  for (const [field, why] of Object.entries(errors)) {
    if (why !== undefined) return refuse<PersonRefusal>({ code: 'entry.wrong', field, why })
  }
  return accept(true)
}
