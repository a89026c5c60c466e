import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calendarDate } from '../kernel/calendar.ts'
import { instant, secondsBetween } from '../kernel/instant.ts'
import { conflictsOf, isHard } from './conflicts.ts'
import { conflictText, durationText, groupConflicts } from './conflict-text.ts'
import { draftOrder } from './draft-order.ts'
import { entryLabel, entryNumbers } from './entry-numbers.ts'
import { applyMoves, moveEntries, type OrderMove } from './moves.ts'
import { orderChanges, versionOf } from './order-changes.ts'
import { entriesInOrder, isNearEvent, type Order, type OrderBlock, type OrderEntry } from './order.ts'
import { runningOrderWording } from './refusals.ts'
import { block, entry, names, settings } from './sample-order.ts'
import { timetable } from './timetable.ts'

const labels = (order: Order) => [...entryNumbers(order)].map(([id, number]) => `${id}:${entryLabel(number)}`)

/** The worked example of docs/rules/running-order.md. */
const example: Order = {
  blocks: [
    block(1, { name: 'Junior Solos' }),
    block(2, { name: 'Awards', kind: 'awards', minutes: 20, starts_at: instant('2026-03-06T14:12:00Z') }),
  ],
  entries: [
    entry(11, { position: 1, allowed_seconds: 165, dancers: [1] }),
    entry(12, { position: 2, allowed_seconds: 165, has_prop: true, dancers: [2] }),
    entry(13, { position: 3, allowed_seconds: 240, extra_minutes: 1, dancers: [1, 2] }),
  ],
}

describe('the worked example', () => {
  test('start times follow from the block and the lengths', () => {
    const { entries, blocks } = timetable(example, settings)
    expect([11, 12, 13].map((id) => entries.get(id)?.start.slice(11, 19))).toEqual(['14:00:00', '14:03:05', '14:07:10'])
    expect(blocks.get(1)?.end.slice(11, 19)).toBe('14:12:30')
    expect(blocks.get(2)?.end.slice(11, 19)).toBe('14:32:00')
  })

  test('each conflict names dancer, both entries and the gap', () => {
    expect(groupConflicts(conflictsOf(example, settings)).map((group) => conflictText(group, names))).toEqual([
      'Block 1 runs 1 minute into Block 2.',
      'Dancer 2 dances entry 12 and entry 13 back to back.',
      'Dancer 1 has 4 min 5 s and 1 entry between entry 11 and entry 13.',
    ])
  })

  test('dancers of the same two entries are named in one conflict', () => {
    const short = { kind: 'gap_short', first_id: 11, second_id: 13, gap_seconds: 245, entries_between: 1 } as const
    const near = { kind: 'back_to_back', first_id: 11, second_id: 12, gap_seconds: 0, entries_between: 0 } as const
    const conflicts = [
      ...[1, 2, 3].map((person_id) => ({ ...near, person_id })),
      ...[1, 4].map((person_id) => ({ ...short, person_id })),
      { ...short, person_id: 5, second_id: 14, gap_seconds: 490, entries_between: 2 },
    ]
    expect(groupConflicts(conflicts).map((group) => conflictText(group, names))).toEqual([
      'Dancer 1, Dancer 2 and Dancer 3 dance entry 11 and entry 12 back to back.',
      'Dancer 1 and Dancer 4 have 4 min 5 s and 1 entry between entry 11 and entry 13.',
      'Dancer 5 has 8 min 10 s and 2 entries between entry 11 and entry 14.',
    ])
  })

  test('a routine that is added after publication has a suffix', () => {
    const entries = example.entries.map((one) => ({ ...one, entry_number: one.position }))
    const order = { ...example, entries: [...entries, entry(14, { block_id: null, position: 0 })] }
    const movedOrder = applyMoves(order, [{ kind: 'place', id: 14, block_id: 1, before_id: 13 }])
    expect(movedOrder.ok && labels(movedOrder.value)).toEqual(['11:1', '12:2', '14:2a', '13:3'])
  })
})

