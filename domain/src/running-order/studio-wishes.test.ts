import { describe, expect, test } from 'vitest'
import { calendarDate } from '../kernel/calendar.ts'
import { instant } from '../kernel/instant.ts'
import { conflictText, groupConflicts } from './conflict-text.ts'
import { conflictsOf, entriesOfConflict, isHard } from './conflicts.ts'
import { draftOrder } from './draft-order.ts'
import type { Order, OrderEntry } from './order.ts'
import { block, entry, names, settings } from './sample-order.ts'

test('a wish that is not met is a soft conflict that says when the entry starts; a scratched entry has none', () => {
  const window = { from: instant('2026-03-06T14:05:00Z'), until: instant('2026-03-06T15:00:00Z') }
  const order = {
    blocks: [block(1)],
    entries: [
      entry(1, { wish_windows: [window] }),
      entry(2, { wish_windows: [window], state: 'scratched' }),
      ...[3, 4].map((id) => entry(id, { wish_windows: [window] })),
    ],
  }
  const conflicts = conflictsOf(order, settings)
  expect(conflicts).toMatchObject([
    { kind: 'request_unmet', entry_id: 1 },
    { kind: 'request_unmet', entry_id: 3 },
  ])
  expect(conflicts.some(isHard)).toBe(false)
  expect(groupConflicts(conflicts).map((group) => conflictText(group, names))).toEqual([
    'Studio 1 asks for entry 1: wish 1. It starts 14:00.',
    'Studio 3 asks for entry 3: wish 3. It starts 14:03.',
  ])
})

describe('a draft and the wishes of studios', () => {
  const saturday = { day: calendarDate('2026-03-07'), starts_at: instant('2026-03-07T14:00:00Z') }
  const onSaturday = { from: instant('2026-03-07T05:00:00Z'), until: instant('2026-03-08T04:59:59Z') }
  const pending = (id: number, wish_windows: OrderEntry['wish_windows']) =>
    entry(id, { block_id: null, position: 0, wish_windows })
  const blockOf = (order: Order, id: number) => {
    const drafted = draftOrder(order, settings)
    return drafted.ok ? drafted.value.entries.find((one) => one.id === id)?.block_id : undefined
  }
  test('a routine that can be met by a later block waits for it', () => {
    const order = { blocks: [block(1), block(2, saturday)], entries: [pending(1, [onSaturday]), pending(2, [])] }
    expect([1, 2].map((id) => blockOf(order, id))).toEqual([2, 1])
  })
  test('one that no block can meet is placed all the same', () => {
    const order = { blocks: [block(1)], entries: [pending(1, [onSaturday]), pending(2, [])] }
    expect([1, 2].map((id) => blockOf(order, id))).toEqual([1, 1])
  })
})

describe('a studio that comes for a day with one or two entries', () => {
  const saturday = { day: calendarDate('2026-03-07'), starts_at: instant('2026-03-07T14:00:00Z') }
  const blocks = [block(1), block(2, saturday)]
  /** Entries of one studio on Friday, then on Saturday. */
  const studioWith = (friday: number, second: number): Order => ({
    blocks,
    entries: Array.from({ length: friday + second }, (_, index) =>
      entry(index + 1, { registration_id: 1, block_id: index < friday ? 1 : 2 }),
    ),
  })
  test.each<[string, number, number, number[]]>([
    ['all on one day', 3, 0, []],
    ['one on each: the earlier day counts as full', 1, 1, [2]],
    ['three and one', 3, 1, [4]],
    ['one and three: the busier day counts as full', 1, 3, [1]],
    ['three and two', 3, 2, [4, 5]],
    ['three and three', 3, 3, []],
  ])('%s', (_, friday, second, entry_ids) => {
    const thin = conflictsOf(studioWith(friday, second), settings).filter(({ kind }) => kind === 'studio_day')
    expect(thin.flatMap(entriesOfConflict)).toEqual(entry_ids)
    expect(thin.some(isHard)).toBe(false)
  })

  test('it is named with the day and the entries', () => {
    const thin = conflictsOf(studioWith(3, 2), settings).filter(({ kind }) => kind === 'studio_day')
    expect(groupConflicts(thin).map((group) => conflictText(group, names))).toEqual([
      'Studio 1 comes on Saturday, March 7 for 2 entries only: entry 4 and entry 5.',
    ])
  })

  test('a scratched entry brings nobody', () => {
    const { entries } = studioWith(3, 1)
    const order = {
      blocks,
      entries: entries.map((one) => (one.id === 4 ? { ...one, state: 'scratched' as const } : one)),
    }
    expect(conflictsOf(order, settings).map(({ kind }) => kind)).not.toContain('studio_day')
  })

  test('a draft keeps a studio on the day on which it has an entry', () => {
    const two = { registration_id: 2, minimum_age: 8 }
    const order = {
      blocks: [block(1), block(2, { ...saturday, id: 2 })],
      entries: [
        entry(1, { registration_id: 1 }),
        entry(2, { ...two, block_id: 2, position: 1 }),
        entry(3, { ...two, block_id: null, position: 0 }),
        entry(4, { registration_id: 1, block_id: null, position: 0 }),
      ],
    }
    const drafted = draftOrder(order, settings)
    const places = drafted.ok ? drafted.value.entries.map(({ id, block_id, position }) => [id, block_id, position]) : []
    // Of two that cost the same the first would have gone before.
    expect(places.slice(2)).toEqual([
      [3, 1, 3],
      [4, 1, 2],
    ])
  })
})
