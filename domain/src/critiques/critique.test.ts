import { defaultSettings } from '../tours/settings/registry.ts'
import { expect, test } from 'vitest'
import { critiqueSource, levelBelow, levelsOfItem, rootOfItem, type CritiqueItem } from './critique.ts'

const item = (id: number, parent_id: number | null, level: number, name: string): [number, CritiqueItem] => [
  id,
  { id, parent_id, level, name, active: true },
]
const items = new Map([
  item(1, null, 1, 'Technique'),
  item(2, 1, 2, 'Turns'),
  item(3, 2, 3, 'Pirouette'),
  item(4, 3, 4, 'Spotting'),
])

test('RES-008 OFF-031 an item has the names of all levels above it', () => {
  expect(levelsOfItem(4, items)).toEqual({
    ...{ level_1: 'Technique', level_2: 'Turns', level_3: 'Pirouette', level_4: 'Spotting' },
  })
  expect([rootOfItem(4, items), rootOfItem(1, items)]).toEqual([1, 1])
  expect(levelsOfItem(1, items)).toEqual({ level_1: 'Technique', level_2: null, level_3: null, level_4: null })
})

test.each([
  [null, 1],
  [1, 2],
  [3, 4],
  [4, null],
])('OFF-031 below level %s comes level %s', (level, below) => {
  const result = levelBelow(level === null ? null : { level })
  expect(result.ok ? result.value : null).toBe(below)
})

test('RES-033 CONST-026 from the season of the setting on critiques are judges’ sheets', () => {
  const { critique_source_min_season } = defaultSettings
  const sourceOf = (season_id: number, least: number) =>
    critiqueSource(season_id, { critique_source_min_season: least })
  expect(critique_source_min_season).toBe(41)
  expect([40, 41, 42].map((id) => sourceOf(id, critique_source_min_season))).toEqual(['recordings', 'sheets', 'sheets'])
  expect(sourceOf(41, 42)).toBe('recordings')
})
