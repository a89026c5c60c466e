import { describe, expect, test } from 'vitest'
import { cents } from '../../kernel/money.ts'
import { instant } from '../../kernel/instant.ts'
import type { QuoteLine } from '../../registrations/pricing/line.ts'
import { splitBill } from './split.ts'
import { splitDocument } from './split-document.ts'

const line = (kind: QuoteLine['kind'], amount: number, more: Partial<QuoteLine> = {}): QuoteLine => ({
  key: `${kind}:${JSON.stringify(more)}`,
  group: 'workshop',
  kind,
  label: kind,
  amount: cents(amount),
  because: [],
  person_id: null,
  routine: null,
  ...more,
})
const ana = { person_id: 1, name: 'Ana' }
const bea = { person_id: 2, name: 'Bea' }
const cleo = { person_id: 3, name: 'Cleo' }
const trio = [ana, bea, cleo]
const casts = new Map<number | string, readonly number[]>([
  [10, [1]],
  [11, [1, 2]],
  [12, [1, 2, 3]],
  [13, [9]],
])
const shares = (lines: readonly QuoteLine[], margin_basis_points = 0, dancers = trio) =>
  splitBill({ lines, dancers, casts, margin_basis_points }).families.map(({ total }) => total)

describe('each family’s share of a studio’s bill', () => {
  test.each<[string, QuoteLine[], number[]]>([
    ['a dancer’s own fee is their family’s', [line('attendee', 25_000, { person_id: 1 })], [25_000, 0, 0]],
    [
      'so is a discount of theirs',
      [line('attendee', 25_000, { person_id: 1 }), line('scholarship', -5_000, { person_id: 1 })],
      [20_000, 0, 0],
    ],
    ['a solo is its dancer’s', [line('routine', 9_000, { routine: 10 })], [9_000, 0, 0]],
    ['a duo is cut in two', [line('routine', 9_001, { routine: 11 })], [4_501, 4_500, 0]],
    ['a trio in three, to the cent', [line('routine', 10_000, { routine: 12 })], [3_334, 3_333, 3_333]],
    ['extra time and video follow the cast', [line('extra_time', 200, { routine: 11 })], [100, 100, 0]],
    [
      'a routine of nobody who is a dancer here is the studio’s',
      [line('routine', 300, { routine: 13 })],
      [100, 100, 100],
    ],
    ['a teacher’s fee is cut among all', [line('attendee', 30_000, { person_id: 9 })], [10_000, 10_000, 10_000]],
    ['so is an observer’s', [line('observer_two', 100)], [34, 33, 33]],
    ['a teacher who comes free gives everybody back', [line('free_teacher', -100)], [-34, -33, -33]],
    [
      'a promo code follows what each owes before it',
      [
        line('attendee', 30_000, { person_id: 1 }),
        line('attendee', 10_000, { person_id: 2 }),
        line('promo', -4_000, { group: 'discount' }),
      ],
      [27_000, 9_000, 0],
    ],
    ['a promo code on a bill of nothing is cut evenly', [line('promo', -3, { group: 'discount' })], [-1, -1, -1]],
    ['nothing is owed of nothing', [], [0, 0, 0]],
  ])('%s', (_, lines, outcome) => expect(shares(lines)).toEqual(outcome))

  test('a margin is added in proportion, and to the cent', () => {
    const lines = [line('attendee', 30_000, { person_id: 1 }), line('attendee', 10_001, { person_id: 2 })]
    expect(shares(lines, 500)).toEqual([31_500, 10_501, 0])
    expect(splitBill({ lines, dancers: trio, casts, margin_basis_points: 500 })).toMatchObject({
      bill: 40_001,
      margin: 2_000,
      total: 42_001,
      unshared: 0,
    })
  })

  test('without a dancer nobody can be asked', () => {
    const lines = [line('attendee', 30_000, { person_id: 9 })]
    expect(splitBill({ lines, dancers: [], casts, margin_basis_points: 500 })).toMatchObject({
      families: [],
      bill: 30_000,
      margin: 0,
      total: 0,
      unshared: 30_000,
    })
  })

  test('the shares add up to the bill for any lines', () => {
    let seed = 7
    const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    for (let round = 0; round < 500; round += 1) {
      const dancers = Array.from({ length: 1 + next(12) }, (_, index) => ({ person_id: index + 1, name: `D${index}` }))
      const lines = Array.from({ length: next(30) }, () =>
        line('routine', next(60_000) - 5_000, {
          kind: next(7) === 0 ? 'promo' : 'routine',
          routine: next(3) === 0 ? null : 10 + next(4),
          person_id: next(3) === 0 ? 1 + next(14) : null,
        }),
      )
      const split = splitBill({ lines, dancers, casts, margin_basis_points: next(3_000) })
      const bill = lines.reduce((sum, { amount }) => sum + amount, 0)
      expect(split.bill).toBe(bill)
      expect(split.families.reduce((sum, { total }) => sum + total, 0)).toBe(bill + split.margin)
      for (const { own, routines, studio, margin, total, lines: own_lines } of split.families) {
        expect(own + routines + studio + margin).toBe(total)
        expect(own_lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(total - margin)
      }
    }
  })
})

test('a hand-out says how each amount was shared: evenly, or a promo code by what each owes', () => {
  const lines = [line('observer_two', 3_000), line('promo', -4_000, { group: 'discount' })]
  const split = splitBill({ lines, dancers: trio, casts, margin_basis_points: 0 })
  const about = { event: 'Meridian', city: 'Reno', studio: null, registration_id: 1, time_zone: 'UTC' }
  const { sections } = splitDocument(split, { ...about, as_of: instant('2024-10-01T16:00:00Z') })
  expect(sections[1]?.rows.map(({ below }) => below)).toEqual([
    'Shared by all 3 dancers',
    'Shared by all 3 dancers in proportion',
  ])
})
