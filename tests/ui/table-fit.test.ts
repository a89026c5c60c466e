import { readFileSync } from 'node:fs'
import path from 'node:path'
import { cityReports } from '@callboard/domain/reports/city-report.ts'
import { tableFit } from '../../web/src/ui/table-fit.ts'
import { expect, test } from 'vitest'

// 32 beside the row, 136 and 96, and 112 for the column that shrinks: 376 without gaps, of which there are two.
const tracks = ['minmax(0, 1.6fr)', '136px', 'minmax(96px, 1fr)']

test.each([
  [tracks, 424, 'table'],
  [tracks, 423, 'tight'],
  [tracks, 400, 'tight'],
  [tracks, 399, 'cards'],
  [tracks, Infinity, 'table'],
  [['1fr'], 144, 'table'],
  [['1fr'], 143, 'cards'],
])('UI-025 a list of columns %j stands in %d px as: %s', (columns, width, fit) => {
  expect(tableFit(columns, width)).toBe(fit)
})

test('the line between two rows is of the later one, which is painted over the edge of the one before', () => {
  const sheet = readFileSync(path.resolve(import.meta.dirname, '../../web/src/ui/DataRows.module.css'), 'utf8')
  const [, row = ''] = /^\.row \{(.*?)^\}/ms.exec(sheet) ?? []
  expect(row).toContain('border-top: 1px solid var(--hairline)')
  expect(row).not.toContain('border-bottom')
})

test('in a report of a city the number of a registration stands as a word does, apart from the name after it', () => {
  const [registration] = cityReports.registrations.columns
  expect(registration).toEqual({ header: 'Registration', short: true })
})
