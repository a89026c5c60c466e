import { criticalSheets } from '@callboard/server/platform/http/critical-sheet.ts'
import { expect, test } from 'vitest'
import { sheetRules } from '../../web/sheet-rules.ts'

const critical = (sheet: string, markup: string) => criticalSheets(sheetRules(sheet))(markup)

test.each([
  ['a rule whose class the page has', '.a{color:red}.b{color:blue}', '<p class="a">', '.a{color:red}'],
  ['the selectors that apply alone', '.a,.b{color:red}', '<p class="b c">', '.b{color:red}'],
  [
    'a selector all of whose classes are there',
    '.a .b{top:0}.a .c{top:1px}',
    '<p class="a"><p class="b">',
    '.a .b{top:0}',
  ],
  ['rules without a class', 'body{margin:0}[data-x]{top:0}', '<p>', 'body{margin:0}[data-x]{top:0}'],
  [
    'classes in :not() and :is() may be absent',
    '.a:not(.b):is(.c,.d:where(.e)){top:0}',
    '<p class="a">',
    '.a:not(.b):is(.c,.d:where(.e)){top:0}',
  ],
  ['escaped names', '.a\\:b{top:0}', '<p class="a:b">', '.a\\:b{top:0}'],
  [
    'at-rules around a rule',
    '@media (width>1px){.a{top:0}.b{top:0}}',
    '<p class="a">',
    '@media (width>1px){.a{top:0}}',
  ],
  [
    'no print, no animation, no page',
    '@media print{.a{top:0}}@keyframes k{to{top:0}}@page{margin:0}',
    '<p class="a">',
    '',
  ],
  ['fonts', '@font-face{font-family:F;src:url(/f)}', '', '@font-face{font-family:F;src:url(/f)}'],
  ['importance', '.a{top:0!important}', '<p class="a">', '.a{top:0!important}'],
])('a critical sheet keeps %s', (_, sheet, markup, expectedSheet) => {
  expect(critical(sheet, markup)).toBe(expectedSheet)
})

test('a custom property stays where a rule, a value or a style attribute reads it', () => {
  const sheet = ':root{--a:1px;--b:var(--c);--c:2px;--d:3px;--e:4px}.x{top:var(--b)}.y{top:var(--d)}'
  expect(critical(sheet, '<p class="x" style="left:var(--e)">')).toBe(
    ':root{--b:var(--c);--c:2px;--e:4px}.x{top:var(--b)}',
  )
})

test('pages with other classes or other style attributes have sheets of their own', () => {
  const make = criticalSheets(sheetRules(':root{--a:1px}.x{top:0}.y{top:1px}'))
  expect(make('<p class="x">')).toBe('.x{top:0}')
  expect(make('<p class="y">')).toBe('.y{top:1px}')
  expect(make('<p class="x" style="left:var(--a)">')).toBe(':root{--a:1px}.x{top:0}')
  expect(make('<p class="x">')).toBe('.x{top:0}')
})
