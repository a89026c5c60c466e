import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeItems, type ItemMark } from './sheet-items.ts'

/** '1+ 2-' is item 1 good and item 2 bad; '1+@500' half a second into the recording. */
const marks = (text: string): ItemMark[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((part) => {
      const [, id, side, at] = /^(\d+)([+-])(?:@(\d+))?$/.exec(part) ?? []
      return { critique_item_id: Number(id), good: side === '+', at_ms: at === undefined ? null : Number(at) }
    })
const textOf = (items: readonly ItemMark[]) =>
  items
    .map(
      ({ critique_item_id, good, at_ms }) =>
        `${critique_item_id}${good ? '+' : '-'}${at_ms === null ? '' : `@${at_ms}`}`,
    )
    .toSorted()
    .join(' ')
const sideText = ({ critique_item_id, kind }: { critique_item_id: number; kind: string }) =>
  `${critique_item_id} ${kind}`

test.each<[string, string, string, string, string, string[], string[]]>([
  // case, base, office, judge, items, kept, replaced
  ['nobody changed anything', '1+ 2-', '1+ 2-', '1+ 2-', '1+ 2-', [], []],
  ['the judge alone changed', '1+ 2-', '1+ 2-', '1- 3+', '1- 3+', [], []],
  ['the office added', '1+', '1+ 2-', '1+', '1+ 2-', ['2 bad'], []],
  ['the office removed', '1+ 2-', '1+', '1+ 2-', '1+', ['2 removed'], []],
  ['the office removed all', '1+ 2-', '', '1+ 2-', '', ['1 removed', '2 removed'], []],
  ['the office turned one around', '1+@500', '1-', '1+@500', '1-', ['1 bad'], []],
  ['each changed another item', '1+ 2-', '1+ 2- 3+', '1+ 4-', '1+ 3+ 4-', ['3 good'], []],
  ['both changed one item, each its way', '1+', '', '1-', '1-', [], ['1 removed → bad']],
  ['the office added what the judge now marks the other way', '', '1+', '1-', '1-', [], ['1 good → bad']],
  ['the judge removed what the office turned around', '1+', '1-', '', '', [], ['1 bad → removed']],
  ['both did the same', '1+', '1+ 2-', '1+ 2-@900', '1+ 2-@900', [], []],
  ['both removed the same', '1+ 2-', '1+', '1+', '1+', [], []],
  // The tablet had loaded what the office set, so the judge saw it.
  ['the judge takes back what the office set', '1+ 2-', '1+ 2-', '1+', '1+', [], []],
  // Taken back and pressed again at another moment, the item is the judge's latest word.
  ['the judge marked anew what the office removed', '1+@500', '', '1+@900', '1+@900', [], ['1 removed → good']],
  // Saving a critique joins the marks of one item: that is no change of the office's.
  ['an item is marked at two moments', '1+@500 1+@900', '1+@500', '1+@500 1+@900', '1+@500 1+@900', [], []],
])('RES-008 %s', (_, base, office, judge, items, keptSides, replacedSides) => {
  const merged = mergeItems({ base: marks(base), office: marks(office), judge: marks(judge) })
  expect(textOf(merged.items)).toBe(items)
  expect(merged.kept.map(sideText)).toEqual(keptSides)
  expect(merged.replaced.map((one) => `${sideText(one.office)} → ${one.judge.kind}`)).toEqual(replacedSides)
})

const anyItems = fc
  .uniqueArray(fc.record({ critique_item_id: fc.integer({ min: 1, max: 5 }), good: fc.boolean() }), {
    selector: ({ critique_item_id }) => critique_item_id,
  })
  .map((items) => items.map((item): ItemMark => ({ ...item, at_ms: null })))

test('an untouched side never matters, and no change of the judge is lost', () => {
  fc.assert(
    fc.property(anyItems, anyItems, anyItems, (base, office, judge) => {
      expect(textOf(mergeItems({ base, office: base, judge }).items)).toBe(textOf(judge))
      expect(textOf(mergeItems({ base, office, judge: base }).items)).toBe(textOf(office))
      const { items } = mergeItems({ base, office, judge })
      const sideIn = (list: readonly ItemMark[], id: number) => list.find((one) => one.critique_item_id === id)?.good
      for (const id of [1, 2, 3, 4, 5]) {
        if (sideIn(judge, id) !== sideIn(base, id)) expect(sideIn(items, id)).toBe(sideIn(judge, id))
      }
    }),
  )
})
