// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { RosterPanel, type PanelPerson } from '../../web/src/registrations/attendees/RosterPanel.tsx'

const people = [
  { id: 1, fname: 'Ana', lname: 'Ruiz', birthdate: '2012-05-04' },
  { id: 2, fname: 'Finn', lname: 'Delgado', birthdate: '2010-01-09' },
] as PanelPerson[]

function show(onToggle: (person: PanelPerson) => void, registered = new Map<number, 'dancer'>()) {
  const panel = (of: typeof registered) => (
    <MantineProvider>
      <RosterPanel
        whose={{ Your: 'Your', your: 'your', You: 'You' }}
        people={people}
        registered={of}
        kind="dancer"
        age_year={2025}
        dancer_age_threshold={20}
        teacher_minimum_age={18}
        editPath="/roster"
        importing={{ path: '/roster/import', back: '/' }}
        onToggle={onToggle}
        onAll={() => {}}
        countNew={({ length }) => length}
      />
    </MantineProvider>
  )
  const { rerender } = render(panel(registered))
  return (of: typeof registered) => rerender(panel(of))
}
const entry = (name: RegExp) => screen.getByRole('button', { name })
const isPressed = (name: RegExp) => entry(name).getAttribute('aria-pressed') === 'true'

test('ROST-026 a press is shown on its entry first, and acted on after the next paint', async () => {
  const onToggle = vi.fn<(person: PanelPerson) => void>()
  const showRegistered = show(onToggle)
  fireEvent.click(entry(/^Finn Delgado/))
  await waitFor(() => expect(isPressed(/^Finn Delgado/)).toBe(true))
  expect(onToggle).not.toHaveBeenCalled()
  onToggle.mockImplementation(({ id }) => showRegistered(new Map([[id, 'dancer']])))
  await waitFor(() => expect(onToggle).toHaveBeenCalledExactlyOnceWith(people[1]))
  expect(isPressed(/^Finn Delgado/)).toBe(true)
  expect(isPressed(/^Ana Ruiz/)).toBe(false)

  fireEvent.click(entry(/^Finn Delgado/))
  await waitFor(() => expect(onToggle).toHaveBeenCalledTimes(2))
})

test('ROST-026 an entry whose press changes nothing is shown as before', async () => {
  const onToggle = vi.fn<(person: PanelPerson) => void>()
  show(onToggle)
  fireEvent.click(entry(/^Ana Ruiz/))
  await waitFor(() => expect(onToggle).toHaveBeenCalledOnce())
  await waitFor(() => expect(isPressed(/^Ana Ruiz/)).toBe(false))
})
