// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { keepFocus } from '../../web/src/ui/kept-focus.ts'

const element = <Kind extends HTMLElement>(selector: string): Kind => {
  const match = document.querySelector<Kind>(selector)
  if (!match) throw new Error(`No ${selector}`)
  return match
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 120))
const focused = () => document.activeElement?.textContent

beforeEach(() => {
  document.body.innerHTML = `
    <main>
      <h1>Release</h1>
      <section id="proposed"><h2>Proposed</h2><button id="confirm">Confirm</button></section>
      <section><h2>Versions</h2><ul><li><button id="delete">Delete</button></li></ul></section>
      <input id="search">
    </main>`
  return keepFocus()
})

test('UI-025 focus goes to the heading of the part that a pressed button stood in', async () => {
  const button = element('#delete')
  button.focus()
  button.remove()
  await settled()
  expect(focused()).toBe('Versions')
})

test('UI-025 where the whole part is gone, focus goes to the heading of the page', async () => {
  element('#confirm').focus()
  element('#proposed').remove()
  await settled()
  expect(focused()).toBe('Release')
})

test('UI-025 a button that waited has its focus back, and not before its answer', async () => {
  const button = element<HTMLButtonElement>('#confirm')
  button.focus()
  button.dataset['loading'] = 'true'
  // As a browser does to a button that is disabled.
  button.blur()
  button.disabled = true
  element('#delete').remove()
  await settled()
  expect(document.activeElement).toBe(document.body)
  button.disabled = false
  delete button.dataset['loading']
  await settled()
  expect(document.activeElement).toBe(button)
})

test('UI-025 after a dialog whose opener is gone, focus goes to where the opener stood', async () => {
  const opener = element('#delete')
  opener.focus()
  const dialog = document.createElement('div')
  dialog.setAttribute('role', 'dialog')
  dialog.innerHTML = '<h2>Delete it?</h2><button id="yes">Yes</button>'
  document.body.append(dialog)
  element('#yes').focus()
  opener.remove()
  await settled()
  expect(focused()).toBe('Yes')
  dialog.remove()
  await settled()
  expect(focused()).toBe('Versions')
})

test('UI-025 in an open dialog, a refused button has its focus back, and one that is gone leaves it to the title', async () => {
  const dialog = document.createElement('div')
  dialog.setAttribute('role', 'dialog')
  dialog.innerHTML = '<h2>Registration 7</h2><button id="yes">Yes, delete it</button>'
  document.body.append(dialog)
  const button = element<HTMLButtonElement>('#yes')
  button.focus()
  button.blur()
  button.disabled = true
  button.dataset['loading'] = 'true'
  await settled()
  button.disabled = false
  delete button.dataset['loading']
  await settled()
  expect(focused()).toBe('Yes, delete it')
  button.remove()
  await settled()
  expect(focused()).toBe('Registration 7')
})

test('a person who pressed beside everything, or another part that took focus, is left alone', async () => {
  const field = element('#search')
  field.focus()
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  field.blur()
  element('#delete').remove()
  await settled()
  expect(document.activeElement).toBe(document.body)
  element('#confirm').focus()
  element('#confirm').remove()
  field.focus()
  await settled()
  expect(document.activeElement).toBe(field)
})
