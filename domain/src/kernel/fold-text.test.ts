import { expect, test } from 'vitest'
import { foldName, foldText } from './fold-text.ts'

test.each([
  ['Müller', 'muller'],
  ['Zoë García', 'zoe garcia'],
  ['BRÄNNSTRÖM', 'brannstrom'],
  ['Máire-Éilís O’Brien-Núñez', "maire-eilis o'brien-nunez"],
  ['Łukasz Sørensen', 'lukasz sorensen'],
  ['Мария', 'мария'],
])('OFF-048 %s is searched as %s', (name, folded) => expect(foldText(name)).toBe(folded))

test('an apostrophe makes no difference between names', () => {
  expect(['O’Brien', "O'Brien", 'OBrien', 'o`brien'].map(foldName)).toEqual(Array(4).fill('obrien'))
})
