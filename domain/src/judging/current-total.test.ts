import { expect, test } from 'vitest'
import { currentTotal } from './current-total.ts'
import type { JudgedEntry, Sheet } from './judged-entry.ts'

const panel = { id: 1, counted: 3, dropping: 'lowest' } as const
const sheet = (position: number, points: number | null, contested = false): Sheet => ({
  ...{ seat_id: position, position, revision: 1, points, contested, shadow: false, substitute: false },
})
const entry = { state: 'pending', sheets: [9000, 9500, 9200].map((points, at) => sheet(at + 1, points)) } as const
const none = { recused_seats: [], deductions: [] }

test.each<[string, Partial<JudgedEntry>, number | null]>([
  ['before it has danced', {}, 27_700],
  ['once it has danced', { state: 'danced' }, 27_700],
  ['less its deductions', { deductions: [300, 50] }, 27_350],
  ['at least 0', { deductions: [30_000] }, 0],
  ['incomplete', { sheets: entry.sheets.slice(1) }, null],
  ['contested', { sheets: [...entry.sheets, sheet(4, 9000, true)] }, null],
  ['disqualified', { state: 'canceled' }, null],
  ['scratched or absent', { state: 'scratched' }, null],
])('the total of an entry: %s', (_title, changedValues, total) => {
  expect(currentTotal({ ...none, ...entry, ...changedValues }, panel)).toBe(total)
})
