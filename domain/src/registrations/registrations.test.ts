import { describe, expect, test } from 'vitest'
import {
  sampleAttendee,
  sampleFacts,
  sampleRegistration,
  sampleRoutine,
  sampleTourDate,
} from './attendees/sample-city.ts'
import { instant } from '../kernel/instant.ts'
import { dollars } from '../kernel/money.ts'
import { balanceOf } from './settlement/balance.ts'
import { explain } from '../refusals.ts'
import { competingStudio, competitionFacts } from './routines/sample-competition.ts'
import { defaultSettings } from '../tours/settings/registry.ts'
import { difference } from './difference.ts'
import { eventTabs, overviewCards } from './event-tabs.ts'
import { beginEdit, checkDelete, complete, showsEdit } from './lifecycle.ts'
import type { Registration } from './registration.ts'
import { agree, review, unreview } from './review.ts'
import { firstUnfinished, isCompact, isStepOpen, leaveStep, stepsFor, stepStates } from './steps.ts'
import { chooseBestDancer } from './best-dancers/best-dancer.ts'
import { checkSubmit } from './submit-checks.ts'
import { competitionScreen, rootScreen, destinationOf } from './navigation.ts'

const facts = competitionFacts()
const now = instant('2024-09-02T00:00:00Z')
const knownFacts = { roster_people: 3, vip_done: true, covered: false }
const names = (brand: Parameters<typeof sampleFacts>[0]) => stepsFor(sampleFacts(brand)).map(({ path }) => path)

test('WIZ-016 VAR-001 the steps of each kind of event', () => {
  const ordinary = ['roster', 'dancers', 'teachers', 'observers', 'competition', 'review', 'payment', 'success']
  expect(names({})).toEqual(ordinary)
  expect(names({ brand: { is_workshop_only: true } })).toEqual(ordinary.filter((name) => name !== 'competition'))
  expect(names({ brand: { is_intensive: true } })).toEqual(['roster', 'dancers', 'review', 'payment', 'success'])
  expect(names({ brand: { is_nationals: true, is_radix: true } })).not.toContain('soty')
})

test('VAR-003 a workshop alone: dancers second, teachers third, observers fourth, no competition', () => {
  const steps = stepsFor(sampleFacts({ brand: { is_workshop_only: true } }))
  expect(steps.map(({ path, number }) => `${number} ${path}`)).toEqual([
    '1 roster',
    '2 dancers',
    '3 teachers',
    '4 observers',
    '5 review',
    '6 payment',
    '7 success',
  ])
})

test('WIZ-006 WIZ-010 WIZ-022 nationals have twelve steps, drawn small', () => {
  const steps = stepsFor(sampleFacts({ brand: { is_nationals: true } }))
  expect(steps.map(({ path, number }) => `${number} ${path}`).slice(2, 9)).toEqual([
    '3 best-dancers',
    '4 teachers',
    '5 observers',
    '6 competition',
    '7 soty',
    '8 studio-awards',
    '9 specialty-awards',
  ])
  expect([isCompact(steps), isCompact(stepsFor(facts))]).toEqual([true, false])
})

test('WIZ-004 WIZ-017 WIZ-018 WIZ-019 WIZ-061 a step opens once those before it are done', () => {
  const registration = competingStudio(2, { visited_steps: ['roster', 'dancers'] })
  expect(firstUnfinished(registration, facts, knownFacts).name).toBe('teachers')
  expect(isStepOpen('teachers', registration, facts, knownFacts)).toBe(true)
  expect(isStepOpen('observers', registration, facts, knownFacts)).toBe(false)
  expect(isStepOpen('roster', registration, facts, { ...knownFacts, roster_people: 0 })).toBe(true)
  const states = stepStates('dancers', registration, facts, knownFacts).map(({ state }) => state)
  expect(states.slice(0, 4)).toEqual(['success', 'active', 'next', 'disabled'])
})

test('EDIT-001 an edit of a completed registration may begin at any step before its review', () => {
  const edit = { ...competingStudio(2), visited_steps: [], completed: true, editing: true, reviewed: false }
  for (const name of ['roster', 'dancers', 'teachers', 'observers', 'competition', 'review'] as const) {
    expect([name, isStepOpen(name, edit, facts, knownFacts)]).toEqual([name, true])
  }
  expect(isStepOpen('payment', edit, facts, knownFacts)).toBe(false)
  expect(isStepOpen('teachers', { ...edit, completed: false, editing: false }, facts, knownFacts)).toBe(false)
})

