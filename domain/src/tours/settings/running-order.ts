import { anywhere, definer } from './definition.ts'

const define = definer('Competition')

/** The times and limits that a running order follows, and whether judges see whose entries they are. */
export const runningOrderSettings = {
  changeover_seconds: define<number>({
    label: 'Running order, seconds between two entries',
    help: 'Each entry takes its category’s time, its extra minutes and this changeover.',
    kind: 'count',
    range: [0, 600],
    scope: anywhere,
    value: 20,
    source: 'RES-007',
  }),
  prop_seconds: define<number>({
    label: 'Running order, seconds to set up a prop',
    help: '',
    kind: 'count',
    range: [0, 1_200],
    scope: anywhere,
    value: 60,
    source: 'RES-007',
  }),
  dancer_gap_minutes: define<number>({
    label: 'Running order, fewest minutes between two entries of a dancer',
    help: 'A shorter gap is shown as a conflict; it can be kept.',
    kind: 'count',
    range: [0, 240],
    scope: anywhere,
    value: 15,
    source: 'RES-007',
  }),
  dancer_gap_entries: define<number>({
    label: 'Running order, fewest entries between two of a dancer',
    help: 'Counted within a block.',
    kind: 'count',
    range: [0, 60],
    scope: anywhere,
    value: 6,
    source: 'RES-007',
  }),
  judges_see_studios: define<boolean>({
    label: 'Judges see the names of studios',
    help: 'When off, tablets show a letter instead of each studio.',
    kind: 'switch',
    scope: anywhere,
    value: false,
    source: 'OFF-031',
  }),
  studio_run_most: define<number>({
    label: 'Running order, most entries of a studio in a row',
    help: '',
    kind: 'count',
    range: [1, 100],
    scope: anywhere,
    value: 3,
    source: 'RES-007',
  }),
}
