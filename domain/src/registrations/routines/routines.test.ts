import { describe, expect, test } from 'vitest'
import { sampleAttendee, sampleRoutine, sampleTourDate } from '../attendees/sample-city.ts'
import { calendarDate } from '../../kernel/calendar.ts'
import { instant } from '../../kernel/instant.ts'
import { dollars } from '../../kernel/money.ts'
import { explain, type Refusal } from '../../refusals.ts'
import type { Registration } from '../registration.ts'
import { defaultSettings } from '../../tours/settings/registry.ts'
import { removeRoutine, saveRoutine, skipCompetition } from './acts.ts'
import { divisionFor } from './age-division.ts'
import { categoryFor } from './cast.ts'
import { categoryCounts, depositRoutines, routinesLeft, routinesOf, soloLimit } from './counts.ts'
import { withoutUnavailableOptions, whyNotOption } from './options.ts'
import { planRoutine } from './plan-routine.ts'
import type { RoutineDraft } from './routine-draft.ts'
import { removalCost, removalSentence, type RemovalCost } from './removed-routines.ts'
import { routineLines } from './routine-lines.ts'
import { competingStudio, competitionFacts, draftFor } from './sample-competition.ts'
import { routineReasons } from './routine-reasons.ts'

const facts = competitionFacts()
const people = (count: number) => Array.from({ length: count }, (_, place) => place + 1)
const limits = (rules: Partial<typeof sampleTourDate.entry_limit_rules>) => ({
  entry_limit_rules: { ...sampleTourDate.entry_limit_rules, ...rules },
})
const place = (places: number, takenCount: number) => ({ places, taken: takenCount, waiting: 0 })
const off = { ...sampleTourDate.settings, compenabled: false }

test.each([
  [[12, 11], false, 'Junior'],
  [[11, 10], false, 'Mini'],
  [[12, 13], false, 'Junior'],
  [[8, 8, 20], false, 'Junior'],
  [[8, 8, 21], false, 'Open'],
  [[20], false, 'Senior'],
  [[12, 11], true, 'Teen'],
  [[4], false, undefined],
])('COMP-038 COMP-039 ages %j, aged up %s, dance in %s', (ages, age_up, name) => {
  expect(divisionFor({ ages, age_up, has_teacher: false }, facts.age_divisions, defaultSettings)?.name).toBe(name)
})

test('COMP-051 a teacher makes it Showcase', () => {
  const plan = planRoutine(draftFor([1, 100]), competingStudio(2), facts)
  expect(plan).toMatchObject({ ok: true, value: { age_division: { level_id: 99 } } })
})

test.each<[string, Parameters<typeof draftFor>[1], readonly number[], boolean, string]>([
  ['a dancer who attends virtually, in person', {}, [1, 2], true, 'routine.virtual_dancer'],
  ['a virtual routine where the city has none', { virtual: true }, [1, 2, 3, 4], false, 'routine.virtual_not_offered'],
  ['one dancer twice', {}, [1, 1], false, 'routine.dances_already'],
])('COMP-021 A105 a routine with %s is refused at its entry', (_, change, cast, isVirtual, code) => {
  const studio = competingStudio(4)
  const [first] = Object.values(studio.attendees)
  const attendees = { ...studio.attendees, ...(first && { 1: { ...first, virtual: isVirtual } }) }
  const settings = { ...sampleTourDate.settings, virtual: false }
  const plan = planRoutine(draftFor(cast, change), { ...studio, attendees }, competitionFacts({ city: { settings } }))
  expect(plan.ok ? 'accepted' : plan.refusal.code).toBe(code)
})

test('COMP-039 where the city says so, at most one division below that of the oldest dancer', () => {
  const settings = { ...defaultSettings, division_cap_below_oldest: true }
  const cast = { ages: [6, 6, 6, 17], age_up: false, has_teacher: false }
  expect(divisionFor(cast, facts.age_divisions, settings)?.name).toBe('Teen')
})

