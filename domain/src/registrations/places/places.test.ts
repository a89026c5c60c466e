import { describe, expect, test } from 'vitest'
import { sampleLevels, sampleRoutine } from '../attendees/sample-city.ts'
import { instant, minutesAfter } from '../../kernel/instant.ts'
import { explain } from '../../refusals.ts'
import { competingStudio, competitionFacts } from '../routines/sample-competition.ts'
import { defaultSettings } from '../../tours/settings/registry.ts'
import { holdEnd, isHeld, planHold, renewHold, type Hold, type HoldRecord } from './hold.ts'
import { countNeededPlaces } from './needed-places.ts'
import { placeNames } from './place-key.ts'
import { leftText, shortagesOf } from './availability.ts'
import { routinesWithoutPlace, shortageSentence } from './shortage.ts'

test('COMP-081 COMP-064 a registration needs places for people by level and for routines, except waiting ones', () => {
  const routines = [sampleRoutine(1, [1]), sampleRoutine(2, [2], { is_best_dancer: true })]
  const waiting_list_routines = [sampleRoutine(3, [2], { status: 'waiting' })]
  const needs = countNeededPlaces(competingStudio(6, { routines, waiting_list_routines }), competitionFacts())
  expect(needs).toEqual({ 'level:2': 6, 'level:5': 1, routines: 1, 'category:1': 1 })
})

const count = (takenCount: number, waiting = 0) => ({ routines: { places: 10, taken: takenCount, waiting } })
test.each([
  ['room', 2, 0, count(8), 0],
  ['one too many', 3, 0, count(8), 1],
  ['own places, all taken', 3, 3, count(10), 0],
  ['own places and one more', 4, 3, count(10), 1],
  ['a limit lowered below what is taken', 3, 3, count(14), 0],
  ['people waiting', 1, 0, count(8, 1), 1],
])('COMP-081 COMP-084 with %s', (_, needs, heldPlaces, counts, over) => {
  expect(shortagesOf({ routines: needs }, { routines: heldPlaces }, counts)[0]?.over ?? 0).toBe(over)
})

test('COMP-082 places left in words', () => {
  expect(leftText({ places: 60, taken: 7, waiting: 0 })).toBe('53 left')
  expect(leftText({ places: 60, taken: 60, waiting: 0 })).toBe('Sold out')
  expect(leftText({ places: null, taken: 60, waiting: 0 })).toBeNull()
})

test('COMP-084 a hold lasts 15 minutes from the last activity and 60 from the first', () => {
  const began = instant('2024-09-01T12:00:00Z')
  expect(holdEnd(began, instant('2024-09-01T12:10:00Z'), defaultSettings)).toBe('2024-09-01T12:25:00.000Z')
  const last = instant('2024-09-01T13:00:00Z')
  expect(holdEnd(began, instant('2024-09-01T12:55:00Z'), defaultSettings)).toBe(last)
  expect(isHeld({ began, ends: last }, last)).toBe(false)
  expect(renewHold({ began, ends: last }, last, defaultSettings).began).toBe(last)
})

describe('COMP-084 places are held without paying for so long, and then not for a while', () => {
  const settings = { ...defaultSettings, hold_minutes_unpaid: 40, hold_pause_minutes: 30 }
  const at = (minutes: number) => minutesAfter(instant('2024-09-01T12:00:00Z'), minutes)
  /** Asks for a hold at these minutes; answers how long each was given, from its asking, or why not. */
  function ask(...minutes: number[]) {
    let hold: Hold | null = null
    let record: HoldRecord | null = null
    return minutes.map((minute) => {
      const plan = planHold(hold, record, { now: at(minute), settings, time_zone: 'UTC' })
      if (!plan.ok) return explain(plan.refusal)
      hold = plan.value.hold
      record = plan.value.record
      return (Date.parse(hold.ends) - Date.parse(at(minute))) / 60_000
    })
  }

  test.each([
    ['once after another, until it is used up', [0, 15, 30], [15, 15, 10]],
    ['a pause before the next', [0, 15, 30, 41], [15, 15, 10, expect.stringContaining('from Sun, Sep 1, 1:10 pm')]],
    ['the pause is not made longer by asking', [0, 15, 30, 69, 70], [15, 15, 10, expect.any(String), 15]],
    ['activity within one hold counts once', [0, 5, 10, 15, 20, 25], [15, 15, 15, 15, 15, 15]],
    ['and ends with what may be held', [0, 10, 20, 30, 38], [15, 15, 15, 10, 2]],
    ['a break as long as a pause begins anew', [0, 15, 60, 75, 90], [15, 15, 15, 15, 10]],
  ])('%s', (_, minutes, input) => {
    expect(ask(...minutes)).toEqual(input)
  })
})

