// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Empty } from '../../web/src/ui/Empty.tsx'
import { Panel } from '../../web/src/ui/Panel.tsx'
import { Sections } from '../../web/src/ui/Sections.tsx'
import { onPhone } from './screen-width.ts'

const page = (titles: readonly string[]) => (
  <Sections label="Sections of this city">
    <form>
      {titles.map((title) => (
        <Panel key={title} title={title}>
          <input aria-label={`${title} field`} />
        </Panel>
      ))}
    </form>
  </Sections>
)
const index = () => within(screen.getByRole('navigation', { name: 'Sections of this city' }))
const entries = () =>
  index()
    .queryAllByRole('button')
    .map(({ textContent }) => textContent)
const focusedText = () => document.activeElement?.textContent

test('a long page has an index of its sections, which leads to each', () => {
  render(page(['Days', 'Venue', 'Hotel']), { wrapper: MantineProvider })
  expect(entries()).toEqual(['Days', 'Venue', 'Hotel'])
  fireEvent.click(index().getByRole('button', { name: 'Venue' }))
  expect(document.activeElement?.localName).toBe('h2')
  expect(focusedText()).toBe('Venue')
})

test('the index follows sections that come and go', async () => {
  const { rerender } = render(page(['Days', 'Venue']), { wrapper: MantineProvider })
  rerender(page(['Days', 'Intensives', 'Venue']))
  await waitFor(() => expect(entries()).toEqual(['Days', 'Intensives', 'Venue']))
  fireEvent.click(index().getByRole('button', { name: 'Intensives' }))
  expect(focusedText()).toBe('Intensives')
})

test('on a phone the index is one list above the page', () => {
  onPhone()
  render(page(['Days', 'Venue']), { wrapper: MantineProvider })
  const list = index().getByRole('combobox', { name: 'Go to section' })
  fireEvent.change(list, { target: { value: '1' } })
  expect(focusedText()).toBe('Venue')
})

test('the index leaves out the sentence of an empty panel', () => {
  const content = (
    <Sections label="Sections of this city">
      <Panel title="Payments">
        <Empty title="No payments yet">Checks and cash are recorded here.</Empty>
      </Panel>
      <Panel title="Account">Marlowe</Panel>
    </Sections>
  )
  render(content, { wrapper: MantineProvider })
  expect(screen.getByRole('heading', { name: 'No payments yet' })).toBeTruthy()
  expect(entries()).toEqual(['Payments', 'Account'])
})
