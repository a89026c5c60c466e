import { describe, expect, test } from 'vitest'
import { dollars } from '../../kernel/money.ts'
import type { Attendee, Facts, Registration } from '../registration.ts'
import {
  sampleAttendee,
  sampleCandidate,
  sampleFacts,
  sampleLevels,
  sampleRegistration,
  sampleRoutine,
} from './sample-city.ts'
import { setAttendees, type AttendeeDraft, type PeopleById } from './set-attendees.ts'

const ages: [number, number | null][] = [
  [1, 11],
  [2, 17],
  [3, 35],
  [4, null],
  [5, 3],
]
const people = new Map(ages.map(([id, age]) => [id, sampleCandidate(id, age).person]))
const rosterFacts = (
  changes: Parameters<typeof sampleFacts>[0] = {},
  more: Partial<PeopleById> = {},
): Facts & PeopleById => ({
  ...sampleFacts(changes),
  people,
  ...more,
})
const facts = rosterFacts()
const draft = (person_id: number, level: number, changes: Partial<Attendee> = {}): AttendeeDraft =>
  sampleAttendee(person_id, level, changes)
const set = (registration: Registration, drafts: readonly AttendeeDraft[], testFacts = facts) =>
  setAttendees(registration, drafts, testFacts)
const codeOf = (act: ReturnType<typeof set>) => (act.ok ? 'accepted' : act.refusal.code)
const personOf = (act: ReturnType<typeof set>, id = 1) => (act.ok ? act.value.attendees[id] : undefined)
const nobody = sampleRegistration([])
const withId = { has_college_discount: true, student_id_url: 'id.png' }

test('ATT-057 sets everyone at once: some come, some stay, some leave', () => {
  const before = sampleRegistration([sampleAttendee(1, 2), sampleAttendee(2, 4)])
  const act = set(before, [draft(2, 4), draft(3, 5)])
  expect(act.ok && Object.keys(act.value.attendees)).toEqual(['2', '3'])
  expect(personOf(act, 2)).toEqual(before.attendees[2])
  expect(personOf(act, 3)).toMatchObject({ id: null, workshop_level_id: 5 })
})

test('ATT-057 doing it twice changes nothing more', () => {
  const drafts = [draft(1, 2, { one_day: true, photoshoot: true }), draft(2, 4, { attended_reg: true }), draft(3, 5)]
  const once = set(nobody, drafts)
  if (!once.ok) throw new Error(once.refusal.code)
  expect(set(once.value, drafts)).toEqual(once)
})

test('ATT-005 a person sent twice is refused by name, and nothing is kept', () => {
  const act = set(nobody, [draft(1, 2), draft(1, 1)])
  expect(act).toMatchObject({ ok: false, refusal: { code: 'attendee.twice', field: 'attendees', person_id: 1 } })
})

test('ATT-056 SEC-008 ignores fields of the server that a client sends', () => {
  const forged = {
    id: 99,
    fee: dollars(1),
    media_pass_old: true,
    has_scholarship: true,
    scholarship_amount: dollars(500),
    ...withId,
    access_code: 'X',
    date_attendee_id: 9,
  }
  const storedAttendee = sampleAttendee(1, 2, { media_pass_old: false, fee: dollars(240) })
  expect(personOf(set(sampleRegistration([storedAttendee]), [draft(1, 2, forged)]))).toEqual(storedAttendee)
  expect(personOf(set(nobody, [draft(1, 2, forged)]))).toMatchObject({
    id: null,
    fee: 0,
    media_pass_old: false,
    has_scholarship: false,
    scholarship_amount: 0,
    has_college_discount: false,
    student_id_url: null,
    access_code: null,
    date_attendee_id: null,
  })
})

test('ROST-009 name and birthdate are the roster’s, not the request’s', () => {
  const requestDraft = { ...draft(1, 2), person: { fname: 'Somebody', lname: 'Else', birthdate: null, gender_id: 2 } }
  expect(personOf(set(nobody, [requestDraft]))?.person).toEqual(people.get(1))
})

test('ROST-009 a birthdate corrected in the roster counts from the next save on', () => {
  const before = sampleRegistration([sampleAttendee(1, 2)])
  const corrected = rosterFacts({}, { people: new Map([[1, sampleCandidate(1, 15).person]]) })
  expect(codeOf(set(before, [draft(1, 3)]))).toBe('attendee.level_invalid')
  expect(personOf(set(before, [draft(1, 3)], corrected))?.person.birthdate).toBe('2010-01-01')
})

const levels = (id: number, changes: Partial<(typeof sampleLevels)[number]>) =>
  sampleLevels.map((level) => (level.id === id ? { ...level, ...changes } : level))
const noObservers = { ...sampleFacts().tour_date.settings, obsdisabled: true }

