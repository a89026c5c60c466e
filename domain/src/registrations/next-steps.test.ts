import { expect, test } from 'vitest'
import { calendarDate } from '../kernel/calendar.ts'
import { instant } from '../kernel/instant.ts'
import { cents, zeroCents } from '../kernel/money.ts'
import { mostPressingFirst, nextSteps, type ListedRegistration } from './next-steps.ts'

const today = calendarDate('2024-10-10')
const settled: ListedRegistration = {
  completed: true,
  confirmed: true,
  open: true,
  past: false,
  balance: zeroCents,
  due_date: calendarDate('2024-10-20'),
  rate_ends: null,
  kept_places: null,
  waivers: { done: 4, total: 4 },
  music: { done: 2, total: 2 },
  has_competition: true,
}
const offer = { ends: instant('2024-10-11T16:00:00Z'), is_accepted: false }
const acceptedOffer = { ...offer, is_accepted: true }
const yesterday = calendarDate('2024-10-09')

test.each<[string, Partial<ListedRegistration>, string[]]>([
  ['one that is not finished is finished first', { completed: false, balance: cents(100) }, ['finish']],
  ['one that is not finished and closed cannot be', { completed: false, open: false }, ['closed']],
  [
    'money comes before waivers, waivers before music',
    { balance: cents(1), waivers: { done: 1, total: 4 }, music: { done: 0, total: 2 } },
    ['pay', 'waivers', 'music'],
  ],
  ['a city without competition needs no music', { has_competition: false, music: { done: 0, total: 2 } }, ['ready']],
  ['an offer comes before money', { balance: cents(1), kept_places: offer }, ['offer', 'pay']],
  ['an offer comes before finishing', { completed: false, kept_places: offer }, ['offer', 'finish']],
  ['an accepted place is kept by finishing', { completed: false, kept_places: acceptedOffer }, ['finish']],
  ['an offer of a city that is over asks for nothing', { past: true, kept_places: offer }, ['over']],
  ['the office reviews what is new', { confirmed: false }, ['review']],
  ['nothing is left to do', {}, ['ready']],
  ['what is over asks for money alone', { past: true, balance: cents(1), waivers: { done: 0, total: 4 } }, ['pay']],
  ['what is over and paid is over', { past: true, music: { done: 0, total: 2 } }, ['over']],
  ['an overpaid one asks for nothing', { balance: cents(-500) }, ['ready']],
])('ACC-070 %s', (_, input, kinds) =>
  expect(nextSteps({ ...settled, ...input }, today).map(({ kind }) => kind)).toEqual(kinds),
)

test.each([
  [today, false],
  [yesterday, true],
])('ACC-070 a balance due on %s is overdue: %s', (due_date, overdue) =>
  expect(nextSteps({ ...settled, balance: cents(1), due_date }, today)[0]).toMatchObject({ overdue }),
)

test('ACC-070 overdue steps come first, then the nearest date in the city’s time; steps without a date come last', () => {
  const listed = (name: string, input: Partial<ListedRegistration>) => ({
    ...settled,
    ...input,
    name,
    time_zone: 'America/Los_Angeles',
  })
  const unfinished = { completed: false, balance: cents(100) }
  const registrations = [
    listed('no rate ends', unfinished),
    listed('ready', {}),
    listed('rate ends on the 12th in its city', { ...unfinished, rate_ends: instant('2024-10-13T06:59:00Z') }),
    listed('due on the 13th', { balance: cents(1), due_date: calendarDate('2024-10-13') }),
    listed('missed', { balance: cents(1), due_date: yesterday }),
    listed('paid too much', { balance: cents(-1), due_date: yesterday }),
  ]
  expect(mostPressingFirst(registrations).map(({ name }) => name)).toEqual([
    'missed',
    'rate ends on the 12th in its city',
    'due on the 13th',
    'no rate ends',
    'ready',
    'paid too much',
  ])
})
