import { expect, test } from 'vitest'
import { auditActions } from '../platform/audit-actions.ts'
import { auditDetails, type AuditEntry } from './audit-changes.ts'
import { referencesOf } from './audit-references.ts'
import { auditSentence, auditSentences } from './audit-sentences.ts'

const names = {
  'registration 12': 'Marlowe Dance in Radix Dallas',
  'tour_date 7': 'Radix Dallas',
  'event 3': 'Radix',
  'season 4': '2024–2025',
  'season 5': '2025–2026',
  'level 2': 'Senior',
  'person 9': 'Ida Quill',
  'user 5': 'Grace Marlowe',
  'promo_code 8': 'FALL',
  'registration_routine 31': '12a Rain in Radix Dallas',
  'registration_routine 32': '14 Sun in Radix Dallas',
  'judge_seat 3': 'judge 2 (Paloma Reyes)',
  'judge_seat 4': 'judge 3 (Noel Hart)',
  'critique_item 6': 'Turns',
  'critique_item 7': 'Landing',
}
const entry = (action: string, entity: string, entity_id: string, before: unknown, after: unknown): AuditEntry => ({
  actor: 'Olive Office',
  zone: 'America/Chicago',
  ...{ action, entity, entity_id, before, after, names },
})

test.each<[AuditEntry, string]>([
  [
    entry('confirm registration', 'registration', '12', { confirmed: false }, { confirmed: true }),
    'Olive Office confirmed the registration of Marlowe Dance in Radix Dallas.',
  ],
  [
    entry(
      'record payment',
      'registration',
      '12',
      { paid: 10_000 },
      { paid: 133_450, amount: 123_450, payment_method_id: 2 },
    ),
    'Olive Office recorded a payment of $1,234.50 (Check) for the registration of Marlowe Dance in Radix Dallas: paid from $100.00 to $1,334.50.',
  ],
  [
    entry(
      'record refund',
      'registration',
      '12',
      { paid: 10_000 },
      { paid: 5_000, amount: -5_000, payment_method_id: 9, office_reason: 'Injured' },
    ),
    'Olive Office recorded a refund of $50.00 (Cash) for the registration of Marlowe Dance in Radix Dallas: paid from $100.00 to $50.00. Reason: “Injured”.',
  ],
  [
    entry(
      'change city',
      'tour_date',
      '7',
      { cutoff_end_date: '2024-10-04T04:59:00.000Z', canceled: false, hotel: { name: 'Inn' }, venue: { name: 'Hall' } },
      {
        cutoff_end_date: '2024-11-05T05:59:00.000Z',
        canceled: true,
        hotel: { name: 'Lodge' },
        venue: { name: 'Hall' },
      },
    ),
    'Olive Office changed the city Radix Dallas: cutoff end date from Thu, Oct 3, 2024, 11:59 pm CDT to Mon, Nov 4, 2024, 11:59 pm CST; canceled from no to yes; hotel name from “Inn” to “Lodge”.',
  ],
  [
    entry(
      'change prices',
      'event',
      '3',
      { levels: [{ level_id: 2, tier: 'full', kind: 'one_day', price: 10_000 }], categories: [] },
      { levels: [{ level_id: 2, tier: 'full', kind: 'one_day', price: 12_050 }], categories: [] },
    ),
    'Olive Office changed the prices of the event Radix: Senior full one_day price from $100.00 to $120.50.',
  ],
  [
    entry(
      'change promo code',
      'promo_code',
      '8',
      { value: 500, percentage: false },
      { value: 2_500, percentage: true },
    ),
    'Olive Office changed the promo code FALL: value from $5.00 to 25%; percentage from no to yes.',
  ],
  [
    entry(
      'change setting',
      'setting',
      'deposit_per_routine',
      { event_id: 3, value: 5_000 },
      { event_id: 3, value: 6_000 },
    ),
    'Olive Office changed the setting “Deposit per routine” for Radix from $50.00 to $60.00.',
  ],
  [
    entry('change setting', 'setting', 'critique_source_min_season', { value: 4 }, { value: 5 }),
    'Olive Office changed the setting “Critiques are the judges’ sheets from this season on” from 2024–2025 to 2025–2026.',
  ],
  [
    entry('change role', 'user', '5', { role: 'user' }, { role: 'office', reason: 'New at the desk' }),
    'Olive Office changed the role of Grace Marlowe from user to office. Reason: “New at the desk”.',
  ],
  [
    entry('give person an owner', 'person', '9', { owner_user_id: null }, { owner_user_id: 5 }),
    'Olive Office made Grace Marlowe the owner of the person Ida Quill.',
  ],
])('OFF-051 an audit row is a sentence with actor, thing and values: %#', (row, sentence) => {
  expect(auditSentence(row)).toBe(sentence)
})

