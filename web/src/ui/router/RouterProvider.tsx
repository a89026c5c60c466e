import {
  Component,
  createContext,
  startTransition,
  Suspense,
  use,
  useEffect,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react'
import { Redirect, Route, Router as WouterRouter, Switch, useParams } from 'wouter'
import { watchHistory } from './page-history.ts'
import { isNotFound, notFoundError, type PageRoute } from './route.ts'
import { StateContext, type Router } from './router.ts'
import { useScrollPositions } from './scroll-positions.ts'

const RouterContext = createContext<Router | null>(null)
const OutletContext = createContext<{ routes: readonly PageRoute<unknown>[]; depth: number }>({ routes: [], depth: 0 })

/** Loads the code of the screen at a path; nothing in a part that is shown without our router. */
export const usePreload = (): Router['preload'] | undefined => use(RouterContext)?.preload

/** Like wouter's `navigate`; resolves once the screen is there. */
export function useOpenScreen(): Router['navigate'] {
  const router = use(RouterContext)
  if (!router) throw new Error('There is no RouterProvider above this component')
  return router.navigate
}

/** The path that the page was opened at, the same in the server and in the browser: what is drawn before a screen is. */
export const useFirstPath = (): string => use(RouterContext)?.firstPath ?? ''

/** The number that the address of this screen names: 7 of /office/tour-dates/7/judging. The page of any other is not there. */
export function useIdInPath(name: 'id' | 'version' = 'id'): number {
  const id = (useParams() as Record<string, string | undefined>)[name] ?? ''
  if (!/^[1-9]\d*$/.test(id)) throw notFoundError()
  return Number(id)
}

type CatchProps = { children: ReactNode; resetKey: unknown; router: Router; error: unknown }

/** Replaces a screen that was refused or failed to render, until the next one is opened. */
class CatchScreen extends Component<CatchProps, { error: unknown; resetKey: unknown }> {
  override state = { error: undefined as unknown, resetKey: this.props.resetKey }
  static getDerivedStateFromError = (error: unknown) => ({ error: error ?? new Error('Nothing was thrown') })
  static getDerivedStateFromProps = ({ resetKey }: CatchProps, state: { resetKey: unknown }) =>
    resetKey === state.resetKey ? null : { resetKey, error: undefined }

  override render() {
    const { router, children } = this.props
    const { notFoundScreen: NotFoundScreen, errorScreen: ErrorScreen } = router.options
    const error = this.state.error ?? this.props.error
    if (error === undefined) return children
    if (isNotFound(error)) return NotFoundScreen ? <NotFoundScreen /> : null
    return ErrorScreen ? <ErrorScreen error={error} reset={() => void router.open()} /> : null
  }
}

const optional = (Screen: ComponentType | undefined) => (Screen ? <Screen /> : null)

/** The screen of the route below the one this stands in. */
export function Outlet() {
  const router = use(RouterContext)
  const { shown, pendingAt, error } = use(StateContext)
  const { routes, depth } = use(OutletContext)
  if (!router) return null
  const pending = optional(router.options.pendingScreen)
  // Before the first screen is there, its place is held.
  if (!shown || (pendingAt !== undefined && depth >= pendingAt)) return pending
  return (
    <CatchScreen resetKey={shown} router={router} error={depth === 0 ? error : undefined}>
      <Suspense fallback={pending}>
        <Switch>
          {routes.map(({ path, component: Screen = Outlet, children }) => (
            <Route key={path} path={children ? `${path}/*?` : path}>
              <OutletContext value={{ routes: children ?? [], depth: depth + 1 }}>
                <Screen />
              </OutletContext>
            </Route>
          ))}
        </Switch>
      </Suspense>
    </CatchScreen>
  )
}

/** Goes to another address, and holds the place of its screen until that is there. */
export function RedirectTo({ to }: { to: string }) {
  const router = use(RouterContext)
  return (
    <>
      {/* Of two redirections in a row each one counts. */}
      <Redirect key={to} to={to} replace />
      {optional(router?.options.pendingScreen)}
    </>
  )
}

type RouterProviderProps<Context> = {
  router: Router<Context>
  /** Shown beside the screens, inside of the router. */
  children?: ReactNode
}

export function RouterProvider<Context>({ router: ownRouter, children }: RouterProviderProps<Context>) {
  // The cast: components read no context; the guards that do are typed by their routes.
  const router = ownRouter as unknown as Router
  const [state, setState] = useState(router.getState)
  const keepPosition = useScrollPositions(state.shown)

  useEffect(() => {
    // A transition keeps the screen that is there while the next one waits for its data.
    const stopListening = router.listen((next) => {
      keepPosition()
      startTransition(() => setState(next))
    })
    const stopHistory = watchHistory(() => void router.open())
    // A page that the server wrote is there already.
    if (!router.getState().shown) void router.open()
    return () => {
      stopListening()
      stopHistory()
    }
  }, [router, keepPosition])

  const Frame = router.options.frame ?? Outlet
  return (
    <RouterContext value={router}>
      <StateContext value={state}>
        <OutletContext value={{ routes: router.options.routes, depth: 0 }}>
          <WouterRouter hook={router.hook}>
            <Frame />
            {children}
          </WouterRouter>
        </OutletContext>
      </StateContext>
    </RouterContext>
  )
}
