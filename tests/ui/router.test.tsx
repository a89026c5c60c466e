// @vitest-environment jsdom
import { act, fireEvent, render, screen as page, waitFor } from '@testing-library/react'
import { use } from 'react'
import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { useParams } from 'wouter'
import { makeRouter } from '../../web/src/routes.tsx'
import { Link } from '../../web/src/ui/Link.tsx'
import { matchPath, notFoundError, redirect, screen, type PageRoute } from '../../web/src/ui/router/route.ts'
import { createRouter } from '../../web/src/ui/router/router.ts'
import { RedirectTo, RouterProvider, useIdInPath } from '../../web/src/ui/router/RouterProvider.tsx'
import { formatSearch, parseSearch, useSearchValues } from '../../web/src/ui/search-values.ts'
import { unanswered } from './unanswered.ts'

function routerOf(routes: PageRoute<null>[], href: string) {
  window.history.replaceState(null, '', href)
  return createRouter<null>({
    routes,
    context: null,
    pendingScreen: () => <p>Loading</p>,
    notFoundScreen: () => <p>Not found</p>,
    errorScreen: ({ error, reset }) => <button onClick={reset}>{String(error)}</button>,
  })
}

const text = (words: string) => () => <p>{words}</p>

test('search parameters keep their types through the address', () => {
  const search = { page: 2, q: 'Hart', exact: true, code: '007', year: '2024', empty: '', gone: undefined }
  const { gone: _, ...rest } = search
  expect(parseSearch(formatSearch(search))).toEqual(rest)
  expect(parseSearch('?q=a%20b&bad=%7B')).toEqual({ q: 'a b', bad: '{' })
  expect(formatSearch({ page: undefined })).toBe('')
})

test('the first route that matches stands, and an area waits for its children', () => {
  const routes: PageRoute<null>[] = [
    { path: '/roster' },
    {
      path: '/event/:id',
      children: [{ path: '/event/:id' }, { path: '/event/:id/music' }, { path: '/event/:id/:tab' }],
    },
    { path: '/office', loadChildren: () => Promise.resolve([]) },
    { path: '/:token' },
  ]
  const routeAt = (pathname: string) => matchPath(routes, pathname)?.map(({ route }) => route.path)
  expect(routeAt('/roster')).toEqual(['/roster'])
  expect(routeAt('/roster/')).toEqual(['/roster'])
  expect(routeAt('/any')).toEqual(['/:token'])
  expect(routeAt('/event/7')).toEqual(['/event/:id', '/event/:id'])
  expect(routeAt('/event/7/music')).toEqual(['/event/:id', '/event/:id/music'])
  expect(routeAt('/event/7/vip')).toEqual(['/event/:id', '/event/:id/:tab'])
  expect(routeAt('/office/any/page')).toEqual(['/office'])
  expect(routeAt('/event/7/music/more')).toBeUndefined()
  expect(matchPath(routes, '/event/7/vip')?.at(-1)?.params).toMatchObject({ id: '7', tab: 'vip' })
})

/** An address of each route, as no other route means it. */
const exampleOf = (path: string) => path.replace(/:\w+/g, '12')

test('no route of the product is hidden by one before it', async () => {
  const { routes } = makeRouter(new QueryClient()).options
  const office = routes.find(({ path }) => path === '/office')
  if (office) office.children = (await office.loadChildren?.()) ?? []
  const leavesOf = (route: (typeof routes)[number]): (typeof routes)[number][] =>
    route.children?.flatMap(leavesOf) ?? [route]
  const leaves = routes.flatMap(leavesOf)
  expect(leaves.length).toBeGreaterThan(80)
  for (const leaf of leaves) {
    expect(leaf.path).toMatch(/^(\/|(\/:?[\w-]+)+)$/)
    expect(matchPath(routes, exampleOf(leaf.path))?.at(-1)?.route).toBe(leaf)
  }
})

test('guards run for another screen or again for the same one, and not for other search parameters alone', async () => {
  const guard = vi.fn<() => Promise<void>>(() => Promise.resolve())
  const Screen = () => <p>Page {String(useSearchValues()['page'])}</p>
  const routes: PageRoute<null>[] = [{ path: '/survey/:id', component: Screen, guards: [guard] }]
  const router = routerOf(routes, '/survey/7?page=1')
  render(<RouterProvider router={router} />)
  await page.findByText('Page 1')
  expect(guard).toHaveBeenCalledTimes(1)

  // The read of a guard without a network waits.
  guard.mockImplementation(async () => void (await unanswered()))
  await act(() => router.navigate('/survey/7?page=2'))
  await page.findByText('Page 2')
  act(() => window.history.back())
  await page.findByText('Page 1')
  expect(guard).toHaveBeenCalledTimes(1)

  guard.mockImplementation(() => Promise.reject(notFoundError()))
  await act(() => router.open())
  await page.findByText('Not found')
  // A refused screen is asked for again, also with other parameters.
  guard.mockImplementation(() => Promise.resolve())
  await act(() => router.navigate('/survey/7?page=3'))
  await page.findByText('Page 3')
  await act(() => router.navigate('/survey/8?page=4'))
  expect(guard).toHaveBeenCalledTimes(4)
})

