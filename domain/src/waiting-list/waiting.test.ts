import { expect, test } from 'vitest'
import { sampleRoutine } from '../registrations/attendees/sample-city.ts'
import { calendarDate } from '../kernel/calendar.ts'
import { saveRoutine } from '../registrations/routines/acts.ts'
import { draftOf, emptyDraft } from '../registrations/routines/routine-draft.ts'
import { competingStudio, competitionFacts } from '../registrations/routines/sample-competition.ts'
import { waitWithDancers } from './newcomers.ts'
import { admitRoutines, revertAdmission } from './admission.ts'
import { entryMoves, needsOfPerson, needsOfWaiting, statesBefore, type WaitingNeeds, type Waiter } from './entry.ts'
import { nextOffers, placeInLine, placeText, positionBefore, whyWaiting } from './queue.ts'

const solo = { routines: 1, 'category:1': 1 }
const group = { routines: 1, 'category:3': 1 }

const routine = (id: number, needs: WaitingNeeds = solo, dancers: readonly number[] = [], blocked = false) => ({
  id,
  needs,
  dancers,
  blocked,
})
const one = (id: number, needs: WaitingNeeds = solo): Waiter => ({
  id,
  registration_id: id,
  takes_part: false,
  routines: [routine(id * 10, needs)],
  people: [],
})
const bundle = (id: number, many: number, takes_part = false): Waiter => ({
  ...one(id),
  takes_part,
  routines: Array.from({ length: many }, (_, at) => routine(id * 10 + at)),
})

const city = (routines: number, solos: number | null = null, groups: number | null = null) => ({
  routines,
  'category:1': solos,
  'category:3': groups,
})

test.each<[string, Waiter[], Record<string, number | null>, [number, number][], Record<string, number>]>([
  ['nobody waits', [], city(3), [], {}],
  ['nothing is free', [one(1), one(2)], city(0), [], { routines: 2 }],
  ['one place goes to the first', [one(1), one(2)], city(1), [[1, 1]], { routines: 1 }],
  [
    'two places go to the first two',
    [one(1), one(2), one(3)],
    city(2),
    [
      [1, 1],
      [2, 1],
    ],
    { routines: 1 },
  ],
  [
    'who waits for another category is passed',
    [one(1), one(2, group)],
    city(1, 0, 1),
    [[2, 1]],
    { 'category:1': 1, routines: 1 },
  ],
  ['a place of the category without room in the city is no place', [one(1)], city(0, 1), [], { routines: 1 }],
  ['a bundle comes in whole', [bundle(1, 3), one(2)], city(3), [[1, 3]], { routines: 1 }],
  ['a single passes a bundle that does not fit', [bundle(1, 3), one(2)], city(2), [[2, 1]], { routines: 1 }],
  [
    'a bundle that takes part comes in as far as there is room',
    [bundle(1, 3, true), one(2)],
    city(2),
    [[1, 2]],
    { routines: 2 },
  ],
  ['a limit lowered below what is taken offers nothing', [one(1)], city(-2), [], { routines: 1 }],
])('OFF-024 %s', (_, line, free, isOffered, waiting) => {
  const round = nextOffers(line, free)
  expect(round.offers.map(({ entry_id, routines }) => [entry_id, routines.length])).toEqual(isOffered)
  expect(round.waiting).toEqual(waiting)
})

/** Two routines, the first with two new dancers, the second with one more and one of the first. */
const troupe = (takes_part: boolean, blocked = false): Waiter => ({
  id: 1,
  registration_id: 1,
  takes_part,
  routines: [routine(11, solo, [1, 2]), routine(12, solo, [2, 3], blocked)],
  people: [1, 2, 3].map((id) => ({ id, needs: needsOfPerson(7) })),
})
const troupeCity = (routines: number, level?: number) => ({
  ...city(routines),
  ...(level !== undefined && { 'level:7': level }),
})

test.each<[string, Waiter, Record<string, number | null>, [number[], number[]][], Record<string, number>]>([
  [
    'with room for all come in with all their dancers',
    troupe(false),
    troupeCity(2, 3),
    [
      [
        [11, 12],
        [1, 2, 3],
      ],
    ],
    {},
  ],
  ['one dancer short, nobody comes in', troupe(false), troupeCity(2, 2), [], { 'level:7': 1 }],
  ['one routine short, no dancer comes in', troupe(false), troupeCity(1, 9), [], { routines: 1 }],
  [
    'at a level without a limit, dancers are not counted',
    troupe(false),
    troupeCity(2),
    [
      [
        [11, 12],
        [1, 2, 3],
      ],
    ],
    {},
  ],
  ['that take part, a routine comes with its own dancers only', troupe(true), troupeCity(1, 9), [[[11], [1, 2]]], {}],
  ['that take part, a routine never comes without its dancers', troupe(true), troupeCity(2, 1), [], { 'level:7': 1 }],
  ['of which one lacks a dancer keep nobody else waiting', troupe(false, true), troupeCity(0, 0), [], {}],
  [
    'that take part, only the routine that lacks a dancer is left',
    troupe(true, true),
    troupeCity(2, 3),
    [[[11], [1, 2]]],
    {},
  ],
])('OFF-024 A18 routines waiting with new dancers: %s', (_, waiter, free, isOffered, waiting) => {
  const round = nextOffers([waiter], free)
  expect(round.offers.map(({ routines, people }) => [routines, people])).toEqual(isOffered)
  expect(round.waiting).toEqual(waiting)
})

