import { describe, expect, test } from 'vitest'
import { dayIn } from '../kernel/calendar.ts'
import { minutesAfter } from '../kernel/instant.ts'
import { conflictsOf, isHard } from './conflicts.ts'
import { draftOrder } from './draft-order.ts'
import { applyMoves } from './moves.ts'
import { OrderSearch } from './order-search.ts'
import { entriesOfBlock, type Order, type OrderEntry } from './order.ts'
import { nine, settings } from './sample-order.ts'
import { gapBound, movesTo } from './suggested-moves.ts'

/** Minutes after nine of the first day between which an entry may start. */
const window = (from: number, until: number) => ({ from: minutesAfter(nine, from), until: minutesAfter(nine, until) })

/** A city that its number decides: four blocks in two days, studios of twelve dancers who dance up to six times. */
function city(number: number, size = 80): Order {
  let state = number * 7_919 + 1
  const next = (most: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % most
  }
  const entries = Array.from({ length: size }, (_, index): OrderEntry => {
    const registration_id = 1 + next(8)
    const count = [1, 1, 2, 3, 6, 9][next(6)] ?? 1
    const division = 1 + next(4)
    return {
      id: index + 1,
      registration_id,
      block_id: null,
      position: 0,
      entry_number: null,
      suffix: '',
      pinned: false,
      state: 'planned',
      override_reason: '',
      allowed_seconds: 165,
      extra_minutes: next(10) === 0 ? 1 : 0,
      has_prop: next(8) === 0,
      minimum_age: 3 * division,
      age_division_id: division,
      dancers: [...new Set(Array.from({ length: count }, () => registration_id * 100 + next(14)))],
      // Some would like the morning of the second day, some not to be early.
      wish_windows:
        index % 7 === 3 ? [window(1_440, 1_560)] : index % 9 === 4 ? [window(60, 600), window(1_500, 2_040)] : [],
    }
  })
  const block = (id: number, minutes: number) => {
    const place = { stage: 1, kind: 'routines', name: `Block ${id}`, minutes: 0 } as const
    const starts_at = minutesAfter(nine, minutes)
    return { id, ...place, starts_at, day: dayIn('America/New_York', starts_at) }
  }
  return { entries, blocks: [block(1, 0), block(2, 240), block(3, 1_440), block(4, 1_680)] }
}

function drafted(order: Order): Order {
  const draft = draftOrder(order, settings)
  if (!draft.ok) throw new Error(draft.refusal.code)
  return draft.value
}

function improved(order: Order, tries: number, seed = 1): Order {
  const search = new OrderSearch(order, settings, seed)
  search.run(tries)
  const moves = applyMoves(order, movesTo(order, search.best()))
  if (!moves.ok) throw new Error(moves.refusal.code)
  return moves.value
}

const hardCount = (order: Order) => conflictsOf(order, settings).filter(isHard).length
const sequence = (order: Order) => order.blocks.map(({ id }) => entriesOfBlock(order, id).map((entry) => entry.id))

test('the cost kept by dancer equals the cost added anew after every change', () => {
  for (let number = 1; number <= 12; number++) {
    const search = new OrderSearch(drafted(city(number, 40)), settings, number)
    for (let round = 0; round < 60; round++) {
      search.run(1 + (round % 4))
      expect(search.cost).toBe(search.fullCost())
    }
    expect(search.bestCost).toBeLessThanOrEqual(search.startCost)
  }
})

test('on 200 cities no order gets a hard conflict that it did not have, and most short gaps go', () => {
  const short = (order: Order) => conflictsOf(order, settings).filter(({ kind }) => kind === 'gap_short').length
  let [before, after] = [0, 0]
  for (let number = 1; number <= 200; number++) {
    const draft = drafted(city(number, 60))
    const better = improved(draft, 600, number)
    expect(hardCount(better), `city ${number}`).toBeLessThanOrEqual(hardCount(draft))
    before += short(draft)
    after += short(better)
  }
  expect(after).toBeLessThan(0.7 * before)
})

/**
 * A city that has an order without hard conflicts: each entry's dancers were drawn among those who are not in the entry
 * before it. The order itself is forgotten; ids say nothing of it.
 */
function feasibleCity(number: number, size = 60): Order {
  const { blocks, entries } = city(number, size)
  let state = number * 104_729 + 1
  const next = (most: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % most
  }
  let before: readonly number[] = []
  const danced = entries.map((entry) => {
    const count = [1, 1, 2, 3, 6, 7][next(6)] ?? 1
    const free = Array.from({ length: 14 }, (_, index) => entry.registration_id * 100 + index).filter(
      (dancer) => !before.includes(dancer),
    )
    before = [...new Set(Array.from({ length: count }, () => free[next(free.length)] ?? 0))]
    return { ...entry, dancers: before }
  })
  return { blocks, entries: danced.toSorted((one, other) => ((one.id * 37) % 61) - ((other.id * 37) % 61)) }
}

test('on 200 cities that can do without hard conflicts, draft and search leave none', () => {
  let draftsWithConflicts = 0
  for (let number = 1; number <= 200; number++) {
    const draft = drafted(feasibleCity(number))
    if (hardCount(draft) > 0) draftsWithConflicts += 1
    expect(hardCount(improved(draft, 600, number)), `city ${number}`).toBe(0)
  }
  // Otherwise the search had nothing to show.
  expect(draftsWithConflicts).toBeGreaterThan(5)
})

