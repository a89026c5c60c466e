import { useLocation } from 'wouter'
import { useRead } from '../../api/use-call.ts'
import { paths } from '../../shell/paths.ts'
import { usePhone } from '../../ui/clock.ts'
import { Link } from '../../ui/Link.tsx'
import styles from './CityNav.module.css'

type Place = { at: string; label: string; only?: 'program' }
type Group = { label: string; places: readonly Place[] }

const groups: readonly Group[] = [
  {
    label: 'City',
    places: [
      { at: '', label: 'Set up' },
      { at: '/news', label: 'News and media pass' },
      { at: '/survey', label: 'Survey' },
      { at: '/reports', label: 'Reports' },
      { at: '/money', label: 'Money' },
    ],
  },
  {
    label: 'Studios',
    places: [
      { at: '/waivers', label: 'Waivers' },
      { at: '/music', label: 'Music' },
      { at: '/program', label: 'Program', only: 'program' },
      { at: '/nominations', label: 'Nominations' },
      { at: '/access-codes', label: 'Access codes' },
    ],
  },
  {
    label: 'Competition',
    places: [
      { at: '/running-order', label: 'Running order' },
      { at: '/stage', label: 'Stage' },
      { at: '/judging', label: 'Judging' },
      { at: '/scores', label: 'Scores' },
      { at: '/auditions', label: 'Auditions', only: 'program' },
      { at: '/critiques', label: 'Critiques' },
      { at: '/homework', label: 'Homework' },
      { at: '/recordings', label: 'Recordings' },
      { at: '/awards', label: 'Awards' },
      { at: '/release', label: 'Release' },
    ],
  },
]

/** The places of one city at the desk, all in sight; what the city does not have has no place. On a phone they unfold. */
export function CityNav({ id }: { id: number }) {
  const { data: parts, error } = useRead(
    'GET /v1/office/tour-dates/{id}/parts',
    { params: { id } },
    { staleTime: 60_000 },
  )
  // While the parts of the city cannot be read, a page it may not have is better than one that nobody finds.
  const has = (part: 'program') => (parts ? parts[part] : Boolean(error))
  const [pathname] = useLocation()
  const isPhone = usePhone()
  const root = paths.officeAt(`tour-dates/${id}`)
  const current = groups.flatMap(({ places }) => places).find(({ at }) => pathname === `${root}${at}`)
  const nav = (
    <nav className={`${styles['groups']} no-print`} aria-label="This city">
      {groups.map(({ label, places }) => (
        <div key={label} className={styles['group']}>
          <span className={styles['label']}>{label}</span>
          {places
            .filter(({ only }) => !only || has(only))
            .map((place) => (
              <Link key={place.at} to={`${root}${place.at}`} within={place.at !== ''} className={styles['place']}>
                {place.label}
              </Link>
            ))}
          {label === 'Studios' && (
            <Link to={`${paths.officeAt('registrations')}?tour_date_id=${id}`} className={styles['place']}>
              Registrations
            </Link>
          )}
        </div>
      ))}
    </nav>
  )
  if (!isPhone) return nav
  return (
    // Another page begins with them folded.
    <details key={pathname} className={`${styles['folded']} no-print`}>
      <summary>{current ? `${current.label}: go to another page of this city` : 'Pages of this city'}</summary>
      {nav}
    </details>
  )
}