test('OFF-051 a setting whose value is a season names that season', () => {
  const row = { entity: 'setting', entity_id: 'critique_source_min_season', before: { value: 4 }, after: { value: 5 } }
  expect(referencesOf(row)).toEqual([
    { kind: 'season', id: 4 },
    { kind: 'season', id: 5 },
  ])
  expect(referencesOf({ ...row, entity_id: 'deposit_per_routine' })).toEqual([])
})

test('OFF-051 on the page of the thing itself a sentence does not repeat its name', () => {
  const row = entry('take confirmation back', 'registration', '12', { confirmed: true }, { confirmed: false })
  expect(auditSentence(row, { onItsPage: true })).toBe('Olive Office undid the confirmation of this registration.')
})

test('OFF-051 an action of before the table is told in its own words, with its changes', () => {
  expect(auditSentence(entry('merge people', 'person', '9', { fname: 'Ada' }, { fname: 'Ida' }))).toBe(
    'Olive Office did “merge people” to the person Ida Quill: fname from “Ada” to “Ida”.',
  )
  expect(auditSentence(entry('toString', 'robot', 'x', null, {}))).toBe('Olive Office did “toString” to the robot x.')
})

test('a sentence stands where the values or the thing are gone', () => {
  expect(auditSentence(entry('correct person', 'person', '77', null, null))).toBe(
    'Olive Office did “correct person” to the person no. 77. The values were erased.',
  )
  const impossible = { start_date: '2024-99-99', at: '2024-99-99T00:00:00Z' }
  expect(auditSentence(entry('change city', 'tour_date', '7', {}, impossible))).toContain('start date “2024-99-99”')
})

test('a sentence tells four changes and counts the others', () => {
  const fields = ['one', 'two', 'three', 'four', 'five', 'six']
  const all = (value: number) => Object.fromEntries(fields.map((field) => [field, value]))
  expect(auditSentence(entry('change event', 'event', '3', all(1), all(2)))).toBe(
    'Olive Office changed the event Radix: one from 1 to 2; two from 1 to 2; three from 1 to 2; four from 1 to 2; 2 more.',
  )
})

