// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { smallCity } from '@callboard/server/dev/scenario-small-city.ts'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { AuditPage } from '../../web/src/desk/office/AuditPage.tsx'
import { createRouter } from '../../web/src/ui/router/router.ts'
import { RouterProvider } from '../../web/src/ui/router/RouterProvider.tsx'
import { openStage } from '../kit.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { office, tour_date_id } = await smallCity(stage.db)

test('OFF-051 the audit page tells a change in a sentence, its money in dollars and its time in the zone of the city', async () => {
  const { db, call } = stage
  await db.updateTable('tour_dates').set({ time_zone: 'America/Denver' }).where('id', '=', tour_date_id).execute()
  await db.updateTable('users').set({ role: 'admin' }).where('id', '=', office.user_id).execute()
  const setting = { name: 'deposit_per_routine', tour_date_id, value: 6_000 }
  expect((await call(office.user_id, 'PUT', '/v1/office/settings', setting)).statusCode).toBe(200)
  const { cookie } = await stage.sessionOf(office.user_id)
  vi.stubGlobal('fetch', stage.fetchAs(cookie))
  window.history.replaceState(null, '', '/office/audit')
  const router = createRouter({ routes: [{ path: '/office/audit', component: AuditPage }], context: {} })
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  const sentence = await screen.findByText(/changed the setting/)
  expect(sentence.textContent).toMatch(/ changed the setting “Deposit per routine” for .+ to \$60\.00\.$/)
  expect(screen.getByText('Tue, Oct 1, 2024, 10:00 am MDT')).toBeTruthy()
  // Filters stand in the address, where a saved view finds them.
  fireEvent.change(screen.getByLabelText('Action'), { target: { value: 'confirm registration' } })
  await screen.findByRole('heading', { name: 'No change matches' })
  expect(window.location.search).toBe('?action=confirm+registration')
  fireEvent.change(screen.getByLabelText('Action'), { target: { value: 'change setting' } })
  await screen.findByText(/changed the setting/)
  fireEvent.change(screen.getByLabelText('Day'), { target: { value: '2024-09-30' } })
  await screen.findByRole('heading', { name: 'No change matches' })
  fireEvent.change(screen.getByLabelText('Day'), { target: { value: '2024-10-01' } })
  await screen.findByText(/changed the setting/)
  // The stored values stay behind the disclosure.
  const values = screen.getByRole('row', { name: /^value/, hidden: true })
  expect(values.textContent).toContain('$60.00')
  expect(values.closest('details')?.open).toBe(false)
})

test('OFF-051 the log is searched, and filtered by person and by day in the product’s time zone', async () => {
  const { call, db } = stage
  const read = async (query: string) => {
    const { rows } = (await call(office.user_id, 'GET', `/v1/office/audit?${query}`)).json() as { rows: unknown[] }
    return rows.length
  }
  const all = await read('')
  expect(all).toBeGreaterThan(0)
  const { fname } = await db
    .selectFrom('persons')
    .innerJoin('users', 'users.person_id', 'persons.id')
    .where('users.id', '=', office.user_id)
    .select('persons.fname')
    .executeTakeFirstOrThrow()
  expect(await read(`q=${fname.toLowerCase()}`)).toBe(all)
  expect(await read('q=setting')).toBe(all)
  expect(await read('q=%25')).toBe(0)
  expect(await read(`actor=${office.user_id}`)).toBe(all)
  expect(await read('actor=999999')).toBe(0)
  expect(await read('day=2024-10-01')).toBe(all)
  expect(await read('day=2024-09-30')).toBe(0)
})
