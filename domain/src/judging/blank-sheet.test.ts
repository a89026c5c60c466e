import { expect, test } from 'vitest'
import { blankSheetDocument, type BlankSheet } from './blank-sheet.ts'

const entry = (label: string, name: string, is_recused = false) => ({
  ...{ label, name, division: 'Teen', category: 'Solo', is_recused },
})
const sheet: BlankSheet = {
  ...{ event: 'Meridian', city: 'Reno, NV', panel: 'Panel A', position: 2, judge: 'Ana Duarte', max_points: 10_000 },
  criteria: [],
  blocks: [
    { name: 'Morning', entries: [entry('1', 'Bluebird'), entry('2a', 'Undertow', true)] },
    { name: 'Noon', entries: [] },
  ],
}
const line = '________'

test('a sheet has a line for the mark and the note of each entry, and says which one not to judge', () => {
  const { title, facts, sections } = blankSheetDocument(sheet)
  expect(title).toBe('Judge sheet: Panel A, judge 2')
  expect(facts).toEqual([
    { label: 'Judge', value: 'Ana Duarte' },
    { label: 'Highest mark', value: '100' },
  ])
  expect(sections).toHaveLength(1)
  expect(sections[0]?.columns.map(({ header }) => header)).toEqual(['Entry', 'Routine', 'Division', 'Mark'])
  expect(sections[0]?.rows.map(({ cells }) => cells)).toEqual([
    ['1', 'Bluebird', 'Teen Solo', line],
    ['2a', 'Undertow', 'Teen Solo', 'Do not judge'],
  ])
  expect(sections[0]?.rows.map(({ below = '' }) => below.startsWith('Note: ___'))).toEqual([true, false])
})

test('a scale with parts has a line for each part and the sum; a seat without a judge names none', () => {
  const criteria = [
    { name: 'Technique', max_points: 4_000 },
    { name: 'Performance', max_points: 6_000 },
  ]
  const { sections, facts } = blankSheetDocument({ ...sheet, criteria, judge: null })
  expect(sections[0]?.columns.slice(3).map(({ header }) => header)).toEqual([
    'Technique (40)',
    'Performance (60)',
    'Sum',
  ])
  expect(sections[0]?.rows.map(({ cells }) => cells.slice(3))).toEqual([
    [line, line, line],
    ['', '', 'Do not judge'],
  ])
  expect(facts.map(({ label }) => label)).toEqual(['Highest mark'])
})
