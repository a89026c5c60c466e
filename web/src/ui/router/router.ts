import type { ComponentType } from 'react'
import { windowHistory, type PageHistory } from './page-history.ts'
import { formatSearch, locationOf, type PageLocation, type LocationSearch } from './page-location.ts'
import { makeMatcher, notFoundError, Redirect, type Match, type PageRoute } from './route.ts'

export type ErrorScreenProps = { error: unknown; reset: () => void }

type RouterOptions<Context> = {
  root: PageRoute<Context>
  context: Context
  history?: PageHistory
  /** Shown while a screen takes longer than a moment to open. */
  pendingScreen?: ComponentType
  notFoundScreen?: ComponentType
  errorScreen?: ComponentType<ErrorScreenProps>
}

export type RouterState<Context> = {
  /** The address that was asked for last. */
  location: PageLocation
  /** The address whose screen is shown; undefined until the first screen is. */
  shownLocation: PageLocation | undefined
  matches: readonly Match<Context>[]
  /** How many of `matches` stay while the next screen opens; undefined: none is opening. */
  pendingAt: number | undefined
  /** Prevents the screen below the frame: an error, or `notFoundError`. */
  error: unknown
}

export type Target = {
  href?: string
  /** A path, or '.' for this one; `search` replaces its parameters. */
  to?: string
  search?: LocationSearch
  replace?: boolean
  /** False keeps the scroll position. */
  resetScroll?: boolean
}

type Rendered = { fromLocation: PageLocation | undefined; toLocation: PageLocation; pathChanged: boolean }

export type Router<Context = unknown> = ReturnType<typeof createRouter<Context>>

/** In milliseconds: a screen that opens faster is not announced. */
const pendingAfter = 200

/** How many routes two lines share from the outside in, with the same parameters. */
function sharedRoutes<Context>(one: readonly Match<Context>[], other: readonly Match<Context>[]): number {
  const differing = one.findIndex(
    ({ route, params }, at) =>
      route !== other[at]?.route || JSON.stringify(params) !== JSON.stringify(other[at].params),
  )
  return differing < 0 ? one.length : differing
}

export function createRouter<Context>(options: RouterOptions<Context>) {
  const history = options.history ?? windowHistory()
  let match = makeMatcher(options.root)
  const listeners = new Set<(state: RouterState<Context>) => void>()
  const renderedListeners = new Set<(event: Rendered) => void>()
  let state: RouterState<Context> = {
    location: history.location,
    shownLocation: undefined,
    matches: [],
    pendingAt: undefined,
    error: undefined,
  }
  let turn = 0
  let keepsScroll = false

  function setState(change: Partial<RouterState<Context>>) {
    state = { ...state, ...change }
    for (const listener of listeners) listener(state)
  }

  /** Finds the routes of a path; loads the children of its area first. */
  async function findMatches(pathname: string): Promise<Match<Context>[] | null> {
    const matches = match(pathname)
    const area = matches?.at(-1)?.route
    if (!area?.loadChildren) return matches
    area.children = await area.loadChildren()
    delete area.loadChildren
    match = makeMatcher(options.root)
    return findMatches(pathname)
  }

  const loadScreens = (matches: readonly Match<Context>[]) =>
    Promise.all(matches.map(async ({ route }) => route.component?.preload?.()))

  async function enter(location: PageLocation): Promise<readonly Match<Context>[]> {
    const matches = await findMatches(location.pathname)
    if (!matches) throw notFoundError()
    const screens = loadScreens(matches)
    // Awaited below; a guard that refuses leaves it behind.
    screens.catch(() => {})
    for (const { route, params } of matches) await route.beforeLoad?.({ context: options.context, location, params })
    await screens
    return matches
  }

  /** Opens the screen of the current address; of two at once the later one stands. */
  async function load(): Promise<void> {
    const thisTurn = (turn += 1)
    const { location } = history
    state = { ...state, location }
    const pending = setTimeout(() => {
      if (thisTurn !== turn) return
      const target = match(location.pathname) ?? []
      const shared = sharedRoutes(target, state.matches)
      // A screen that is there already stays while its guards run again.
      if (shared === 0 || shared < target.length) setState({ pendingAt: Math.max(1, shared) })
    }, pendingAfter)
    const arrival = { location, shownLocation: location, pendingAt: undefined }
    try {
      const matches = await enter(location)
      if (thisTurn === turn) setState({ ...arrival, matches, error: undefined })
    } catch (error) {
      if (thisTurn !== turn) return
      if (error instanceof Redirect) return await navigate({ ...error.options, replace: true })
      setState({ ...arrival, matches: state.matches.slice(0, 1), error })
    } finally {
      clearTimeout(pending)
    }
  }

  function hrefOf({ href, to = '.', search }: Target): string {
    if (href !== undefined) return href
    const target = locationOf(to === '.' ? history.location.href : to)
    return search ? target.pathname + formatSearch(search) + target.hash : target.href
  }

  async function navigate(target: Target): Promise<void> {
    const hasMoved = await history.go(target.replace ? 'REPLACE' : 'PUSH', hrefOf(target))
    if (!hasMoved) return
    keepsScroll = target.resetScroll === false
    await load()
  }

  return {
    options,
    history,
    get state() {
      return state
    },
    load,
    navigate,
    hrefOf,
    /** Runs the guards of the shown screen again. */
    invalidate: load,
    /** Loads the code of a screen before it is asked for. */
    async preload(href: string): Promise<void> {
      const matches = await findMatches(locationOf(href).pathname)
      if (matches) await loadScreens(matches)
    },
    listen(listener: (state: RouterState<Context>) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Calls the listener each time another screen was rendered. */
    onRendered(listener: (event: Rendered) => void) {
      renderedListeners.add(listener)
      return () => void renderedListeners.delete(listener)
    },
    /** Called by the provider; returns whether the last navigation keeps the scroll position. */
    reportRendered(event: Rendered): boolean {
      for (const listener of renderedListeners) listener(event)
      const previous = keepsScroll
      keepsScroll = false
      return previous
    },
  }
}