describe('timetable', () => {
  test.each<[string, Partial<OrderEntry>, number]>([
    ['a category of three minutes and a changeover', {}, 200],
    ['an extra minute', { extra_minutes: 1 }, 260],
    ['a prop', { has_prop: true }, 260],
    ['a production with both', { allowed_seconds: 480, extra_minutes: 3, has_prop: true }, 740],
    ['what was scratched takes no time', { state: 'scratched' }, 0],
    ['what did not show up takes no time', { state: 'no_show' }, 0],
    ['what was disqualified after dancing took its time', { state: 'canceled' }, 200],
  ])('%s', (_, change, seconds) => {
    const order = { blocks: [block(1)], entries: [entry(1, change)] }
    const slot = timetable(order, settings).entries.get(1)
    expect(slot && secondsBetween(slot.start, slot.end)).toBe(seconds)
  })
})

describe('entry numbers', () => {
  test.each<[string, (number | null)[], string[]]>([
    ['a draft counts the positions', [null, null, null], ['1:1', '2:2', '3:3']],
    ['two later entries in a row', [1, null, null], ['1:1', '2:1a', '3:1b']],
    ['before the first', [null, 1], ['1:0a', '2:1']],
    ['published numbers stay where they were moved', [2, null, 1], ['1:2', '2:2a', '3:1']],
  ])('%s', (_, numbers, expectedOutcome) => {
    const entries = numbers.map((entry_number, index) => entry(index + 1, { entry_number }))
    expect(labels({ blocks: [block(1)], entries })).toEqual(expectedOutcome)
  })

  test('a suffix that is taken elsewhere is passed, also after z', () => {
    const takenNumbers = [entry(1, { entry_number: 1 }), entry(2), entry(3, { entry_number: 1, suffix: 'z' })]
    expect(labels({ blocks: [block(1)], entries: takenNumbers })).toEqual(['1:1', '2:1aa', '3:1z'])
  })
})

describe('conflicts', () => {
  const other = { block_id: 2, position: 1 }
  const kinds = (blocks: OrderBlock[], entries: OrderEntry[]) =>
    conflictsOf({ blocks, entries }, settings).map(({ kind }) => kind)

  test.each<[string, string, string[]]>([
    ['at the same time on another stage', '14:00:00', ['two_at_once']],
    ['overlapping by a second', '14:03:19', ['two_at_once']],
    ['right after on another stage', '14:03:20', ['back_to_back']],
    ['a changeover later', '14:03:40', ['gap_short']],
    ['a second below the gap', '14:18:19', ['gap_short']],
    ['the gap', '14:18:20', []],
  ])('a dancer %s', (_, time, expectedOutcome) => {
    const blocks = [block(1), block(2, { stage: 2, starts_at: instant(`2026-03-06T${time}Z`) })]
    const entries = [entry(1, { dancers: [7] }), entry(2, { ...other, dancers: [7] })]
    expect(kinds(blocks, entries)).toEqual(expectedOutcome)
  })

  test.each([
    [5, ['gap_short']],
    [6, []],
  ])('%i entries between two of a dancer', (between, expectedOutcome) => {
    const entries = Array.from({ length: between + 2 }, (__, index) => entry(index + 1, { allowed_seconds: 1_000 }))
    const own = entries.map((one, index) => ({ ...one, dancers: index === 0 || index > between ? [7] : [] }))
    expect(kinds([block(1)], own)).toEqual(expectedOutcome)
  })

  test.each([
    [3, []],
    [4, ['studio_run']],
  ])('%i entries of a studio in a row', (many, expectedOutcome) => {
    const entries = Array.from({ length: many }, (__, index) => entry(index + 1, { registration_id: 1 }))
    expect(kinds([block(1)], entries)).toEqual(expectedOutcome)
  })

  test('a scratched entry conflicts with nothing', () => {
    const entries = [entry(1, { dancers: [7] }), entry(2, { dancers: [7], state: 'scratched' })]
    expect(kinds([block(1)], entries)).toEqual([])
  })

  test('of three overlapping entries each pair is named', () => {
    const blocks = [1, 2, 3].map((stage) => block(stage, { stage }))
    const entries = [1, 2, 3].map((id) => entry(id, { block_id: id, position: 1, dancers: [7] }))
    expect(kinds(blocks, entries)).toEqual(['two_at_once', 'two_at_once', 'two_at_once'])
  })

  test('gaps are said in minutes and seconds', () => {
    expect([0, 59, 60, 245].map(durationText)).toEqual(['0 s', '59 s', '1 min', '4 min 5 s'])
  })
})