describe('every rule is checked again', () => {
  test.each<[string, AttendeeDraft, Parameters<typeof sampleFacts>[0], string]>([
    ['SEC-008 a person of somebody else', draft(77, 2), {}, 'attendee.unknown_person'],
    ['ATT-006 a dancer without a birthdate', draft(4, 2), {}, 'attendee.birthdate_missing'],
    ['ATT-010 a teacher without a birthdate', draft(4, 5), {}, 'attendee.birthdate_missing'],
    ['ATT-069 an observer without a birthdate is fine', draft(4, 34), {}, 'accepted'],
    ['ATT-007 a dancer under 4', draft(5, 1), {}, 'attendee.too_young'],
    ['ATT-018 a level above the age', draft(1, 3), {}, 'attendee.level_invalid'],
    ['ATT-018 a level that does not exist', draft(1, 77), {}, 'attendee.level_invalid'],
    [
      'ATT-019 a level that is sold out',
      draft(1, 2),
      { workshop_levels: levels(2, { status: 'sold_out' }) },
      'attendee.level_sold_out',
    ],
    [
      'ATT-022 virtual where there is none',
      draft(1, 2, { virtual: true }),
      { city: { settings: { ...noObservers, virtual: false } } },
      'attendee.virtual_not_offered',
    ],
    ['ATT-024 attended before, as a teacher', draft(3, 5, { attended_reg: true }), {}, 'attendee.attended_not_offered'],
    [
      'ATT-027 college discount without an ID',
      draft(2, 4, { college_discount: true }),
      {},
      'attendee.student_id_needed',
    ],
    [
      'ATT-040 observers where there are none',
      draft(3, 34),
      { city: { settings: noObservers } },
      'attendee.observers_not_offered',
    ],
    ['ATT-049 an add-on that is not offered', draft(1, 2, { kdoty: true }), {}, 'attendee.add_on_not_offered'],
    ['ATT-067 Awe without an intensive', draft(1, 2, { awe_experience: true }), {}, 'attendee.awe_needs_intensive'],
    ['ATT-015 an intensive of elsewhere', draft(1, 2, { intensive_id: 8 }), {}, 'attendee.intensive_not_offered'],
  ])('%s', (_, requestDraft, testFacts, code) => {
    expect(codeOf(set(nobody, [requestDraft], rosterFacts(testFacts)))).toBe(code)
  })

  test('ATT-021 one day and attended do not survive virtual', () => {
    expect(personOf(set(nobody, [draft(1, 2, { virtual: true, one_day: true, attended_reg: true })]))).toMatchObject({
      virtual: true,
      one_day: false,
      attended_reg: false,
    })
  })

  test('ATT-074 an attendee keeps a sold-out level they held before', () => {
    const soldOut = rosterFacts({ workshop_levels: levels(2, { status: 'sold_out' }) })
    expect(codeOf(set(sampleRegistration([sampleAttendee(1, 2)]), [draft(1, 2)], soldOut))).toBe('accepted')
  })
})

describe('people in routines', () => {
  const competing = sampleRegistration([sampleAttendee(1, 2)], { routines: [sampleRoutine(7, [1])] })

  test.each<[string, readonly AttendeeDraft[], string]>([
    ['ATT-033 cannot be left out', [], 'attendee.competing'],
    ['ATT-023 cannot come for one day', [draft(1, 2, { one_day: true })], 'attendee.one_day_competing'],
    ['ATT-033 cannot become observers', [draft(1, 34)], 'attendee.competing'],
    ['may change their level', [draft(1, 1)], 'accepted'],
  ])('%s', (_, drafts, code) => {
    expect(codeOf(set(competing, drafts))).toBe(code)
  })
})

describe('ATT-025 the two discounts', () => {
  const dancer = (changes: Partial<Attendee>) => sampleRegistration([sampleAttendee(2, 4, { ...withId, ...changes })])
  const both = [draft(2, 4, { attended_reg: true, college_discount: true })]

  test('the one newly asked for wins', () => {
    expect(personOf(set(dancer({ attended_reg: true }), both), 2)).toMatchObject({
      attended_reg: false,
      college_discount: true,
    })
    expect(personOf(set(dancer({ college_discount: true }), both), 2)).toMatchObject({
      attended_reg: true,
      college_discount: false,
      has_college_discount: false,
      student_id_url: null,
    })
  })

  test('ATT-028 leaving the college discount lets the ID go', () => {
    expect(personOf(set(dancer({ college_discount: true }), [draft(2, 4)]), 2)).toMatchObject({
      college_discount: false,
      has_college_discount: false,
      student_id_url: null,
    })
  })

  test('ATT-027 an ID on file counts', () => {
    expect(personOf(set(dancer({}), [draft(2, 4, { college_discount: true })]), 2)).toMatchObject({
      college_discount: true,
      has_college_discount: true,
      student_id_url: 'id.png',
    })
  })

  test('OFF-025 an ID that the office rejected does not count again with the next save', () => {
    const rejected = dancer({ college_discount: true, has_college_discount: false })
    expect(personOf(set(rejected, [draft(2, 4, { college_discount: true })]), 2)).toMatchObject({
      college_discount: true,
      has_college_discount: false,
    })
  })

  test('ATT-026 ATT-077 it goes with its ID when the level stops being eligible', () => {
    const requestDraft = draft(2, 3, { college_discount: true })
    expect(personOf(set(dancer({ college_discount: true }), [requestDraft]), 2)).toMatchObject({
      workshop_level_id: 3,
      college_discount: false,
      has_college_discount: false,
      student_id_url: null,
    })
  })
})
