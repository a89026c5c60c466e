import {
  Component,
  createContext,
  startTransition,
  Suspense,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react'
import type { Params } from './route.ts'
import { isNotFound } from './route.ts'
import type { PageLocation, LocationSearch } from './page-location.ts'
import type { ErrorScreenProps, Router, RouterState, Target } from './router.ts'
import { trackScroll } from './scroll-positions.ts'

type RouterView = { router: Router; state: RouterState<unknown> }

const ViewContext = createContext<RouterView | null>(null)
const DepthContext = createContext(0)

function useView(): RouterView {
  const view = use(ViewContext)
  if (!view) throw new Error('There is no RouterProvider above this component')
  return view
}

export const useRouter = (): Router => useView().router
/** For components that are also shown without a router. */
export const useOptionalRouter = (): Router | undefined => use(ViewContext)?.router

/** The address of the shown screen; undefined until the first one is. */
export const useShownLocation = (): PageLocation | undefined => useView().state.shownLocation

/** The address of the shown screen, or of the first one while it opens. */
export function useLocation(): PageLocation {
  const { state } = useView()
  return state.shownLocation ?? state.location
}
export const useSearch = (): LocationSearch => useLocation().search
export const useParams = (): Params => useView().state.matches.at(-1)?.params ?? {}

export function useNavigate(): (target: Target) => Promise<void> {
  return useRouter().navigate
}

/** Opens another screen as soon as it is rendered. */
export function Navigate({ to, replace = false }: { to: string; replace?: boolean }) {
  const { router } = useView()
  useEffect(() => {
    void router.navigate({ href: to, replace })
  }, [router, to, replace])
  return null
}

type CatchProps = { children: ReactNode; resetKey: unknown; router: Router }

/** Replaces a screen that failed to render, until the next one is opened. */
class CatchScreen extends Component<CatchProps, { error: unknown; hasFailed: boolean; resetKey: unknown }> {
  override state = { error: undefined as unknown, hasFailed: false, resetKey: this.props.resetKey }
  static getDerivedStateFromError = (error: unknown) => ({ error, hasFailed: true })
  static getDerivedStateFromProps = ({ resetKey }: CatchProps, state: { resetKey: unknown }) =>
    resetKey === state.resetKey ? null : { resetKey, hasFailed: false, error: undefined }

  override render() {
    const { children, router } = this.props
    if (!this.state.hasFailed) return children
    return <FailedScreen router={router} error={this.state.error} reset={() => this.setState({ hasFailed: false })} />
  }
}

function FailedScreen({ router, error, reset }: ErrorScreenProps & { router: Router }) {
  const { notFoundScreen: NotFoundScreen, errorScreen: ErrorScreen } = router.options
  if (isNotFound(error)) return NotFoundScreen ? <NotFoundScreen /> : null
  return ErrorScreen ? <ErrorScreen error={error} reset={reset} /> : null
}

const optional = (Screen: ComponentType | undefined) => (Screen ? <Screen /> : null)

/** The screen of the route below the one this stands in. */
export function Outlet() {
  const { router, state } = useView()
  const depth = use(DepthContext)
  const pending = optional(router.options.pendingScreen)
  if (depth > 0 && state.pendingAt !== undefined && depth >= state.pendingAt) return pending
  if (depth === 1 && state.error !== undefined) {
    return <FailedScreen router={router} error={state.error} reset={() => void router.load()} />
  }
  const matched = state.matches[depth]
  // Before the first screen is there, its place is held.
  if (!matched) return state.shownLocation ? null : pending
  const Screen = matched.route.component ?? Outlet
  return (
    <DepthContext value={depth + 1}>
      <CatchScreen resetKey={state.shownLocation} router={router}>
        <Suspense fallback={pending}>
          <Screen />
        </Suspense>
      </CatchScreen>
    </DepthContext>
  )
}

/** The outermost route: it shows before any screen is found. */
function RootScreen({ router, state }: RouterView) {
  const Root = router.options.root.component ?? Outlet
  return (
    <DepthContext value={1}>
      <CatchScreen resetKey={state.shownLocation} router={router}>
        <Suspense fallback={optional(router.options.pendingScreen)}>
          <Root />
        </Suspense>
      </CatchScreen>
    </DepthContext>
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
  const [state, setState] = useState(router.state)
  const scroll = useRef<ReturnType<typeof trackScroll>>(undefined)

  useEffect(() => {
    const tracked = (scroll.current = trackScroll())
    // A transition keeps the screen that is there while the next one waits for its data.
    const stopListening = router.listen((next) => {
      tracked.keepPosition()
      startTransition(() => setState(next))
    })
    const stopHistory = router.history.listen(() => void router.load())
    // A page that the server wrote is there already.
    if (router.state.shownLocation) tracked.stay(router.state.shownLocation)
    else void router.load()
    return () => {
      stopListening()
      stopHistory()
      tracked.stop()
    }
  }, [router])

  const renderedLocation = useRef<PageLocation>(undefined)
  const { shownLocation } = state
  useLayoutEffect(() => {
    const fromLocation = renderedLocation.current
    if (!shownLocation || shownLocation === fromLocation) return
    renderedLocation.current = shownLocation
    const pathChanged = fromLocation?.pathname !== shownLocation.pathname
    const keepsScroll = router.reportRendered({ fromLocation, toLocation: shownLocation, pathChanged })
    const isSamePlace = fromLocation !== undefined && fromLocation.key === shownLocation.key
    if (keepsScroll || isSamePlace) scroll.current?.stay(shownLocation)
    else scroll.current?.show(shownLocation, fromLocation === undefined)
  }, [router, shownLocation])

  return (
    <ViewContext value={{ router, state }}>
      <RootScreen router={router} state={state} />
      {children}
    </ViewContext>
  )
}
