// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { completedCity } from '../scenarios/completed.ts'
import { allSaved, dialog, press, visitWizard } from './wizard-kit.tsx'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { registration, grace, marlowe, event_id, tour_date_id } = await completedCity(stage, {
  event: {
    is_nationals: true,
    vip_name: 'Core Performer',
    vip_name_plural: 'Core Performers',
    vip_route: 'core-performers',
  },
  program: [{ dancer: 1, code: 'JACKET_ONLY', jacket_size_id: 2, jacket_name: 'Bea' }],
})

/** The first screen of a file is read and compiled while it is waited for. */
const heading = (name: string) => screen.findByRole('heading', { level: 1, name }, { timeout: 30_000 })

const flags = (change: { is_radix?: boolean; is_aftermath?: boolean; is_nationals?: boolean }) =>
  stage.db.updateTable('events').set(change).where('id', '=', event_id).execute()

/** Marlowe's registration with its one dancer, ready for the step. */
async function begin(): Promise<number> {
  const own = (method: 'POST' | 'PUT', url: string, body: object) => stage.call(marlowe.user_id, method, url, body)
  const { id } = (await own('POST', '/v1/mybtf/registration', { tour_date_id })).json()
  const attendees = [{ person_id: marlowe.person_ids[0], workshop_level_id: 3 }]
  await own('PUT', '/v1/dance360/workshop/attendees', { id, attendees, left_off: 'dancers' })
  return id
}

test('PROG-001 PROG-005 PROG-044 PROG-049 WIZ-006 a dancer is chosen for, and what is missing holds the step', async () => {
  const id = await begin()
  await visitWizard(stage, marlowe.user_id, `/registration/${id}/core-performers`)
  await heading('Core Performers')
  const type = screen.getByLabelText('Uma Reyes takes part as')
  expect(
    within(type)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Not taking part', 'Competing, $125.00', 'Jacket only, $95.00', 'Workshop only'])
  fireEvent.change(type, { target: { value: '1' } })
  expect(screen.getByText(/Uma Reyes still needs a routine title and a performance division/)).toBeDefined()
  press('The title of Uma Reyes is to be announced')
  fireEvent.change(screen.getByLabelText('Performance division'), { target: { value: '2' } })
  fireEvent.change(screen.getByLabelText('Jacket size'), { target: { value: '3' } })
  fireEvent.change(screen.getByLabelText('Name on the jacket'), { target: { value: 'Uma ' } })
  expect(screen.getByText('Missing: choreographer, photo')).toBeDefined()
  expect(screen.queryByText(/still needs/)).toBeNull()
  await allSaved()
  const { attendees } = (await stage.call(marlowe.user_id, 'GET', `/v1/dance360/registrations/${id}`)).json()
  expect(Object.values(attendees)).toMatchObject([
    { jacket_size_id: 3, jacket_name: 'Uma', routine: { name: 'TBA', performance_division_id: 2 } },
  ])
  // An iPhone's HEIC photo with another extension: refused at the field before the upload. PROG-048
  press('Add the photo of Uma Reyes')
  const field = await screen.findByLabelText(/^Photo/)
  expect(screen.getByText(/a HEIC photo of an iPhone has to be saved as JPG first/)).toBeDefined()
  const heic = new File(['\0\0\0\x18ftypheic\0\0\0\0'], 'uma.jpg', { type: 'image/jpeg' })
  fireEvent.change(field, { target: { files: [heic] } })
  expect(await screen.findByText(/^This is a HEIC photo, which cannot be cut here/)).toBeDefined()
  expect(field.getAttribute('aria-invalid')).toBe('true')
})

test('PROG-002 UI-016 dialogs explain the ways to take part and the jacket sizes', async () => {
  const id = await begin()
  await visitWizard(stage, marlowe.user_id, `/registration/${id}/core-performers`)
  await heading('Core Performers')
  press('Jacket and size chart')
  expect(within(await dialog('The jacket')).getByRole('row', { name: 'Youth L 29–30 21' })).toBeDefined()
  press('Close')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  press('Ways to take part')
  expect(within(await dialog('Ways to take part: Core Performers')).getByText('Jacket only')).toBeDefined()
})

test('PROG-047 PROG-042 EVT-016 VAR-002 the tab shows type, size and what is missing; in Radix the name; the overview counts', async () => {
  const overview = await visitWizard(stage, grace.user_id, `/event/${registration.id}/overview`)
  await heading('Overview')
  const card = screen.getByRole('heading', { level: 2, name: 'Core Performers' }).closest('li')
  expect(card?.textContent).toContain('0/1complete')
  expect(screen.queryByRole('heading', { level: 2, name: 'Balance' })).toBeNull()
  overview.close()

  const plain = await visitWizard(stage, grace.user_id, `/event/${registration.id}/core-performers`)
  await heading('Core Performers')
  await screen.findByText('Bea Lindqvist')
  for (const word of ['Jacket only', 'Youth M', 'Missing: photo']) expect(screen.getByText(word)).toBeDefined()
  expect(screen.queryByText('Name on jacket')).toBeNull()
  plain.close()

  await flags({ is_radix: true })
  await visitWizard(stage, grace.user_id, `/event/${registration.id}/core-performers`)
  expect(await screen.findByText('Name on jacket')).toBeDefined()
  await flags({ is_radix: false })
})

test('PROG-041 PROG-045 VAR-007 EVT-006 of an Aftermath every dancer is in the cast, with a top', async () => {
  await flags({ is_nationals: false, is_aftermath: true })
  await visitWizard(stage, grace.user_id, `/event/${registration.id}/the-cast-experience`)
  await screen.findByText('Bea Lindqvist')
  expect(screen.getAllByText('Top size')).toHaveLength(8)
  press('Top and size chart')
  expect((await dialog('The exclusive cast top')).textContent).toContain('Sizes of the top, in inches')
  await flags({ is_nationals: true, is_aftermath: false })
})

test('PROG-007 REV-001 VAR-002 the review tells what is still to come, jackets only where they are not settled later', async () => {
  const id = await begin()
  await flags({ is_radix: true })
  const attendees = [{ person_id: marlowe.person_ids[0], workshop_level_id: 3, best_dancer_type_id: 2 }]
  await stage.call(marlowe.user_id, 'PUT', '/v1/dance360/workshop/attendees', { id, attendees })
  const visited_steps = ['dancers', 'vip', 'teachers', 'observers', 'competition']
  await stage.db.updateTable('registrations').set({ visited_steps, is_competing: false }).where('id', '=', id).execute()
  const visit = await visitWizard(stage, marlowe.user_id, `/registration/${id}/review`)
  await heading('Review')
  await screen.findByRole('heading', { level: 2, name: 'Your Core Performers' })
  screen.getByRole('heading', { level: 2, name: 'Finals routines' })
  screen.getByText('Still to come: jacket size, name on the jacket, photo')
  visit.close()

  await stage.db.insertInto('settings').values({ event_id, name: 'jacket_optional_on_review', value: 'true' }).execute()
  await visitWizard(stage, marlowe.user_id, `/registration/${id}/review`)
  await screen.findByText('Still to come: photo')
  await flags({ is_radix: false })
})
