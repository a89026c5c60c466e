// @vitest-environment jsdom
import { instant } from '@callboard/domain/kernel/instant.ts'
import { smallCity } from '@callboard/server/dev/scenario-small-city.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { whenSaved } from '../../web/src/wizard/save-queue.ts'
import { openStage } from '../kit.ts'
import { allSaved, answerDialog, waitForStep, dialog, heading, press, visitWizard } from './wizard-kit.tsx'

const start = instant('2024-10-04T06:00:00Z')
const afterDeadline = instant('2024-10-04T07:30:00Z')
const stage = await openStage({ now: start })
const { db, clock } = stage
const { grace, registration } = await smallCity(db)
const { id } = registration
const base = `/registration/${id}`
const title = 'Rates have changed'
const words = 'The rates for your registration has changed. We will update your registration accordingly.'

const storedRow = () => db.selectFrom('registrations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const visit = (step: string) => visitWizard(stage, grace.user_id, `${base}/${step}`)
const call = (method: 'GET' | 'PUT', body?: object) =>
  stage.call(grace.user_id, method, `/v1/dance360/registrations/${id}`, body)

beforeEach(async () => {
  // Pending saves of the previous test finish first.
  await whenSaved(id)
  clock.time = start
  await db
    .updateTable('registrations')
    .set({
      info_acknowledged: true,
      visited_steps: ['dancers', 'teachers'],
      left_off: 'teachers',
      full_rates: false,
      late_rates: false,
      rates_told: 'discount',
    })
    .where('id', '=', id)
    .execute()
})
const expectRatesNotice = async () => {
  const text = (await dialog(title)).textContent
  expect(text).toContain(words)
  expect(text).toMatch(/The new rates add \$\d{2,3}\.\d\d\. Your total is now \$1,\d{3}\.\d\d\./)
  await answerDialog(title, 'OK')
  await waitFor(async () => expect((await storedRow()).rates_told).toBe('full'))
}
const silent = async () => {
  await allSaved()
  expect(screen.queryByRole('dialog')).toBeNull()
}
/** Opened again and unchanged, nothing is saved, and nothing is announced. */
const silentOnReopening = async () => {
  await visit('dancers')
  await screen.findByRole('button', { name: 'Attended before (25% off), Ana Ruiz' }, { timeout: 30_000 })
  expect(screen.queryByRole('dialog')).toBeNull()
}

test('WIZ-040 FEE-024 M055 a deadline first noticed by a save of people is announced once', async () => {
  await visit('dancers')
  const attended = await screen.findByRole(
    'button',
    { name: 'Attended before (25% off), Ana Ruiz' },
    { timeout: 30_000 },
  )
  clock.time = afterDeadline
  fireEvent.click(attended)
  await expectRatesNotice()
  expect((await storedRow()).full_rates).toBe(true)
  fireEvent.click(attended)
  await silent()
})

test('WIZ-040 a deadline first noticed by Save and continue is announced in the next step', async () => {
  const { router } = await visit('dancers')
  await heading('Dancers')
  clock.time = afterDeadline
  press('Save and continue')
  await waitForStep(router, `${base}/teachers`)
  await expectRatesNotice()
})

test('WIZ-040 the minute tells it too, without anything being saved by hand', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: Date.parse(start) })
  await visit('dancers')
  await heading('Dancers')
  clock.time = afterDeadline
  vi.setSystemTime(Date.parse(afterDeadline))
  vi.advanceTimersByTime(60_000)
  await expectRatesNotice()
  expect((await storedRow()).full_rates).toBe(true)
})

test('WIZ-040 REV-013 a registration left across the deadline by its own save announces it once on reopening', async () => {
  await visit('dancers')
  await heading('Dancers')
  clock.time = afterDeadline
  cleanup()
  await waitFor(async () => expect((await storedRow()).full_rates).toBe(true))
  await visit('dancers')
  await expectRatesNotice()
  cleanup()
  await silentOnReopening()
})

test('WIZ-040 a notice shown in one window is not shown again in a later one', async () => {
  await visit('dancers')
  await heading('Dancers')
  clock.time = afterDeadline
  expect((await call('PUT', { rates_told: 'full' })).json()).toMatchObject({ full_rates: true, rates_told: 'full' })
  fireEvent.click(
    await screen.findByRole('button', { name: 'Attended before (25% off), Ana Ruiz' }, { timeout: 30_000 }),
  )
  await silent()
  cleanup()
  await silentOnReopening()
})

test('WIZ-040 a notice that could not be saved as read is shown again on reopening', async () => {
  const { close } = await visit('dancers')
  const attended = await screen.findByRole(
    'button',
    { name: 'Attended before (25% off), Ana Ruiz' },
    { timeout: 30_000 },
  )
  clock.time = afterDeadline
  fireEvent.click(attended)
  await dialog(title)
  await allSaved()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await answerDialog(title, 'OK')
  close()
  await visit('dancers')
  await expectRatesNotice()
})

test('FEE-024 rates that fall back are silent, and the next deadline is announced again', async () => {
  clock.time = afterDeadline
  await call('PUT', { rates_told: 'full' })
  clock.time = start
  await visit('dancers')
  await heading('Dancers')
  await waitFor(async () => expect(await storedRow()).toMatchObject({ full_rates: false, rates_told: 'discount' }))
  await silent()
})
