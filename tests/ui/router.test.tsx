// @vitest-environment jsdom
import { act, fireEvent, render, screen as page, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Link } from '../../web/src/ui/Link.tsx'
import { memoryHistory } from '../../web/src/ui/router/page-history.ts'
import { formatSearch, locationOf } from '../../web/src/ui/router/page-location.ts'
import { makeMatcher, notFoundError, redirect, screen, type PageRoute } from '../../web/src/ui/router/route.ts'
import { createRouter } from '../../web/src/ui/router/router.ts'
import { Outlet, RouterProvider, useParams, useSearch } from '../../web/src/ui/router/RouterProvider.tsx'

const routerOf = (children: PageRoute<null>[], href: string) =>
  createRouter<null>({
    root: { component: Outlet, children },
    context: null,
    history: memoryHistory(href),
    pendingScreen: () => <p>Loading</p>,
    notFoundScreen: () => <p>Not found</p>,
    errorScreen: ({ error, reset }) => <button onClick={reset}>{String(error)}</button>,
  })

const text = (words: string) => () => <p>{words}</p>

test('search parameters keep their types through the address', () => {
  const search = { page: 2, q: 'Hart', exact: true, code: '007', year: '2024', empty: '', gone: undefined }
  const { gone: _, ...rest } = search
  expect(locationOf(`/list${formatSearch(search)}`).search).toEqual(rest)
  expect(locationOf('/list?q=a%20b&bad=%7B').search).toEqual({ q: 'a b', bad: '{' })
  expect(formatSearch({ page: undefined })).toBe('')
})

test('fixed parts of a path come before parameters, and an area waits for its children', () => {
  const area: PageRoute<null> = { path: '/office', loadChildren: () => Promise.resolve([]) }
  const match = makeMatcher<null>({
    children: [
      { path: '/$token' },
      { path: '/roster' },
      { path: '/event/$id', children: [{ path: '/' }, { path: '/$tab' }, { path: '/music' }] },
      area,
    ],
  })
  const routeAt = (pathname: string) => {
    const last = match(pathname)?.at(-1)
    return last && [last.route.path, last.params]
  }
  expect(routeAt('/roster')).toEqual(['/roster', {}])
  expect(routeAt('/roster/')).toEqual(['/roster', {}])
  expect(routeAt('/a%20b')).toEqual(['/$token', { token: 'a b' }])
  expect(routeAt('/%E0%A4%A')).toEqual(['/$token', { token: '%E0%A4%A' }])
  expect(routeAt('/event/7')).toEqual(['/', { id: '7' }])
  expect(routeAt('/event/7/music')).toEqual(['/music', { id: '7' }])
  expect(routeAt('/event/7/vip')).toEqual(['/$tab', { id: '7', tab: 'vip' }])
  expect(routeAt('/office/any/page')).toEqual(['/office', {}])
  expect(match('/event/7/music/more')).toBeNull()
  // A dot in a pattern is not any letter.
  expect(makeMatcher<null>({ children: [{ path: '/a.b' }] })('/axb')).toBeNull()
})

test('children of an area are loaded when one of them is opened', async () => {
  const loadChildren = vi.fn(() => Promise.resolve([{ path: '/lists', component: text('Lists') }]))
  const router = routerOf(
    [
      { path: '/office', loadChildren },
      { path: '/', component: text('Home') },
    ],
    '/',
  )
  render(<RouterProvider router={router} />)
  await page.findByText('Home')
  expect(loadChildren).not.toHaveBeenCalled()
  await act(() => router.navigate({ href: '/office/lists' }))
  page.getByText('Lists')
  await act(() => router.navigate({ href: '/office/none' }))
  page.getByText('Not found')
  expect(loadChildren).toHaveBeenCalledTimes(1)
})

test('a guard redirects, refuses or fails; a failed one runs again on request', async () => {
  let broken = true
  const children: PageRoute<null>[] = [
    { path: '/', component: text('Home') },
    {
      path: '/closed',
      beforeLoad() {
        throw redirect({ href: '/' })
      },
    },
    {
      path: '/hidden',
      beforeLoad() {
        throw notFoundError()
      },
    },
    {
      path: '/broken',
      beforeLoad() {
        if (broken) throw new Error('no answer')
      },
      component: text('Mended'),
    },
  ]
  const router = routerOf(children, '/closed')
  render(<RouterProvider router={router} />)
  await page.findByText('Home')
  expect(router.state.location.pathname).toBe('/')
  await act(() => router.navigate({ href: '/hidden' }))
  page.getByText('Not found')
  await act(() => router.navigate({ href: '/broken' }))
  broken = false
  fireEvent.click(page.getByRole('button', { name: 'Error: no answer' }))
  await page.findByText('Mended')
})

test('of two screens asked for at once the later one stands, and a slow one is announced', async () => {
  let open = () => {}
  const children: PageRoute<null>[] = [
    { path: '/', component: text('Home') },
    { path: '/slow', beforeLoad: () => new Promise<void>((resolve) => (open = resolve)), component: text('Slow') },
    { path: '/quick', component: text('Quick') },
  ]
  const router = routerOf(children, '/')
  render(<RouterProvider router={router} />)
  await page.findByText('Home')
  const first = router.navigate({ href: '/slow' })
  // The screen that is there stays for a moment.
  page.getByText('Home')
  await page.findByText('Loading')
  await act(() => router.navigate({ href: '/quick' }))
  page.getByText('Quick')
  await act(async () => {
    open()
    await first
  })
  page.getByText('Quick')
})

test('a link preloads its screen, opens it here, and leaves other clicks to the browser', async () => {
  const load = vi.fn(() => Promise.resolve({ Next: text('Next') }))
  const Home = () => <Link to="/next?from=home">Go on</Link>
  const router = routerOf(
    [
      { path: '/', component: Home },
      { path: '/next', component: screen(load, 'Next') },
    ],
    '/',
  )
  render(<RouterProvider router={router} />)
  const link = await page.findByRole('link', { name: 'Go on' })
  expect(link.getAttribute('href')).toBe('/next?from=home')
  fireEvent.pointerEnter(link)
  await waitFor(() => expect(load).toHaveBeenCalledTimes(1))
  fireEvent.click(link, { ctrlKey: true })
  expect(router.state.location.pathname).toBe('/')
  fireEvent.click(link)
  await page.findByText('Next')
  expect(load).toHaveBeenCalledTimes(1)
})

test('parameters and search of the address reach the screen; a change of search keeps it', async () => {
  const Routine = () => (
    <p>
      {useParams()['id']}, page {JSON.stringify(useSearch()['page'] ?? 1)}
    </p>
  )
  const router = routerOf([{ path: '/routine/$id', component: Routine }], '/routine/12')
  render(<RouterProvider router={router} />)
  await page.findByText('12, page 1')
  const node = page.getByText('12, page 1')
  await act(() => router.navigate({ to: '.', search: { page: 2 }, replace: true }))
  expect(page.getByText('12, page 2')).toBe(node)
})

test('a file that a release took away reloads the page once', async () => {
  const reload = vi.fn()
  vi.stubGlobal('location', Object.create(window.location, { reload: { value: reload } }))
  const MissingScreen = screen(
    () => Promise.reject(new TypeError('Failed to fetch /assets/x.js')),
    'MissingScreen' as never,
  )
  void MissingScreen.preload?.()
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  await expect(MissingScreen.preload?.()).rejects.toThrow('Failed to fetch')
  expect(reload).toHaveBeenCalledTimes(1)
  vi.unstubAllGlobals()
})
