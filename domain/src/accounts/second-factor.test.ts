import { expect, test } from 'vitest'
import { codeError, enteredCode, needsSecondFactor, writtenCode } from './second-factor.ts'

test.each([
  ['123456', { kind: 'app', code: '123456' }],
  [' 123 456 ', { kind: 'app', code: '123456' }],
  ['abcd-efgh-jklm-npqr', { kind: 'recovery', code: 'ABCDEFGHJKLMNPQR' }],
  ['12345', null],
  ['1234567', null],
  ['ABCD-EFGH-JKLM-NPQ0', null],
  ['', null],
])('SEC-020 "%s" is read as %j', (text, read) => expect(enteredCode(text)).toEqual(read))

test('a recovery code is written in groups, and read back from them', () => {
  expect(writtenCode('ABCDEFGHJKLMNPQR')).toBe('ABCD-EFGH-JKLM-NPQR')
  expect(enteredCode(writtenCode('ABCDEFGHJKLMNPQR'))?.code).toBe('ABCDEFGHJKLMNPQR')
})

test('an empty code is required, one that can be no code is told so at once', () => {
  expect([codeError(''), codeError('12'), codeError('123456')]).toEqual([
    'Required',
    'The six digits in your app, or a recovery code',
    null,
  ])
})

test.each([
  ['user', true, false],
  ['office', true, true],
  ['admin', true, true],
  ['admin', false, false],
] as const)('SEC-020 %s, where the product asks the office: %s, must have a second step: %s', (role, request, must) =>
  expect(needsSecondFactor({ role }, request)).toBe(must),
)
