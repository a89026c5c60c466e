import { expect, test } from 'vitest'
import { instant } from '../kernel/instant.ts'
import { nextExportAt, type ExportSchedule } from './saved-export.ts'

const timing = { schedule: 'daily' as ExportSchedule, weekday: 1, hour: 7, time_zone: 'America/Denver' }

// October 1, 2024 is a Tuesday; clocks are set back on Sunday, November 3.
test.each([
  ['today, when its hour is still to come', {}, '2024-10-01T12:59:00Z', '2024-10-01T13:00:00Z'],
  ['tomorrow at the moment it was due', {}, '2024-10-01T13:00:00Z', '2024-10-02T13:00:00Z'],
  ['by the clock of its zone after clocks were set back', {}, '2024-11-03T20:00:00Z', '2024-11-04T14:00:00Z'],
  ['on the next Monday', { schedule: 'weekly' }, '2024-10-01T13:00:00Z', '2024-10-07T13:00:00Z'],
  ['a week later at the moment it was due', { schedule: 'weekly' }, '2024-10-07T13:00:00Z', '2024-10-14T13:00:00Z'],
  [
    'on the local day, not the UTC one',
    { schedule: 'weekly', hour: 20 },
    '2024-10-08T01:00:00Z',
    '2024-10-08T02:00:00Z',
  ],
] as const)('an export is due %s', (_, change, now, due) => {
  expect(nextExportAt({ ...timing, ...change }, instant(now))).toBe(instant(due))
})

test('an export without a schedule is never due', () => {
  expect(nextExportAt({ ...timing, schedule: 'never' }, instant('2024-10-01T12:00:00Z'))).toBeNull()
})
