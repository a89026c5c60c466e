import { describe, expect, test } from 'vitest'
import { explain } from '../../refusals.ts'
import { type Attendee, type Registration, isGroup } from '../registration.ts'
import { addDancer, addEveryone, addObserver, addTeacher, listNewAttendees } from './add-attendee.ts'
import type { AttendeesResult } from './attendee-change.ts'
import { routinesOfPeople } from './competing-people.ts'
import { suggestedLevel } from './level.ts'
import { missingAttendees } from './may-continue.ts'
import { moveTo, removeAttendee, removeAttendees } from './remove-attendee.ts'
import {
  sampleAttendee,
  sampleCandidate,
  sampleFacts,
  sampleLevels,
  sampleRegistration,
  sampleRoutine,
  sampleTourDate,
} from './sample-city.ts'
import { setObservers } from './set-extras.ts'
import { setLevel, setOneDay } from './set-level.ts'

const facts = sampleFacts()
const nobody = sampleRegistration([])
const of = (level: number, changes: Partial<Attendee> = {}, more: Partial<Registration> = {}) =>
  sampleRegistration([sampleAttendee(1, level, changes)], more)
const inRoutine = { routines: [sampleRoutine(7, [1])] }
const inWaiting = { waiting_list_routines: [sampleRoutine(7, [1], { status: 'waiting' })] }
const codeOf = (act: AttendeesResult) => (act.ok ? 'accepted' : act.refusal.code)
const sentenceOf = (act: AttendeesResult) => (act.ok ? 'accepted' : explain(act.refusal))
const personOf = (act: AttendeesResult, id = 1) => (act.ok ? act.value.attendees[id] : undefined)
const levelOf = (act: AttendeesResult) => personOf(act)?.workshop_level_id
const withLevel = (id: number, changes: Partial<(typeof sampleLevels)[number]>) =>
  sampleLevels.map((level) => (level.id === id ? { ...level, ...changes } : level))

describe('adding one dancer', () => {
  const add = (age: number | null, brand = {}) =>
    addDancer(nobody, { candidate: sampleCandidate(1, age, 'Ana') }, sampleFacts({ brand }))

  test.each([
    ['ATT-006 without a birthdate', null, 'Ana Reed needs a birthdate first. Go to the roster?'],
    ['ATT-007 ATT-068 aged 3', 3, 'Ana Reed does not meet the age requirements.'],
    ['ATT-068 aged 4', 4, 'accepted'],
    ['ATT-068 aged 19', 19, 'accepted'],
    ['ATT-008 ATT-068 CONST-002 aged 20', 20, 'Is Ana Reed a teacher?'],
  ])('%s', (_, age, sentence) => {
    expect(sentenceOf(add(age))).toBe(sentence)
  })

  test.each([
    ['a full level is the reason', 8, 'Mini is sold out.'],
    ['a dancer under every age is too young', 3, 'Ana Reed does not meet the age requirements.'],
    ['a dancer of an open level comes in', 11, 'accepted'],
  ])('ATT-007 ATT-019 with one level sold out %s', (_, age, sentence) => {
    const workshop_levels = withLevel(1, { status: 'sold_out' })
    const act = addDancer(nobody, { candidate: sampleCandidate(1, age, 'Ana') }, sampleFacts({ workshop_levels }))
    expect(sentenceOf(act)).toBe(sentence)
  })

  test('ATT-008 VAR-004 a combined workshop does not ask', () => {
    expect(codeOf(add(30, { is_combined_workshop: true }))).toBe('accepted')
  })

  test('ATT-008 ATT-070 the answer decides: yes makes a teacher, no a dancer', () => {
    const candidate = sampleCandidate(1, 30)
    expect(levelOf(addDancer(nobody, { candidate, answered: 'teacher' }, facts))).toBe(5)
    expect(levelOf(addDancer(nobody, { candidate, answered: 'dancer' }, facts))).toBe(4)
  })

  test('ATT-005 the same person twice changes nothing; as another kind is refused', () => {
    const candidate = sampleCandidate(1, 11)
    const once = addDancer(nobody, { candidate }, facts)
    if (!once.ok) throw new Error(once.refusal.code)
    expect(addDancer(once.value, { candidate }, facts)).toEqual(once)
    expect(sentenceOf(addObserver(once.value, { candidate }, facts))).toBe(
      'Person1 Reed is already registered as a dancer.',
    )
  })

  test('ATT-074 no level is suggested that is sold out', () => {
    expect(
      levelOf(
        addDancer(
          nobody,
          { candidate: sampleCandidate(1, 14) },
          sampleFacts({ workshop_levels: withLevel(3, { status: 'sold_out' }) }),
        ),
      ),
    ).toBe(2)
  })

  test('VAR-008 in a virtual-only city everyone is virtual', () => {
    const act = addDancer(nobody, { candidate: sampleCandidate(1, 11) }, sampleFacts({ city: { virtual_only: true } }))
    expect(personOf(act)?.virtual).toBe(true)
  })
})

