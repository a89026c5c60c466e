import { describe, expect, test } from 'vitest'
import { calendarDate } from '../kernel/calendar.ts'
import { instant } from '../kernel/instant.ts'
import { worded } from '../kernel/wording.ts'
import {
  checkAnswer,
  checkRequest,
  cityDays,
  meetsWish,
  wishText,
  wishWindows,
  type EntryRequest,
  type EntryWish,
} from './entry-request.ts'
import { runningOrderWording } from './refusals.ts'

const [friday, saturday, monday] = ['2026-03-06', '2026-03-07', '2026-03-09'].map(calendarDate) as [
  ReturnType<typeof calendarDate>,
  ReturnType<typeof calendarDate>,
  ReturnType<typeof calendarDate>,
]
const days = [friday, saturday]
const none: EntryWish = { day: null, not_before: null, not_after: null }
const request = (change: Partial<EntryRequest>): EntryRequest => ({ ...none, text: '', ...change })
const zone = 'America/New_York'

test('the days of a city are those from its first to its last, and those of blocks outside of them', () => {
  const [before] = cityDays({ start_date: friday, end_date: friday })
  expect(before).toBe(friday)
  expect(cityDays({ start_date: friday, end_date: saturday }, [saturday, monday])).toEqual([friday, saturday, monday])
})

describe('a request', () => {
  test.each<[string, Partial<EntryRequest>, string]>([
    ['of nothing', {}, 'text: Write your request, or choose a day or a time.'],
    ['of spaces', { text: '  ' }, 'text: Write your request, or choose a day or a time.'],
    ['of 301 characters', { text: 'a'.repeat(301) }, 'text: Use up to 300 characters. This text has 301.'],
    ['for a day of no block', { day: monday }, 'day: Choose a day of this event.'],
    [
      'that ends before it begins',
      { not_before: '10:00', not_after: '09:59' },
      'not_after: Choose a time that is not before the earliest time.',
    ],
  ])('%s is refused next to its field', (_, change, sentence) => {
    const checkedRequest = checkRequest(request(change), days)
    if (checkedRequest.ok) throw new Error('It is accepted')
    const { refusal } = checkedRequest
    expect(`${'field' in refusal ? refusal.field : ''}: ${worded(runningOrderWording, refusal)}`).toBe(sentence)
  })

  test.each<[string, Partial<EntryRequest>]>([
    ['of one character', { text: 'a' }],
    ['of 300 characters and spaces around them', { text: ` ${'a'.repeat(300)} ` }],
    ['for a day alone', { day: saturday }],
    ['for one minute', { not_before: '10:00', not_after: '10:00' }],
  ])('%s is kept without the spaces around it', (_, change) => {
    const checkedRequest = checkRequest(request(change), days)
    expect(checkedRequest).toEqual({ ok: true, value: request({ ...change, text: (change.text ?? '').trim() }) })
  })

  test('an answer has the same limit, and an empty one takes the answer back', () => {
    expect(checkAnswer('a'.repeat(301))).toMatchObject({
      ok: false,
      refusal: { code: 'request.too_long', length: 301 },
    })
    expect(checkAnswer(' ')).toEqual({ ok: true, value: '' })
  })
})

describe('a wish on the clocks of the city', () => {
  test.each<[string, Partial<EntryWish>, string, boolean]>([
    ['without a wish any time is met', {}, '2026-03-06T05:00:00Z', true],
    ['not before 10:00 am: a second too early', { not_before: '10:00' }, '2026-03-06T14:59:59Z', false],
    ['not before 10:00 am: at ten', { not_before: '10:00' }, '2026-03-06T15:00:00Z', true],
    ['not before 10:00 am, on the next day', { not_before: '10:00' }, '2026-03-07T14:00:00Z', false],
    ['not after 2:00 pm: within the minute', { not_after: '14:00' }, '2026-03-06T19:00:59Z', true],
    ['not after 2:00 pm: the next minute', { not_after: '14:00' }, '2026-03-06T19:01:00Z', false],
    ['on Saturday: Friday at midnight less a second', { day: saturday }, '2026-03-07T04:59:59Z', false],
    ['on Saturday: its first second', { day: saturday }, '2026-03-07T05:00:00Z', true],
    ['on Saturday until noon, on Friday', { day: saturday, not_after: '12:00' }, '2026-03-06T15:00:00Z', false],
  ])('%s', (_, change, start, isMet) => {
    expect(meetsWish(instant(start), wishWindows({ ...none, ...change }, days, zone))).toBe(isMet)
  })

  test.each<[string, Partial<EntryWish>, string]>([
    ['nothing', {}, ''],
    ['a day', { day: saturday }, 'Saturday, March 7'],
    ['a time', { not_before: '09:05' }, 'not before 9:05 am'],
    [
      'all three',
      { day: friday, not_before: '10:00', not_after: '14:30' },
      'Friday, March 6, not before 10:00 am, not after 2:30 pm',
    ],
  ])('in words: %s', (_, change, text) => {
    expect(wishText({ ...none, ...change })).toBe(text)
  })
})
