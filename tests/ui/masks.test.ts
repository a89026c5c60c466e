import { expect, test } from 'vitest'
import { maskDate, phoneMask } from '../../web/src/ui/masks.ts'

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

test.each([
  ['2022-01-05', '01/05/2022'],
  [' 2022-01-05 ', '01/05/2022'],
  ['2022/01/05', '01/05/2022'],
  ['2022.01.05', '01/05/2022'],
  ['1/5/2022', '01/05/2022'],
  ['01/05/2022', '01/05/2022'],
])('UI-011 the date "%s" is pasted as "%s"', (text, display) => {
  expect(maskDate(text)).toBe(display)
})

test.each(['2022-01-05', '2022-1-05', '1999-12-31'])('UI-011 the date "%s" is typed key by key', (text) => {
  const [year = '', month = '', day = ''] = text.split('-')
  const field = text.split('').reduce((before, key) => maskDate(before + key), '')
  expect(field).toBe(`${month.padStart(2, '0')}/${day}/${year}`)
})
