import { expect, test } from 'vitest'
import {
  sampleAttendee,
  sampleFacts,
  sampleRegistration,
  sampleRoutine,
} from '../registrations/attendees/sample-city.ts'
import { calendarDate } from '../kernel/calendar.ts'
import { instant } from '../kernel/instant.ts'
import { cents, dollars, plus, sumOf, type Cents } from '../kernel/money.ts'
import { balanceOf } from '../registrations/settlement/balance.ts'
import { amountOwed } from '../payments/amount-owed.ts'
import { quote } from '../registrations/pricing/quote.ts'
import type { Registration } from '../registrations/registration.ts'
import { confirmationBody } from './confirmation.ts'
import { confirmationDocument } from './confirmation-document.ts'
import { slashDate, slashDateIn } from '../kernel/moment-text.ts'

const facts = sampleFacts()
const people = [sampleAttendee(1, 2), sampleAttendee(2, 3, { media_pass: true }), sampleAttendee(3, 5)]
const completed = instant('2024-09-21T05:30:00Z')

function bodyOf(changes: Partial<Registration> = {}, paidAmount: Cents = cents(0), fee: Cents = cents(0)) {
  const plain = sampleRegistration(people, { routines: [sampleRoutine(9, [1, 2])] })
  const registration = { ...plain, completed: true, dates: { ...plain.dates, completed }, ...changes }
  const payments = paidAmount
    ? [{ amount: paidAmount, payment_method_id: 1, admin_id: null, timestamp: instant('2024-09-21T05:00:00Z') }]
    : []
  const price = quote(registration, facts)
  const priced = balanceOf(price.fees.total, price.promo, registration.credit, payments)
  return confirmationBody(registration, {
    facts,
    price,
    payments,
    due: amountOwed(priced, fee === 0 ? null : plus(priced.raw, fee)),
    registrant: { fname: 'Grace', lname: 'Oyelaran', email: 'grace@example.com' },
    studio_name: 'Larkspur',
  })
}
const total = bodyOf().fees.total
const text = (body: ReturnType<typeof bodyOf>) => JSON.stringify(confirmationDocument(body))

test('REV-021 every line is kept with its reasons, and the amounts of people and routines add up to them', () => {
  const body = bodyOf()
  const itemLines = body.lines.filter(({ person_id, routine }) => person_id !== null || routine !== null)
  const itemTotal = plus(sumOf([...body.people, ...body.routines], ({ amount }) => amount))
  expect(itemTotal).toBe(sumOf(itemLines, ({ amount }) => amount))
  for (const { because } of body.lines) expect(because.length).toBeGreaterThan(0)
})

test('REV-022 REV-029 the registration date is the day of completion where the event is', () => {
  // Half past five in UTC is still the evening before in Los Angeles.
  expect(bodyOf().registered_on).toBe('2024-09-20')
  expect(text(bodyOf())).toContain('"Registration date","value":"9/20/2024"')
})

test.each([
  ['2024-01-05', '1/5/2024'],
  ['2024-11-15', '11/15/2024'],
])('REV-022 %s is written %s', (date, writtenText) => expect(slashDate(calendarDate(date))).toBe(writtenText))

test('REV-022 a moment is the day it is in the zone', () => {
  expect(slashDateIn('America/Los_Angeles', instant('2024-10-04T06:59:00Z'))).toBe('10/3/2024')
  expect(slashDateIn('America/New_York', instant('2024-10-04T06:59:00Z'))).toBe('10/4/2024')
})

test.each<[string, Partial<Registration>, Cents, RegExp]>([
  ['with money owed it says until when', {}, dollars(50), /Please pay the balance by \d+\/\d+\/2024\./],
  [
    'by check it says when the check must be there',
    { paying_by_check: true },
    cents(0),
    /Paying by check: it has to arrive by/,
  ],
  ['paid it gives thanks', {}, total, /Everything is paid\. Thank you!/],
  ['paid too much it says how much', {}, plus(total, dollars(5)), /"Overpaid","value":"\$5\.00"/],
])('WIZ-031 REV-019 a confirmation %s', (_, changes, paidAmount, sentence) =>
  expect(text(bodyOf(changes, paidAmount))).toMatch(sentence),
)

test('PAY-025 a confirmation by check says where it goes, once the office has said so', () => {
  const sentence = (check_address?: string) =>
    text({ ...bodyOf({ paying_by_check: true }), ...(check_address && { check_address }) })
  expect(sentence('Meridian Tours\n12 Mill Lane\nPortland, OR 97201')).toContain(
    'Send it to: Meridian Tours, 12 Mill Lane, Portland, OR 97201',
  )
  expect(sentence()).not.toContain('Send it to')
})

test('FEE-027 a confirmation made after the day was missed says so, and names that day', () => {
  const overdueSentence = (changes: Partial<Registration>) =>
    text({ ...bodyOf(changes, dollars(50)), as_of: instant('2024-10-05T12:00:00Z') })
  expect(bodyOf().due_date).toBe('2024-10-04')
  expect(overdueSentence({})).toContain('The balance was due by 10/4/2024. Please pay it now.')
  expect(overdueSentence({ paying_by_check: true })).toContain('it was due by')
})

test('PAY-003 a fee since completion is said, and the balance has it', () => {
  const body = bodyOf({}, total, dollars(35))
  expect(body).toMatchObject({ balance: 3_500, status: 'deposit' })
  expect(text(body)).toContain('"Fees and adjustments","value":"$35.00"')
  expect(text(bodyOf({}, total))).not.toContain('Fees and adjustments')
})

test('PAY-048 a credit says where it comes from', () => {
  const credit = { from: 'Spring raffle', amount: dollars(10), status: 'claimed' } as const
  expect(text(bodyOf({ credit }))).toContain('"Credit: Spring raffle","value":"-$10.00"')
})

test('a routine on the waiting list says so', () => {
  const waiting = sampleRoutine(10, [1], { status: 'waiting' })
  expect(text(bodyOf({ waiting_list_routines: [waiting] }))).toContain('(waiting list)')
})