test('WIZ-037 WIZ-058 EDIT-008 leaving a step is remembered, not while editing', () => {
  const left_off_details = { total_steps: 8, step_name: 'dancers', current_step: 2 }
  expect(leaveStep(competingStudio(2), 'dancers', facts)).toMatchObject({ left_off: 'dancers', left_off_details })
  expect(leaveStep(competingStudio(2, { editing: true }), 'dancers', facts).left_off).toBeNull()
})

const standing = (completed: boolean, confirmed: boolean, editing: boolean) => ({ completed, confirmed, editing })
test.each([
  ['WIZ-034 EVT-011 unfinished', standing(false, false, false), ['registration', 'stay', 'stay', 'registration']],
  ['WIZ-035 unconfirmed', standing(true, false, false), ['stay', 'overview', 'overview', 'stay']],
  ['WIZ-036 confirmed', standing(true, true, false), ['stay', 'stay', 'registration', 'stay']],
  ['WIZ-036 editing', standing(true, false, true), ['stay', 'stay', 'stay', 'stay']],
])('%s: event, root, step and success lead on', (_, registration, leads) => {
  const paths = ['event', 'registration', 'step', 'success'] as const
  expect(paths.map((path) => destinationOf(registration, path))).toEqual(leads)
})

test('WIZ-023 WIZ-024 WIZ-025 WIZ-026 the root screen', () => {
  const screenOf = (changes: Partial<Registration>) => rootScreen(sampleRegistration([], changes))
  expect(rootScreen(null)).toBe('nothing')
  expect(screenOf({ studio_id: null })).toBe('affiliation')
  expect(screenOf({ studio_id: null, independent: true })).toBe('steps')
  expect(screenOf({ completed: true })).toBe('completed')
  expect(screenOf({ completed: true, editing: true })).toBe('steps')
})

test.each<[boolean | null, boolean, boolean, boolean, string]>([
  [null, false, false, false, 'entry'],
  [false, false, false, false, 'entry'],
  [true, false, false, false, 'list'],
  [false, true, false, false, 'list'],
  [true, true, true, false, 'no_competition'],
  [true, false, false, true, 'no_independents'],
])(
  'WIZ-009 WIZ-062 COMP-004 competing %s, waiting %s, none here %s, independent %s: %s',
  (is_competing, waits, none, independent, screen) => {
    const city = { web: { ...sampleTourDate.web, no_competition: none } }
    const waiting_list_routines = waits ? [sampleRoutine(1, [1])] : []
    expect(
      competitionScreen(
        { is_competing, routines: [], waiting_list_routines, independent, studio_id: independent ? null : 1 },
        competitionFacts({ city }),
      ),
    ).toBe(screen)
  },
)

test('COMP-009 routines from before a competition was closed down are listed, so that they can be removed', () => {
  const city = { web: { ...sampleTourDate.web, no_competition: true } }
  const withEntries = competingStudio(1, { routines: [sampleRoutine(1, [1])] })
  expect(competitionScreen(withEntries, competitionFacts({ city }))).toBe('list')
})

const ready = competingStudio(6, { waiver: true, competitionCodeWaiver: true, routines: [sampleRoutine(1, [1])] })
const closedFacts = { settings: { ...sampleTourDate.settings, compenabled: false } }
const small = { entry_limit_rules: { ...sampleTourDate.entry_limit_rules, solo_groups: 1 } }
test.each<[string, Partial<Registration>, Parameters<typeof competitionFacts>[0], string]>([
  ['WIZ-042 a closed registration', {}, { now: instant('2024-11-17T08:00:00Z') }, 'registration.closed'],
  ['REV-008 nobody', { attendees: {} }, {}, 'submit.no_dancer_or_teacher'],
  ['REV-008 observers alone', { attendees: { 9: sampleAttendee(9, 31) } }, {}, 'submit.no_dancer_or_teacher'],
  [
    'VAR-003 nobody at a workshop alone',
    { attendees: { 9: sampleAttendee(9, 31) } },
    { brand: { is_workshop_only: true } },
    'submit.no_dancer_or_teacher',
  ],
  ['REV-008 no intensive', {}, { brand: { is_intensive: true } }, 'submit.no_intensive'],
  ['REV-009 COMP-059 a closed competition', {}, { city: closedFacts }, 'submit.competition_closed'],
  ['REV-010 COMP-060 no routines', { routines: [] }, {}, 'submit.no_routines'],
  [
    'REV-011 COMP-062 a finals soloist alone',
    { routines: [sampleRoutine(1, [1], { finals: true })] },
    {},
    'submit.finals_soloist',
  ],
  [
    'REV-012 COMP-036 too many solos',
    { attendees: competingStudio(4).attendees, routines: [sampleRoutine(1, [1]), sampleRoutine(2, [2])] },
    { city: small, places: { small_solos: { places: 1, taken: 0, waiting: 0 } } },
    'submit.small_solos',
  ],
  ['REV-004 no agreement', { waiver: false }, {}, 'submit.terms'],
  ['REV-016 no competition code', { competitionCodeWaiver: false }, {}, 'submit.terms'],
  ['REV-031 several at once', { attendees: {}, routines: [], waiver: false }, {}, 'submit.no_dancer_or_teacher'],
])('%s stops the submit', (_, changes, input, code) => {
  const answer = checkSubmit({ ...ready, ...changes }, competitionFacts(input))
  expect(answer).toMatchObject({ ok: false, refusal: { code, tab: expect.any(String) } })
})

