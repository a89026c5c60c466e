// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import axe from 'axe-core'
import { expect, test, vi } from 'vitest'
import {
  answer,
  button,
  dialog,
  openRoutinesScreen,
  press,
  waitUntil,
  visitStep,
  type OpenRoutinesScreen,
} from './routines-kit.tsx'

const { stage, rehearsed } = await openRoutinesScreen()

const slow = { timeout: 30_000 }
vi.setConfig({ testTimeout: 60_000 })

async function open(rehearsal: OpenRoutinesScreen) {
  const visit = await visitStep(stage, rehearsal.studio, rehearsal.id, 'competition')
  await screen.findByRole('grid', { name: 'Routines' }, slow)
  const roster = (await rehearsal.studio.call('GET', '/v1/mybtf/roster')).json() as {
    id: number
    fname: string
    lname: string
  }[]
  const dancer = (place: number) => {
    const person = roster.find(({ id }) => id === rehearsal.studio.dancers[place])
    return `${person?.fname} ${person?.lname}`
  }
  const writes = (path: string) =>
    visit.sentCalls.filter(({ method, url }) => method !== 'GET' && url.includes(path)).map(({ method }) => method)
  return { ...visit, dancer, writes }
}
const choose = (label: string | RegExp, name: string | RegExp) => {
  const select = screen.getByLabelText<HTMLSelectElement>(label)
  const option = within(select).getByRole<HTMLOptionElement>('option', { name })
  fireEvent.change(select, { target: { value: option.value } })
}
const changes = () =>
  within(screen.getByRole('region', { name: 'What changes' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
const castsOf = async (rehearsal: OpenRoutinesScreen) =>
  ((await rehearsal.record()).routines as { attendees: { person_id: number }[] }[]).map(({ attendees }) =>
    attendees.map(({ person_id }) => rehearsal.studio.dancers.indexOf(person_id)).toSorted((a, b) => a - b),
  )
async function violations() {
  const { violations: axeViolations } = await axe.run(document.body, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  })
  return axeViolations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

test('a dancer is replaced in all their routines but one, seen before, by one call', async () => {
  const rehearsal = await rehearsed({ dancers: 6, casts: [[0, 1, 2, 3], [0, 1], [0], [4]] })
  const { dancer, writes } = await open(rehearsal)
  await press('Replace a dancer…')
  await dialog('Replace a dancer')
  choose('Dancer to replace', dancer(0))
  choose('New dancer', new RegExp(`^${dancer(4)}`))
  await waitUntil(() => expect(changes()).toHaveLength(3))
  // A dancer with a solo cannot take over another.
  expect(changes()[2]).toContain('Solos are limited to one Solo per dancer.')
  expect(await violations()).toEqual([])
  fireEvent.click(screen.getByRole('checkbox', { name: 'Study 2' }))
  await waitUntil(() => expect(changes()).toHaveLength(2))
  // Left by Escape, all of it is chosen still when the dialog is opened again.
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  await waitUntil(() => expect(screen.queryByRole('dialog')).toBeNull())
  await press('Replace a dancer…')
  await screen.findByText('We kept what you typed.', {}, slow)
  await waitUntil(() => expect(changes()).toHaveLength(2))
  expect(screen.getByRole('status', { name: 'Registration total' }).textContent).toContain('stays the same')
  await press('Replace in 1 routine')
  await waitUntil(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(writes('/replacements')).toEqual(['POST'])
  expect(await castsOf(rehearsal)).toEqual([[1, 2, 3, 4], [0, 1], [0], [4]])
})

test('COMP-042 options of the selected routines change together: before and after of each, who cannot, and the total', async () => {
  const rehearsal = await rehearsed({ casts: [[0, 1, 2, 3], [4, 5, 6, 7], [0]] })
  const { writes } = await open(rehearsal)
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all routines' }))
  await press('Change 3…')
  await dialog('Change 3 routines')
  choose(/^Extra time/, '2 minutes')
  await waitUntil(() => expect(changes()).toHaveLength(3))
  // Left by Escape, it is chosen still when the dialog is opened again.
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  await waitUntil(() => expect(screen.queryByRole('dialog')).toBeNull())
  await press('Change 3…')
  await screen.findByText('We kept what you typed.', {}, slow)
  await waitUntil(() => expect(changes()).toHaveLength(3))
  // Two minutes at $5.00 for each of four dancers.
  expect(changes()[0]).toMatch(/0 min extra.*2 min extra.*\$232\.00.*\$272\.00/)
  expect(changes()[2]).toContain('Extra time needs 4 or more dancers.')
  expect(screen.getByRole('status', { name: 'Registration total' }).textContent).toMatch(/→/)
  expect(await violations()).toEqual([])
  await press('Change 2 routines')
  await waitUntil(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(writes(`/registrations/${rehearsal.id}/routines`)).toEqual(['PUT'])
  const { routines } = await rehearsal.record()
  expect(routines.map(({ extra_time }: { extra_time: number }) => extra_time)).toEqual([2, 2, 0])
})

test('COMP-052 COMP-065 the selected routines are removed after one question, by one call', async () => {
  const rehearsal = await rehearsed({ casts: [[0, 1, 2, 3], [1], [0]] })
  const { writes } = await open(rehearsal)
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Study 1' }))
  const last = screen.getByRole('checkbox', { name: 'Select Study 2' })
  // Shift and space select through to here.
  fireEvent.keyDown(last, { key: ' ', shiftKey: true })
  await press('Remove 2')
  await answer('Are you sure?', 'Yes, remove them')
  await waitUntil(() => expect(screen.queryByRole('button', { name: 'Edit Study 1' })).toBeNull())
  expect(writes('/routine-removals')).toEqual(['POST'])
  expect(await castsOf(rehearsal)).toEqual([[0]])
})

test('lists routines per dancer, busiest first, and marks high counts', async () => {
  const { dancer } = await open(await rehearsed({ casts: [[0, 1], [0, 2], [0, 3], [0, 4], [0]] }))
  await press('Who dances how much')
  const table = await screen.findByRole('grid', { name: 'Dancers and their routines' }, slow)
  const [, first, second] = within(table).getAllByRole('row')
  expect(first?.textContent).toContain(dancer(0))
  expect(first?.textContent).toContain('5 (heavy load)')
  expect(first?.textContent).toContain('Study 1, Study 2, Study 3, Study 4, Study 5')
  expect(first?.textContent).toMatch(/\(1\).* and 1 more/)
  expect(second?.textContent).not.toContain('heavy load')
  expect(second?.textContent).toContain(`${dancer(0)} (1)`)
  // The dialog takes its name from its title once both are there.
  await screen.findByRole('dialog', { name: 'Dancers and their routines' }, slow)
  expect(await violations()).toEqual([])
})

test('COMP-074 the form says what a change does to the routine and to the total before it is saved', async () => {
  const rehearsal = await rehearsed({ casts: [[0, 1, 2, 3]] })
  const { dancer } = await open(rehearsal)
  const total = (await rehearsal.record()).fees.total as number
  await press('Edit Study 1')
  await dialog('Study 1')
  fireEvent.click(screen.getByRole('checkbox', { name: dancer(4) }))
  await screen.findByText('Saved as $232.00', {}, slow)
  const dollars = (cents: number) => (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
  expect(screen.getByRole('status', { name: 'Registration total' }).textContent).toBe(
    `Registration total ${dollars(total)} → ${dollars(total + 5800)}`,
  )
  expect((await rehearsal.record()).fees.total).toBe(total)
  await button('Save changes')
})