test.each([
  [1, 'Solo'],
  [2, 'Duo/Trio'],
  [3, 'Duo/Trio'],
  [4, 'Small Group'],
  [9, 'Small Group'],
  [10, 'Large Group'],
  [15, 'Large Group'],
  [16, 'Line'],
])('COMP-047 %i dancers are a %s', (dancers, name) => {
  expect(categoryFor(dancers, facts.routine_categories)?.name).toBe(name)
})

type GivenFacts = {
  registration?: Partial<Registration>
  facts?: Parameters<typeof competitionFacts>[0]
  dancers?: number
}
test.each<[string, Partial<RoutineDraft>, GivenFacts, string]>([
  ['COMP-027 a blank name', { name: ' ' }, {}, 'Please fill out all required fields.'],
  ['COMP-027 no performance division', { performance_division_id: null }, {}, 'Please fill out all required fields.'],
  ['COMP-028 nobody', { attendees: [] }, {}, 'Please add at least one dancer to the routine.'],
  [
    'COMP-049 a stranger',
    { attendees: [{ person_id: 77 }] },
    {},
    'Please register this dancer for the workshop and try again.',
  ],
  [
    'COMP-050 COMP-066 a one-day dancer',
    {},
    { registration: { attendees: { 1: sampleAttendee(1, 2, { one_day: true }) } } },
    'Please change this dancer to a full workshop dancer (not one-day) and try again.',
  ],
  [
    'COMP-058 a closed competition',
    {},
    { facts: { city: { settings: off } } },
    'Competition has been closed. Please email help@meridian.example for changes.',
  ],
  ['COMP-008 an independent', {}, { registration: { independent: true } }, 'Independent Registrations cannot compete'],
  [
    'COMP-029 COMP-081 a full city',
    {},
    { facts: { places: { routines: place(2, 2) } } },
    'You have reached the maximum total routine limit (2) for this city.',
  ],
  [
    'COMP-081 a city filled by this registration',
    {},
    { facts: { places: { routines: place(3, 2) } }, registration: { routines: [sampleRoutine(9, [2])] } },
    'You have reached the maximum total routine limit (3) for this city.',
  ],
  [
    'COMP-030 a disabled category',
    {},
    { facts: { routine_categories: facts.routine_categories.map((one) => ({ ...one, enabled: false })) } },
    'Solo routines are disabled for this city.',
  ],
  [
    'COMP-031 a full category',
    {},
    { facts: { places: { 'category:1': place(5, 5) } } },
    'Routine limits for this category have been reached.',
  ],
  [
    'COMP-032 a second solo',
    {},
    { registration: { routines: [sampleRoutine(9, [1])] } },
    'Solos are limited to one Solo per dancer.',
  ],
  [
    'COMP-035 COMP-080 a small registration past the solo limit',
    {},
    { facts: { city: limits({ solo_groups: 2 }), places: { small_solos: place(2, 2) } }, dancers: 4 },
    'The limit of solos has been reached for this city from registrations with under 5 dancers. If you would like to be added to the waiting list, please email help@meridian.example.',
  ],
  [
    'COMP-033 a second free routine',
    { attendees: people(4).map((person_id) => ({ person_id })), free_ballet: true },
    { registration: { routines: [sampleRoutine(9, [1, 2, 3, 4], { free_ballet: true })] } },
    'You can only have one free routine.',
  ],
  [
    'COMP-020 a virtual solo where only groups are',
    { virtual: true },
    { facts: { city: { settings: { ...sampleTourDate.settings, virtual_only_groups: true } } } },
    'Virtual Competition is not available for solo and duo/trio routines.',
  ],
])('%s is refused', (_, drafted, input, sentence) => {
  const registration = competingStudio(input.dancers ?? 12, input.registration)
  const plan = planRoutine(draftFor([1], drafted), registration, competitionFacts(input.facts))
  expect(plan.ok ? 'accepted' : explain(plan.refusal)).toBe(sentence)
})

