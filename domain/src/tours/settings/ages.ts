import { anywhere, definer } from './definition.ts'

const define = definer('Ages')

/** From which age something holds. */
export const ageSettings = {
  dancer_age_threshold: define<number>({
    label: 'Ask whether a dancer is a teacher from age',
    help: 'A dancer of this age or older, added singly, is asked whether they are a teacher.',
    kind: 'age',
    range: [10, 99],
    scope: anywhere,
    value: 20,
    source: 'S1 §9 L200',
  }),
  minimum_dancer_age: define<number>({
    label: 'Youngest dancer',
    help: 'A younger child cannot be registered as a dancer.',
    kind: 'age',
    range: [0, 18],
    scope: anywhere,
    value: 4,
    source: 'S1 §9 L200',
  }),
  teacher_minimum_age: define<number>({
    label: 'Youngest teacher',
    help: 'Someone younger, added singly as a teacher, is asked whether they are a dancer.',
    kind: 'age',
    range: [10, 99],
    scope: anywhere,
    value: 18,
    source: 'S1 §9 L200',
  }),
  waiver_adult_age: define<number>({
    label: 'Signs their own waiver from age',
    help: 'Counted on the day of signing. For someone younger a parent or guardian signs.',
    kind: 'age',
    range: [14, 30],
    scope: anywhere,
    value: 18,
    source: 'S1 §9 L200, S3 §9 L244, A15',
  }),
  open_division_age: define<number>({
    label: 'Oldest division from age',
    help: 'One dancer of this age puts the routine into the oldest division.',
    kind: 'age',
    range: [10, 99],
    scope: anywhere,
    value: 21,
    source: 'S1 §9 L200, S2 §9 L297',
  }),
  division_cap_below_oldest: define<boolean>({
    label: 'Keep a routine within one division of its oldest dancer',
    help: 'When on, a routine competes at most one division below that of its oldest dancer.',
    kind: 'switch',
    scope: anywhere,
    value: false,
    source: 'A36',
  }),
}