test('REV-012 COMP-035 a lack of room is fixed in its own step, and the size of a small registration is a setting', () => {
  const full = { places: 0, taken: 0, waiting: 0 }
  const noTeacher = competitionFacts({ places: { 'level:5': full } })
  expect(checkSubmit(ready, noTeacher)).toMatchObject({ refusal: { code: 'submit.no_room', tab: 'teachers' } })
  const noJunior = competitionFacts({ places: { 'level:2': full } })
  expect(checkSubmit(ready, noJunior)).toMatchObject({ refusal: { code: 'submit.no_room', tab: 'dancers' } })
  const settings = { ...defaultSettings, small_registration_dancers: 7 }
  const noSolo = competitionFacts({ city: small, settings, places: { small_solos: full } })
  const answer = checkSubmit(ready, noSolo)
  expect(answer.ok || explain(answer.refusal)).toContain('registrations with under 7 dancers')
})

test('REV-005 WIZ-060 the best dancers come last; a minute before closing it is open', () => {
  const late = competitionFacts({ now: instant('2024-11-17T07:59:00Z') })
  expect(checkSubmit(ready, late)).toEqual({ ok: true, value: null })
  const finals = competitionFacts({ brand: { is_nationals: true } })
  const withChoices = chooseBestDancer(ready, { person_id: 1, best_dancer_type_id: 1 }, finals)
  if (!withChoices.ok) throw new Error(withChoices.refusal.code)
  const answerOf = (waiver: boolean) => checkSubmit({ ...withChoices.value, waiver }, finals)
  expect(answerOf(true)).toMatchObject({ refusal: { code: 'best_dancer.incomplete', tab: 'best-dancers' } })
  expect(answerOf(false)).toMatchObject({ refusal: { code: 'submit.terms' } })
})

test('REV-015 REV-027 un-reviewing takes back both agreements', () => {
  const reviewed = agree(review(ready, now), { waiver: true })
  expect(unreview(reviewed)).toMatchObject({ reviewed: false, waiver: false, competitionCodeWaiver: false })
})

describe('completing', () => {
  const due = balanceOf(dollars(500), dollars(0), null, [{ amount: dollars(100) }])
  const reviewed = review(ready, now)
  test('WIZ-030 sets the flag and the date', () => {
    const answer = complete(reviewed, due, dollars(100), now)
    expect(answer).toMatchObject({
      ok: true,
      value: { completed: true, competition_deposit_routines: [1], dates: { completed: now } },
    })
  })
  test('REV-025 REV-026 not twice and not uncovered', () => {
    expect(complete(reviewed, due, dollars(500), now)).toMatchObject({
      refusal: { code: 'payment.not_covered', due: dollars(400) },
    })
    expect(complete({ ...reviewed, completed: true }, due, dollars(100), now)).toMatchObject({
      refusal: { code: 'registration_completed' },
    })
  })
  test('EDIT-007 EDIT-010 an edit ends unconfirmed and keeps its first date', () => {
    const dates = { ...reviewed.dates, completed: instant('2024-08-01T00:00:00Z') }
    const answer = complete(
      { ...reviewed, completed: true, confirmed: true, editing: true, dates },
      due,
      dollars(100),
      now,
    )
    expect(answer).toMatchObject({
      ok: true,
      value: { editing: false, confirmed: false, dates: { ...dates, edited: now } },
    })
  })
})

test('EDIT-002 EDIT-005 EDIT-006 EVT-008 beginning an edit', () => {
  const confirmed = { ...ready, completed: true, confirmed: true, reviewed: true, paying_by_check: true }
  const cleared = {
    editing: true,
    waiver: false,
    competitionCodeWaiver: false,
    reviewed: false,
    confirmed: false,
    paying_by_check: false,
  }
  expect(beginEdit(confirmed, facts)).toMatchObject({ ok: true, value: cleared })
  expect(beginEdit({ ...confirmed, confirmed: false }, facts)).toMatchObject({
    refusal: { code: 'registration.just_registered' },
  })
  expect(showsEdit(confirmed, competitionFacts({ now: instant('2024-11-16T12:00:00Z') }))).toBe(false)
})

