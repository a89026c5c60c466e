import { expect, test } from 'vitest'
import { calendarDate } from '../kernel/calendar.ts'
import { instant } from '../kernel/instant.ts'
import { missingToPublish, type DraftFacts } from './publishing.ts'

const complete: DraftFacts = {
  time_zone: 'America/Los_Angeles',
  start_date: calendarDate('2024-11-22'),
  end_date: calendarDate('2024-11-24'),
  cutoff_start_date: instant('2024-10-04'),
  cutoff_end_date: instant('2024-10-04'),
  late_start_date: null,
  late_end_date: null,
  payment_date: null,
  send_check_date: null,
  event_is_published: true,
  is_intensive: false,
  has_competition: true,
  priced_levels: 4,
  priced_categories: 6,
  offered_intensives: 0,
}
const now = instant('2024-09-01')

test.each<[string, Partial<DraftFacts>, RegExp[]]>([
  ['nothing', {}, []],
  ['nothing, as a workshop without fees', { has_competition: false, priced_categories: 0 }, []],
  ['its event', { event_is_published: false }, [/event/]],
  ['days in order', { end_date: calendarDate('2024-11-20') }, [/days and deadlines/]],
  [
    'days to come',
    { start_date: calendarDate('2024-08-01'), end_date: calendarDate('2024-08-02') },
    [/deadlines/, /in the future/],
  ],
  ['prices', { priced_levels: 0, priced_categories: 0 }, [/level/, /category/]],
  ['an intensive to choose', { is_intensive: true }, [/intensive/]],
])('OFF-003 a draft that lacks %s', (_, change, patterns) => {
  const missing = missingToPublish({ ...complete, ...change }, now)
  expect(missing).toEqual(patterns.map((pattern) => expect.stringMatching(pattern)))
})