test('OFF-024 A18 a routine whose dancer was offered a place elsewhere waits for that dancer', () => {
  const round = nextOffers([troupe(true)], troupeCity(1, 9))
  const [heldPlaces] = round.held
  expect(heldPlaces).toMatchObject({ blocked: true, of: 1 })
  expect(heldPlaces && placeInLine(round, heldPlaces.entry_id)).toBeNull()
  expect(heldPlaces && whyWaiting(heldPlaces, () => 'Mini')).toBe(
    'Waiting until all of its dancers have a place at a level.',
  )
  expect(heldPlaces && whyWaiting(heldPlaces, () => 'Mini', { missing: ['Ada Moon'] })).toBe(
    'Waiting until Ada Moon has a place at a level.',
  )
})

const fullLevel = () => {
  const facts = competitionFacts()
  const tour_date = { ...facts.tour_date, waiting_list: true }
  const places = { ...facts.places, 'level:2': { places: 6, taken: 6, waiting: 0 } }
  const workshop_levels = facts.workshop_levels.map((level) =>
    level.id === 2 ? { ...level, status: 'sold_out' as const } : level,
  )
  return { ...facts, tour_date, places, workshop_levels }
}
const newcomer = { fname: 'Ava', lname: 'Lane', birthdate: calendarDate('2012-03-04'), gender_id: null }
const duo = (attendees: readonly { person_id: number }[]) => ({
  ...emptyDraft,
  name: 'Night Train',
  performance_division_id: 1,
  attendees,
})

test('OFF-024 A18 a routine waits with a dancer who is not registered: planned with both, in no level yet', () => {
  const before = competingStudio(6)
  const coming = [{ person_id: 99, person: newcomer, workshop_level_id: 2 }]
  const waits = waitWithDancers(before, duo([{ person_id: 1 }, { person_id: 99 }]), coming, fullLevel())
  if (!waits.ok) throw new Error(waits.refusal.code)
  expect(waits.value.attendees).toEqual(before.attendees)
  const [waiting] = waits.value.waiting_list_routines
  expect(waiting).toMatchObject({
    status: 'waiting',
    attendees: [{ person_id: 1 }, { person_id: 99, workshop_level_id: 2 }],
  })
  // Its cast is what was planned; its words may change.
  if (!waiting) throw new Error('Nothing waits')
  const withRoutine = { ...waits.value, waiting_list_routines: [{ ...waiting, id: 5 }] }
  const draft = draftOf({ ...waiting, id: 5 })
  expect(saveRoutine(withRoutine, { ...draft, name: 'Day Train' }, fullLevel())).toMatchObject({ ok: true })
  const alone = { ...draft, attendees: [{ person_id: 1 }] }
  expect(saveRoutine(withRoutine, alone, fullLevel())).toMatchObject({
    refusal: { code: 'routine.waits_with_dancers' },
  })
  expect(admitRoutines(withRoutine, [5], fullLevel())).toMatchObject({ refusal: { code: 'waiting.dancers_missing' } })
})

test('OFF-024 A18 nobody waits for a level the office has closed', () => {
  const { places: _, ...facts } = fullLevel()
  const coming = [{ person_id: 99, person: newcomer, workshop_level_id: 2 }]
  const draft = duo([{ person_id: 1 }, { person_id: 99 }])
  const closedFacts = waitWithDancers(competingStudio(6), draft, coming, { ...facts, places: {} })
  expect(closedFacts).toMatchObject({ refusal: { code: 'attendee.level_sold_out' } })
})

test('OFF-024 a place in line counts those ahead who wait for the same', () => {
  const round = nextOffers([one(1), one(2, group), one(3), one(4)], city(9, 0, 0))
  expect([1, 2, 3, 4, 5].map((id) => placeInLine(round, id))).toEqual([1, 1, 2, 3, null])
  expect([1, 2, null].map(placeText)).toEqual(['Next in line', 'Number 2 in line', 'Waiting for its dancers'])
})

