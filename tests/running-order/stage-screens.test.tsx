// @vitest-environment jsdom
import { instant } from '@callboard/domain/kernel/instant.ts'
import { insertRegistration } from '@callboard/server/dev/build-registrations.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { openOrders } from './order-kit.tsx'

const { stage, season, office, beginCity, publish, visit } = await openOrders()
const { db, call } = stage

let tour_date_id = 0
beforeEach(async () => {
  ;({ tour_date_id } = await beginCity())
})

test('the stage brings the next entry on, with what is allowed beside the timer', async () => {
  await publish(tour_date_id)
  await visit(`/office/tour-dates/${tour_date_id}/stage`, office)
  fireEvent.click(await screen.findByRole('button', { name: 'Check in: 2 Undertow' }))
  await screen.findByRole('button', { name: 'On deck: 2 Undertow' })
  fireEvent.click(screen.getByRole('button', { name: 'Start: 1' }))
  expect((await screen.findByRole('timer')).textContent).toMatch(/^0:0\d of 2:45$/)
  fireEvent.click(screen.getByRole('button', { name: 'Next entry: 2' }))
  await screen.findByRole('button', { name: 'End 2' })
  const states = await db
    .selectFrom('running_order_entries')
    .where('tour_date_id', '=', tour_date_id)
    .select('state')
    .orderBy('entry_number')
    .execute()
  expect(states.map(({ state }) => state)).toEqual(['danced', 'on_stage', 'planned'])
})

test('the stage takes a late scratch, a no show, a start, an end, and a disqualification, each back again', async () => {
  await publish(tour_date_id)
  await visit(`/office/tour-dates/${tour_date_id}/stage`, office)
  const press = (name: string) =>
    waitFor(() => {
      const button = screen.getByRole<HTMLButtonElement>('button', { name })
      expect(button.disabled).toBe(false)
      fireEvent.click(button)
    })
  await press('Start: 1')
  await press('Not on stage yet')
  await press('Start: 1')
  await press('End 1')
  await press('Still on stage: 1')
  await press('End 1')
  await press('No show: 3 Lanterns')
  await press('Check in: 2 Undertow')
  await press('On deck: 2 Undertow')
  await press('Scratch: 2 Undertow')
  await screen.findByText('No entries are left.')
  expect(screen.queryByRole('region', { name: /^Later/ })).toBeNull()

  await press('Show')
  await press('Restore: 3 Lanterns')
  await press('Restore: 2 Undertow')
  await screen.findByRole('button', { name: 'Check in: 2 Undertow' })
  await screen.findByRole('button', { name: 'Check in: 3 Lanterns' })
  const readFirst = () =>
    db
      .selectFrom('running_order_entries')
      .where('tour_date_id', '=', tour_date_id)
      .select(['state', 'off_stage_at', 'measured_seconds', 'danced_as'])
      .orderBy('entry_number')
      .executeTakeFirstOrThrow()
  const danced = await readFirst()
  await press('Disqualify: 1 Bluebird')
  await press('Yes, disqualify it')
  stage.clock.time = instant('2024-10-01T17:00:00Z')
  await press('Restore: 1 Bluebird')
  await screen.findByRole('button', { name: 'Disqualify: 1 Bluebird' })
  expect(await readFirst()).toEqual(danced)
})

/** Adds routines of another studio, so that the order is longer than the next three. */
async function addRoutines(names: readonly string[]) {
  const { user_id, studio_id, dancers } = await season.studio({ dancers: 4 })
  const routines = names.map((name, index) => ({ name, cast: [index % 4] }))
  const at = instant('2024-09-20T18:00:00Z')
  await db.transaction().execute((tx) =>
    insertRegistration(tx, {
      ...{ tour_date_id, user_id, studio_id, dancers, teachers: [], routines, at },
      state: 'completed',
    }),
  )
}

test('a check-in of an entry far from the stage is listed, found by its title, and undone', async () => {
  await addRoutines(['Amber', 'Beacon', 'Cinder', 'Drift', 'Ember', 'Fable', 'Glow', 'Hollow', 'Iris'])
  await publish(tour_date_id)
  await visit(`/office/tour-dates/${tour_date_id}/stage`, office)
  const absentList = within(await screen.findByRole('region', { name: 'Later, not checked in: 9' }))
  const names = absentList.getAllByRole('button', { name: /^Check in: / }).map((one) => one.getAttribute('aria-label'))
  const name = names.at(-1)?.replace('Check in: ', '') ?? ''
  fireEvent.click(absentList.getByRole('button', { name: `Check in: ${name}` }))
  const presentList = within(await screen.findByRole('region', { name: 'Later, checked in: 1' }))
  expect(presentList.getByRole('button', { name: `Scratch: ${name}` })).toBeTruthy()
  await screen.findByRole('region', { name: 'Later, not checked in: 8' })

  const title = name.replace(/^\S+ /, '')
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: title } })
  expect(absentList.getByText('No entry here matches.')).toBeTruthy()
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'none of this name' } })
  expect(presentList.getByText('No entry here matches.')).toBeTruthy()
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: '' } })

  fireEvent.click(presentList.getByRole('button', { name: `On deck: ${name}` }))
  fireEvent.click(await screen.findByRole('button', { name: `Not on deck: ${name}` }))
  fireEvent.click(await screen.findByRole('button', { name: `Undo check-in: ${name}` }))
  await screen.findByRole('button', { name: `Check in: ${name}` })
  await screen.findByRole('region', { name: 'Later, not checked in: 9' })
})

test('the chosen stage stands in the address, so that a reload keeps it', async () => {
  const block = { stage: 2, kind: 'routines', name: 'Side stage', local_start: '2024-11-02T09:00', minutes: 0 }
  await call(office, 'POST', '/v1/office/running-order/blocks', { tour_date_id, version: 1, ...block })
  await publish(tour_date_id, 2)
  const path = `/office/tour-dates/${tour_date_id}/stage`
  const stageField = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Stage' })
  await visit(path, office)
  expect((await stageField()).value).toBe('1')
  fireEvent.change(await stageField(), { target: { value: '2' } })
  await waitFor(() => expect(window.location.search).toBe('?stage=2'))
  await visit(path + window.location.search, office)
  expect((await stageField()).value).toBe('2')
  await visit(`${path}?stage=9`, office)
  expect((await stageField()).value).toBe('1')
})

test('the stage page is read again when somebody looks at it, and not while it is hidden', async () => {
  await publish(tour_date_id)
  await visit(`/office/tour-dates/${tour_date_id}/stage`, office)
  await screen.findByRole('button', { name: 'Check in: 2 Undertow' })
  const { version, entries } = (await call(office, 'GET', `/v1/office/stage?tour_date_id=${tour_date_id}`)).json()
  const { id } = entries.find((entry: { name: string }) => entry.name === 'Undertow')
  await call(office, 'PUT', '/v1/office/stage', { tour_date_id, version, changes: [{ id, state: 'checked_in' }] })
  const fetching = vi.spyOn(globalThis, 'fetch')
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  fireEvent(document, new Event('visibilitychange'))
  expect(fetching).not.toHaveBeenCalled()
  visibility.mockReturnValue('visible')
  fireEvent(document, new Event('visibilitychange'))
  await screen.findByRole('button', { name: 'On deck: 2 Undertow' })
  visibility.mockRestore()
})
