import { levelOf } from '@callboard/domain/results/award-scale.ts'
import { sampleEntry, sampleSheet } from '@callboard/domain/results/sample-entry.ts'
import { tabulate } from '@callboard/domain/results/tabulate.ts'
import { parseMark } from '@callboard/domain/judging/mark.ts'
import { pointsText } from '@callboard/domain/judging/points.ts'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/rules/tabulation.md'), 'utf8')
const rows = page
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()).slice(1, -1)) // oxfmt-ignore

const scale = { max_points: 10_000, step: 50 }
const levels = [
  { id: 1, name: 'Spotlight', minimum_points: 29_000 },
  { id: 2, name: 'High Gold', minimum_points: 28_000 },
  { id: 3, name: 'Gold', minimum_points: 26_500 },
]

const pointsOf = (text: string) => {
  const mark = parseMark(text, scale)
  return mark.ok ? mark.value : null
}

test('RES-016 RES-017 RES-043 RES-044 the worked example of docs/rules/tabulation.md is what the rules compute', () => {
  expect(rows).toHaveLength(5)
  const entries = rows.map(([number, ...cells]) => {
    const marks = cells.slice(0, 4).map(pointsOf)
    return sampleEntry(Number(number), [], {
      sheets: marks.flatMap((points, place) => (points === null ? [] : [sampleSheet(place + 1, points)])),
      deductions: cells[4] ? [pointsOf(cells[4]) ?? 0] : [],
    })
  })
  const panel = { id: 1, counted: 3, dropping: 'lowest' as const }
  const placement = {
    id: 1,
    scope: { group_by: ['age_division_id', 'category_id'] as const },
    places: [{ from: 3, places: 3 }],
    one_per_dancer: false,
    tie_break: [],
    minimum_points: 0,
  }
  const results = tabulate({
    entries,
    panels: [panel],
    levels,
    placements: [placement],
    studio_awards: [],
    auditions: [],
    picks: [],
    blocks: [],
  })
  const placeOf = new Map(results.placements.flatMap((group) => group.entries.map((entry) => [entry.id, entry])))
  const computed = results.entries.map(({ id, total, dropped_score }) => {
    const entry = placeOf.get(id)
    return [
      String(id),
      pointsText(total ?? 0),
      dropped_score === null ? '' : pointsText(dropped_score),
      levelOf(total ?? 0, levels)?.name ?? '',
      entry?.is_awarded ? String(entry.place) : '',
    ]
  })
  expect(computed).toEqual(rows.map(([number = '', , , , , , ...rest]) => [number, ...rest]))
})
