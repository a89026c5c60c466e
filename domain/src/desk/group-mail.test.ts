import { expect, test } from 'vitest'
import { instant } from '../kernel/instant.ts'
import { cents } from '../kernel/money.ts'
import { fillFields, planCancel, planGroupMail, planSending, valuesOf, type GroupMailState } from './group-mail.ts'

const audience = {
  tour_date_ids: [4, 5],
  state: 'any',
  owes: false,
  paid_in_full: false,
  lacks_waivers: false,
  lacks_music: false,
  in_program: false,
} as const
const input = { subject: ' See you in {city} ', text: 'Hello {first_name}', kind: 'news', audience } as const
const cities = [
  { id: 4, event_id: 7, time_zone: 'America/Denver' },
  { id: 5, event_id: 7, time_zone: 'America/Chicago' },
]
const outcome = (result: { ok: true } | { ok: false; refusal: { code: string; field?: string } }) =>
  result.ok ? undefined : [result.refusal.code, result.refusal.field]

test.each([
  ['has cities, subject and text', {}, cities, undefined],
  [
    'needs a city',
    { audience: { ...audience, tour_date_ids: [] } },
    [],
    ['group_mail.cities', 'audience.tour_date_ids'],
  ],
  ['needs cities that exist', {}, cities.slice(1), ['group_mail.cities', 'audience.tour_date_ids']],
  [
    'is of one brand',
    {},
    [...cities.slice(1), { id: 4, event_id: 8, time_zone: 'America/Denver' }],
    ['group_mail.brands', 'audience.tour_date_ids'],
  ],
  ['needs a subject', { subject: ' ' }, cities, ['entry.wrong', 'subject']],
  ['needs a text', { text: '\n' }, cities, ['entry.wrong', 'text']],
  ['names fields that exist', { text: 'Dear {name}' }, cities, ['group_mail.field', 'text']],
  ['names fields that exist in its subject', { subject: '{toString}' }, cities, ['group_mail.field', 'subject']],
] as const)('a group mail %s', (_, change, of, refusal) => {
  const plan = planGroupMail({ ...input, ...change }, of)
  expect(outcome(plan)).toEqual(refusal)
  if (plan.ok)
    expect(plan.value).toMatchObject({ subject: 'See you in {city}', event_id: 7, time_zone: 'America/Denver' })
})

const now = instant('2024-10-01T12:00:00Z')
const later = instant('2024-10-02T12:00:00Z')

test.each([
  ['goes out now', { send_at: null }, now],
  ['goes out at its time', { send_at: later }, later],
  ['goes to somebody', { recipients: 0 }, 'group_mail.nobody'],
  ['goes out in the future', { send_at: now }, 'group_mail.past'],
  ['goes out once', { state: 'sending' }, 'group_mail.state'],
] as const)('a draft %s', (_, change, result) => {
  const plan = planSending({ state: 'draft', send_at: null, now, recipients: 3, ...change })
  expect(plan.ok ? plan.value.send_at : plan.refusal.code).toBe(result)
})

test.each<[GroupMailState, string]>([
  ['draft', 'group_mail.state'],
  ['scheduled', 'draft'],
  ['sending', 'canceled'],
  ['sent', 'group_mail.state'],
  ['canceled', 'group_mail.state'],
])('a group mail that is %s, when canceled: %s', (state, result) => {
  const plan = planCancel(state)
  expect(plan.ok ? plan.value : plan.refusal.code).toBe(result)
})

test('fields are filled from all registrations of the recipient, and other braces stay', () => {
  const one = { fname: 'Grace', studio: 'Juniper', event: 'Radix', city: 'Dallas, TX', balance: cents(12_000) }
  const values = valuesOf([one, { ...one, city: 'Boise, ID', balance: cents(3_050) }, { ...one, balance: cents(0) }])
  expect(fillFields('{first_name} of {studio}: {event} in {city}, {balance} {', values)).toBe(
    'Grace of Juniper: Radix in Dallas, TX and Boise, ID, $150.50 {',
  )
})
