import { expect, test } from 'vitest'
import type { JudgedEntry, Sheet } from './judged-entry.ts'
import { recusalEffect } from './recusal-effect.ts'

const panel = { id: 1, counted: 3, dropping: 'lowest' } as const
const sheet = (position: number, points: number): Sheet => ({
  ...{ seat_id: position, position, revision: 1, points, contested: false, shadow: false, substitute: false },
})
const entry: JudgedEntry = {
  ...{ id: 7, registration_id: 5, studio_id: null, entry_number: 1, suffix: '', panel_id: 1, state: 'danced' },
  ...{ adjudicated_only: false, age_division_id: 1, is_showcase: false, category_id: 1, performance_division_id: 1 },
  ...{ dancer_ids: [], recused_seats: [], deductions: [100] },
  sheets: [9_000, 9_500, 9_200, 8_800].map((points, at) => sheet(at + 1, points)),
}
const three = { sheets: entry.sheets.slice(0, 3) }

test.each<[string, Partial<JudgedEntry>, object[]]>([
  ['of four marks another one is dropped', {}, [{ id: 7, total_counted: 27_600, total_recused: 26_900 }]],
  ['of three marks none is left to count', three, [{ id: 7, total_counted: 27_600, total_recused: null }]],
  [
    'recused already, it is the same',
    { recused_seats: [2] },
    [{ id: 7, total_counted: 27_600, total_recused: 26_900 }],
  ],
  ['without a mark of the seat nothing changes', { sheets: [sheet(1, 9_000)] }, []],
  ['in training nothing changes', { sheets: entry.sheets.map((one) => ({ ...one, shadow: one.position === 2 })) }, []],
  ['of another registration', { registration_id: 6 }, []],
  ['of another panel', { panel_id: 2 }, []],
])('OFF-031 the effect of a recusal: %s', (_title, change, effect) => {
  expect(recusalEffect([{ ...entry, ...change }], panel, { seat_id: 2, registration_id: 5 })).toEqual(effect)
})
