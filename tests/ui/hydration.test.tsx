// @vitest-environment jsdom
import { smallCity } from '@callboard/server/dev/scenario-small-city.ts'
import { QueryClient } from '@tanstack/react-query'
import { act } from '@testing-library/react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { eventually } from '../eventually.ts'
import { App } from '../../web/src/app.tsx'
import { takePageData } from '../../web/src/page-data.ts'
import { renderPage, writtenHref } from '../../web/src/prerender.tsx'
import { makeRouter } from '../../web/src/routes.tsx'
import { recognizeVisitor, sessionQuery, type SignedIn } from '../../web/src/shell/session.ts'
import { openStage } from '../kit.ts'
import { stepWords, wordedStep } from '../../web/src/wizard/step-words.ts'
import { setSignedInCookie } from './signed-in-cookie.ts'
import { unanswered } from './unanswered.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
await smallCity(stage.db)
const read = async (url: string) => (await stage.app.inject({ url })).json() as unknown

async function answerOf(url: string) {
  const { payload, statusCode: status } = await stage.app.inject({ url })
  return new Response(payload, { status, headers: { 'content-type': 'application/json' } })
}

let root: Root | undefined
afterEach(() => {
  act(() => root?.unmount())
  document.body.replaceChildren()
})

/** The page of the server in this document, hydrated as main.tsx does; returns everything React complained of. */
async function hydrate(path: string, isVisitor: boolean, earlyAnswer?: SignedIn) {
  vi.stubGlobal('fetch', (url: string) => (url.includes('authenticate') ? unanswered() : answerOf(url)))
  setSignedInCookie(!isVisitor)
  // The server has no address but the one it is asked for.
  window.history.replaceState(null, '', '/elsewhere')
  const now = Date.parse(stage.clock.now())
  const [pathname = '', query = ''] = path.split(/(?=\?)/)
  const href = writtenHref(pathname, query)
  const { markup, data } = await renderPage({ href, isVisitor, isPhone: false, now, read })
  window.history.replaceState(null, '', path)
  document.body.innerHTML = `<div id="root">${markup}</div><script type="application/json" id="page-data" data-age="900"></script>`
  const json = document.getElementById('page-data')
  if (json) json.textContent = JSON.stringify(data)
  const complaints: unknown[] = []
  const log = vi.spyOn(console, 'error').mockImplementation((...words) => void complaints.push(words))
  const container = document.getElementById('root')
  if (!container) throw new Error('There is no #root')
  // React throws the whole page away where it finds another. A skeleton inside the frame may go as soon as its code is here.
  const firstNode = container.querySelector(path === '/terms' ? 'header' : 'main h1, main [data-waiting]')

  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000 } } })
  recognizeVisitor(queries)
  const page = takePageData(queries)
  const router = makeRouter(queries)
  if (page?.isWhole) await router.open()
  if (earlyAnswer) queries.setQueryData(sessionQuery.queryKey, earlyAnswer)
  await act(async () => {
    root = hydrateRoot(container, <App queries={queries} router={router} nonce="" />, {
      onRecoverableError: (error) => complaints.push(error),
    })
  })
  log.mockRestore()
  return { complaints, markup, container, isSameNode: firstNode !== null && container.contains(firstNode) }
}

test.each([
  ['/', true],
  ['/', false],
  ['/register', true],
  ['/register?event=none', true],
])('the page of the server at %s is taken over as it is (visitor: %s)', async (path, isVisitor) => {
  const { complaints, container, isSameNode } = await hydrate(path, isVisitor)
  expect(complaints).toEqual([])
  expect(isSameNode).toBe(true)
  expect(container.textContent).toContain(path === '/' ? 'On the call board' : 'Choose your tour')
})

const grace: SignedIn = {
  ...{ id: 5, email: 'grace@example.com', pending_email: null, confirmed: true, role: 'user' },
  ...{ lacks_second_factor: false, studio_id: 3, studio_account: true, previous_studio_id: null },
  ...{ person: { fname: 'Grace', lname: 'Oyelaran' }, studio: { name: 'Larkspur Dance' }, hints: {} },
}

test.each(['/', '/register', '/terms'])(
  'the page at %s is taken over as it is, though the session was answered before',
  async (path) => {
    const { complaints, container, isSameNode } = await hydrate(path, false, grace)
    expect(complaints).toEqual([])
    expect(isSameNode).toBe(true)
    // Then it is shown.
    await eventually(() => expect(container.querySelector('header')?.textContent).toContain('Larkspur Dance'))
  },
)

test('the frame of another page is taken over, and its screen follows', async () => {
  const { complaints, container, markup } = await hydrate('/terms', true)
  expect(complaints).toEqual([])
  expect(markup).not.toContain('Terms of')
  await eventually(() => expect(container.querySelector('h1')?.textContent).toMatch(/Terms/))
})

test('the frame of a step shows its words before anything of the registration is known, to nobody who is signed out', async () => {
  const path = '/registration/7/dancers'
  const own = await hydrate(path, false)
  expect(own.complaints).toEqual([])
  expect(own.isSameNode).toBe(true)
  expect(own.markup).toContain(stepWords.dancers.intro)
  // Nothing in it is of one registration: the page is shared by all who open this step.
  expect(writtenHref(path, '')).toBe(writtenHref('/registration/8/dancers', ''))
  act(() => root?.unmount())
  const visitor = await hydrate(path, true)
  expect(visitor.complaints).toEqual([])
  expect(visitor.markup).not.toContain(stepWords.dancers.intro)
})

test.each([
  ['/registration/7/dancers', 'dancers'],
  ['/registration/-/review', 'review'],
  ['/registration/7/review/', 'review'],
  ['/registration/7/payment', undefined],
  ['/registration/7/constructor', undefined],
  ['/registration/7', undefined],
  ['/event/7/dancers', undefined],
])('the step of %s whose words are known is %s', (path, step) => expect(wordedStep(path)).toBe(step))

test.each(['/judge/tablet', '/judge'])(
  'the page at %s is taken over, with the bare frame of a tablet or before it',
  async (path) => {
    const { complaints } = await hydrate(path, true)
    expect(complaints).toEqual([])
  },
)

test('a negative control: another text than the server’s is a complaint', async () => {
  const container = document.createElement('div')
  container.innerHTML = '<p>one</p>'
  const errors: unknown[] = []
  await act(async () => {
    hydrateRoot(container, <p>other</p>, { onRecoverableError: (error) => errors.push(error) })
  })
  expect(errors).toHaveLength(1)
})
