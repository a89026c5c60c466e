import { expect, test } from 'vitest'
import { cents } from '../kernel/money.ts'
import { changedLines, changeSentences, changeText } from './change.ts'
import type { QuoteLine } from './pricing/line.ts'

const line = (key: string, amount: number, because: string): QuoteLine => ({
  ...{ key, label: `Label of ${key}`, amount: cents(amount), because: [because] },
  ...{ group: 'workshop', kind: 'attendee', person_id: null, routine: null },
})

test('OFF-020 the lines that differ carry both amounts and the reason of the one that holds; equal ones are left out', () => {
  const before = [line('a', 100, 'Early rate'), line('b', 200, 'Early rate'), line('c', 300, 'Early rate')]
  const after = [line('a', 100, 'Regular rate'), line('c', 350, 'Regular rate'), line('d', 50, 'One day')]
  expect(changedLines(before, after)).toEqual([
    { key: 'b', label: 'Label of b', before: 200, after: null, because: ['Early rate'] },
    { key: 'c', label: 'Label of c', before: 300, after: 350, because: ['Regular rate'] },
    { key: 'd', label: 'Label of d', before: null, after: 50, because: ['One day'] },
  ])
})

test('OFF-020 EDIT-003 each difference is a sentence, people before routines before the rest', () => {
  expect(
    changeSentences({
      people: [{ kind: 'removed', name: 'Ana Ruiz', what: [] }],
      routines: [{ kind: 'changed', name: 'First Light', what: ['dancers', 'category from Duet to Solo'] }],
      others: ['Additional observers: 0 before, 1 now'],
    }),
  ).toEqual([
    'Ana Ruiz was removed.',
    'First Light was changed: dancers, category from Duet to Solo.',
    'Additional observers: 0 before, 1 now.',
  ])
})

test('EDIT-003 a mail lists 40 differences and counts the rest', () => {
  const people = Array.from({ length: 42 }, (_, n) => ({ kind: 'added' as const, name: `Dancer ${n + 1}`, what: [] }))
  const lines = changeText({ people, routines: [], others: [] }).split('\n')
  expect(lines).toHaveLength(41)
  expect(lines.slice(-2)).toEqual(['Dancer 40 was added.', 'And 2 more, listed on the Payments page of your event.'])
  expect(changeText({ people: people.slice(0, 40), routines: [], others: [] }).split('\n')).toHaveLength(40)
  expect(changeText({ people: [], routines: [], others: [] })).toBe('Nothing in it is different from before.')
})
