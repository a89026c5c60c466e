import { expect, test } from 'vitest'
import { sampleAttendee, sampleFacts, sampleRegistration, sampleRoutine } from './attendees/sample-city.ts'
import { instant } from '../kernel/instant.ts'
import { dollars } from '../kernel/money.ts'
import { editChanges, owedBeforeEdit } from './edit.ts'

test('EDIT-003 OFF-020 a change of level or division says which it was and which it becomes', () => {
  const { workshop_levels } = sampleFacts()
  const [jazz, tap] = [
    { id: 1, name: 'Jazz' },
    { id: 2, name: 'Tap' },
  ]
  const [level, otherLevel] = workshop_levels
  if (!level || !otherLevel || !jazz || !tap) throw new Error('The sample city has two of each')
  const attendee = sampleAttendee(1, level.id)
  const routine = { ...sampleRoutine(9, [1]), performance_division_id: jazz.id }
  const before = sampleRegistration([attendee], { routines: [routine] })
  const after = sampleRegistration([{ ...attendee, workshop_level_id: otherLevel.id, one_day: true }], {
    routines: [{ ...routine, performance_division_id: tap.id }],
  })
  const { people, routines } = editChanges(before, after, { workshop_levels, performance_divisions: [jazz, tap] })
  expect(people).toMatchObject([{ what: [`level from ${level.level} to ${otherLevel.level}`, 'one day added'] }])
  expect(routines).toMatchObject([{ what: ['performance division from Jazz to Tap'] }])
})

test('EDIT-003 OFF-020 an add-on, an option or a choice of a list is said to be added or removed', () => {
  const [level] = sampleFacts().workshop_levels
  if (!level) throw new Error('The sample city has a level')
  const attendee = sampleAttendee(1, level.id)
  const options = { photoshoot: true, media_pass: true, virtual: true, kdoty: true, lab_id: 4 }
  const [plain, full] = [attendee, { ...attendee, ...options }].map((one) => sampleRegistration([one], {}))
  if (!plain || !full) throw new Error('Both were made')
  const facts = { ...sampleFacts(), performance_divisions: [] }
  const whatOf = (before: typeof plain, after: typeof plain) => editChanges(before, after, facts).people[0]?.what
  expect(whatOf(plain, full)).toEqual(
    expect.arrayContaining(['Photoshoot added', 'media pass added', 'virtual added', 'KDOTY added', 'lab added']),
  )
  expect(whatOf(full, plain)).toEqual(
    expect.arrayContaining([
      'Photoshoot removed',
      'media pass removed',
      'virtual removed',
      'KDOTY removed',
      'lab removed',
    ]),
  )
  const other = sampleRegistration([{ ...attendee, ...options, lab_id: 5 }], {})
  expect(whatOf(full, other)).toEqual(['lab'])
})

test.each([
  ['nothing came', [], 40],
  ['a payment for the edit is owed beside it', [[1, 30, null, 2]], 40 + 30],
  ['a refund of the office is none of the edit’s', [[2, -30, null, 2]], 40],
  ['nor is one of a payment from before', [[2, -30, 1, 2]], 40],
  [
    'a payment that went back did not come',
    [
      [3, 30, null, 2],
      [4, -30, 3, 3],
    ],
    40,
  ],
  ['a payment from before is in the balance', [[5, 30, null, 0]], 40],
] as const)('EDIT-013 the balance that an edit need not pay: %s', (_, rows, balance) => {
  const at = (minute: number) => instant(`2024-10-01T16:0${minute}:00Z`)
  const payments = rows.map(([id, amount, of_payment_id, minute]) => ({
    ...{ id, amount: dollars(amount), of_payment_id, timestamp: at(minute) },
  }))
  expect(owedBeforeEdit(dollars(40), payments, at(1))).toBe(dollars(balance))
})
