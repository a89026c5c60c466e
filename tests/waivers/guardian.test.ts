import { expect, test } from 'vitest'
import { openingForm } from '../../web/src/waivers/draft.ts'

const ana = { id: 1, fname: 'Ana', lname: 'Ruiz', address: '1 Main Street', emailValue: 'roster@example.com' }
const mother = { fname: 'Sable', lname: 'Ruiz', gender_id: 1, emailValue: 'sable@example.com', birthdateString: '' }

test('WAIV-004 the guardian named before fills in the next child, and the roster fills in the rest', () => {
  const form = openingForm(ana, false, { parent: mother, parent_relationship: 'Mother' })
  expect(form).toMatchObject({
    fname: 'Ana',
    parent_relationship: 'Mother',
    parent: { ...mother, address: '1 Main Street' },
  })
  expect(openingForm(ana, false).parent).toMatchObject({ fname: '', emailValue: 'roster@example.com' })
})

test('WAIV-004 somebody who signs for themselves has no guardian', () => {
  const form = openingForm(ana, true, { parent: mother, parent_relationship: 'Mother' })
  expect([form.parent, form.parent_relationship]).toEqual([null, null])
})