test('COMP-058 COMP-007 the exempt and allowed independents compete', () => {
  const exempt = competitionFacts({ city: { settings: off }, exempt: true })
  expect(planRoutine(draftFor([1]), competingStudio(6), exempt).ok).toBe(true)
  const isAllowed = competitionFacts({ city: limits({ independent: { max_routines: 2 } }) })
  expect(planRoutine(draftFor([1]), competingStudio(6, { independent: true }), isAllowed).ok).toBe(true)
})

test('COMP-080 five dancers are no small registration', () => {
  const limited = competitionFacts({ city: limits({ solo_groups: 2 }), places: { small_solos: place(2, 2) } })
  expect(planRoutine(draftFor([1]), competingStudio(5), limited).ok).toBe(true)
})

test('COMP-081 a registration keeps the places it has', () => {
  const full = competitionFacts({ places: { routines: place(2, 2) }, held: { routines: 1 } })
  expect(planRoutine(draftFor([1]), competingStudio(5), full).ok).toBe(true)
})

test.each([
  [3, 10, false],
  [4, 10, true],
  [9, 10, true],
  [10, 12, false],
  [4, 9, false],
])('COMP-034 free with %i dancers of %i paying: %s', (dancers, paying, free) => {
  const plan = planRoutine(draftFor(people(dancers), { free_ballet: true }), competingStudio(paying), facts)
  expect(plan.ok).toBe(free)
})

test.each([
  [3, 20, false],
  [4, 20, true],
  [4, 21, false],
])('COMP-041 age up with %i dancers, the oldest %i: %s', (dancers, oldest, isAllowed) => {
  const birthdate = `${2025 - oldest}-01-01` as never
  const elder = sampleAttendee(1, 2)
  const registration = competingStudio(8)
  const attendees = { ...registration.attendees, 1: { ...elder, person: { ...elder.person, birthdate } } }
  const refusal = whyNotOption('age_up', draftFor(people(dancers)), { ...registration, attendees }, facts)
  expect(refusal === null).toBe(isAllowed)
})

test('COMP-042 COMP-044 extra time and crew showdown need four dancers', () => {
  const isOffered = competitionFacts({ settings: { ...defaultSettings, crew_showdown_offered: true } })
  for (const option of ['extra_time', 'crew_showdown', 'crew_showdown_pq'] as const) {
    expect(whyNotOption(option, draftFor(people(3)), competingStudio(6), isOffered)).not.toBeNull()
    expect(whyNotOption(option, draftFor(people(4)), competingStudio(6), isOffered)).toBeNull()
  }
  expect(planRoutine(draftFor(people(4), { extra_time: 4 }), competingStudio(6), facts).ok).toBe(false)
})

test('COMP-073 options that are no longer allowed are switched off', () => {
  const draft = draftFor(people(3), { age_up: true, extra_time: 2, free_ballet: true, crew_showdown: true })
  const settled = withoutUnavailableOptions(draft, competingStudio(12), facts)
  expect(settled).toMatchObject({ age_up: false, extra_time: 0, free_ballet: false, crew_showdown: false })
})

describe('COMP-054 COMP-055 a registered routine', () => {
  const registered = sampleRoutine(9, [1], { date_routine_id: 5 })
  const registration = competingStudio(6, { completed: true, routines: [registered] })
  const draft = draftFor([1], { id: 9, name: 'Snow', choreographer: 'Ida', performance_division_id: 2 })
  const shut = competitionFacts({ city: { settings: { ...sampleTourDate.settings, edit_routines: false } } })
  test('changes its three fields', () => {
    const plan = planRoutine(draft, registration, facts)
    expect(plan).toMatchObject({ ok: true, value: { routine: { name: 'Snow' }, performance_division_id: 2 } })
  })
  test('does not change its dancers', () => {
    expect(planRoutine({ ...draft, attendees: [{ person_id: 2 }] }, registration, facts).ok).toBe(false)
  })
  test('does not change where the city has closed edits', () => {
    expect(planRoutine(draft, registration, shut).ok).toBe(false)
  })
})

