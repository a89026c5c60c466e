import { expect, test } from 'vitest'
import { dancersFor } from './order-readers.ts'

test.each([
  ['owner', false, ['Ada']],
  ['owner', true, ['Ada']],
  ['shared link', false, []],
  ['shared link', true, ['Ada']],
  ['public page', false, []],
  ['public page', true, ['Ada']],
] as const)('the %s, names shown: %s, reads %j', (reader, shows_dancers, names) => {
  expect(dancersFor(reader, { shows_dancers }, ['Ada'])).toEqual(names)
})
