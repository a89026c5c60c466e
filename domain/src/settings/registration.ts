import { anywhere, definer } from './definition.ts'

const define = definer('Registration')

/** How long places, rates, links and registration itself last. */
export const registrationSettings = {
  access_codes_at_completion: define<boolean>({
    label: 'Access codes are made at completion',
    help: 'For everybody who takes part virtually. When off, the office gives them.',
    kind: 'switch',
    scope: anywhere,
    value: false,
    source: 'S3 §3 L110',
  }),
  waiver_request_days: define<number>({
    label: 'A link to sign a waiver works for so many days',
    help: 'Links mailed before keep their end.',
    kind: 'days',
    scope: anywhere,
    value: 30,
    source: 'S3 §4 L125',
  }),
  hold_minutes: define<number>({
    label: 'A place is held for so many minutes',
    help: 'From review to completion; renewed by activity.',
    kind: 'count',
    scope: anywhere,
    value: 15,
    source: 'COMP-084',
  }),
  hold_minutes_most: define<number>({
    label: 'A place is held for at most',
    help: 'Minutes in all, however active.',
    kind: 'count',
    scope: anywhere,
    value: 60,
    source: 'COMP-084',
  }),
  waiting_offer_hours: define<number>({
    label: 'An offered place waits for an answer, hours',
    help: 'A place that became free is kept for the first on the waiting list; unanswered it goes to the next.',
    kind: 'count',
    scope: anywhere,
    value: 24,
    source: 'A18',
  }),
  rate_grace_hours: define<number>({
    label: 'A rate outlasts its date by hours',
    help: 'Counted in UTC from the date.',
    kind: 'count',
    scope: anywhere,
    value: 7,
    source: 'S1 §4 L83',
  }),
  closing_grace_hours: define<number>({
    label: 'Registration outlasts the event by hours',
    help: 'Counted in UTC from the end date.',
    kind: 'count',
    scope: anywhere,
    value: 8,
    source: 'S1 §4 L85',
  }),
  unnamed_observers_most: define<number>({
    label: 'Unnamed observers, most',
    help: '',
    kind: 'count',
    scope: anywhere,
    value: 100,
    source: 'S1 §5 L125',
  }),
  jacket_optional_on_review: define<boolean>({
    label: 'Jackets may be settled after the review',
    help: 'When on, the review does not list a missing jacket size or name.',
    kind: 'switch',
    scope: anywhere,
    value: false,
    source: 'S2 §5 L186',
  }),
}