test('WIZ-065 a completed registration is not deleted', () => {
  expect([checkDelete(ready).ok, checkDelete({ ...ready, completed: true }).ok]).toEqual([true, false])
})

test('EDIT-003 the difference names exactly what changed', () => {
  const nothing = { inserted: [], updated: [], deleted: [] }
  expect(difference(ready, { ...ready, attendees: { ...ready.attendees } })).toEqual({
    root: {},
    attendees: nothing,
    routines: nothing,
    casts: [],
    nominations: null,
    promo_codes: null,
    credit: null,
  })
  const { 1: one, 2: two, ...others } = ready.attendees
  if (!one || !two) throw new Error('The sample has both')
  const after: Registration = {
    ...ready,
    comp_room: true,
    attendees: { ...others, 2: { ...two, photoshoot: true }, 50: sampleAttendee(50, 2) },
    routines: [sampleRoutine(1, [2]), { ...sampleRoutine(0, [3]), id: null, _temp_id: 'new' }],
  }
  const changes = difference(ready, after)
  expect(changes.root).toEqual({ comp_room: true })
  expect(changes.attendees).toMatchObject({ inserted: [{ person_id: 50 }], updated: [{ person_id: 2 }], deleted: [1] })
  expect(changes.routines).toMatchObject({ inserted: [{ _temp_id: 'new' }], updated: [], deleted: [] })
  expect(changes.casts).toMatchObject([
    { routine: { id: 1 }, added: [2], removed: [1] },
    { added: [3], removed: [] },
  ])
})

test('VAR-011 VAR-019 no survey for nationals nor Aftermath; results and critiques, or the portal, by season', () => {
  const of = (testFacts: Parameters<typeof sampleFacts>[0]) => eventTabs(sampleFacts(testFacts))
  expect(of({})).toContain('survey')
  expect(of({ brand: { is_nationals: true } })).not.toContain('survey')
  expect(of({ brand: { is_aftermath: true } })).not.toContain('survey')
  const own = ['results', 'critiques', 'coda']
  const by = (is_portal: boolean) =>
    of({ city: { season: { ...sampleTourDate.season, is_portal } } }).filter((tab) => own.includes(tab))
  expect([by(false), by(true)]).toEqual([['results', 'critiques'], ['coda']])
})

test('CODE-007 a city that offers nothing virtually has no tab of access codes; one that is virtual alone has it', () => {
  const { settings, mybtf } = sampleTourDate
  const hasTab = (city: Partial<typeof sampleTourDate>) => eventTabs(sampleFacts({ city })).includes('access-codes')
  expect(hasTab({})).toBe(true)
  expect(hasTab({ settings: { ...settings, virtual: false } })).toBe(false)
  expect(hasTab({ settings: { ...settings, no_virtual: true } })).toBe(false)
  expect(hasTab({ mybtf: { ...mybtf, no_virtual: true } })).toBe(false)
  expect(hasTab({ virtual_only: true, settings: { ...settings, virtual: false } })).toBe(true)
})

test('EVT-002 EVT-004 EVT-005 EVT-006 EVT-007 EVT-009 EVT-010 the tabs of the event area', () => {
  const portal = eventTabs(facts)
  expect(portal).toContain('coda')
  expect(portal).not.toContain('results')
  expect(portal).toContain('survey')
  const nationals = eventTabs(sampleFacts({ brand: { is_nationals: true, is_aftermath: true } }))
  expect(nationals).toEqual(expect.arrayContaining(['vip', 'the-cast-experience']))
  expect(nationals).not.toContain('survey')
  const season = { ...sampleTourDate.season, is_portal: false }
  const plain = eventTabs(sampleFacts({ city: { season, settings: { ...sampleTourDate.settings, no_virtual: true } } }))
  expect(plain).toEqual(expect.arrayContaining(['results', 'critiques']))
  expect(plain).not.toContain('coda')
  expect(plain).not.toContain('access-codes')
})

test('EVT-013 EVT-015 EVT-033 the overview cards', () => {
  const city = { web: { ...sampleTourDate.web, no_competition: true } }
  expect(overviewCards(sampleFacts({ city }))).toMatchObject({ balance: true, music: false, vip: false })
  expect(overviewCards(sampleFacts({ brand: { is_nationals: true } }))).toMatchObject({
    balance: false,
    vip: true,
    awards: true,
  })
})
