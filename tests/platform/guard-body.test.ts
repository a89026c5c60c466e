import { guardBody } from '@callboard/server/platform/http/guard-body.ts'
import { checkJsonSize } from '@callboard/server/platform/http/read-body.ts'
import { expect, test } from 'vitest'

test.each([
  ['4111111111111111'],
  ['my card is 4111 1111 1111 1111, thanks'],
  ['5431-1111-1111-1111'],
  ['341111111111111'],
  ['3411 111111 11111'],
  ['4222 2222 2222 2'],
  ['4222 2222 2222 2 is mine'],
  ['503-555-0144 4111 1111 1111 1111'],
  ['on 5-6-7-8 4111-1111-1111-1111'],
  ['47876433-6031-4247-8abc'],
  ['id 47876433-6031-4247-8abc-def012345678'],
])('PAY-012 SEC-023 text with a card number is refused: %s', (text) => {
  expect(() => guardBody({ note: [{ text }] })).toThrow('only in the payment fields')
})

test.each([['ccnumber'], ['cvv'], ['checkaccount'], ['account_number'], ['routingNumber']])(
  'PAY-012 a field called %s is refused',
  (key) => {
    expect(() => guardBody({ paymentProfile: { [key]: '1' } })).toThrow('only in the payment fields')
  },
)

test.each([
  ['ada.30429.1795230241212.1@example.com'],
  ['4111111111111111@example.com'],
  ['(503) 555-0144'],
  ['P-01J94CYN002YC4F7APKJFAV7WT'],
  ['4111111111111112'],
  ['li-4111111111111111'],
  // Ids that a browser made: of a sheet, a recording, a booth payment.
  ['47876433-6031-4247-8abc-def012345678'],
  ['42530486-1994-4676-8ABC-DEF012345678'],
  ['Late on 5-6-7-8-5-6-7-8-5-6-7-8-5-6-7-8'],
  ['Mother 503-555-0144 103-555-0191'],
  ['60614 312-555-0000'],
])('a text that only resembles a card number passes: %s', (text) => {
  expect(() => guardBody({ text })).not.toThrow()
})

// Digits alone: no reader of numbers can tell such a token from a card, only its shape and its field can.
const tokens = [
  '00000000-000000-000000-000000000000',
  '11111111-111111-111111-111111111111',
  '3455zJms-7qA2K2-VdVrSu-Rv7WpvPuG7s8',
  '41111111-111111-000000-000000000000',
  '42000000-000000-420000-000000000000',
]

test.each(tokens)('PAY-012 the field of the token takes what the hosted fields make: %s', (token) => {
  expect(() => guardBody({ paymentProfile: { token } })).not.toThrow()
})

test.each(['pm_1PgafmB7WZ01zgkW6dKueIc5', 'pm_4111111111111111'])(
  'PAY-012 and that of another provider: %s',
  (token) => {
    expect(() => guardBody({ paymentProfile: { token } })).not.toThrow()
  },
)

test.each(['4111111111111111', '4111 1111 1111 1111', '5431-1111-1111-1111', '341111111111111', '3056 930902 5904'])(
  'PAY-012 SEC-023 a card number given as the token is refused: %s',
  (token) => {
    expect(() => guardBody({ paymentProfile: { token } })).toThrow('only in the payment fields')
  },
)

const mixed = '4111-1111-1111-1111'
const likeToken = '42000000-000000-000000-000000000000'
test.each([
  ['a note', { note: likeToken }],
  ['a token of something else', { token: likeToken }],
  ['a token deeper down', { paymentProfile: { billTo: { token: likeToken } } }],
  ['the other fields of a payment', { paymentProfile: { token: tokens[2], name: mixed } }],
  ['a list where the token belongs', { paymentProfile: { token: [mixed] } }],
  ['words beside the token', { paymentProfile: { token: `${likeToken} ${mixed}` } }],
])('PAY-012 SEC-023 a number is let through in no other place: %s', (_, body) => {
  expect(() => guardBody(body)).toThrow('only in the payment fields')
})

test.each([
  ['lists in lists', '['.repeat(700_000)],
  ['objects in objects', '{"a":'.repeat(13)],
  ['a list of very many', `[${'1,'.repeat(100_000)}1]`],
])('SEC-023 %s are refused before they are parsed', (_, text) => {
  expect(() => checkJsonSize(text)).toThrow('Please check what you entered.')
})

test.each([
  ['brackets within a text', JSON.stringify({ note: '[{'.repeat(500) + '"\\' })],
  ['many beside each other', JSON.stringify(Array.from({ length: 600 }, (_, id) => ({ id, list: [[]] })))],
])('SEC-023 %s are not deep', (_, text) => {
  expect(() => checkJsonSize(text)).not.toThrow()
})
