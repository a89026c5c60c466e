// @vitest-environment jsdom
import { expect, test } from 'vitest'

test('an element that a test adds to the document is the only one there', () => {
  document.body.append(document.createElement('input'))
  expect(document.body.children).toHaveLength(1)
})

test('an element that the test before left is gone', () => {
  expect(document.body.children).toHaveLength(0)
})
