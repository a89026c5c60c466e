import { describe, expect, test } from 'vitest'
import { sampleAttendee, sampleLevels, sampleTourDate } from './attendees/sample-city.ts'
import { calendarDate } from '../kernel/calendar.ts'
import { dollars } from '../kernel/money.ts'
import { quote } from './pricing/quote.ts'
import { removeAttendees } from './attendees/remove-attendee.ts'
import { saveRoutine } from './routines/acts.ts'
import { competingStudio, competitionFacts, draftFor } from './routines/sample-competition.ts'
import type { Attendee, Registration } from './registration.ts'
import { revalidate } from './revalidate.ts'
import type { Elsewhere, RevalidationFacts } from './revalidation.ts'
import { checkSubmit } from './submit-checks.ts'

type Changes = Parameters<typeof competitionFacts>[0] & Partial<Pick<RevalidationFacts, 'live' | 'is_paid'>>

function factsWith({ live, is_paid = false, ...changes }: Changes = {}, elsewhere: Partial<Elsewhere> = {}) {
  const facts = competitionFacts(changes)
  return { ...facts, live, is_paid, elsewhere: { media_passes: [], passes_in_use: [], scholarships: [], ...elsewhere } }
}
const facts = factsWith()

const born = (attendee: Attendee, year: number): Attendee => ({
  ...attendee,
  person: { ...attendee.person, birthdate: calendarDate(`${year}-01-01`) },
})
const withPeople = (registration: Registration, ...people: Attendee[]): Registration => ({
  ...registration,
  attendees: { ...registration.attendees, ...Object.fromEntries(people.map((one) => [one.person_id, one])) },
})
function withEntries(juniors: number, cast: readonly number[], changes: Parameters<typeof draftFor>[1] = {}) {
  const saved = saveRoutine(competingStudio(juniors), draftFor(cast, changes), facts)
  if (!saved.ok) throw new Error(saved.refusal.code)
  return saved.value
}
const sentences = (registration: Registration, by: RevalidationFacts = facts) =>
  revalidate(registration, by).notices.map(({ sentence }) => sentence)
const reasons = (registration: Registration, by: RevalidationFacts = facts) =>
  revalidate(registration, by).refusals.map(({ reason }) => reason)

test('REV-023 valid parts are returned unchanged, as the same object', () => {
  const registration = withEntries(10, [1, 2, 3, 4], { free_ballet: true, extra_time: 1 })
  expect(revalidate(registration, facts)).toEqual({ registration, notices: [], refusals: [] })
  expect(revalidate(registration, facts).registration).toBe(registration)
})

test('COMP-034 COMP-073 FEE-023 a free routine without ten paying dancers costs its fee again', () => {
  const free = withEntries(10, [1, 2, 3, 4], { free_ballet: true })
  const { registration: fewer } = removeAttendees(free, [10])
  const { registration, notices } = revalidate(fewer, facts)
  expect(registration.routines[0]?.free_ballet).toBe(false)
  expect(notices).toMatchObject([
    {
      routine: 'new',
      fields: ['free_ballet'],
      sentence: 'Rain: It is no longer the free routine. The free routine comes with 10 or more paying dancers.',
    },
  ])
  expect(quote(registration, facts).fees.competition).toBe(dollars(220))
  expect(quote(fewer, facts).fees.competition).toBe(0)
})

test('COMP-034 of two free routines one stays free', () => {
  const one = withEntries(10, [1, 2, 3, 4], { free_ballet: true })
  const [routine] = one.routines
  if (!routine) throw new Error('There is a routine')
  const both = { ...one, routines: [routine, { ...routine, _temp_id: 'second' }] }
  expect(revalidate(both, facts).registration.routines.filter(({ free_ballet }) => free_ballet)).toHaveLength(1)
})

test('COMP-038 COMP-040 a changed birthdate moves the routine into the division of its ages', () => {
  const solo = withEntries(1, [1])
  const [junior] = Object.values(solo.attendees)
  if (!junior) throw new Error('There is a dancer')
  const grown = withPeople(solo, born(junior, 2000))
  const { registration, notices } = revalidate(grown, facts)
  expect(registration.routines[0]?.age_division.name).toBe('Open')
  expect(notices[0]?.sentence).toBe('Rain: Its age division is now Open, not Junior.')
})

test('COMP-040 a changed age year moves the division, and aging up goes where it is not allowed', () => {
  const group = withEntries(4, [1, 2, 3, 4], { age_up: true })
  expect(group.routines[0]?.age_division.name).toBe('Teen')
  const later = factsWith({ city: { season: { ...sampleTourDate.season, age_year: 2036 } } })
  const { registration, notices } = revalidate(group, later)
  expect(registration.routines[0]).toMatchObject({ age_up: false, age_division: { name: 'Open' } })
  expect(notices).toHaveLength(2)
})

