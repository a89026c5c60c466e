import type { NavigationItem } from './NavigationDrawer.tsx'
import { menuLabel } from '@callboard/domain/accounts/person-types.ts'
import { IconMenu2 } from '@tabler/icons-react'
import { useLocation } from 'wouter'
import { openingPath } from '../ui/router/router.ts'
import { Outlet, useFirstPath } from '../ui/router/RouterProvider.tsx'
import { lazy, Suspense, useState } from 'react'
import { Link } from '../ui/Link.tsx'
import { useRetrying, useSlowness } from '../api/retry.ts'
import { OfflineBanner } from '../ui/OfflineBanner.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { Footer } from './Footer.tsx'
import styles from './Frame.module.css'
import { MaintenancePage } from './NotFoundPage.tsx'
import { useShortcutHelp } from '../ui/shortcuts.ts'
import { isBarePath, paths } from './paths.ts'
import { SignInLink } from './SignInLink.tsx'
import { useRead } from '../api/use-call.ts'
import { isStaff, useSession, type SignedIn } from './session.ts'

const NavigationDrawer = lazy(() =>
  import('./NavigationDrawer.tsx').then((file) => ({ default: file.NavigationDrawer })),
)

const ShortcutsDialog = lazy(() => import('./ShortcutsDialog.tsx').then((file) => ({ default: file.ShortcutsDialog })))

/** The top navigation (UI-001); the office is there for those who work in it. */
const placesFor = (user: SignedIn | null): NavigationItem[] =>
  user
    ? [
        { to: paths.register, label: 'Register' },
        { to: paths.dashboard, label: 'My Dashboard' },
        { to: paths.myEvents, label: 'My Events' },
        { to: paths.roster, label: 'My Roster' },
        ...(isStaff(user) ? [{ to: paths.office, label: 'Office' }] : []),
      ]
    : [{ to: paths.register, label: 'Register' }]

/** Closed for maintenance: to everybody but the office, who must still be able to sign in. ACC-074. */
function useIsClosed(user: SignedIn | null): boolean {
  const [path] = useLocation()
  // The first screen may be the one to sign in at.
  const isSigningIn = path === openingPath || path === paths.signin
  const site = useRead('GET /v1/mybtf/site', {}, { staleTime: 60_000 }).data
  return Boolean(site?.maintenance) && !isSigningIn && !isStaff(user)
}

export function Frame() {
  const [path] = useLocation()
  const firstPath = useFirstPath()
  return isBarePath(path === openingPath ? firstPath : path) ? <Outlet /> : <FullFrame />
}

function FullFrame() {
  const user = useSession()
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const [showsShortcuts, setShowsShortcuts] = useState(false)
  useShortcutHelp(() => setShowsShortcuts(true))
  const places = placesFor(user ?? null)
  const isClosed = useIsClosed(user ?? null)

  return (
    <div className={styles['frame']}>
      <nav aria-label="Skip links" className="no-print">
        <a className={styles['skip']} href="#content">
          Skip to content
        </a>
        <SkipToActions />
        <a className={styles['skip']} href="#footer">
          Skip to footer
        </a>
      </nav>
      <header className={`${styles['header']} no-print`}>
        <div className={styles['bar']}>
          <Link to={paths.home} className={styles['brand']} aria-label="Callboard, start">
            <Logo />
            Callboard
          </Link>
          <nav className={styles['places']} aria-label="Main">
            {places.map(({ to, label }) => (
              <Link key={to} to={to} within className={styles['place']}>
                {label}
              </Link>
            ))}
          </nav>
          <div className={styles['account']}>
            {user && <AccountMenu label={menuLabel(user)} />}
            {user === null && <SignInLink className={styles['signin']} />}
          </div>
          <button
            type="button"
            className={styles['burger']}
            aria-label="Menu"
            aria-expanded={isDrawerOpen}
            onClick={() => setDrawerOpen(true)}
          >
            <IconMenu2 className="icon" />
          </button>
        </div>
      </header>
      <OfflineBanner isRetrying={useRetrying()} isSlow={useSlowness()} />
      <main id="content" tabIndex={-1} className={styles['main']}>
        {/* Focus is here when a page opens: its actions are one press away. */}
        <SkipToActions />
        {isClosed ? <MaintenancePage /> : <Outlet />}
      </main>
      <Footer onShortcuts={() => setShowsShortcuts(true)} />
      {isDrawerOpen && (
        <Suspense fallback={null}>
          <NavigationDrawer places={places} user={user ?? null} onClose={() => setDrawerOpen(false)} />
        </Suspense>
      )}
      {showsShortcuts && (
        <Suspense fallback={null}>
          <ShortcutsDialog onClose={() => setShowsShortcuts(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** Only where a page has actions of its own at its foot. */
const SkipToActions = () => (
  <a className={`${styles['skip']} ${styles['toActions']} no-print`} href="#actions">
    Skip to actions
  </a>
)

/** The logo of Callboard: a list with one item done and two open. */
function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden>
      <rect width="32" height="32" rx="6" fill="#7A1F4B" />
      <g fill="#FBF8F3">
        <circle cx="9" cy="9.5" r="2.5" />
        <rect x="14" y="8.25" width="11" height="2.5" rx="1.25" />
        <rect x="14" y="14.75" width="11" height="2.5" rx="1.25" />
        <rect x="14" y="21.25" width="7" height="2.5" rx="1.25" />
      </g>
      <g fill="none" stroke="#FBF8F3" strokeWidth="1.4">
        <circle cx="9" cy="16" r="1.9" />
        <circle cx="9" cy="22.5" r="1.9" />
      </g>
    </svg>
  )
}
