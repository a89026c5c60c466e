import { parse } from 'regexparam'
import { createElement, use, type ComponentType } from 'react'
import { matchRoute, type DefaultParams } from 'wouter'
import type { PageAddress } from './page-history.ts'

/** The screen that is about to open, as a guard sees it. */
type RouteVisit<Context> = { context: Context; address: PageAddress; params: DefaultParams }

/** Runs before a screen opens; throws a `Redirection` or `notFoundError` to prevent it. */
export type Guard<Context> = (visit: RouteVisit<Context>) => Promise<void> | void

/**
 * A component that may have to be loaded first; `preload` resolves once it can be rendered. `source` is its file, which
 * only the server's build knows.
 */
export type Screen = ComponentType & { preload?: () => Promise<unknown>; source?: string | undefined }

/** A pattern of wouter with its screen. The first route that matches stands. */
export type PageRoute<Context> = {
  path: string
  component?: Screen
  guards?: readonly Guard<Context>[]
  /** Routes of the paths below `path`, each with its whole path; the component shows them by an `Outlet`. */
  children?: readonly PageRoute<Context>[]
  /** Children in a file of their own, loaded when a path below `path` is opened. */
  loadChildren?: () => Promise<readonly PageRoute<Context>[]>
}

export class Redirection {
  readonly href: string
  constructor(href: string) {
    this.href = href
  }
}

class NotFound {
  readonly isNotFound = true
}

/** Thrown by a guard: another screen opens instead. */
export const redirect = (href: string) => new Redirection(href)
/** Thrown by a guard or a screen: the page does not exist. */
export function notFoundError() {
  return new NotFound()
}
export const isNotFound = (error: unknown): boolean => error instanceof NotFound

export type Match<Context> = { route: PageRoute<Context>; params: DefaultParams; base: string }

/** The routes of a path, outermost first; null: no such page. An area whose children are not loaded is the last. */
export function matchPath<Context>(routes: readonly PageRoute<Context>[], path: string): Match<Context>[] | null {
  for (const route of routes) {
    const isArea = Boolean(route.children ?? route.loadChildren)
    // The cast: in loose mode wouter returns the matched part as well, which its types leave out.
    const [isMatch, params, base = path] = matchRoute(parse, route.path, path, isArea) as [
      boolean,
      DefaultParams,
      string?,
    ]
    if (!isMatch) continue
    const below = route.children ? matchPath(route.children, path) : []
    return below && [{ route, params, base }, ...below]
  }
  return null
}

const reloadedKey = 'callboard.reloaded-for'

/**
 * After a release the files of the one before are gone: the page is loaded anew, once for each such file. Never resolves
 * while the page reloads.
 */
function reloadOnce(error: unknown): Promise<never> {
  const cause = String(error)
  // A missing file is a TypeError in every browser; an error of the module itself is not.
  if (!(error instanceof TypeError) || sessionStorage.getItem(reloadedKey) === cause) throw error
  sessionStorage.setItem(reloadedKey, cause)
  window.location.reload()
  return new Promise(() => {})
}

/**
 * A screen in a file of its own: `screen(() => import('./XPage.tsx'), 'XPage')`. Unlike React's `lazy` it renders at
 * once when it was preloaded, so that the server can write it.
 */
export function screen<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  source?: string,
): Screen {
  let loading: Promise<ComponentType> | undefined
  let Component: ComponentType | undefined
  const preload = () => {
    loading ??= load().then(
      (file) => (Component = file[name]),
      (error: unknown) => {
        loading = undefined
        return reloadOnce(error)
      },
    )
    return loading
  }
  return Object.assign(() => createElement(Component ?? use(preload())), { preload, source })
}
