import { createContext, use, type ComponentType } from 'react'
import type { BaseLocationHook } from 'wouter'
import { addressOf, readAddress, writeAddress, type NavigateOptions, type PageAddress } from './page-history.ts'
import { matchPath, notFoundError, Redirection, type Match, type PageRoute } from './route.ts'

export type ErrorScreenProps = { error: unknown; reset: () => void }

type RouterOptions<Context> = {
  frame?: ComponentType
  routes: readonly PageRoute<Context>[]
  context: Context
  /** The address of a page that the server writes. */
  href?: string
  /** Shown while a screen takes longer than a moment to open. */
  pendingScreen?: ComponentType
  notFoundScreen?: ComponentType
  errorScreen?: ComponentType<ErrorScreenProps>
}

/** `shown` is undefined until the first screen is; `pendingAt`: how many routes stay while a slow screen opens. */
type RouterState = { shown?: PageAddress; pendingAt?: number | undefined; error?: unknown }

export type Router<Context = unknown> = ReturnType<typeof createRouter<Context>>

export const StateContext = createContext<RouterState>({})

/** wouter's location before the first screen is shown; wouter takes an empty one for the home page. */
export const openingPath = 'opening'

/** In milliseconds: a screen that opens faster is not announced. */
const pendingAfter = 200

/** Opens screens: its guards pass and its code is loaded before wouter's location changes. */
export function createRouter<Context>(options: RouterOptions<Context>) {
  const { routes, context, href } = options
  const listeners = new Set<(state: RouterState) => void>()
  const current = href === undefined ? readAddress : () => addressOf(href)
  const firstPath = current().path
  let state: RouterState = {}
  let turn = 0

  function setState(next: RouterState) {
    state = next
    for (const listener of listeners) listener(state)
  }

  /** Returns the routes of a path; loads the children of its area first. */
  async function loadRoutes(path: string): Promise<Match<Context>[]> {
    const matches = matchPath(routes, path)
    const area = matches?.at(-1)?.route
    if (!matches) throw notFoundError()
    if (!area?.loadChildren || area.children) return matches
    area.children = await area.loadChildren()
    return loadRoutes(path)
  }

  const loadScreens = (matches: readonly Match<Context>[]) =>
    Promise.all(matches.map(async ({ route }) => route.component?.preload?.()))

  /** How many routes stay when another path opens; undefined: all, and nothing is to be announced. */
  function countStaying(path: string): number | undefined {
    const next = matchPath(routes, path) ?? []
    const before = matchPath(routes, state.shown?.path ?? '') ?? []
    const firstOther = next.findIndex(({ route, base }, at) => route !== before[at]?.route || base !== before[at].base)
    return firstOther < 0 && next.length > 0 ? undefined : Math.max(0, firstOther)
  }

  /** Whether only the search parameters differ from the screen that is there: its guards have passed. */
  const isPageOfShown = ({ path, search }: PageAddress): boolean =>
    state.error === undefined && state.shown?.path === path && state.shown.search !== search

  /** Opens the screen of the current address; of two at once the later one stands. */
  async function open(): Promise<void> {
    const thisTurn = (turn += 1)
    const address = current()
    const announce = () => thisTurn === turn && setState({ ...state, pendingAt: countStaying(address.path) })
    const pending = setTimeout(announce, pendingAfter)
    try {
      const matches = await loadRoutes(address.path)
      const screens = loadScreens(matches)
      // Awaited below; a guard that refuses leaves it behind.
      screens.catch(() => {})
      // Guards may read; without a network, Back to the page before of the same screen would wait for them.
      if (!isPageOfShown(address)) {
        for (const { route, params } of matches) {
          for (const guard of route.guards ?? []) await guard({ context, address, params })
        }
      }
      await screens
      if (thisTurn === turn) setState({ shown: address })
    } catch (error) {
      if (thisTurn !== turn) return
      if (error instanceof Redirection) return await navigate(error.href, { replace: true })
      setState({ shown: address, error })
    } finally {
      clearTimeout(pending)
    }
  }

  async function navigate(href: string, change?: NavigateOptions): Promise<void> {
    writeAddress(href, change)
    await open()
  }

  /** Loads the code of a screen before it is asked for. */
  const preload = async (path: string) => void (await loadScreens(await loadRoutes(path)))

  /** wouter's location is the address whose screen is shown. */
  const hook: BaseLocationHook = () => [use(StateContext).shown?.path ?? openingPath, navigate]
  hook.searchHook = () => use(StateContext).shown?.search ?? ''

  return {
    options,
    firstPath,
    hook,
    open,
    navigate,
    preload,
    loadRoutes,
    getState: () => state,
    listen(listener: (state: RouterState) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
