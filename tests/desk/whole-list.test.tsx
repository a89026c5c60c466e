// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { smallCity } from '@callboard/server/dev/scenario-small-city.ts'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { OfficeArea } from '../../web/src/desk/office/OfficeArea.tsx'
import { TourDatesPage } from '../../web/src/tours/office/TourDatesPage.tsx'
import { sessionQuery } from '../../web/src/shell/session.ts'
import { createRouter } from '../../web/src/ui/router/router.ts'
import { RouterProvider } from '../../web/src/ui/router/RouterProvider.tsx'
import { DialogHost } from '../../web/src/ui/Overlays.tsx'
import { openStage } from '../kit.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { office } = await smallCity(stage.db)

test('a list that comes in one answer is searched in the address, and its view is saved and chosen again', async () => {
  const { cookie } = await stage.sessionOf(office.user_id)
  vi.stubGlobal('fetch', stage.fetchAs(cookie))
  const queries = new QueryClient()
  await queries.fetchQuery(sessionQuery)
  const routes = [
    { path: '/office', component: OfficeArea, children: [{ path: '/office/tour-dates', component: TourDatesPage }] },
  ]
  window.history.replaceState(null, '', '/office/tour-dates?q=zzz')
  const router = createRouter({ routes, context: {} })
  render(
    <MantineProvider>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
        <DialogHost />
      </QueryClientProvider>
    </MantineProvider>,
  )
  await screen.findByText('No city matches')
  fireEvent.click(await screen.findByRole('button', { name: 'Save view' }))
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Nothing' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  const view = await screen.findByLabelText<HTMLSelectElement>('View')
  await waitFor(() => expect(view.selectedOptions[0]?.textContent).toBe('Nothing'))

  fireEvent.change(view, { target: { value: '' } })
  await waitFor(() => expect(screen.queryByText('No city matches')).toBeNull())
  fireEvent.change(screen.getByLabelText('View'), { target: { value: view.options[1]?.value } })
  await screen.findByText('No city matches')
  const [row] = await stage.db.selectFrom('saved_views').selectAll().execute()
  expect(row).toMatchObject({ list: 'tour-dates', name: 'Nothing', query: 'q=zzz', shared: false })
})
