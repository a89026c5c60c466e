import { useLocation, useParams, useSearch } from 'wouter'
import { useRead } from '../../api/use-call.ts'
import { isPreview, paths, type PortalPlace } from '../../shell/paths.ts'
import { useDarkTheme } from '../../ui/dark-theme.ts'
import { useScrollToCurrent } from '../../ui/scroll-to-current.ts'
import { Link } from '../../ui/Link.tsx'
import { Outlet } from '../../ui/router/RouterProvider.tsx'
import styles from './Portal.module.css'

const tabs: readonly { place: PortalPlace; label: string }[] = [
  { place: 'critiques', label: 'Critiques' },
  { place: 'data', label: 'Data' },
  { place: 'results', label: 'Results' },
  { place: 'homework', label: 'Homework library' },
  { place: 'feedback', label: 'Feedback' },
  { place: 'resources', label: 'Resources' },
]

/** The dark frame of the results portal: whose event it is, and its tabs. RES-001, RES-002. */
export function PortalPage() {
  useDarkTheme()
  const { id = '' } = useParams()
  const search = useSearch()
  const [pathname] = useLocation()
  const portal = useScrollToCurrent<HTMLElement>(pathname)
  const { data, error } = useRead('GET /v1/dance360/coda/portal', { query: { registration_id: Number(id) } })
  const visibleTabs = tabs.filter(({ place }) => place !== 'critiques' || !data?.no_critiques)
  return (
    <section ref={portal} className={styles['portal']} aria-label="Results portal">
      <header className={styles['header']}>
        <p className={styles['brand']}>
          Results portal{(data || !error) && <span className={styles['by']}> by {data?.event ?? '…'}</span>}
        </p>
        {(data || !error) && <p className={styles['city']}>{data?.city ?? '\u00a0'}</p>}
      </header>
      <nav className={`${styles['tabs']} no-print`} aria-label="Results portal">
        {visibleTabs.map(({ place, label }) => (
          <Link
            key={place}
            to={`${paths.portal(id, place)}${isPreview(search) ? '?preview=1' : ''}`}
            className={styles['tab']}
          >
            {label}
          </Link>
        ))}
      </nav>
      <Outlet />
    </section>
  )
}
