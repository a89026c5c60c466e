import { expect, test } from 'vitest'
import { sampleRoutine } from '../attendees/sample-city.ts'
import { competingStudio, competitionFacts } from '../routines/sample-competition.ts'
import { comeIn, goBack } from './come-in.ts'
import { needsOfWaiting, type Waiter } from './entry.ts'
import { nextOffers, placeInLine, positionBefore, whyWaiting } from './queue.ts'

const solo = { routines: 1, 'category:1': 1 }
const group = { routines: 1, 'category:3': 1 }

const one = (id: number, needs: Waiter['parts'][number]['needs'] = solo): Waiter => ({
  id,
  registration_id: id,
  takes_part: false,
  parts: [{ id: id * 10, needs }],
})
const bundle = (id: number, many: number, takes_part = false): Waiter => ({
  ...one(id),
  takes_part,
  parts: Array.from({ length: many }, (_, at) => ({ id: id * 10 + at, needs: solo })),
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
])('OFF-024 %s', (_, line, free, offered, waiting) => {
  const round = nextOffers(line, free)
  expect(round.offers.map(({ entry_id, parts }) => [entry_id, parts.length])).toEqual(offered)
  expect(round.waiting).toEqual(waiting)
})

test('OFF-024 a place in line counts those ahead who wait for the same', () => {
  const round = nextOffers([one(1), one(2, group), one(3), one(4)], city(9, 0, 0))
  expect([1, 2, 3, 4, 5].map((id) => placeInLine(round, id))).toEqual([1, 1, 2, 3, null])
})

test('OFF-024 an entry is told what it waits for, and a bundle why smaller ones pass it', () => {
  const say = (line: Waiter[], free: Record<string, number | null>) =>
    nextOffers(line, free).held.map((held) => whyWaiting(held, () => 'Solo'))
  expect(say([one(1)], city(0, 0))).toEqual(['Waiting for room in the city and a place in Solo.'])
  expect(say([bundle(1, 3)], city(0))).toEqual(['Waiting for room in the city, for all 3 routines together.'])
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
  const came = comeIn(before, [3], competitionFacts())
  if (!came.ok) throw new Error(came.refusal.code)
  expect(came.value.routines.map(({ id, status }) => [id, status])).toEqual([
    [1, 'registered'],
    [3, 'registered'],
  ])
  expect(came.value.waiting_list_routines).toEqual([])
  expect(goBack(came.value, [3]).waiting_list_routines).toEqual([waiting])
  expect(comeIn(before, [1], competitionFacts())).toMatchObject({ ok: false, refusal: { code: 'waiting.not_waiting' } })
})
