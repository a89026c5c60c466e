import { expect, test } from 'vitest'
import { phoneMask } from '../../web/src/ui/masks.ts'

test.each([
  ['4', '(4'],
  ['4155', '(415) 5'],
  ['4155550132', '(415) 555-0132'],
  ['(415) 555-0132', '(415) 555-0132'],
  ['+14155550132', '+14155550132'],
  ['', ''],
])('UI-011 ROST-038 CONST-029 "%s" is shown as "%s"', (text, display) => {
  expect(phoneMask(text)).toBe(display)
})