test('OFF-051 every action of the list has a sentence, also for values of another shape', () => {
  expect(Object.keys(auditSentences).toSorted()).toEqual([...auditActions].toSorted())
  for (const action of auditActions) {
    const sentence = auditSentence(entry(action, 'registration', '12', { name: 'a' }, { name: 'b' }))
    expect(sentence, action).toMatch(/^Olive Office [a-z].+\.$/)
    expect(sentence, action).not.toMatch(/undefined|\[object|NaN|did “/)
  }
})

test('OFF-051 numbers in a list are told by the names of what they number, in the details too', () => {
  const swap = entry('swap scores', 'judging', '7', null, { entry: 31, judge_seat_ids: [3, 4, 99] })
  expect(referencesOf(swap)).toEqual(expect.arrayContaining([3, 4, 99].map((id) => ({ kind: 'judge_seat', id }))))
  expect(auditDetails(swap)).toContainEqual({
    ...{ label: 'judge seats', before: null, after: 'judge 2 (Paloma Reyes), judge 3 (Noel Hart), no. 99' },
  })
})

test('OFF-051 a critique, a deduction and homework name their routine', () => {
  expect(auditSentence(entry('set routine homework', 'routine', '31', null, { homework: 2 }))).toBe(
    'Olive Office set 2 videos as homework of the routine 12a Rain in Radix Dallas.',
  )
  expect(auditDetails(entry('add deduction', 'judging', '7', null, { entry: 31, code: 'late' }))).toEqual([
    { label: 'entry', before: null, after: '12a Rain in Radix Dallas' },
    { label: 'code', before: null, after: 'late' },
  ])
})

test('OFF-051 a judge’s later mark tells which items of the office it keeps, and which it changes', () => {
  const ofJudge = (action: string, before: object | null, after: object) =>
    auditSentence({ ...entry(action, 'routine', '31', before, after), actor: 'Judge 2 (Paloma Reyes)' })
  const items = (one: string, other: string) => ({
    items: [
      { critique_item_id: 6, kind: one },
      { critique_item_id: 7, kind: other },
    ],
  })
  expect(ofJudge('keep office items', null, items('good', 'removed'))).toBe(
    'Judge 2 (Paloma Reyes) sent a later mark of the routine 12a Rain in Radix Dallas; it keeps what the office had set: Turns good, Landing removed.',
  )
  expect(ofJudge('replace office items', items('good', 'removed'), items('bad', 'good'))).toBe(
    'Judge 2 (Paloma Reyes) sent a later mark of the routine 12a Rain in Radix Dallas; it changes what the office had set from Turns good, Landing removed to Turns bad, Landing good.',
  )
})

test.each<[string, object | null, object | null, string]>([
  [
    'enter score',
    null,
    { entry: 31, judge_seat_id: 3, points: 9_150, abstained: null },
    'typed a mark of 91.5 from paper for 12a Rain in Radix Dallas, judge 2 (Paloma Reyes).',
  ],
  [
    'enter score',
    null,
    { entry: 31, judge_seat_id: 3, points: null, abstained: 'Ill' },
    'typed an abstention from paper for 12a Rain in Radix Dallas, judge 2 (Paloma Reyes).',
  ],
  [
    // A row of an earlier version, which named the seat by its number alone.
    'reopen score',
    null,
    { entry: 31, seat: 3, reason: 'Typed for another entry' },
    'reopened a mark of a locked block for 12a Rain in Radix Dallas. Reason: “Typed for another entry”.',
  ],
  [
    'choose score',
    null,
    { entry: 31, judge_seat_id: 3, points: 9_000, reason: 'The judge said so' },
    'chose the mark 90 of two contested ones for 12a Rain in Radix Dallas, judge 2 (Paloma Reyes). Reason: “The judge said so”.',
  ],
  [
    'swap scores',
    null,
    { entry: 31, other_entry: 32, judge_seat_ids: [3, 4], reason: 'Mixed up on paper' },
    'swapped the marks of 12a Rain in Radix Dallas and 14 Sun in Radix Dallas, judge 2 (Paloma Reyes), judge 3 (Noel Hart). Reason: “Mixed up on paper”.',
  ],
  [
    // A row of an earlier version, which named the seats by their numbers alone.
    'swap scores',
    null,
    { entry: 31, other_entry: 32, seats: [3, 4], reason: 'Mixed up on paper' },
    'swapped the marks of 12a Rain in Radix Dallas and 14 Sun in Radix Dallas. Reason: “Mixed up on paper”.',
  ],
  [
    'add deduction',
    null,
    { entry: 31, code: 'overtime', points: 300, reason: '' },
    'deducted 3 points from 12a Rain in Radix Dallas: overtime.',
  ],
  [
    'add deduction',
    null,
    { entry: 31, code: 'costume', points: 5000, reason: 'A strap broke' },
    'deducted 50 points from 12a Rain in Radix Dallas: costume. Reason: “A strap broke”.',
  ],
  [
    'void deduction',
    { entry: 31, code: 'overtime', points: 300 },
    null,
    'undid the deduction of 3 points from 12a Rain in Radix Dallas: overtime.',
  ],
  [
    'unlock block',
    null,
    { name: 'Morning', reason: 'A mark was typed wrong' },
    'unlocked the block “Morning” in the judging of Radix Dallas. Reason: “A mark was typed wrong”.',
  ],
])('OFF-051 %s is told with its entry, its judge, its points, and its reason once', (action, before, after, words) => {
  expect(auditSentence(entry(action, 'judging', '7', before, after))).toBe(`Olive Office ${words}`)
})

test.each<[string, object, object, string]>([
  ['retry media', {}, { name: 'Talk 12' }, 'had “Talk 12” processed again.'],
  [
    'withhold media',
    { reason: null },
    { name: 'Talk 12', reason: 'A name is heard' },
    'withheld the recording “Talk 12”. Reason: “A name is heard”.',
  ],
  [
    'withhold media',
    { reason: 'A name is heard' },
    { name: 'Talk 12', reason: null },
    'showed the recording “Talk 12” again.',
  ],
  [
    'shift media',
    { shift_ms: null },
    { name: 'Talk 12', shift_ms: 400 },
    'moved the recording “Talk 12” to 400 ms after its video.',
  ],
  [
    'shift media',
    { shift_ms: 400 },
    { name: 'Talk 12', shift_ms: null },
    'moved the recording “Talk 12” back to its recorded time.',
  ],
])('OFF-051 %s of a recording is told in words', (action, before, after, words) => {
  expect(auditSentence(entry(action, 'media', '7', before, after))).toBe(`Olive Office ${words}`)
})

test('OFF-051 the details of a change are all its values in words, none cut off', () => {
  const text = 'Bring a jacket. '.repeat(10).trim()
  const before = { text, amount: 12_000, canceled: false, hotel: { name: 'Inn' }, levels: [{ level: 'Senior', id: 2 }] }
  const after = { ...before, canceled: true, season_id: 4, nothing: null }
  const details = auditDetails(entry('change city', 'tour_date', '7', before, after))
  expect(details).toEqual([
    { label: 'text', before: text, after: text },
    { label: 'amount', before: '$120.00', after: '$120.00' },
    { label: 'canceled', before: 'no', after: 'yes' },
    { label: 'hotel name', before: 'Inn', after: 'Inn' },
    { label: 'levels Senior level', before: 'Senior', after: 'Senior' },
    { label: 'levels Senior id', before: '2', after: '2' },
    { label: 'season', before: null, after: '2024–2025' },
    { label: 'nothing', before: null, after: 'nothing' },
  ])
})