test('OFF-024 an entry is told what it waits for, and a bundle why smaller ones pass it', () => {
  const say = (line: Waiter[], free: Record<string, number | null>) =>
    nextOffers(line, free).held.map((heldPlaces) => whyWaiting(heldPlaces, () => 'Solo'))
  expect(say([one(1)], city(0, 0))).toEqual(['Waiting for room in the city and a place in Solo.'])
  expect(say([bundle(1, 3)], city(0))).toEqual(['Waiting for room in the city, for all 3 routines together.'])
  expect(say([bundle(1, 2)], city(0))).toEqual(['Waiting for room in the city, for both routines together.'])
  const [apart] = nextOffers([bundle(1, 2)], city(0)).held
  expect(apart && whyWaiting(apart, () => 'Solo', { takes_part: true })).toBe('Waiting for room in the city.')
  expect(say([bundle(1, 3)], city(2))[0]).toMatch(/^2 of your 3 routines would fit now/)
})

test('OFF-024 an entry is put before another, first or last; not before one that is gone', () => {
  const line = [1, 2, 3].map((id) => ({ id, position: id * 10 }))
  expect(positionBefore(line, 3, 2)).toBe(15)
  expect(positionBefore(line, 3, 1)).toBe(9)
  expect(positionBefore(line, 1, null)).toBe(31)
  expect(positionBefore(line, 1, 7)).toBeNull()
})

test('COMP-035 A18 a waiting solo takes a place of small registrations only from a small one', () => {
  const { tour_date, settings } = competitionFacts()
  const entry_limit_rules = { ...tour_date.entry_limit_rules, solo_groups: 3 }
  const facts = { tour_date: { ...tour_date, entry_limit_rules }, settings }
  const category = { category_id: 1, is_solo: true }
  expect(needsOfWaiting(category, 4, facts)).toEqual({ routines: 1, 'category:1': 1, small_solos: 1 })
  expect(needsOfWaiting(category, 5, facts)).toEqual(solo)
  expect(needsOfWaiting({ category_id: 3, is_solo: false }, 1, facts)).toEqual(group)
})

test('COMP-064 OFF-024 a waiting routine comes in registered and goes back waiting', () => {
  const waiting = sampleRoutine(3, [2], { status: 'waiting' })
  const before = competingStudio(6, { routines: [sampleRoutine(1, [1])], waiting_list_routines: [waiting] })
  const came = admitRoutines(before, [3], competitionFacts())
  if (!came.ok) throw new Error(came.refusal.code)
  expect(came.value.routines.map(({ id, status }) => [id, status])).toEqual([
    [1, 'registered'],
    [3, 'registered'],
  ])
  expect(came.value.waiting_list_routines).toEqual([])
  expect(revertAdmission(came.value, [3]).waiting_list_routines).toEqual([waiting])
  expect(admitRoutines(before, [1], competitionFacts())).toMatchObject({
    ok: false,
    refusal: { code: 'waiting.not_waiting' },
  })
})

test('COMP-007 OFF-024 an independent’s waiting routines come in up to the most the city takes of one', () => {
  const facts = competitionFacts()
  const { tour_date } = facts
  const independent = { allowed: true, max_routines: 2 }
  const limited = {
    ...facts,
    tour_date: { ...tour_date, entry_limit_rules: { ...tour_date.entry_limit_rules, independent } },
  }
  const waiting_list_routines = [3, 4].map((id) => sampleRoutine(id, [id], { status: 'waiting' }))
  const alone = {
    ...competingStudio(6, { routines: [sampleRoutine(1, [1])], waiting_list_routines }),
    independent: true,
  }
  expect(admitRoutines(alone, [3], limited)).toMatchObject({ ok: true })
  expect(admitRoutines(alone, [3, 4], limited)).toMatchObject({
    refusal: { code: 'waiting.independent_limit', limit: 2 },
  })
  expect(admitRoutines({ ...alone, independent: false }, [3, 4], limited)).toMatchObject({ ok: true })
})

test('an entry moves from the line to its end and never back', () => {
  const finalStates = ['declined', 'expired', 'left', 'refused'] as const
  for (const state of finalStates) expect(entryMoves[state]).toEqual([])
  expect(statesBefore('waiting')).toEqual([])
  expect(statesBefore('offered')).toEqual(['waiting'])
  expect(statesBefore('accepted')).toEqual(['offered'])
  expect(statesBefore('declined')).toEqual(['offered'])
  expect(statesBefore('expired')).toEqual(['offered', 'accepted'])
  expect(statesBefore('left')).toEqual(['waiting', 'offered', 'accepted'])
  expect(statesBefore('refused')).toEqual(['waiting', 'offered'])
})
