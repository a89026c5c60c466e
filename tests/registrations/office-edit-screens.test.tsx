// @vitest-environment jsdom
import { instant } from '@callboard/domain/kernel/instant.ts'
import { insertAccount } from '@callboard/server/dev/build-people.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { silence } from '@callboard/server/dev/silent-audio.ts'
import { expect, test, vi } from 'vitest'
import { openStage } from '../kit.ts'
import { completedCity } from '../scenarios/completed.ts'
import { created } from '../scenarios/small-city.ts'
import { uploadsTo } from './upload-kit.ts'
import { dialog, heading, press, visitWizard, waitForStep } from './wizard-kit.tsx'

const stage = await openStage({ now: instant('2024-10-01T16:00:00Z') })
const { db } = stage
const { registration, grace } = await completedCity(stage)
const { id } = registration
const { user_id: office } = await db
  .transaction()
  .execute((tx) =>
    insertAccount(tx, { email: 'desk@example.com', fname: 'Dana', lname: 'Reyes', role: 'office' }, created),
  )
/** Audio player that jsdom lacks: knows at once how long a file is. */
class SilentPlayer extends EventTarget {
  duration = 2
  set src(_address: string) {
    queueMicrotask(() => this.dispatchEvent(new Event('loadedmetadata')))
  }
  removeAttribute() {}
  pause() {}
}
const patience = { timeout: 30_000 }

test('OFF-020 the office edits in the owner’s wizard: a reason first, a preview of the price, one submission', async () => {
  const page = await visitWizard(stage, office, `/office/registrations/${id}`)
  fireEvent.click(await screen.findByRole('button', { name: 'Edit registration' }, patience))
  const reason = await dialog()
  fireEvent.change(within(reason).getByLabelText(/^Reason/), { target: { value: 'The studio called' } })
  fireEvent.click(within(reason).getByRole('button', { name: 'Begin' }))
  await waitForStep(page.router, `/registration/${id}/dancers`)
  await heading('Dancers')
  await screen.findByText(/The office is editing this registration for/)
  const steps = screen.getByRole('navigation', { name: 'Steps of the studio’s registration' })
  expect(within(steps).queryByText('Payment')).toBeNull()
  await screen.findByRole('complementary', { name: 'The studio’s bill' })
  screen.getByRole('region', { name: 'The studio’s roster' })
  expect(screen.queryByText(/Your (bill|roster)/)).toBeNull()

  // The owner is told, and their registration is as it was.
  const live = (await stage.call(grace.user_id, 'GET', `/v1/dance360/registrations/${id}`)).json()
  expect(live).toMatchObject({ office_editing: true, completed: true })

  // Another window of the office goes on where it is.
  page.close()
  const again = await visitWizard(stage, office, `/registration/${id}/observers`)
  await heading('Observers')
  const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'One-day observers' })
  fireEvent.change(select, { target: { value: '3' } })
  press('Save and continue')
  await waitForStep(again.router, `/registration/${id}/competition`)
  fireEvent.click(
    within(screen.getByRole('navigation', { name: 'Steps of the studio’s registration' })).getByRole('link', {
      name: /Review/,
    }),
  )
  await heading('Review')
  await screen.findByText('Additional observers: 0 before, 3 now', undefined, patience)
  screen.getByText(/^The total changes from/)
  fireEvent.change(screen.getByLabelText(/^Message to the studio/), { target: { value: 'See you soon' } })
  press('Correct the registration')
  await waitForStep(again.router, `/office/registrations/${id}`)
  await screen.findByText(/Dana Reyes corrected/, undefined, patience)
  const after = (await stage.call(grace.user_id, 'GET', `/v1/dance360/registrations/${id}`)).json()
  expect(after).toMatchObject({ office_editing: false, additional_observers: { one: 3 } })
  expect([...page.missing, ...again.missing]).toEqual([])
  // Calls are the office's own again.
  await waitFor(() => expect(again.sentCalls.at(-1)?.method).toBe('GET'))
  cleanup()
})

test('OFF-020 the office puts music into its edit, reads it in the preview, and the studio hears it afterwards', async () => {
  const uploading: { send?: () => Promise<void> } = {}
  vi.stubGlobal('XMLHttpRequest', uploadsTo(stage, uploading))
  vi.stubGlobal('Audio', SilentPlayer)
  Object.assign(URL, { createObjectURL: () => 'blob:here', revokeObjectURL: () => {} })
  const beginning = await stage.call(office, 'POST', `/v1/office/registrations/${id}/edit`, {
    office_reason: 'Wrong track',
  })
  expect(beginning.statusCode, beginning.body).toBe(200)
  const page = await visitWizard(stage, office, `/registration/${id}/competition`)
  const title = await screen.findByRole('heading', { level: 3, name: /Undertow/ }, patience)
  const card = within(title.closest('li') ?? document.body)
  // Links for the studio are no part of the office's edit.
  expect(card.queryByRole('button', { name: /Email a link/ })).toBeNull()
  const input = card
    .getByRole('button', { name: 'Upload the music of Undertow' })
    .parentElement?.querySelector<HTMLInputElement>('input[type=file]')
  const file = new File([new Uint8Array(silence(2))], 'Tide.wav', { type: 'audio/wav' })
  if (input) fireEvent.change(input, { target: { files: [file] } })
  await waitFor(() => expect(uploading.send).toBeDefined(), patience)
  await uploading.send?.()
  await card.findByText(/added/, undefined, patience)
  fireEvent.click(
    within(screen.getByRole('navigation', { name: 'Steps of the studio’s registration' })).getByRole('link', {
      name: /Review/,
    }),
  )
  await screen.findByText('Music of “Undertow” added', undefined, patience)
  press('Correct the registration')
  await waitForStep(page.router, `/office/registrations/${id}`)
  const { routines } = (await stage.call(grace.user_id, 'GET', `/v1/dance360/registrations/${id}`)).json()
  expect(routines.map((one: { music: { name: string } | null }) => one.music?.name)).toContain('Tide.wav')
  expect(page.missing).toEqual([])
  cleanup()
})

test('OFF-020 the owner sees on the overview that the office is at work', async () => {
  await stage.call(office, 'POST', `/v1/office/registrations/${id}/edit`, { office_reason: 'A wrong level' })
  await visitWizard(stage, grace.user_id, `/event/${id}/overview`)
  await screen.findByText(/The office is correcting this registration/, undefined, patience)
  cleanup()
})
