import { QueryClient } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { address, type CallInput, type Reply, type Route } from './api/call.ts'
import { callQuery } from './api/use-call.ts'
import { App } from './app.tsx'
import type { PageData } from './page-data.ts'
import { makeRouter } from './routes.tsx'
import { isBarePath, paths } from './shell/paths.ts'
import { sessionQuery } from './shell/session.ts'
import { selectBrand } from './tours/picked-dates.ts'
import { writeMarkup } from './ui/markup.ts'
import { addressOf } from './ui/router/page-history.ts'
import { wordedStep } from './wizard/step-words.ts'

// Runs in the server (server/src/prerender.ts), built into one file of its own.

export { openingReads } from './opening-reads.ts'

type PageRequest = {
  href: string
  /** False: a cookie says that somebody may be signed in. Nothing personal is written either way. */
  isVisitor: boolean
  isPhone: boolean
  /** The server's clock, in milliseconds. */
  now: number
  /** Reads a public endpoint as a visitor would. */
  read: (url: string) => Promise<unknown>
}

/** The pages that are written with their data, by path, with the source of their screen. */
export const pageSources: Readonly<Record<string, string>> = {
  [paths.home]: 'src/tours/landing/LandingPage.tsx',
  [paths.register]: 'src/tours/PickerPage.tsx',
}

/** The address that is written for a path: its own, or one that all pages of the same frame share. */
export function writtenHref(path: string, query: string): string {
  if (path in pageSources) return path + query
  const step = wordedStep(path)
  return step ? `/registration/-/${step}` : isBarePath(path) ? '/judge/-' : '/-'
}

/** The sources of the screens that a path shows, the frame around it first; none of a path without a screen. */
export async function screenSources(path: string): Promise<string[]> {
  const routes = await makeRouter(new QueryClient(), path)
    .loadRoutes(path)
    .catch(() => [])
  return routes.flatMap(({ route }) => route.component?.source ?? [])
}

/** Reads the data of a page into `queries`. */
async function readData({ href, now, read }: PageRequest, queries: QueryClient) {
  async function readFrom<R extends Route>(route: R, input: CallInput<R>): Promise<Reply<R>> {
    const [, path = ''] = route.split(' ')
    // The casts: these calls have nothing but a query, and our own server answers by the contract's shape.
    return (await read(address(path, input as { query?: Record<string, unknown> }))) as Reply<R>
  }
  const store = <R extends Route>(route: R, input: CallInput<R>, reply: Reply<R>) =>
    queries.setQueryData<unknown>(callQuery(route, input).queryKey, reply, { updatedAt: now })

  // Read by the browser, it would arrive while React takes the page over, which then renders all of it in one long task.
  // A closed site is left to the browser, which knows whether somebody of the office reads it.
  const site = await readFrom('GET /v1/mybtf/site', {})
  if (!site.maintenance) store('GET /v1/mybtf/site', {}, site)
  const { path } = addressOf(href)
  if (!(path in pageSources)) return
  const board = await readFrom('GET /v1/mybtf/call-board', {})
  store('GET /v1/mybtf/call-board', {}, board)
  if (path !== paths.register) return
  const { searchParams } = new URL(href, 'http://callboard.invalid')
  const brand = selectBrand(board, searchParams.get('event') ?? '')
  if (!brand) return
  const tours = { query: { event_id: brand.id } }
  store('GET /v1/mybtf/tours', tours, await readFrom('GET /v1/mybtf/tours', tours))
}

/**
 * Returns the markup of a page with its data, or, for a path that is not in `pageSources`, of the frame around a page
 * that is still to be loaded.
 */
export async function renderPage(request: PageRequest): Promise<{ markup: string; data: PageData }> {
  const { href, isVisitor, isPhone, now } = request
  const queries = new QueryClient()
  const router = makeRouter(queries, href)
  const isWhole = addressOf(href).path in pageSources
  if (isVisitor) queries.setQueryData(sessionQuery.queryKey, null)
  await readData(request, queries)
  if (isWhole) await router.open()
  const texts: Record<string, string> = {}
  // Rendering is synchronous, so nobody else's page is written meanwhile.
  const markup = writeMarkup({ isPhone, isVisitor, moment: now, texts }, () =>
    renderToString(<App queries={queries} router={router} nonce="" />),
  )
  const answers = queries
    .getQueryCache()
    .getAll()
    .filter(({ queryKey, state }) => state.data !== undefined && queryKey[0] !== sessionQuery.queryKey[0])
    .map(({ queryKey, state }) => ({ queryKey, data: state.data }))
  return { markup, data: { isWhole, isPhone, isVisitor, texts, answers } }
}
