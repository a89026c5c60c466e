// @vitest-environment jsdom
import { runInThisContext } from 'node:vm'
import { keepEarlyEvents } from '@callboard/server/platform/http/pages.ts'
import { act, fireEvent, screen } from '@testing-library/react'
import { startTransition, Suspense, useEffect, useState } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { eventually } from '../eventually.ts'
import { repeatEarlyEvents, stopKeepingEvents } from '../../web/src/shell/early-events.ts'

function Form() {
  const [presses, setPresses] = useState(0)
  const [city, setCity] = useState('')
  const [tour, setTour] = useState('one')
  const [isOpen, setIsOpen] = useState(false)
  const [isPast, setIsPast] = useState(false)
  return (
    <>
      <button onClick={() => setPresses(presses + 1)}>
        <span>Register</span>
      </button>
      <input aria-label="City" value={city} onChange={({ target }) => setCity(target.value)} />
      <select aria-label="Tour" value={tour} onChange={({ target }) => setTour(target.value)}>
        <option>one</option>
        <option>two</option>
      </select>
      <input type="checkbox" aria-label="Open" checked={isOpen} onChange={() => setIsOpen(!isOpen)} />
      <input type="checkbox" aria-label="Past" checked={isPast} onChange={() => setIsPast(!isPast)} />
      <output>{JSON.stringify({ presses, city, tour, isOpen, isPast })}</output>
    </>
  )
}

/** A boundary is hydrated after what is around it, as a screen in its frame is. */
function Page() {
  useEffect(repeatEarlyEvents, [])
  return (
    <Suspense>
      <Form />
    </Suspense>
  )
}

// The files of a run share their browser: the next one must not find this page in it.
let root: Root | undefined
afterEach(() => {
  act(() => root?.unmount())
  document.body.replaceChildren()
})

test('a press and typing before the scripts are there count once they are', async () => {
  document.body.innerHTML = `<div id="root">${renderToString(<Page />)}</div>`
  runInThisContext(`{${keepEarlyEvents}}`)
  const button = screen.getByText('Register')
  // Somebody who presses again because nothing happened.
  button.click()
  button.click()
  fireEvent.input(screen.getByLabelText('City'), { target: { value: 'Boise' } })
  fireEvent.change(screen.getByLabelText('Tour'), { target: { value: 'two' } })
  screen.getByLabelText('Open').click()
  // Ticked and taken back.
  screen.getByLabelText('Past').click()
  screen.getByLabelText('Past').click()

  const container = document.getElementById('root')
  if (!container) throw new Error('There is no #root')
  stopKeepingEvents()
  startTransition(() => {
    root = hydrateRoot(container, <Page />)
  })
  // While React hydrates it acts on a press itself, which therefore counts once as well.
  button.click()
  const values = { presses: 2, city: 'Boise', tour: 'two', isOpen: true, isPast: false }
  const output = () => screen.getByRole('status').textContent
  await eventually(() => expect(output()).toBe(JSON.stringify(values)))
  expect(screen.getByLabelText('City')).toHaveProperty('value', 'Boise')
  expect(screen.getByLabelText('Open')).toHaveProperty('checked', true)

  // From now on nothing is kept.
  screen.getByText('Register').click()
  const next = JSON.stringify({ ...values, presses: 3 })
  await eventually(() => expect(output()).toBe(next))
  expect(repeatEarlyEvents()).toBeUndefined()
})
