import { guardBody } from '@callboard/server/http/guard-body.ts'
import { expect, test } from 'vitest'

test.each([
  ['4111111111111111'],
  ['my card is 4111 1111 1111 1111, thanks'],
  ['5431-1111-1111-1111'],
  ['341111111111111'],
])('PAY-012 SEC-023 text with a card number is refused: %s', (text) => {
  expect(() => guardBody({ note: [{ text }] })).toThrow('only in the payment fields')
})

test.each([['ccnumber'], ['cvv'], ['checkaccount']])('PAY-012 a field called %s is refused', (key) => {
  expect(() => guardBody({ paymentProfile: { [key]: '1' } })).toThrow('only in the payment fields')
})

test.each([
  ['ada.30429.1795230241212.1@example.com'],
  ['4111111111111111@example.com'],
  ['(503) 555-0144'],
  ['P-01J94CYN002YC4F7APKJFAV7WT'],
  ['4111111111111112'],
  ['li-4111111111111111'],
])('what only looks a little like one passes: %s', (text) => {
  expect(() => guardBody({ text })).not.toThrow()
})
