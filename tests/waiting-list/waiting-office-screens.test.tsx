// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { insertAccount } from '@callboard/server/dev/build-people.ts'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { People } from '../../web/src/desk/office/RegistrationContents.tsx'
import { WaitingPage } from '../../web/src/waiting-list/office/WaitingPage.tsx'
import { createRouter } from '../../web/src/ui/router/router.ts'
import { RouterProvider } from '../../web/src/ui/router/RouterProvider.tsx'
import { DialogHost } from '../../web/src/ui/Overlays.tsx'
import { openStage } from '../kit.ts'
import { created, openSeason } from '../scenarios/small-city.ts'
import { fullCity, joined, level, levelLine, ready } from '../scenarios/waiting-city.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const season = await openSeason(stage)
const office = await stage.db
  .transaction()
  .execute((tx) =>
    insertAccount(tx, { email: 'desk@callboard.example', fname: 'Desk', lname: 'Clerk', role: 'office' }, created),
  )

// Browser APIs that the screens need and jsdom lacks.

// A busy machine is slow, not wrong.

test('OFF-024 the page of a registration names who waits for a level or with a routine, with the way to the line', async () => {
  const { fullLevel, guest } = levelLine(stage, season)
  const { tour_date_id } = await fullLevel()
  const { studio, id, dancers } = await guest(tour_date_id)
  const people = [{ person_id: dancers[1], workshop_level_id: level }]
  await studio.call('POST', '/v1/waiting-list', { registration_id: id, people })
  const { cookie } = await stage.sessionOf(office.user_id)
  vi.stubGlobal('fetch', stage.fetchAs(cookie))
  const record = (await stage.call(office.user_id, 'GET', `/v1/office/registrations/${id}`)).json()
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <People record={record} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  const list = screen.getByRole('list', { name: 'People on the waiting list' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([`${record.waiting_people[0].name} (${record.waiting_people[0].level})`])
  const way = screen.getByRole('link', { name: 'On the waiting list' })
  expect(way.getAttribute('href')).toBe(`/office/waiting-list?city=${tour_date_id}`)
})

async function open() {
  const { cookie } = await stage.sessionOf(office.user_id)
  vi.stubGlobal('fetch', stage.fetchAs(cookie))
  window.history.replaceState(null, '', '/office/waiting-list')
  const router = createRouter({ routes: [{ path: '/office/waiting-list', component: WaitingPage }], context: {} })
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
        <DialogHost />
      </QueryClientProvider>
    </MantineProvider>,
  )
  await screen.findByRole('heading', { name: 'Waiting list' })
}

test('OFF-024 the office reads a line in its order, moves an entry and refuses a routine, each with a reason', async () => {
  const { tour_date_id } = await fullCity(season)
  const ids: number[] = []
  for (const name of ['First', 'Second']) {
    const studio = await season.studio({ dancers: 2, teachers: 0 })
    const id = await ready(studio, tour_date_id)
    await joined(studio, id, { names: [name], casts: [studio.dancers.slice(0, 1)] })
    ids.push(id)
  }
  await open()
  await screen.findByText('Next in line')
  const order = () => screen.getAllByRole('button', { name: /^Refuse/ }).map((one) => one.getAttribute('aria-label'))
  expect(order()).toEqual(['Refuse First', 'Refuse Second'])

  fireEvent.click(screen.getByRole('button', { name: 'Move First' }))
  const move = await screen.findByRole('dialog', { name: 'Move First' })
  fireEvent.click(within(move).getByRole('button', { name: 'Move' }))
  await within(move).findAllByText('Required')
  fireEvent.change(within(move).getByLabelText('Reason'), { target: { value: 'Asked to be last' } })
  fireEvent.click(within(move).getByRole('button', { name: 'Move' }))
  await waitFor(() => expect(order()).toEqual(['Refuse Second', 'Refuse First']))

  fireEvent.click(screen.getByRole('button', { name: 'Refuse Second' }))
  const refuse = await screen.findByRole('dialog', { name: 'Refuse Second' })
  fireEvent.change(within(refuse).getByLabelText('Reason'), { target: { value: 'The stage is too small' } })
  fireEvent.click(within(refuse).getByRole('button', { name: 'Refuse' }))
  await waitFor(() => expect(order()).toEqual(['Refuse First']))
  const audits = await stage.db.selectFrom('audit_log').select(['action', 'entity_id']).orderBy('id').execute()
  expect(audits).toEqual([
    { action: 'move in waiting list', entity_id: String(ids[0]) },
    { action: 'refuse waiting routine', entity_id: String(ids[1]) },
  ])
})
