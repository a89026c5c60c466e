import { Outlet } from '@tanstack/react-router'
import { paths } from '../app/paths.ts'
import { useSession } from '../app/session.ts'
import { Go } from '../ui/Go.tsx'
import styles from './Office.module.css'

const places: readonly { to: string; label: string; admin?: true }[] = [
  { to: paths.office, label: 'Today' },
  { to: paths.officeAt('registrations'), label: 'Registrations' },
  { to: paths.officeAt('studios'), label: 'Studios' },
  { to: paths.officeAt('tour-dates'), label: 'Cities' },
  { to: paths.officeAt('events'), label: 'Events' },
  { to: paths.officeAt('waiting-list'), label: 'Waiting list' },
  { to: paths.officeAt('waivers'), label: 'Waivers' },
  { to: paths.officeAt('texts'), label: 'Legal texts' },
  { to: paths.officeAt('dues'), label: 'Money due' },
  { to: paths.officeAt('money'), label: 'Money by city' },
  { to: paths.officeAt('books'), label: 'Books' },
  { to: paths.officeAt('promo-codes'), label: 'Promo codes' },
  { to: paths.officeAt('lists'), label: 'Lists' },
  { to: paths.officeAt('settings'), label: 'Settings' },
  { to: paths.officeAt('accounts'), label: 'Accounts', admin: true },
  { to: paths.officeAt('mails'), label: 'Mails' },
  { to: paths.officeAt('audit'), label: 'Audit' },
]

/** The desk: its places, and the one that is open. */
export function OfficeArea() {
  const isAdmin = useSession()?.role === 'admin'
  return (
    <div className={styles['area']}>
      <nav className={`${styles['places']} no-print`} aria-label="Office">
        {places
          .filter(({ admin }) => !admin || isAdmin)
          .map(({ to, label }) => (
            <Go key={to} to={to} within={to !== paths.office} className={styles['place']}>
              {label}
            </Go>
          ))}
      </nav>
      <Outlet />
    </div>
  )
}
