import { expect, test } from 'vitest'
import { deviceName } from './device-name.ts'
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
    'Six digits of your app, or one of your recovery codes',
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

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36', 'Chrome on Windows'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_3 like Mac OS X) AppleWebKit/605.1.15 Version/17.3 Mobile/15E Safari/604.1',
    'Safari on an iPhone',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['curl/8.5.0', 'An unknown device'],
  ['', 'An unknown device'],
])('"%s" is shown as %s', (agent, name) => expect(deviceName(agent)).toBe(name))