test('COMP-043 COMP-045 COMP-063 COMP-078 a free routine still pays extra time and video', () => {
  const routine = sampleRoutine(9, [1, 2, 3, 4], { extra_time: 2, crew_showdown_pq: true, free_ballet: true })
  const solo = sampleRoutine(10, [1])
  const waiting = [sampleRoutine(11, [2], { status: 'waiting' })]
  const lines = routineLines(competingStudio(4, { routines: [routine, solo], waiting_list_routines: waiting }), facts)
  expect(lines.map(({ key, amount }) => [key, amount])).toEqual([
    ['routine:9', 0],
    ['extra_time:9', dollars(40)],
    ['video_fee:9', dollars(220)],
    ['routine:10', dollars(120)],
  ])
})

const studio = {
  flagged: false,
  bypass_deposit: false,
  bypass_removed_routine_fee: false,
  bypass_removed_routine_fee_post_deadline: false,
}
test.each([
  ['FEE-017 a studio before the deadline', false, false, {}, 0],
  ['FEE-033 an independent before the deadline', false, true, {}, 50],
  ['FEE-018 a studio after the deadline', true, false, {}, 50],
  ['FEE-019 an excused studio', true, false, { bypass_removed_routine_fee: true }, 0],
  ['FEE-018 a studio excused after the deadline', true, false, { bypass_removed_routine_fee_post_deadline: true }, 0],
])('%s', (_, late, independent, flags, fee) => {
  const registration = competingStudio(4, {
    completed: true,
    independent,
    competition_deposit_routines: [9],
    routines: [sampleRoutine(9, [1])],
  })
  const now = instant(late ? '2024-11-10T12:00:00Z' : '2024-09-01T12:00:00Z')
  const testFacts = competitionFacts({ now, studio: { ...studio, ...flags } })
  // The announced cost equals the charge.
  expect(removalCost(registration, [9], testFacts)).toEqual({
    kept: dollars(fee),
    credited: dollars(50 - fee),
    after_deadline: late,
    deadline: '2024-10-16',
  })
  const removed = removeRoutine(registration, { id: 9, _temp_id: null }, testFacts)
  expect(removed.ok && removed.value.removed_routines_post_deadline).toEqual(late ? [9] : [])
  const lines = removed.ok ? routineLines(removed.value, testFacts) : []
  expect(lines.reduce((total, { amount }) => total + amount, 0)).toBe(dollars(fee))
})

test.each<[string, Partial<RemovalCost>, string]>([
  [
    'goes to the balance',
    {},
    'The deposit of $50.00 goes to your balance for this event. Removed after 2024-10-16, it would be kept as a fee.',
  ],
  [
    'is a fee after the deadline',
    { kept: dollars(50), credited: dollars(0), after_deadline: true },
    'The deadline for this was 2024-10-16: the deposit of $50.00 is kept as a fee.',
  ],
  ['is a fee without a studio', { kept: dollars(50), credited: dollars(0) }, 'The deposit of $50.00 is kept as a fee.'],
  [
    'goes to the balance of an excused studio',
    { after_deadline: true },
    'The deposit of $50.00 goes to your balance for this event.',
  ],
])('FEE-017 FEE-018 FEE-033 before a removal it is said that its deposit %s', (_, input, sentence) => {
  const cost = { kept: dollars(0), credited: dollars(50), after_deadline: false, deadline: calendarDate('2024-10-16') }
  expect(removalSentence({ ...cost, ...input }, (day) => day)).toBe(sentence)
})

test('FEE-017 nothing is said of routines without a deposit, nor before completion', () => {
  const testFacts = competitionFacts({ studio })
  const registration = competingStudio(4, { completed: true, routines: [sampleRoutine(9, [1])] })
  expect(removalCost(registration, [9], testFacts)).toBeNull()
  const unfinished = { ...registration, completed: false, competition_deposit_routines: [9] }
  expect(removalCost(unfinished, [9], testFacts)).toBeNull()
})