describe('adding one teacher', () => {
  const add = (age: number | null) => addTeacher(nobody, { candidate: sampleCandidate(1, age, 'Ana') }, facts)

  test.each([
    ['ATT-010 without a birthdate', null, 'Ana Reed needs a birthdate first. Go to the roster?'],
    ['ATT-011 ATT-068 CONST-002 aged 17', 17, 'Is Ana Reed a dancer?'],
    ['ATT-068 aged 18', 18, 'accepted'],
  ])('%s', (_, age, sentence) => {
    expect(sentenceOf(add(age))).toBe(sentence)
  })

  test('ATT-011 ATT-070 the answer decides', () => {
    const candidate = sampleCandidate(1, 17)
    expect(levelOf(addTeacher(nobody, { candidate, answered: 'dancer' }, facts))).toBe(4)
    expect(levelOf(addTeacher(nobody, { candidate, answered: 'teacher' }, facts))).toBe(5)
    expect(codeOf(addTeacher(nobody, { candidate: sampleCandidate(1, 3), answered: 'dancer' }, facts))).toBe(
      'attendee.too_young',
    )
  })
})

describe('adding several at once', () => {
  const roster = [null, 3, 4, 17, 18, 19, 20].map((age, index) => sampleCandidate(index + 1, age))
  const ids = (registration: Registration) => Object.keys(registration.attendees).map(Number)

  test('ATT-009 dancers: silently those from 4 to under 20', () => {
    expect(ids(addEveryone(nobody, roster, 'dancer', facts))).toEqual([3, 4, 5, 6])
  })

  test('ATT-012 teachers: silently those of 18 and over', () => {
    expect(ids(addEveryone(nobody, roster, 'teacher', facts))).toEqual([5, 6, 7])
  })

  test('ROST-026 ATT-069 observers: everyone, also without a birthdate', () => {
    expect(ids(addEveryone(nobody, roster, 'observer', facts))).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  test.each(['dancer', 'teacher', 'observer'] as const)('ROST-026 as many are counted as are added: %s', (kind) => {
    const registration = sampleRegistration([sampleAttendee(5, 2)])
    const addedCount = ids(addEveryone(registration, roster, kind, facts)).length - 1
    expect(listNewAttendees(registration, roster, kind, facts)).toHaveLength(addedCount)
  })

  test('people who are registered already are unchanged', () => {
    const registration = sampleRegistration([sampleAttendee(5, 2)])
    expect(addEveryone(registration, roster, 'teacher', facts).attendees[5]).toBe(registration.attendees[5])
  })
})

describe('ATT-040 observers', () => {
  const candidate = sampleCandidate(1, null)
  const { settings } = sampleTourDate
  const obsdisabled = { city: { settings: { ...settings, obsdisabled: true } } }
  const noObservers = { brand: { settings: { ...facts.tour_date.event.settings, no_observers: true } } }

  test.each([
    ['are taken by name', {}, 'accepted'],
    ['not where the city takes none', obsdisabled, 'attendee.observers_not_offered'],
    ['not where the brand takes none', noObservers, 'attendee.observers_not_offered'],
    ['but from exempt people', { ...obsdisabled, exempt: true }, 'accepted'],
  ])('%s', (_, changes, code) => {
    expect(codeOf(addObserver(nobody, { candidate }, sampleFacts(changes)))).toBe(code)
    expect(codeOf(setObservers(nobody, { one: 1, two: 0 }, sampleFacts(changes)))).toBe(code)
  })

  test('ATT-039 CONST-009 for one day or for two', () => {
    expect([1, 2].map((days) => levelOf(addObserver(nobody, { candidate, days: days === 1 ? 1 : 2 }, facts)))).toEqual([
      31, 34,
    ])
  })

  test.each([
    [-1, false],
    [0, true],
    [100, true],
    [101, false],
    [1.5, false],
  ])('ATT-037 CONST-031 %d unnamed ones', (number, isFine) => {
    expect(setObservers(nobody, { one: number, two: 0 }, facts).ok).toBe(isFine)
    expect(setObservers(nobody, { one: 0, two: number }, facts).ok).toBe(isFine)
  })

  test('ATT-038 the complimentary ones are the office’s and stay', () => {
    const input = sampleRegistration([], { additional_observers: { one: 0, two: 0, complimentary: 3 } })
    expect(setObservers(input, { one: 1, two: 2 }, facts)).toMatchObject({
      value: { additional_observers: { one: 1, two: 2, complimentary: 3 } },
    })
  })

  test('ATT-040 fewer is always possible', () => {
    const input = sampleRegistration([], { additional_observers: { one: 5, two: 0, complimentary: 0 } })
    expect(setObservers(input, { one: 2, two: 0 }, sampleFacts(obsdisabled)).ok).toBe(true)
  })
})

describe('levels', () => {
  test.each([
    [4, 'Mini'],
    [9, 'Mini'],
    [10, 'Junior'],
    [15, 'Teen'],
    [16, 'Senior'],
    [40, 'Senior'],
  ])('ATT-017 at age %d the suggested level is %s', (age, level) => {
    expect(suggestedLevel(sampleLevels, age)?.level).toBe(level)
  })

  test('ATT-017 a sold-out range gives way to the one below; nobody is put above their age', () => {
    expect(suggestedLevel(withLevel(3, { status: 'sold_out' }), 14)?.level).toBe('Junior')
    expect(suggestedLevel(withLevel(1, { status: 'sold_out' }), 5)).toBeUndefined()
  })

  const set = (registration: Registration, workshop_level_id: number, virtual = false, testFacts = facts) =>
    setLevel(registration, { person_id: 1, workshop_level_id, virtual }, testFacts)

  test.each([
    ['ATT-017 ATT-018 a level above the dancer’s age', 3, 'Please select a valid workshop level.'],
    ['ATT-018 an unknown level', 77, 'Please select a valid workshop level.'],
    ['ATT-018 the teachers’ level', 5, 'Please select a valid workshop level.'],
    ['ATT-017 a level below the dancer’s age', 1, 'accepted'],
  ])('%s', (_, level, sentence) => {
    expect(sentenceOf(set(of(2), level))).toBe(sentence)
  })

  test.each([
    ['sold_out', 'Mini is sold out.'],
    ['not_available', 'Mini is not available for this city.'],
  ] as const)('ATT-019 a level that is %s cannot be picked', (status, sentence) => {
    expect(sentenceOf(set(of(2), 1, false, sampleFacts({ workshop_levels: withLevel(1, { status }) })))).toBe(sentence)
  })

  test('ATT-074 an attendee keeps a level they hold when it sells out', () => {
    const soldOut = sampleFacts({ workshop_levels: withLevel(2, { status: 'sold_out' }) })
    expect(codeOf(set(of(2), 2, true, soldOut))).toBe('accepted')
  })

  test('ATT-021 ATT-072 virtual clears attended_reg and one_day, and going back does not restore them', () => {
    const virtual = set(of(2, { attended_reg: true, one_day: true }), 2, true)
    expect(personOf(virtual)).toMatchObject({ virtual: true, attended_reg: false, one_day: false })
    if (!virtual.ok) throw new Error(virtual.refusal.code)
    expect(personOf(set(virtual.value, 2))).toMatchObject({ virtual: false, attended_reg: false, one_day: false })
  })

  test.each([
    ['where the city does not offer it', { virtual: false }, 'attendee.virtual_not_offered'],
    ['where the city forbids it', { no_virtual: true }, 'attendee.virtual_not_offered'],
    ['where both allow it', {}, 'accepted'],
  ])('ATT-022 virtual %s', (_, changes, code) => {
    const testFacts = sampleFacts({ city: { settings: { ...sampleTourDate.settings, ...changes } } })
    expect(codeOf(set(of(2), 2, true, testFacts))).toBe(code)
  })

  test('VAR-008 a virtual-only city knows no other place', () => {
    const testFacts = sampleFacts({ city: { virtual_only: true } })
    expect(personOf(set(of(2, { virtual: true }), 1, false, testFacts))).toMatchObject({
      workshop_level_id: 1,
      virtual: true,
    })
  })

  test('ATT-026 college discount goes when the level stops being eligible', () => {
    const college = of(4, { college_discount: true, has_college_discount: true, student_id_url: 'id.png' })
    expect(personOf(set(college, 3))).toMatchObject({ college_discount: false })
  })
})

describe('one day', () => {
  const set = (registration: Registration, one_day = true) => setOneDay(registration, { person_id: 1, one_day }, facts)
  const competing =
    'This dancer is competing and one day dancers are ineligible to compete. Please remove this person from all competing routines first.'

  test.each<[string, Registration, string]>([
    ['ATT-023 is possible', of(2), 'accepted'],
    ['ATT-023 not for a competing dancer', of(2, {}, inRoutine), competing],
    ['A103 not for one in a waiting routine', of(2, {}, inWaiting), competing],
    ['ATT-021 not virtually', of(2, { virtual: true }), 'A virtual place is always for the full workshop.'],
    ['ATT-016 not where the level has no one-day price', of(5), 'Teacher is not offered for one day in this city.'],
  ])('%s', (_, registration, sentence) => {
    expect(sentenceOf(set(registration))).toBe(sentence)
  })

  test('ATT-023 going back to the whole workshop is always possible', () => {
    expect(personOf(set(of(2, { one_day: true }, inRoutine), false))?.one_day).toBe(false)
  })
})

describe('leaving', () => {
  test.each<[string, Partial<Registration>, string]>([
    ['ATT-033 who is in no routine goes', {}, 'accepted'],
    ['ATT-033 ERR-011 who is in a routine stays', inRoutine, 'This person must be removed from the competition first'],
    [
      'ATT-033 A103 so does who is in a waiting one',
      inWaiting,
      'This person must be removed from the competition first',
    ],
  ])('%s', (_, more, sentence) => {
    expect(sentenceOf(removeAttendee(of(2, {}, more), 1))).toBe(sentence)
  })

  test('A43 the solo a program gave goes with its dancer', () => {
    const act = removeAttendee(of(4, {}, { routines: [sampleRoutine(7, [1], { is_best_dancer: true })] }), 1)
    expect(act).toMatchObject({ ok: true, value: { attendees: {}, routines: [] } })
  })

  test('ATT-034 ATT-071 ERR-012 of several the competing ones stay, and it is said', () => {
    const three = sampleRegistration(
      [1, 2, 3].map((id) => sampleAttendee(id, 2)),
      inRoutine,
    )
    const { registration, notice } = removeAttendees(three, [1, 2])
    expect(Object.keys(registration.attendees)).toEqual(['1', '3'])
    expect(notice && explain(notice)).toBe('Some dancers are competing and cannot be removed.')
    expect(removeAttendees(three, [2, 3]).notice).toBeNull()
  })

  test.each<[string, Partial<Registration>, number[]]>([
    ['a routine', inRoutine, [7]],
    ['waiting ones too', inWaiting, [7]],
    [
      'not the solo of a program beside another',
      {
        routines: [sampleRoutine(7, [1]), sampleRoutine(8, [1], { is_best_dancer: true })],
      },
      [7],
    ],
    [
      'the solo of a program that is the only one',
      { routines: [sampleRoutine(8, [1], { is_best_dancer: true })] },
      [8],
    ],
    ['none of others', { routines: [sampleRoutine(7, [2])] }, []],
  ])('ATT-033 the routines that keep a person: %s', (_, more, ids) => {
    expect(routinesOfPeople(of(2, {}, more), [1]).map(({ id }) => id)).toEqual(ids)
  })

  test('ATT-070 a dancer becomes a teacher and back, unless competing', () => {
    const move = (registration: Registration, kind: 'dancer' | 'teacher') =>
      moveTo(registration, { person_id: 1, kind }, facts)
    expect(personOf(move(of(4, { one_day: true }), 'teacher'))).toMatchObject({
      id: 1,
      workshop_level_id: 5,
      one_day: false,
    })
    expect(levelOf(move(of(5), 'dancer'))).toBe(4)
    expect(codeOf(move(of(4, {}, inRoutine), 'teacher'))).toBe('attendee.competing')
  })
})

describe('going on', () => {
  const intensive = sampleFacts({ brand: { is_intensive: true } })
  const sentence = (registration: Registration, testFacts = facts) => {
    const missing = missingAttendees(registration, testFacts)
    return missing && explain(missing)
  }

  test.each<[string, Registration, typeof facts, string | null]>([
    [
      'ATT-013 ERR-008 a workshop needs a dancer or a teacher',
      nobody,
      facts,
      'To continue, please register at least one dancer or teacher.',
    ],
    ['ATT-013 an observer does not do', of(31), facts, 'To continue, please register at least one dancer or teacher.'],
    ['ATT-013 a dancer does', of(2), facts, null],
    ['ATT-013 a teacher does', of(5), facts, null],
    [
      'ATT-014 ERR-010 an intensive needs an attendee',
      nobody,
      intensive,
      'To continue, please register at least one attendee.',
    ],
    ['ATT-015 ERR-009 and an intensive for each', of(2), intensive, 'Please select an intensive for all attendees.'],
    ['ATT-015 with which it may go on', of(2, { intensive_id: 3 }), intensive, null],
  ])('%s', (_, registration, input, outcome) => {
    expect(sentence(registration, input)).toBe(outcome)
  })

  test.each([
    [4, true, false],
    [5, true, true],
    [5, false, false],
  ])('ATT-035 A102 %d attendees at an intensive (%s): a group is %s', (number, is_intensive, outcome) => {
    const attendees = Array.from({ length: number }, (_, index) => sampleAttendee(index + 1, index === 0 ? 5 : 2))
    expect(isGroup(sampleRegistration(attendees), sampleFacts({ brand: { is_intensive } }))).toBe(outcome)
  })
})