const full = { places: 2, taken: 2, waiting: 0 }
test.each([
  [
    'a full level: who has no place there, what is free, what to do',
    { key: 'level:2', over: 3 },
    {},
    'Junior is full: there is no place for Person1 Reed, Person2 Reed and Person3 Reed. Still available: Mini (5 left). In Dancers, please choose another level for them or take them out.',
  ],
  [
    'one of three, where the city keeps a list',
    { key: 'level:2', over: 1 },
    { waiting_list: true },
    'Junior has room for 2 of your 3, so there is no place for Person3 Reed. Still available: Mini (5 left). In Dancers, please choose another level for Person3 Reed, let Person3 Reed wait for Junior or take Person3 Reed out.',
  ],
  [
    'a level beside which nothing is theirs',
    { key: 'level:5', over: 1 },
    {},
    'Teacher is full: there is no place for Person100 Reed. In Teachers, please take Person100 Reed out.',
  ],
  [
    'a full city',
    { key: 'routines', over: 2 },
    {},
    'Juniper Falls is full: there is no place for “Routine 1” and “Routine 2”. Please remove 2 routines in Competition.',
  ],
  [
    'a category, where the city keeps a list',
    { key: 'category:1', over: 1 },
    { waiting_list: true },
    'Solo in Juniper Falls has room for 1 of your 2 routines, so there is no place for “Routine 2”. Please remove 1 routine in Competition, or put it on the waiting list.',
  ],
])('COMP-081 COMP-084 ATT-019 the sentence for %s', (_, short, city, sentence) => {
  const routines = [2, 1].map((id) => sampleRoutine(id, [id]))
  const registration = competingStudio(3, { routines })
  const facts = competitionFacts({
    city,
    workshop_levels: [...sampleLevels, ...sampleLevels.slice(0, 1).map((mini) => ({ ...mini, id: 8, level: 'Tiny' }))],
    places: { 'level:1': { places: 6, taken: 1, waiting: 0 }, 'level:2': full, 'level:8': full },
  })
  expect(shortageSentence(short, registration, facts)).toBe(sentence)
})

test('ATT-019 A18 while its own people use the last places of a level, a registration is told to submit them first', () => {
  const facts = competitionFacts({
    city: { waiting_list: true },
    places: { 'level:2': { places: 2, taken: 0, waiting: 0 } },
  })
  const sentence = shortageSentence({ key: 'level:2', over: 1 }, competingStudio(3), facts)
  expect(sentence).toMatch(/^Junior has room for 2 of your 3, so there is no place for Person3 Reed\./)
  expect(sentence).toMatch(
    / or take Person3 Reed out, submit the rest, and then join the waiting list for Junior with Person3 Reed\.$/,
  )
})

test('COMP-081 COMP-029 no waiting list is promised to a studio that fills all there is', () => {
  const registration = competingStudio(3, { routines: [1, 2].map((id) => sampleRoutine(id, [id])) })
  const facts = competitionFacts({
    city: { waiting_list: true },
    places: { routines: { places: 1, taken: 0, waiting: 0 } },
  })
  expect(shortageSentence({ key: 'routines', over: 1 }, registration, facts)).toBe(
    'Juniper Falls has room for 1 of your 2 routines, so there is no place for “Routine 2”. Please remove 1 routine in Competition.',
  )
})

describe('COMP-081 COMP-084 A18 the routines without a place, each with its reason and its way to the waiting list', () => {
  const count = (places: number, full: number) => ({ places, taken: full, waiting: 0 })
  const registration = competingStudio(3, { routines: [3, 1, 2].map((id) => sampleRoutine(id, [id])) })
  const lacking = (places: Record<string, ReturnType<typeof count>>, waiting_list = true, own: object = {}) =>
    routinesWithoutPlace({ ...registration, ...own }, competitionFacts({ city: { waiting_list }, places })).map(
      ({ routine, reason, joins }) => [routine.id, reason, joins],
    )

  test.each([
    ['none while all fit', { routines: count(9, 0) }, true, []],
    [
      'the last ones of those that use the rest up wait once the others are submitted',
      { routines: count(9, 8) },
      true,
      [
        [2, 'Juniper Falls has room for 1 of your 3 routines.', 'submitting'],
        [3, 'Juniper Falls has room for 1 of your 3 routines.', 'submitting'],
      ],
    ],
    [
      'all of a full category can wait at once',
      { 'category:1': count(4, 4) },
      true,
      [1, 2, 3].map((id) => [id, 'Solo in Juniper Falls is full.', 'now']),
    ],
    [
      'one key without a free place is enough to wait at once',
      { 'category:1': count(9, 7), routines: count(4, 4) },
      true,
      [1, 2, 3].map((id) => [id, 'Juniper Falls is full.', 'now']),
    ],
    [
      'no way without a list',
      { routines: count(9, 7) },
      false,
      [[3, 'Juniper Falls has room for 2 of your 3 routines.', null]],
    ],
    [
      'no way behind oneself',
      { routines: count(2, 0) },
      true,
      [[3, 'Juniper Falls has room for 2 of your 3 routines.', null]],
    ],
  ])('%s', (_, places, waiting_list, routines) => {
    expect(lacking(places as Record<string, ReturnType<typeof count>>, waiting_list)).toEqual(routines)
  })

  test('an edit is submitted without them', () => {
    expect(lacking({ routines: count(9, 7) }, true, { completed: true })).toMatchObject([[3, expect.any(String), null]])
    expect(lacking({ routines: count(9, 9) }, true, { completed: true })[2]).toMatchObject([
      3,
      expect.any(String),
      'now',
    ])
  })
})

test('COMP-081 ATT-019 at an intensive a teacher without a place is among the attendees', () => {
  const intensive = competitionFacts({ brand: { is_intensive: true } })
  expect(shortageSentence({ key: 'level:5', over: 1 }, competingStudio(3), intensive)).toContain('In Attendees, please')
})

test('the scarce things of a city have names; one that no list has is left out', () => {
  const workshop_levels = [{ id: 2, plural_name: 'Juniors' }]
  const routine_categories = [{ category_id: 1, name: 'Solo' }]
  const keys = ['routines', 'level:2', 'level:9', 'category:1', 'small_solos']
  expect(placeNames(keys, { workshop_levels, routine_categories })).toEqual([
    'the competition',
    'Juniors',
    'Solo routines',
    'solos of small registrations',
  ])
})