test('an order with hard conflicts alone loses them', () => {
  // By number, as somebody typed them in: dancers follow upon themselves.
  const city3 = city(3)
  const entries = city3.entries.map((entry, index) => ({
    ...entry,
    block_id: 1 + Math.floor(index / 20),
    position: 1 + (index % 20),
  }))
  const order = { ...city3, entries }
  expect(hardCount(order)).toBeGreaterThan(5)
  expect(hardCount(improved(order, 8_000))).toBe(0)
})

test('the search moves entries to where their studios would like them, and the draft puts more there than without', () => {
  const unmet = (order: Order) => conflictsOf(order, settings).filter(({ kind }) => kind === 'request_unmet').length
  let [before, drafts, after] = [0, 0, 0]
  for (let number = 1; number <= 20; number++) {
    const wished = city(number, 60)
    const plain = drafted({ ...wished, entries: wished.entries.map((entry) => ({ ...entry, wish_windows: [] })) })
    const places = new Map(plain.entries.map(({ id, block_id, position }) => [id, { block_id, position }]))
    const unaware = {
      ...wished,
      entries: wished.entries.map((entry) => ({ ...entry, ...places.get(entry.id) })),
    }
    before += unmet(unaware)
    drafts += unmet(drafted(wished))
    after += unmet(improved(unaware, 4_000, number))
  }
  expect(drafts).toBeLessThan(before)
  expect(after).toBeLessThan(before)
})

test('the search brings studios to fewer days', () => {
  const studioDays = (order: Order) => {
    const dayOfBlock = new Map(order.blocks.map(({ id, day }) => [id, day]))
    return new Set(order.entries.map((entry) => `${entry.registration_id} ${dayOfBlock.get(entry.block_id ?? 0)}`)).size
  }
  let [before, after] = [0, 0]
  for (let number = 1; number <= 20; number++) {
    // Many small studios of one division: who dances on which day is all that is left to decide.
    const { blocks, entries } = city(number, 60)
    const order = {
      blocks,
      entries: entries.map((entry) => ({
        ...entry,
        ...{ registration_id: 1 + (entry.id % 20), age_division_id: 1, minimum_age: 8, dancers: [], wish_windows: [] },
        ...{ block_id: 1 + Math.floor((entry.id - 1) / 15), position: entry.id },
      })),
    }
    before += studioDays(order)
    after += studioDays(improved(order, 4_000, number))
  }
  expect(after).toBeLessThan(0.8 * before)
})

test('the same seed makes the same order, another seed another', () => {
  const draft = drafted(city(5))
  expect(sequence(improved(draft, 2_000, 7))).toEqual(sequence(improved(draft, 2_000, 7)))
  expect(sequence(improved(draft, 2_000, 7))).not.toEqual(sequence(improved(draft, 2_000, 8)))
})

describe('fixed entries keep their places', () => {
  const draft = drafted(city(9))
  test.each([
    ['pinned', { pinned: true }],
    ['numbered', { entry_number: 4 }],
    ['started', { state: 'danced' }],
  ] as const)('an entry that is %s', (_name, change) => {
    const heldEntries = draft.entries.filter(({ id }) => id % 5 === 0).map((entry) => ({ ...entry, ...change }))
    const order = {
      ...draft,
      entries: draft.entries.map((entry) => heldEntries.find(({ id }) => id === entry.id) ?? entry),
    }
    const search = new OrderSearch(order, settings, 2)
    search.run(3_000)
    const best = new Map(search.best().map(({ block_id, ids }) => [block_id, ids]))
    for (const { id, block_id, position } of heldEntries) expect(best.get(block_id ?? 0)?.[position - 1]).toBe(id)
    expect(search.bestCost).toBeLessThan(search.startCost)
  })

  test('all pinned: nothing is tried', () => {
    const order = { ...draft, entries: draft.entries.map((entry) => ({ ...entry, pinned: true })) }
    const search = new OrderSearch(order, settings)
    search.run(100)
    expect(search.tries).toBe(0)
    expect(movesTo(order, search.best())).toEqual([])
  })
})

test('the moves lead to the order that was found, around a pinned entry too', () => {
  const draft = drafted(city(11))
  const pinnedId = sequence(draft)[0]?.[3]
  const order = {
    ...draft,
    entries: draft.entries.map((one) => (one.id === pinnedId ? { ...one, pinned: true } : one)),
  }
  const search = new OrderSearch(order, settings, 4)
  search.run(2_000)
  expect(sequence(improved(order, 2_000, 4))).toEqual(search.best().map(({ ids }) => ids))
})

test('no order keeps the busiest dancer further apart than the bound', () => {
  expect(gapBound(city(1))).toBeNull()
  const order = drafted(city(1))
  const bound = gapBound(order)
  const counts = new Map<number, number>()
  for (const person_id of order.entries.flatMap(({ dancers }) => dancers)) {
    counts.set(person_id, (counts.get(person_id) ?? 0) + 1)
  }
  const most = Math.max(...counts.values())
  const [busiest] = [...counts].find(([, count]) => count === most) ?? []
  expect(bound).toEqual({
    person_id: busiest,
    count: most,
    total: 80,
    most: expect.any(Number),
  })
  expect(bound?.most).toBe(Math.floor(79 / (most - 1)) - 1)
})
