import { expect, test } from 'vitest'
import { checkBrandColor, checkMailSender, contrastWithWhite } from './brand-look.ts'

test('OFF-001 contrast with white is that of WCAG', () => {
  expect(contrastWithWhite('#FFFFFF')).toBeCloseTo(1)
  expect(contrastWithWhite('#000000')).toBeCloseTo(21)
  expect(contrastWithWhite('#777777')).toBeCloseTo(4.48, 2)
})

test.each([
  ['#7A1F4B', null],
  ['#767676', null],
  ['#777777', /\(4\.4:1, at least 4\.5:1 is needed\)/],
  ['#FFD400', /hard to read/],
  ['red', /as #7A1F4B/],
  ['#12345', /as #7A1F4B/],
])('OFF-001 the color %s of a brand', (color, why) => {
  const result = checkBrandColor(color)
  expect(result.ok).toBe(why === null)
  if (!result.ok && why) expect(result.refusal).toMatchObject({ field: 'color', why: expect.stringMatching(why) })
})

test.each([
  [null, null, null],
  ['  ', '', null],
  ['Meridian', 'hello@meridian.example', null],
  ['Meridian', null, 'mail_from_address'],
  ['Meridian', 'hello', 'mail_from_address'],
  [null, 'hello@meridian.example', 'mail_from_name'],
  ['Me <x@evil.example>', 'hello@meridian.example', 'mail_from_name'],
  ['Meridian\nBcc: x', 'hello@meridian.example', 'mail_from_name'],
])('OFF-001 a sender named %j with the address %j', (mail_from_name, mail_from_address, field) => {
  const result = checkMailSender({ mail_from_name, mail_from_address })
  expect(result.ok ? null : 'field' in result.refusal && result.refusal.field).toBe(field)
})