test('a text of the address reaches the screen decoded once', async () => {
  const Screen = () => (
    <p>
      {useParams()['token']} {String(useSearchValues()['q'])}
    </p>
  )
  const router = routerOf([{ path: '/:token', component: Screen }], '/a%20b?q=100%2525')
  render(<RouterProvider router={router} />)
  await page.findByText('a b 100%25')
})

test('children of an area are loaded when one of them is opened', async () => {
  const loadChildren = vi.fn(() => Promise.resolve([{ path: '/office/lists', component: text('Lists') }]))
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
  await act(() => router.navigate('/office/lists'))
  page.getByText('Lists')
  await act(() => router.navigate('/office/none'))
  page.getByText('Not found')
  expect(loadChildren).toHaveBeenCalledTimes(1)
})

test('a guard redirects, refuses or fails; a failed one runs again on request', async () => {
  let broken = true
  const children: PageRoute<null>[] = [
    { path: '/', component: text('Home') },
    {
      path: '/closed',
      guards: [
        () => {
          throw redirect('/')
        },
      ],
    },
    {
      path: '/hidden',
      guards: [
        () => {
          throw notFoundError()
        },
      ],
    },
    {
      path: '/broken',
      guards: [
        () => {
          if (broken) throw new Error('no answer')
        },
      ],
      component: text('Mended'),
    },
  ]
  const router = routerOf(children, '/closed')
  render(<RouterProvider router={router} />)
  await page.findByText('Home')
  expect(window.location.pathname).toBe('/')
  await act(() => router.navigate('/hidden'))
  page.getByText('Not found')
  await act(() => router.navigate('/broken'))
  broken = false
  fireEvent.click(page.getByRole('button', { name: 'Error: no answer' }))
  await page.findByText('Mended')
})

test('of two screens asked for at once the later one stands, and a slow one is announced', async () => {
  let open = () => {}
  const children: PageRoute<null>[] = [
    { path: '/', component: text('Home') },
    { path: '/slow', guards: [() => new Promise<void>((resolve) => (open = resolve))], component: text('Slow') },
    { path: '/quick', component: text('Quick') },
  ]
  const router = routerOf(children, '/')
  render(<RouterProvider router={router} />)
  await page.findByText('Home')
  const first = router.navigate('/slow')
  // The screen that is there stays for a moment.
  page.getByText('Home')
  await page.findByText('Loading')
  await act(() => router.navigate('/quick'))
  page.getByText('Quick')
  await act(async () => {
    open()
    await first
  })
  page.getByText('Quick')
})

test('a screen that redirects holds the place of the next one, which is announced', async () => {
  let open = () => {}
  const routes: PageRoute<null>[] = [
    { path: '/area', component: () => <RedirectTo to="/area/first" /> },
    {
      path: '/area/first',
      guards: [() => new Promise<void>((resolve) => (open = resolve))],
      component: text('First'),
    },
  ]
  const router = routerOf(routes, '/area')
  await router.open()
  render(<RouterProvider router={router} />)
  page.getByText('Loading')
  await waitFor(() => expect(window.location.pathname).toBe('/area/first'))
  await act(async () => open())
  await page.findByText('First')
  expect(page.queryByText('Loading')).toBeNull()
})

test('the screen that is there stays while the next one waits for its data', async () => {
  let answer = (_: string) => {}
  const data = new Promise<string>((resolve) => (answer = resolve))
  const Waiting = () => <p>{use(data)}</p>
  const router = routerOf(
    [
      { path: '/', component: text('Home') },
      { path: '/waiting', component: Waiting },
    ],
    '/',
  )
  render(<RouterProvider router={router} />)
  await page.findByText('Home')
  await act(() => router.navigate('/waiting'))
  page.getByText('Home')
  expect(page.queryByText('Loading')).toBeNull()
  await act(async () => answer('Data'))
  page.getByText('Data')
  expect(page.queryByText('Home')).toBeNull()
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
  expect(window.location.pathname).toBe('/')
  fireEvent.click(link)
  await page.findByText('Next')
  expect(load).toHaveBeenCalledTimes(1)
})

test('parameters and search of the address reach the screen; a change of search keeps it', async () => {
  const Routine = () => (
    <p>
      {useParams()['id']}, page {JSON.stringify(useSearchValues()['page'] ?? 1)}
    </p>
  )
  const router = routerOf([{ path: '/routine/:id', component: Routine }], '/routine/12')
  render(<RouterProvider router={router} />)
  await page.findByText('12, page 1')
  const node = page.getByText('12, page 1')
  await act(() => router.navigate('/routine/12?page=2', { replace: true }))
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

test.each([
  ['/cities/7', 'City 7'],
  ['/cities/results', 'Not found'],
  ['/cities/0', 'Not found'],
  ['/cities/7e2', 'Not found'],
])('a page is found by its number alone: %s is %s', async (href, words) => {
  const City = () => <p>City {useIdInPath()}</p>
  const router = routerOf([{ path: '/cities/:id', component: City }], href)
  render(<RouterProvider router={router} />)
  await page.findByText(words)
})
