import { parseMark } from '@callboard/domain/judging/mark.ts'
import { cellOf, contestedSheets, nextRevision, type StoredSheet } from '@callboard/domain/judging/sheet.ts'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/rules/judging.md'), 'utf8')
const rows = page
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()).slice(1, -1)) // oxfmt-ignore

test('the worked example of docs/rules/judging.md is what the rules compute', () => {
  expect(rows).toHaveLength(4)
  const sheets = rows.map(([client_id = '', device = '', revision, mark = '']) => {
    const points = parseMark(mark, { max_points: 10_000, step: 50 })
    if (!points.ok) throw new Error(mark)
    return { client_id, revision: Number(revision), late: device.includes('after'), points: points.value }
  })
  const contested = contestedSheets(sheets)
  expect(rows.map(([id = '']) => (contested.has(id) ? 'yes' : 'no'))).toEqual(rows.map((row) => row[4]))
  const storedSheets = sheets.map(({ client_id, revision, points }): StoredSheet => ({
    ...{ client_id, revision, points, source: 'tablet', confirmed_by: null },
    contested: contested.has(client_id),
  }))
  expect(cellOf(storedSheets, false).state).toBe('contested')
  expect(nextRevision(storedSheets)).toBe(4)
})
