import { describe, expect, test } from 'vitest'
import { instant, minutesAfter } from '../kernel/instant.ts'
import { ceremonyText, lateEnds, scopeEnds, type CeremonyAward, type CeremonyEntry } from './ceremony.ts'

const nine = instant('2026-03-06T14:00:00Z')
/** An entry of a division and category; `minute`: after nine, or null outside of the order. */
const entry = (id: number, division: number, category: number, minute: number | null): CeremonyEntry => ({
  ...{ id, age_division_id: division, category_id: category, performance_division_id: 1, is_showcase: false },
  starts_at: minute === null ? null : minutesAfter(nine, minute),
})
const award = (change: Partial<CeremonyAward> = {}): CeremonyAward => ({
  ...{ id: 1, scope: { group_by: ['age_division_id', 'category_id'] }, block_id: null },
  ...change,
})
const ends = (entries: CeremonyEntry[], awards: CeremonyAward[]) =>
  scopeEnds(entries, awards).map(({ award_id, scope, entry_id }) => [award_id, scope.join(), entry_id])

describe('the last entry of a scope', () => {
  const order = [entry(1, 1, 1, 0), entry(2, 1, 2, 5), entry(3, 1, 1, 10), entry(4, 2, 1, 15)]
  test.each<[string, CeremonyEntry[], CeremonyAward[], (string | number)[][]]>([
    [
      'of each division and category',
      order,
      [award()],
      [
        [1, '1,1', 3],
        [1, '1,2', 2],
        [1, '2,1', 4],
      ],
    ],
    [
      'of a whole division',
      order,
      [award({ scope: { group_by: ['age_division_id'] } })],
      [
        [1, '1', 3],
        [1, '2', 4],
      ],
    ],
    ['of all', order, [award({ scope: { group_by: [] } })], [[1, '', 4]]],
    ['of those that an award names', order, [award({ scope: { group_by: [], categories: [2] } })], [[1, '', 2]]],
    ['by time, not by id', [entry(1, 1, 1, 30), entry(2, 1, 1, 5)], [award()], [[1, '1,1', 1]]],
    [
      'none, while a routine of it is not in the order',
      [...order, entry(5, 1, 1, null)],
      [award()],
      [
        [1, '1,2', 2],
        [1, '2,1', 4],
      ],
    ],
    ['none for Showcase, which has no places', [{ ...entry(1, 1, 1, 0), is_showcase: true }], [award()], []],
    [
      'for Showcase where the award names it',
      [{ ...entry(1, 1, 1, 0), is_showcase: true }],
      [award({ scope: { group_by: [], showcase: true } })],
      [[1, '', 1]],
    ],
    [
      'of each half of a division that the city splits by performance',
      [
        { ...entry(1, 1, 1, 0), splits_by_performance: true },
        { ...entry(2, 1, 1, 5), splits_by_performance: true, performance_division_id: 2 },
      ],
      [award({ scope: { group_by: ['age_division_id'] } })],
      [
        [1, '1,1', 1],
        [1, '1,2', 2],
      ],
    ],
    [
      'of two awards at once',
      [entry(1, 1, 1, 0)],
      [award(), award({ id: 2, scope: { group_by: [] } })],
      [
        [1, '1,1', 1],
        [2, '', 1],
      ],
    ],
  ])('%s', (_, entries, awards, expectedEnds) => {
    expect(ends(entries, awards)).toEqual(expectedEnds)
  })
})

describe('a block of awards', () => {
  const entries = [entry(1, 1, 1, 0), entry(2, 1, 1, 10)]
  test.each<[string, number, number | null, number[]]>([
    ['after the last entry is in time', 11, 7, []],
    ['that starts with the last entry is too early', 10, 7, [2]],
    ['before the last entry is too early', 5, 7, [2]],
    ['of another award says nothing', 5, null, []],
    ['that is gone says nothing', 5, 8, []],
  ])('%s', (_, minute, block_id, entry_ids) => {
    const awards = [award({ block_id })]
    const late = lateEnds(scopeEnds(entries, awards), awards, [{ id: 7, starts_at: minutesAfter(nine, minute) }])
    expect(late.map(({ entry_id }) => entry_id)).toEqual(entry_ids)
  })
})

test.each([
  [['Mini Solo'], 'After this, all of Mini Solo has danced. Its ceremony can stand here.'],
  [['Mini Solo', 'Mini Solo'], 'After this, all of Mini Solo has danced. Its ceremony can stand here.'],
  [
    ['Mini Solo', 'Mini Duo/Trio'],
    'After this, all of Mini Solo and Mini Duo/Trio have danced. Their ceremonies can stand here.',
  ],
])('in words: %s', (scopes, text) => {
  expect(ceremonyText(scopes)).toBe(text)
})
