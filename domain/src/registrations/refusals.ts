import type { LineRefusal } from './line-refusals.ts'
import type { Wording } from '../kernel/wording.ts'

export type RegistrationRefusal =
  | { code: 'registration.closed'; tab: 'review' }
  | { code: 'registration_completed' }
  | { code: 'registration.not_completed' }
  | { code: 'registration.completed_stays' }
  | { code: 'registration.judged' }
  | { code: 'registration.just_registered' }
  | { code: 'registration.edit_over' }
  | { code: 'registration.no_edit' }
  | { code: 'registration.not_reviewed'; tab: 'review' }
  | { code: 'registration.credit_undecided' }
  | { code: 'registration.review_email'; field: 'review_email'; tab: 'review' }
  | { code: 'registration.ancillary_person'; field: 'ancillary_person'; tab: 'review' }
  | { code: 'submit.no_dancer_or_teacher'; tab: 'dancers' }
  | { code: 'submit.no_attendee'; tab: 'dancers' }
  | { code: 'submit.no_intensive'; tab: 'dancers' }
  | { code: 'submit.competition_closed'; tab: 'competition' }
  | { code: 'submit.no_routines'; tab: 'competition' }
  | { code: 'submit.finals_soloist'; tab: 'competition'; person_id: number; name: string }
  | { code: 'submit.small_solos'; tab: 'competition'; email: string; over: number; below: number }
  | {
      code: 'submit.no_room'
      tab: 'dancers' | 'teachers' | 'observers' | 'competition'
      key: string
      over: number
      sentence: string
    }
  | { code: 'submit.terms'; tab: 'review' }
  | LineRefusal
  | { code: 'registration.review_again'; tab: 'review' }

/** M054. */
export const closedSentence = 'Sorry! Registration for this event & city has closed'

/** M054, M056, M069 to M071, M091, M097, M099, M110: the documents' own sentences, else the wording of the requirements. */
export const registrationWording: Wording<RegistrationRefusal> = {
  'registration.closed': () => closedSentence,
  registration_completed: () => 'This registration has been completed.',
  'registration.not_completed': () => 'This registration is not completed yet.',
  'registration.completed_stays': () => 'A completed registration cannot be deleted.',
  'registration.judged': () =>
    'Judges have scored this registration, so it cannot be deleted. Please ask the office to scratch its routines.',
  'registration.just_registered': () =>
    'Hey there! It looks like you just registered! Please give us 1-3 days to review your registration and then the edit button will become available.',
  'registration.edit_over': () => 'The event has begun; this registration can no longer be edited.',
  'registration.no_edit': () => 'There is no edit of this registration. It was submitted or discarded.',
  'registration.not_reviewed': () => 'Please review the registration first.',
  'registration.credit_undecided': () => 'Please decide on the credit of this registration first.',
  'registration.review_email': () => 'Must be valid email',
  'registration.ancillary_person': () => 'Please fill out all required fields.',
  'submit.no_dancer_or_teacher': () => 'To continue, please register at least one dancer or teacher.',
  'submit.no_attendee': () => 'To continue, please register at least one attendee.',
  'submit.no_intensive': () => 'Please select an intensive for all attendees.',
  'submit.competition_closed': () =>
    'Competition has been closed. Please remove all routines before completing your registration.',
  'submit.no_routines': () => 'You currently have no registered routines. Would you like to add a routine?',
  'submit.finals_soloist': ({ name }) => `${name} must be in a group routine to compete in the finals solos.`,
  'submit.small_solos': ({ email, over, below }) =>
    `The limit of solos has been reached for this city from registrations with under ${below} dancers. If you would like to be added to the waiting list, please email ${email}. Please remove ${over} solo(s) to continue.`,
  'submit.no_room': ({ sentence }) => sentence,
  'submit.line': ({ sentence }) => sentence,
  'registration.review_again': () =>
    'Your total has changed since your review. Please review your registration once more.',
  'submit.terms': () => 'Please agree to the terms and conditions before continuing.',
}
