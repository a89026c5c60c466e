import { createElement, type ComponentType } from 'react'
import type { PageLocation } from './page-location.ts'

export type Params = Readonly<Record<string, string | undefined>>

/** The screen that is about to open, as a guard sees it. */
type RouteVisit<Context> = { context: Context; location: PageLocation; params: Params }

/** A component that may have to be loaded first; `preload` resolves once it can be rendered. */
export type Screen = ComponentType & { preload?: () => Promise<unknown> }

export type PageRoute<Context> = {
  /** Without a path: a group whose children share a guard or a frame. */
  path?: string
  component?: Screen
  /** Runs before the screen opens; throws a `redirect` or `notFoundError` to prevent it. */
  beforeLoad?: (visit: RouteVisit<Context>) => Promise<void> | void
  children?: readonly PageRoute<Context>[]
  /** Children in a file of their own, loaded when a path below `path` is opened. */
  loadChildren?: () => Promise<readonly PageRoute<Context>[]>
}

export type Match<Context> = { route: PageRoute<Context>; params: Params }

export class Redirect {
  readonly options: { href: string; replace?: boolean }
  constructor(options: { href: string; replace?: boolean }) {
    this.options = options
  }
}

class NotFound {
  readonly isNotFound = true
}

/** Thrown by a guard: another screen opens instead. */
export const redirect = (options: { href: string; replace?: boolean }) => new Redirect(options)
/** Thrown by a guard or a screen: the page does not exist. */
export function notFoundError() {
  return new NotFound()
}
export const isNotFound = (error: unknown): boolean => error instanceof NotFound

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

/** A screen in a file of its own: `screen(() => import('./XPage.tsx'), 'XPage')`. */
export function screen<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name): Screen {
  let loading: Promise<unknown> | undefined
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
  const LoadedScreen: Screen = () => {
    // The router preloads every screen before it renders it.
    if (!Component) throw new Error(`${name} is not loaded`)
    return createElement(Component)
  }
  LoadedScreen.preload = preload
  return LoadedScreen
}

type Leaf<Context> = { line: readonly PageRoute<Context>[]; pattern: RegExp; names: readonly string[]; rank: string }

/** Fixed parts of a path come before parameters: `/roster/import` before `/roster/$id`. */
const rankOf = (path: string) =>
  path
    .split('/')
    .filter(Boolean)
    .map((part) => (part.startsWith('$') ? '1' : '2'))
    .join('')

function leafOf<Context>(line: readonly PageRoute<Context>[], path: string): Leaf<Context> {
  const names = [...path.matchAll(/\$(\w+)/g)].map(([, name]) => name ?? '')
  const literal = path.replace(/\/$/, '').replace(/[.*+?^()|[\]{}\\]/g, '\\$&')
  const text = literal.replace(/\$\w+/g, '([^/]+)')
  // Below an area whose children are not loaded yet every path may exist.
  const rest = line.at(-1)?.loadChildren ? '(?:/.*)?' : '/?'
  return { line, pattern: new RegExp(`^${text}${rest}$`), names, rank: rankOf(path) }
}

function leavesOf<Context>(
  route: PageRoute<Context>,
  base: string,
  above: readonly PageRoute<Context>[],
): Leaf<Context>[] {
  const path = `${base}/${route.path ?? ''}`.replace(/\/+/g, '/')
  const line = [...above, route]
  const children = route.children?.flatMap((child) => leavesOf(child, path, line)) ?? []
  const hasIndex = route.children?.some((child) => child.path === '/') ?? false
  // A group without a path of its own is no page.
  const own = route.path !== undefined && !hasIndex ? [leafOf(line, path)] : []
  return [...children, ...own]
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Returns a function that finds the routes of a path, outermost first; null: no such page. */
export function makeMatcher<Context>(root: PageRoute<Context>) {
  // Stable: of two paths of one rank the first stands.
  const leaves = leavesOf(root, '', []).toSorted((one, other) =>
    one.rank < other.rank ? 1 : one.rank > other.rank ? -1 : 0,
  )
  return (pathname: string): Match<Context>[] | null => {
    for (const { line, pattern, names } of leaves) {
      const values = pattern.exec(pathname)
      if (!values) continue
      const params = Object.fromEntries(names.map((name, at) => [name, decode(values[at + 1] ?? '')]))
      return line.map((route) => ({ route, params }))
    }
    return null
  }
}
