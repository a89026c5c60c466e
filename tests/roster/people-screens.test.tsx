// @vitest-environment jsdom
import { smallCity } from '@callboard/server/dev/scenario-small-city.ts'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { App } from '../../web/src/app.tsx'
import { makeRouter } from '../../web/src/routes.tsx'
import { openStage } from '../kit.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { db } = stage
const { marlowe, office } = await smallCity(db)
const patient = { timeout: 10_000 }

async function open(path: string, heading: string | RegExp) {
  const answer = stage.fetchAs((await stage.sessionOf(office.user_id)).cookie)
  cleanup()
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => answer(url, init))
  window.history.replaceState(null, '', path)
  const queries = new QueryClient()
  render(<App queries={queries} router={makeRouter(queries)} nonce="" />)
  await screen.findByRole('heading', { level: 1, name: heading }, patient)
}

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }, patient))
const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }, patient))

test('OFF-051 the office finds a person whose owner is gone, corrects the name and gives a new owner', async () => {
  const [id = 0] = marlowe.person_ids
  await db
    .updateTable('persons')
    .set({ owner_user_id: null, fname: 'Mira', lname: 'Qill', name_key: 'miraqill' })
    .where('id', '=', id)
    .execute()
  await open('/office/people', 'People')
  await screen.findByText('Type at least two letters of the first or last name.')
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'qill' } })
  fireEvent.click(await screen.findByRole('link', { name: 'Mira Qill' }, patient))

  await screen.findByText(/The account that entered this person is gone/, {}, patient)
  await press('Correct')
  const form = await dialog('Correct Mira Qill')
  fireEvent.change(form.getByLabelText('Last name'), { target: { value: 'Quill' } })
  fireEvent.click(form.getByRole('button', { name: 'Save' }))
  await form.findByText('Please say why.', {}, patient)
  fireEvent.change(form.getByLabelText('Reason'), { target: { value: 'The school wrote to us' } })
  fireEvent.click(form.getByRole('button', { name: 'Save' }))
  await screen.findByRole('heading', { level: 1, name: 'Mira Quill' }, patient)

  await press(/^Make .* the owner$/)
  const owner = await dialog('New owner of Mira Quill')
  fireEvent.change(owner.getByLabelText('Reason'), { target: { value: 'Her first school closed' } })
  fireEvent.click(owner.getByRole('button', { name: 'Make owner' }))
  await screen.findByText(/Only this account can change the name and birthdate/, {}, patient)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Correct' })).toBeNull(), patient)
  const { owner_user_id } = await db
    .selectFrom('persons')
    .select('owner_user_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(owner_user_id).toBe(marlowe.user_id)
})

test('an address that names a person by no number is a page that does not exist', async () => {
  await open('/office/people/abc', 'Page not found')
  expect(screen.queryByText('Please enter a number.')).toBeNull()
})
