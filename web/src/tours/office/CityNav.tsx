import { useRead } from '../../api/use-call.ts'
import { paths } from '../../shell/paths.ts'
import { Link } from '../../ui/Link.tsx'
import styles from '../../ui/Office.module.css'

type Place = { at: string; label: string; only?: 'programme' }

const places: readonly Place[] = [
  { at: '', label: 'Set up' },
  { at: '/waivers', label: 'Waivers' },
  { at: '/access-codes', label: 'Access codes' },
  { at: '/music', label: 'Music' },
  { at: '/running-order', label: 'Running order' },
  { at: '/stage', label: 'Stage' },
  { at: '/judging', label: 'Judging' },
  { at: '/scores', label: 'Scores' },
  { at: '/awards', label: 'Awards' },
  { at: '/release', label: 'Release' },
  { at: '/programme', label: 'Program', only: 'programme' },
  { at: '/news', label: 'News and media pass' },
  { at: '/critiques', label: 'Critiques' },
  { at: '/survey', label: 'Survey' },
  { at: '/nominations', label: 'Nominations' },
  { at: '/reports', label: 'Reports' },
  { at: '/money', label: 'Money' },
]

/** The places of one city at the desk; what the city does not have has no place. */
export function CityNav({ id }: { id: number }) {
  const parts = useRead('GET /v1/office/tour-dates/{id}/parts', { params: { id } }, { staleTime: 60_000 }).data
  return (
    <nav className={`${styles['places']} no-print`} aria-label="This city">
      {places
        .filter(({ only }) => !only || parts?.[only])
        .map(({ at, label }) => (
          <Link key={at} to={paths.officeAt(`tour-dates/${id}${at}`)} within={at !== ''} className={styles['place']}>
            {label}
          </Link>
        ))}
      <Link to={`${paths.officeAt('registrations')}?tour_date_id=${id}`} className={styles['place']}>
        Registrations
      </Link>
    </nav>
  )
}