describe('a conflict that needs the owner’s decision is refused at its line', () => {
  const solo = withEntries(1, [1])
  const dancer = (changes: Partial<Attendee>) => withPeople(competingStudio(0), sampleAttendee(1, 3, changes))
  const level = (id: number, status: 'sold_out' | 'not_available') =>
    factsWith({ city: { disabled_workshop_levels: [{ level_id: id, status }] } })
  const settings = (changes: Partial<typeof sampleTourDate.settings>) =>
    factsWith({ city: { settings: { ...sampleTourDate.settings, ...changes } } })
  const rules = (changes: Partial<typeof sampleTourDate.entry_limit_rules>) =>
    factsWith({ city: { entry_limit_rules: { ...sampleTourDate.entry_limit_rules, ...changes } } })
  const teen = sampleAttendee(1, 3)
  const category = { ...facts, routine_categories: facts.routine_categories.map((one) => ({ ...one, enabled: false })) }

  test.each<[string, Registration, RevalidationFacts, string, string, string]>([
    [
      'ATT-007 a one-year-old at Teen level',
      withPeople(competingStudio(0), born(teen, 2024)),
      facts,
      'attendee.too_young',
      'dancers',
      'Person1 Reed does not meet the age requirements.',
    ],
    [
      'ATT-017 a nine-year-old at Teen level',
      withPeople(competingStudio(0), born(teen, 2016)),
      facts,
      'attendee.level_too_young',
      'dancers',
      'Person1 Reed is 9, and Teen is from 13. Please select another workshop level.',
    ],
    [
      'a dancer whose birthdate was taken away',
      withPeople(competingStudio(0), { ...teen, person: { ...teen.person, birthdate: null } }),
      facts,
      'attendee.birthdate_missing',
      'roster',
      'Person1 Reed needs a birthdate. Please add it in the roster.',
    ],
    [
      'ATT-019 a level that was sold out',
      dancer({}),
      level(3, 'sold_out'),
      'attendee.level_sold_out',
      'dancers',
      'Person1 Reed: Teen is sold out.',
    ],
    [
      'a level that was closed for teachers',
      competingStudio(0),
      level(5, 'not_available'),
      'attendee.level_not_available',
      'teachers',
      'Person100 Reed: Teacher is not available for this city.',
    ],
    [
      'a level that the city has no more',
      dancer({}),
      factsWith({ workshop_levels: sampleLevels.filter(({ id }) => id !== 3) }),
      'attendee.level_invalid',
      'dancers',
      'Person1 Reed: Please select a valid workshop level.',
    ],
    [
      'ATT-022 a virtual place where none is offered any more',
      dancer({ virtual: true }),
      settings({ no_virtual: true }),
      'attendee.virtual_not_offered',
      'dancers',
      'Person1 Reed: Teen is not offered virtually in this city.',
    ],
    [
      'ATT-040 a named observer',
      withPeople(competingStudio(0), sampleAttendee(1, 34)),
      settings({ obsdisabled: true }),
      'attendee.observers_not_offered',
      'observers',
      'Person1 Reed: Observers cannot be registered for this city.',
    ],
    [
      'ATT-040 observers without a name',
      { ...competingStudio(0), additional_observers: { one: 0, two: 2, complimentary: 0 } },
      level(34, 'sold_out'),
      'attendee.observer_days_not_offered',
      'observers',
      'Additional observers: Two-day observers cannot be registered for this city.',
    ],
    [
      'COMP-009 a competition that was called off',
      solo,
      factsWith({ city: { web: { ...sampleTourDate.web, no_competition: true } } }),
      'competition.none',
      'competition',
      'Rain: There is no competition in this city.',
    ],
    [
      'COMP-008 independents that cannot compete any more',
      { ...solo, independent: true, studio_id: null },
      rules({ independent: null }),
      'competition.no_independents',
      'competition',
      'Rain: Independent Registrations cannot compete',
    ],
    [
      'COMP-031 more routines than an independent may enter now',
      { ...solo, independent: true, studio_id: null },
      rules({ independent: { max_routines: 0 } }),
      'routine.independent_limit',
      'competition',
      'Rain: An independent registration may enter 0 routines in this city.',
    ],
    [
      'COMP-030 a category that was disabled',
      solo,
      category,
      'routine.category_disabled',
      'competition',
      'Rain: Solo routines are disabled for this city.',
    ],
    [
      'COMP-021 a virtual routine where the city has none any more',
      withEntries(1, [1], { virtual: true }),
      settings({ no_virtual_competition: true }),
      'routine.virtual_not_offered',
      'competition',
      'Rain: Virtual Competition is not available in this city.',
    ],
    [
      'COMP-021 a virtual dancer in a routine danced in person',
      withPeople(solo, sampleAttendee(1, 2, { virtual: true })),
      facts,
      'routine.virtual_dancer',
      'competition',
      'Rain: Person1 Reed attends virtually and can dance in virtual routines only. Please make the routine virtual or change Person1 Reed to attend in person.',
    ],
  ])('%s', (_, registration, by, reason, tab, sentence) => {
    const { refusals, registration: derived } = revalidate(registration, by)
    expect(refusals).toMatchObject([{ code: 'submit.line', reason, tab, sentence }])
    const is_competing = derived.routines.length > 0
    const ready = { ...derived, is_competing, waiver: true, competitionCodeWaiver: true }
    expect(checkSubmit(ready, by)).toMatchObject({ ok: false, refusal: { code: 'submit.line', reason, tab } })
  })

  test.each<[string, RevalidationFacts]>([
    ['ATT-074 who has their place for good keeps it', { ...level(3, 'sold_out'), live: dancer({}) }],
    ['COMP-084 a covering payment keeps what it paid for', { ...level(3, 'sold_out'), is_paid: true }],
  ])('%s', (_, by) => expect(reasons(dancer({}), by)).toEqual([]))

  test('COMP-032 a second solo of the same dancer is named on both', () => {
    const [routine] = solo.routines
    if (!routine) throw new Error('There is a routine')
    const two = { ...solo, routines: [routine, { ...routine, _temp_id: 'second' }] }
    expect(reasons(two)).toEqual(['routine.second_solo', 'routine.second_solo'])
  })
})