test('COMP-064 COMP-082 COMP-016 waiting routines take no place', () => {
  const limited = competitionFacts({ places: { routines: place(60, 6) } })
  const waiting = [sampleRoutine(11, [2], { status: 'waiting' })]
  const registration = competingStudio(4, { routines: [sampleRoutine(9, [1])], waiting_list_routines: waiting })
  expect(routinesLeft(registration, limited)).toBe(53)
  expect(routinesOf(registration, 2)).toHaveLength(1)
})

test.each([
  ['the city has no limit', {}, [4, null]],
  ['the city takes more than a category', { routines: place(60, 6) }, [4, null]],
  ['the city takes less than a category', { routines: place(60, 57) }, [2, null]],
  ['the city is sold out', { routines: place(60, 60) }, [0, 0]],
])('COMP-015 COMP-070 no category has more room than the city in all: %s', (_, inAll, left) => {
  const testFacts = competitionFacts({ places: { ...inAll, 'category:1': place(9, 4) } })
  const registration = competingStudio(4, { routines: [sampleRoutine(9, [1])] })
  expect(categoryCounts(registration, testFacts).map((one) => one.left)).toEqual([
    left[0],
    left[1],
    left[1],
    left[1],
    left[1],
  ])
})

test.each([
  [0, 2, false],
  [1, 1, false],
  [2, 0, true],
])('COMP-037 COMP-079 with %i solos of 2 there are %i left, reached: %s', (takenCount, left, isReached) => {
  const limited = competitionFacts({ city: limits({ solo_groups: 2 }), places: { small_solos: place(2, takenCount) } })
  expect(soloLimit(limited)).toEqual({ soloLimitSet: true, soloLimitLeft: left, soloLimitReached: isReached })
})

test('COMP-057 COMP-076 COMP-077 a deposit once due is not forgotten', () => {
  const routines = [sampleRoutine(9, [1])]
  expect(depositRoutines(competingStudio(4, { routines }))).toEqual([9])
  expect(depositRoutines(competingStudio(4, { completed: true, routines, competition_deposit_routines: [7] }))).toEqual(
    [7, 9],
  )
})

test('COMP-065 COMP-002 REV-027 saving, changing and skipping', () => {
  const before = competingStudio(6, { reviewed: true, waiver: true })
  const saved = saveRoutine(before, draftFor([1]), facts)
  if (!saved.ok) throw new Error(explain(saved.refusal satisfies Refusal))
  expect(saved.value).toMatchObject({ reviewed: false, waiver: false, routines: [{ fee: dollars(120) }] })
  const afterChange = saveRoutine(saved.value, draftFor([1, 2]), facts)
  expect(afterChange).toMatchObject({ ok: true, value: { routines: [{ routine_category: { name: 'Duo/Trio' } }] } })
  expect(skipCompetition(saved.value).ok).toBe(false)
  expect(skipCompetition(before)).toMatchObject({ ok: true, value: { is_competing: false } })
})

test('COMP-038 COMP-040 a routine says why it dances where it does and what it costs', () => {
  const reasons = routineReasons(draftFor([1, 2]), competingStudio(3), facts)
  expect(reasons.division).toEqual([
    'Ages on January 1, 2025: 11, 11',
    'Average age, rounded down: 11',
    'Junior: from 11',
  ])
  expect(reasons.fee).toEqual(['2 dancers at $70.00 each: $140.00'])
})

test.each([
  ['full without the own solo', 2, true],
  ['filled by the own solo alone', 1, false],
])('A18 COMP-035 the waiting list is offered for a solo limit %s: %s', (_, takenCount, waiting_list) => {
  const places = { small_solos: place(2, takenCount) }
  const facts = competitionFacts({ city: { waiting_list: true }, places })
  const { tour_date } = facts
  const limitedFacts = {
    ...facts,
    tour_date: { ...tour_date, entry_limit_rules: { ...tour_date.entry_limit_rules, solo_groups: 2 } },
  }
  const registration = competingStudio(3, { routines: [sampleRoutine(1, [1])] })
  expect(planRoutine(draftFor([2]), registration, limitedFacts)).toMatchObject({
    refusal: { code: 'routine.small_solos_full', waiting_list },
  })
})
