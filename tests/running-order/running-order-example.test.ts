import { readFileSync } from 'node:fs'
import path from 'node:path'
import { calendarDate } from '@callboard/domain/kernel/calendar.ts'
import { instant } from '@callboard/domain/kernel/instant.ts'
import { conflictsOf, isHard } from '@callboard/domain/running-order/conflicts.ts'
import { conflictText, groupConflicts } from '@callboard/domain/running-order/conflict-text.ts'
import { entryLabel, entryNumbers } from '@callboard/domain/running-order/entry-numbers.ts'
import { applyMoves } from '@callboard/domain/running-order/moves.ts'
import type { Order, OrderEntry } from '@callboard/domain/running-order/order.ts'
import { timetable } from '@callboard/domain/running-order/timetable.ts'
import { expect, test } from 'vitest'

const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/rules/running-order.md'), 'utf8')
const [, example = ''] = /## Worked example\n(.*?)\n## /s.exec(page) ?? []
const rows = [...example.matchAll(/^\| (\d) +\| ([^|]+?) *\| ([^|]+?) *\| ([^|]+?) *\|$/gm)].map(
  ([, number = '', dancers = '', length = '', start = '']) => ({ number: Number(number), dancers, length, start }),
)
const people = ['Ada', 'Bea']

/** 9:03:05 am of the page, in a city five hours behind UTC. */
function at(time: string) {
  const [, hours = '', minutes = '', seconds = '00'] = /^(\d+):(\d\d)(?::(\d\d))? am$/.exec(time) ?? []
  return instant(`2026-03-06T${String(Number(hours) + 5).padStart(2, '0')}:${minutes}:${seconds}Z`)
}

const settings = {
  changeover_seconds: 20,
  prop_seconds: 60,
  dancer_gap_minutes: 15,
  dancer_gap_entries: 6,
  studio_run_most: 3,
}
const plain: OrderEntry = {
  ...{ id: 0, registration_id: 0, block_id: 1, position: 0, entry_number: null, suffix: '', pinned: false },
  ...{ allowed_seconds: 165, extra_minutes: 0, has_prop: false, minimum_age: 8, age_division_id: 1, dancers: [] },
  state: 'planned',
  override_reason: '',
  wish_windows: [],
}
const entries = rows.map(({ number, dancers, length }): OrderEntry => {
  const [allowed_seconds = 0, ...extras] = [...length.matchAll(/\d+(?=.*=)/g)].map(Number)
  const has_prop = dancers.includes('a prop')
  // Of what the page adds, the changeover is everybody's, and the prop's time is of entries with one.
  const extra = extras.reduce((sum, seconds) => sum + seconds, 0) - 20 - (has_prop ? 60 : 0)
  const cast = people.flatMap((name, index) => (dancers.includes(name) ? [index] : []))
  return {
    ...plain,
    ...{ id: number, registration_id: number, position: number, allowed_seconds, extra_minutes: extra / 60 },
    ...{ has_prop, dancers: cast },
  }
})
const [, blockStart = '', awardsStart = ''] = /starts at (.*? am); awards are at (.*? am)/.exec(example) ?? []
const block = {
  id: 1,
  stage: 1,
  kind: 'routines',
  name: 'Junior Solos',
  starts_at: at(blockStart),
  day: calendarDate('2026-03-06'),
  minutes: 0,
} as const
const awards = { ...block, id: 2, kind: 'awards', name: 'Awards', starts_at: at(awardsStart), minutes: 20 } as const
const order: Order = { blocks: [block, awards], entries }

test('the start times of the worked example of docs/rules/running-order.md are those that the rules compute', () => {
  expect(rows.map(({ number }) => number)).toEqual([1, 2, 3])
  const times = timetable(order, settings)
  for (const { number, start } of rows) expect(times.entries.get(number)?.start, `entry ${number}`).toBe(at(start))
  const [, end = ''] = /^\| end .*\| ([\d:]+ am) \|$/m.exec(example) ?? []
  expect(times.blocks.get(1)?.end).toBe(at(end))
})

test('its conflicts are those that the rules find, hard and soft, word for word', () => {
  const names = {
    dancer: (id: number) => people[id] ?? '',
    entry: String,
    studio: (id: number) => `Studio ${id}`,
    block: (id: number) => (id === 1 ? block.name : awards.name),
    wish: String,
    moment: String,
  }
  const conflicts = conflictsOf(order, settings)
  const sentences = groupConflicts(conflicts).map((group, index) => {
    const conflict = conflicts[index]
    return `- ${conflict && isHard(conflict) ? 'Hard' : 'Soft'}: ${conflictText(group, names)}`
  })
  expect(example.match(/^- (Hard|Soft): .*$/gm)).toEqual(sentences)
})

test('the routine of the example that comes after publication has the number that the page says', () => {
  const [, suffixed = ''] = /it is number (\w+), and 3 stays 3/.exec(example) ?? []
  const numberedEntries = entries.map((one) => ({ ...one, entry_number: one.position }))
  const lateEntry = { ...plain, id: 4, registration_id: 4, block_id: null }
  const nextOrder = applyMoves({ ...order, entries: [...numberedEntries, lateEntry] }, [
    { kind: 'place', id: 4, block_id: 1, before_id: 3 },
  ])
  if (!nextOrder.ok) throw new Error('The move is refused')
  const labels = [...entryNumbers(nextOrder.value)].map(([, number]) => entryLabel(number))
  expect(labels).toEqual(['1', '2', suffixed, '3'])
})