describe('a change that needs no decision is derived and announced', () => {
  const one = (changes: Partial<Attendee>) => withPeople(competingStudio(0), sampleAttendee(1, 3, changes))
  const of = (registration: Registration, by: RevalidationFacts) => revalidate(registration, by).registration

  test('ATT-050 ATT-051 ATT-066 REV-014 a media pass paid elsewhere is not charged again', () => {
    const by = factsWith({}, { media_passes: [1] })
    const wanting = one({ media_pass: true })
    expect(of(wanting, by).attendees[1]).toMatchObject({ media_pass: true, media_pass_old: true })
    expect(quote(of(wanting, by), by).fees.media).toBe(0)
    expect(quote(wanting, by).fees.media).toBe(4_999)
    const back = one({ media_pass: true, media_pass_old: true })
    expect(quote(of(back, facts), facts).fees.media).toBe(4_999)
    expect(sentences(back)).toEqual([
      'The media season pass of Person1 Reed is no longer paid elsewhere, so it is charged here.',
    ])
  })

  test('ATT-066 a media pass that another registration uses stays with the one that paid for it', () => {
    const live = one({ media_pass: true })
    const without = one({ media_pass: false })
    const by = factsWith({ live }, { passes_in_use: [1] })
    expect(of(without, by).attendees[1]).toMatchObject({ media_pass: true, media_pass_old: false })
    expect(of(without, factsWith({ live })).attendees[1]?.media_pass).toBe(false)
    const paidElsewhere = one({ media_pass: true, media_pass_old: true })
    expect(of(without, factsWith({ live: paidElsewhere }, { passes_in_use: [1] })).attendees[1]?.media_pass).toBe(false)
  })

  test('ATT-031 a scholarship that is gone is not used, one that changed is used as it is', () => {
    const heldPlaces = one({ has_scholarship: true, scholarship_id: 7, scholarship_amount: dollars(50) })
    expect(of(heldPlaces, facts).attendees[1]).toMatchObject({ has_scholarship: false, scholarship_id: null })
    const more = factsWith({}, { scholarships: [{ id: 7, person_id: 1, amount: dollars(80) }] })
    expect(of(heldPlaces, more).attendees[1]?.scholarship_amount).toBe(dollars(80))
  })

  test.each<[string, Partial<Attendee>, Changes, Partial<Attendee>]>([
    ['ATT-021 virtual is for the full workshop', { virtual: true, one_day: true }, {}, { one_day: false }],
    ['ATT-021 the attended discount is in person', { virtual: true, attended_reg: true }, {}, { attended_reg: false }],
    [
      'OFF-023 an attendance the office denied',
      { attended_reg: true },
      { attendance: { 1: false } },
      { attended_reg: false },
    ],
    ['ATT-026 a level without college discount', { college_discount: true }, {}, { college_discount: false }],
    ['ATT-049 an add-on no longer listed', { photoshoot: true }, { city: { add_ons: [] } }, { photoshoot: false }],
    ['ATT-067 Awe without an intensive', { awe_experience: true }, {}, { awe_experience: false }],
    ['A105 a city that became virtual only', {}, { city: { virtual_only: true } }, { virtual: true }],
  ])('%s', (_, changes, city, outcome) => {
    const { registration, notices } = revalidate(one(changes), factsWith(city))
    const own = notices.filter(({ person_id }) => person_id === 1)
    expect([registration.attendees[1], own]).toMatchObject([outcome, [{ routine: null }]])
  })

  test('ATT-046 the complimentary room goes with the dancers who earned it', () => {
    expect(of({ ...competingStudio(5), comp_room: true }, facts).comp_room).toBe(false)
  })
})