describe('moves', () => {
  const blocks = [block(1), block(2, { kind: 'awards', starts_at: instant('2026-03-07T14:00:00Z') })]
  const order = (change: Partial<OrderEntry> = {}): Order => ({
    blocks,
    entries: [entry(1, change), entry(2), entry(3), entry(4, { block_id: null, position: 0 })],
  })
  const sequence = (movedOrder: ReturnType<typeof applyMoves>) =>
    movedOrder.ok
      ? entriesInOrder(movedOrder.value).map(({ id, position }) => `${id}@${position}`)
      : movedOrder.refusal.code

  test.each<[string, OrderMove, Partial<OrderEntry>, string[] | string]>([
    ['to the end', { kind: 'place', id: 1, block_id: 1, before_id: null }, {}, ['2@1', '3@2', '1@3']],
    ['before another', { kind: 'place', id: 3, block_id: 1, before_id: 1 }, {}, ['3@1', '1@2', '2@3']],
    ['before itself', { kind: 'place', id: 1, block_id: 1, before_id: 1 }, {}, ['1@1', '2@2', '3@3']],
    ['into the order', { kind: 'place', id: 4, block_id: 1, before_id: 2 }, {}, ['1@1', '4@2', '2@3', '3@4']],
    ['out of the order', { kind: 'remove', id: 1 }, {}, ['2@1', '3@2']],
    ['out, published', { kind: 'remove', id: 1 }, { entry_number: 1 }, 'order.numbered'],
    ['pinned', { kind: 'place', id: 1, block_id: 1, before_id: null }, { pinned: true }, 'order.pinned'],
    ['unpinned', { kind: 'pin', id: 1, pinned: false }, { pinned: true }, ['1@1', '2@2', '3@3']],
    ['danced', { kind: 'place', id: 1, block_id: 1, before_id: null }, { state: 'danced' }, 'order.started'],
    ['into awards', { kind: 'place', id: 1, block_id: 2, before_id: null }, {}, 'order.not_routines'],
    ['before a stranger', { kind: 'place', id: 1, block_id: 1, before_id: 99 }, {}, 'order.not_in_order'],
    ['of a stranger', { kind: 'remove', id: 99 }, {}, 'order.not_in_order'],
  ])('%s', (_, move, change, expectedOutcome) => {
    expect(sequence(applyMoves(order(change), [move]))).toEqual(expectedOutcome)
  })

  const dancing: Order = {
    blocks,
    entries: [entry(1, { dancers: [7] }), entry(2), entry(3, { dancers: [7] })],
  }
  const together: OrderMove = { kind: 'place', id: 3, block_id: 1, before_id: 2 }

  function reasonsAfter(before: Order, moves: readonly OrderMove[]) {
    const movedOrder = moveEntries(before, moves, { reason: 'Same costume', settings, names: () => names })
    return movedOrder.ok && movedOrder.value.entries.map(({ override_reason }) => override_reason)
  }

  test('a hard conflict is refused by name without a reason', () => {
    const movedOrder = moveEntries(dancing, [together], { reason: '', settings, names: () => names })
    expect(
      !movedOrder.ok &&
        movedOrder.refusal.code === 'order.hard_conflict' &&
        runningOrderWording[movedOrder.refusal.code](movedOrder.refusal),
    ).toBe('Dancer 7 dances entry 1 and entry 3 back to back. Enter a reason to do it anyway.')
  })

  test('a reason stays with the entry that was moved', () => {
    const movedOrder = moveEntries(dancing, [together], { reason: 'Same costume', settings, names: () => names })
    expect(movedOrder.ok && movedOrder.value.entries.map(({ override_reason }) => override_reason)).toEqual([
      '',
      '',
      'Same costume',
    ])
  })

  test('a refused move names entries as the new order numbers them', () => {
    const numbered = (order: Order) => ({
      ...names,
      entry: (id: number) => entryLabel(entryNumbers(order).get(id) ?? { entry_number: null, suffix: '' }),
    })
    const movedOrder = moveEntries(dancing, [together], { reason: '', settings, names: numbered })
    expect(!movedOrder.ok && movedOrder.refusal).toMatchObject({ conflicts: ['Dancer 7 dances 1 and 2 back to back.'] })
  })

  test('of an order whose entries all move, the reason stays with those of a hard conflict', () => {
    const moves = [1, 3, 2].map((id): OrderMove => ({ kind: 'place', id, block_id: 1, before_id: null }))
    expect(reasonsAfter(dancing, moves)).toEqual(['Same costume', '', 'Same costume'])
  })

  test('where an entry moves out from between two of a dancer, the reason stays with the two', () => {
    expect(reasonsAfter(dancing, [{ kind: 'place', id: 2, block_id: 1, before_id: null }])).toEqual([
      'Same costume',
      '',
      'Same costume',
    ])
  })

  test('where a block now runs into the next, the reason stays with the entries that came into it', () => {
    const order: Order = {
      blocks: [block(1), block(2, { starts_at: instant('2026-03-06T14:06:40Z') }), block(3, { stage: 2 })],
      entries: [entry(1), entry(2), entry(3, { block_id: 3, position: 1 }), entry(4, { block_id: 3, position: 2 })],
    }
    const moves = [1, 2, 3].map((id): OrderMove => ({ kind: 'place', id, block_id: 1, before_id: null }))
    expect(reasonsAfter(order, moves)).toEqual(['', '', 'Same costume', ''])
  })

  test('a reason goes once its entry has no hard conflict left', () => {
    const after = moveEntries(dancing, [together], { reason: 'Same costume', settings, names: () => names })
    const apart: OrderMove = { kind: 'place', id: 3, block_id: 1, before_id: null }
    expect(after.ok && reasonsAfter(after.value, [{ kind: 'pin', id: 1, pinned: true }])).toEqual([
      '',
      '',
      'Same costume',
    ])
    expect(after.ok && reasonsAfter(after.value, [apart])).toEqual(['', '', ''])
  })

  test('a hard conflict that was there before asks for nothing', () => {
    const before = { ...dancing, entries: dancing.entries.map((one) => ({ ...one, dancers: [7] })) }
    expect(moveEntries(before, [together], { reason: '', settings, names: () => names }).ok).toBe(false)
    const pin: OrderMove = { kind: 'pin', id: 1, pinned: true }
    expect(moveEntries(before, [pin], { reason: '', settings, names: () => names }).ok).toBe(true)
  })

  test('any moves keep every entry once, with positions from 1 in each block', () => {
    const two = [block(1), block(2, { starts_at: instant('2026-03-07T14:00:00Z') })]
    const entries = Array.from({ length: 8 }, (_, index) => entry(index + 1))
    const move = fc.record({
      kind: fc.constant('place' as const),
      id: fc.integer({ min: 1, max: 8 }),
      block_id: fc.integer({ min: 1, max: 2 }),
      before_id: fc.option(fc.integer({ min: 1, max: 8 })),
    })
    fc.assert(
      fc.property(fc.array(move), (moves) => {
        const movedOrder = moves.reduce<Order>(
          (order, one) => {
            const next = applyMoves(order, [one])
            return next.ok ? next.value : order
          },
          { blocks: two, entries },
        )
        const placedEntries = entriesInOrder(movedOrder)
        expect(placedEntries.map(({ id }) => id).toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
        for (const { id } of two) {
          const positions = placedEntries.filter(({ block_id }) => block_id === id).map(({ position }) => position)
          expect(positions).toEqual(positions.map((__, index) => index + 1))
        }
      }),
    )
  })
})

describe('changes of a published order', () => {
  const published: Order = {
    blocks: [block(1), block(2, { starts_at: instant('2026-03-06T15:00:00Z') })],
    entries: [1, 2, 3].map((id) => entry(id, { entry_number: id })),
  }
  const change = (order: Order) => {
    const changes = orderChanges(versionOf(published, settings), versionOf(order, settings))
    return [...changes].map(([registration_id, of]) => `${registration_id} ${of.map(({ kind }) => kind).join()}`)
  }
  const withEntry = (id: number, changedValues: Partial<OrderEntry>): Order => ({
    ...published,
    entries: published.entries.map((one) => (one.id === id ? { ...one, ...changedValues } : one)),
  })

  test('the first publication is new to everybody', () => {
    const changes = orderChanges(null, versionOf(published, settings))
    expect([...changes.values()].flat().map(({ kind }) => kind)).toEqual(['added', 'added', 'added'])
  })

  test.each<[string, Order, string[]]>([
    ['nothing', published, []],
    ['a minute later is no change', withEntry(1, { allowed_seconds: 240 }), []],
    ['61 seconds later is one', withEntry(1, { allowed_seconds: 241 }), ['2 moved', '3 moved']],
    ['scratched: the others move up', withEntry(2, { state: 'scratched' }), ['2 scratched', '3 moved']],
    ['the last to another block', withEntry(3, { block_id: 2, position: 1 }), ['3 moved']],
    ['renumbered', withEntry(3, { suffix: 'a' }), ['3 moved']],
    ['out of the order', { ...published, entries: published.entries.slice(0, 2) }, ['3 scratched']],
    ['added', { ...published, entries: [...published.entries, entry(4)] }, ['4 added']],
  ])('%s', (_, order, expectedOutcome) => {
    expect(change(order)).toEqual(expectedOutcome)
  })

  test('an entry that was scratched and planned again is new', () => {
    const before = versionOf(withEntry(3, { state: 'scratched' }), settings)
    expect([...orderChanges(before, versionOf(published, settings)).values()].flat()).toMatchObject([
      { kind: 'added', entry: { id: 3 } },
    ])
  })
})

describe('a first draft', () => {
  const unplaced = (id: number, change: Partial<OrderEntry> = {}) =>
    entry(id, { block_id: null, position: 0, ...change })

  test('the young come first, each division together', () => {
    const entries = [unplaced(1, { minimum_age: 12 }), unplaced(2), unplaced(3, { minimum_age: 12 }), unplaced(4)]
    const drafted = draftOrder({ blocks: [block(1)], entries }, settings)
    expect(drafted.ok && entriesInOrder(drafted.value).map(({ id }) => id)).toEqual([2, 4, 1, 3])
  })

  test('without a block of routines it is refused', () => {
    const drafted = draftOrder({ blocks: [block(1, { kind: 'break' })], entries: [unplaced(1)] }, settings)
    expect(drafted).toMatchObject({ ok: false, refusal: { code: 'order.no_block' } })
  })

  test('a full block leaves the rest to the next of its stage', () => {
    const blocks = [block(1), block(2, { starts_at: instant('2026-03-06T14:10:00Z') })]
    const drafted = draftOrder({ blocks, entries: [1, 2, 3, 4].map((id) => unplaced(id)) }, settings)
    expect(drafted.ok && drafted.value.entries.map(({ block_id }) => block_id)).toEqual([1, 1, 1, 2])
  })

  test('entries in the order stay, and the draft keeps clear of it', () => {
    const blocks = [block(1), block(2, { stage: 2 })]
    const entries = [entry(1, { position: 1, pinned: true, dancers: [7] }), unplaced(2, { dancers: [7] }), unplaced(3)]
    const drafted = draftOrder({ blocks, entries }, settings)
    expect(drafted.ok && drafted.value.entries[0]).toEqual(entries[0])
    expect(drafted.ok && conflictsOf(drafted.value, settings).filter(({ kind }) => kind === 'two_at_once')).toEqual([])
  })

  test('every routine is placed once, and nobody dances twice at once on one stage', () => {
    const cast = fc.uniqueArray(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 4 })
    const city = fc.array(fc.record({ dancers: cast, minimum_age: fc.constantFrom(5, 8, 12) }), { maxLength: 30 })
    fc.assert(
      fc.property(city, (routines) => {
        const entries = routines.map((routine, index) => unplaced(index + 1, routine))
        const drafted = draftOrder({ blocks: [block(1)], entries }, settings)
        if (!drafted.ok) throw new Error(drafted.refusal.code)
        expect(entriesInOrder(drafted.value)).toHaveLength(routines.length)
        expect(
          conflictsOf(drafted.value, settings).filter((one) => isHard(one) && one.kind !== 'back_to_back'),
        ).toEqual([])
        expect(draftOrder({ blocks: [block(1)], entries }, settings)).toEqual(drafted)
      }),
    )
  })
})

test.each([
  ['2026-03-04', false],
  ['2026-03-05', true],
  ['2026-03-08', true],
  ['2026-03-09', true],
  ['2026-03-10', false],
  ['2027-03-06', false],
])('a block starts near its event on its days, the evening before and the day after: %s', (day, isNear) => {
  const event = { start_date: calendarDate('2026-03-06'), end_date: calendarDate('2026-03-08') }
  expect(isNearEvent(calendarDate(day), event)).toBe(isNear)
})
