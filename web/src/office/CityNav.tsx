import { paths } from '../app/paths.ts'
import { Go } from '../ui/Go.tsx'
import styles from './Office.module.css'

const places: readonly { at: string; label: string }[] = [
  { at: '', label: 'Set up' },
  { at: '/waivers', label: 'Waivers' },
  { at: '/access-codes', label: 'Access codes' },
  { at: '/music', label: 'Music' },
  { at: '/programme', label: 'Programme' },
  { at: '/news', label: 'News and media pass' },
  { at: '/nominations', label: 'Nominations' },
  { at: '/reports', label: 'Reports' },
  { at: '/money', label: 'Money' },
]

/** The places of one city at the desk. */
export const CityNav = ({ id }: { id: number }) => (
  <nav className={`${styles['places']} no-print`} aria-label="This city">
    {places.map(({ at, label }) => (
      <Go key={at} to={paths.officeAt(`tour-dates/${id}${at}`)} within={at !== ''} className={styles['place']}>
        {label}
      </Go>
    ))}
    <Go to={`${paths.officeAt('registrations')}?tour_date_id=${id}`} className={styles['place']}>
      Registrations
    </Go>
  </nav>
)
