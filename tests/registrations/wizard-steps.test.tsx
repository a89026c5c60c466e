// @vitest-environment jsdom
import { smallCity } from '@callboard/server/dev/scenario-small-city.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { waitForStep, heading, visitWizard } from './wizard-kit.tsx'

const stage = await openStage({ now: '2024-09-03T16:00:00Z' })
const { grace, registration } = await smallCity(stage.db)
const base = `/registration/${registration.id}`
const set = (values: object) =>
  stage.db
    .updateTable('registrations')
    .set({ info_acknowledged: true, is_competing: true, ...values })
    .where('id', '=', registration.id)
    .execute()

test('WIZ-013 WIZ-063 the review has its address and title, and an unfinished registration opens where it was left', async () => {
  await set({ visited_steps: ['dancers', 'teachers', 'observers', 'competition'], left_off: 'review' })
  const { router } = await visitWizard(stage, grace.user_id, base)
  await waitForStep(router, `${base}/review`)
  await heading('Review')
  expect(document.title).toBe('Review · Portland, OR · Callboard')
})

test('WIZ-020 the last step of the bar has a check icon where the others have their number', async () => {
  await set({ visited_steps: ['dancers', 'teachers', 'observers'] })
  await visitWizard(stage, grace.user_id, `${base}/dancers`)
  await heading('Dancers')
  const bar = within(screen.getByRole('navigation', { name: 'Steps of your registration' }))
  const steps = bar.getAllByRole('listitem')
  const numbers = steps.map(({ textContent }) => /^\d+/.exec(textContent ?? '')?.[0])
  expect(numbers).toEqual(['1', '2', '3', '4', '5', '6', '7', undefined])
  expect(steps.at(-1)?.querySelector('.tabler-icon-check')).toBeTruthy()
})

test('WIZ-016 a step has one number: in the bar, beside the title, and in the words of a phone', async () => {
  await set({ visited_steps: ['dancers', 'teachers', 'observers', 'competition'] })
  for (const [path, title] of [
    ['dancers', 'Dancers'],
    ['observers', 'Observers'],
    ['review', 'Review'],
  ] as const) {
    const { close } = await visitWizard(stage, grace.user_id, `${base}/${path}`)
    const name = await heading(title)
    const bar = within(screen.getByRole('navigation', { name: 'Steps of your registration' }))
    const current = bar.getByRole('listitem', { current: 'step' })
    const number = /^\d+/.exec(current.textContent ?? '')?.[0]
    expect(name.parentElement?.textContent).toBe(`${title}Step ${number} of 8`)
    expect(bar.getByText(`Step ${number} of 8: ${title}`)).toBeTruthy()
    close()
  }
})

test('Ctrl+Enter saves and continues from anywhere in a step, but not below a dialog; ? names it', async () => {
  await set({ visited_steps: ['dancers', 'teachers', 'observers'] })
  const { router } = await visitWizard(stage, grace.user_id, `${base}/teachers`)
  await heading('Teachers')
  const finder = await screen.findByRole('searchbox', { name: 'Find in your roster' })
  fireEvent.keyDown(document.body, { key: '?' })
  const list = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  within(list).getByText('Save and continue')
  fireEvent.keyDown(list, { key: 'Enter', ctrlKey: true })
  fireEvent.keyDown(list, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(window.location.pathname).toBe(`${base}/teachers`)
  fireEvent.keyDown(finder, { key: 'Enter', ctrlKey: true })
  await waitForStep(router, `${base}/observers`)
})

test('WIZ-014 PAY-028 the payment has its address and title, and reserving by check saves in its turn', async () => {
  await set({ visited_steps: ['dancers', 'teachers', 'observers', 'competition'], left_off: 'competition' })
  const url = `/v1/dance360/registrations/${registration.id}`
  const submitted = await stage.call(grace.user_id, 'PUT', url, {
    waiver: true,
    competitionCodeWaiver: true,
    reviewed: true,
  })
  expect(submitted.statusCode, submitted.body).toBe(200)
  const { router, sentCalls } = await visitWizard(stage, grace.user_id, `${base}/payment`)
  await heading('Payment')
  expect([window.location.pathname, document.title]).toEqual([`${base}/payment`, 'Payment · Portland, OR · Callboard'])

  fireEvent.click(await screen.findByRole('radio', { name: /Check/ }, { timeout: 30_000 }))
  fireEvent.change(await screen.findByLabelText(/Type RESERVE MY REGISTRATION/), {
    target: { value: 'reserve my registration' },
  })
  fireEvent.click(screen.getByRole('button', { name: 'COMPLETE REGISTRATION' }))
  await waitForStep(router, `${base}/success`)
  await heading('SUCCESS')
  const reserved = sentCalls.filter(({ method, body }) => method === 'PUT' && body['paying_by_check'] === true)
  expect(reserved).toHaveLength(1)
  // In its turn: on the version that the window knows, never blindly.
  expect(reserved[0]?.body['version']).toBeGreaterThan(0)
})
