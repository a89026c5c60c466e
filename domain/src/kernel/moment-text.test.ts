import { expect, test } from 'vitest'
import { instant } from './instant.ts'
import { deadlineDay, deadlineText, momentText } from './moment-text.ts'

test('a moment in the words of its zone, with the year where it is another', () => {
  expect(momentText(instant('2024-10-04T06:59:00Z'), 'America/Los_Angeles')).toBe('Thu, Oct 3, 11:59 pm PDT')
  expect(momentText(instant('2024-12-04T17:05:00Z'), 'America/New_York', 2024)).toBe('Wed, Dec 4, 12:05 pm EST')
  expect(momentText(instant('2024-12-04T17:05:00Z'), 'America/New_York', 2025)).toBe('Wed, Dec 4, 2024, 12:05 pm EST')
})

// 7 hours past midnight UTC of October 4 and of January 17.
test.each([
  ['America/Los_Angeles', 'Thu, Oct 3, 11:59 pm PDT', 'Thu, Jan 16, 10:59 pm PST', ['2024-10-03', '2025-01-16']],
  ['America/Denver', 'Fri, Oct 4, 12:59 am MDT', 'Thu, Jan 16, 11:59 pm MST', ['2024-10-04', '2025-01-16']],
  ['America/Chicago', 'Fri, Oct 4, 1:59 am CDT', 'Fri, Jan 17, 12:59 am CST', ['2024-10-04', '2025-01-17']],
  ['America/New_York', 'Fri, Oct 4, 2:59 am EDT', 'Fri, Jan 17, 1:59 am EST', ['2024-10-04', '2025-01-17']],
  ['Pacific/Honolulu', 'Thu, Oct 3, 8:59 pm HST', 'Thu, Jan 16, 8:59 pm HST', ['2024-10-03', '2025-01-16']],
])('A16 A90 TOUR-002 a deadline of %s reads in the zone of the city', (zone, autumn, winter, days) => {
  const [fall, january] = [instant('2024-10-04T06:59:00Z'), instant('2025-01-17T06:59:00Z')]
  expect([deadlineText(fall, zone), deadlineText(january, zone)]).toEqual([autumn, winter])
  expect([deadlineDay(fall, zone), deadlineDay(january, zone)]).toEqual(days)
})
