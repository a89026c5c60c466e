import { useLocation } from 'wouter'
import { Outlet } from '../../ui/router/RouterProvider.tsx'
import { ListTools } from '../../shell/OfficeList.tsx'
import { SaveExportButton, type SaveExportProps } from './SaveExportButton.tsx'
import { SavedViews } from './SavedViews.tsx'
import { paths } from '../../shell/paths.ts'
import { useSession } from '../../shell/session.ts'
import { Link } from '../../ui/Link.tsx'
import { useKeptFocus } from '../../ui/kept-focus.ts'
import { useScrollToCurrent } from '../../ui/scroll-to-current.ts'
import styles from '../../ui/Office.module.css'

/** `also`: a screen that belongs to this one without standing below its address. */
type Place = { at: string; label: string; admin?: true; also?: string }
type Group = { label: string; places: readonly Place[] }

/** Daily screens are top-level links; the others are in groups, expanded while one of their screens is open. */
const desk: readonly (Place | Group)[] = [
  { at: '', label: 'Today' },
  { at: 'registrations', label: 'Registrations' },
  { at: 'entries', label: 'Entries' },
  { at: 'studios', label: 'Studios' },
  { at: 'people', label: 'People' },
  { at: 'tour-dates', label: 'Cities' },
  { at: 'waiting-list', label: 'Waiting list' },
  {
    label: 'Money',
    places: [
      { at: 'dues', label: 'Money due' },
      { at: 'credits', label: 'Credits' },
      { at: 'money', label: 'Money by city' },
      { at: 'books', label: 'Books' },
      { at: 'promo-codes', label: 'Promo codes' },
      { at: 'scholarships', label: 'Scholarships' },
      { at: 'attended', label: 'Attended before' },
    ],
  },
  {
    label: 'Set up',
    places: [
      { at: 'events', label: 'Events', also: 'season-copy' },
      { at: 'lists', label: 'Lists' },
      { at: 'judges', label: 'Judges' },
      { at: 'settings', label: 'Settings' },
      { at: 'waivers', label: 'Waivers' },
      { at: 'survey', label: 'Survey' },
      { at: 'homework', label: 'Homework' },
      { at: 'critique-items', label: 'Critique words' },
      { at: 'texts', label: 'Legal texts' },
      { at: 'accounts', label: 'Accounts', admin: true },
    ],
  },
  {
    label: 'Emails and audit',
    places: [
      { at: 'group-mails', label: 'Group emails' },
      { at: 'exports', label: 'Exports' },
      { at: 'mails', label: 'Emails' },
      { at: 'audit', label: 'Audit' },
    ],
  },
]

const listTools = {
  views: <SavedViews />,
  exportButton: (exportedList: SaveExportProps) => <SaveExportButton {...exportedList} />,
}

const addressOf = ({ at }: Place) => (at === '' ? paths.office : paths.officeAt(at))
const isWithin = (place: Place, here: string) =>
  here === addressOf(place) ||
  here.startsWith(`${addressOf(place)}/`) ||
  (place.also !== undefined && here === paths.officeAt(place.also))

/** The desk: its places, and the one that is open. */
export function OfficeArea() {
  const isAdmin = useSession()?.role === 'admin'
  const [pathname] = useLocation()
  const group = desk.find((one): one is Group => 'places' in one && one.places.some((at) => isWithin(at, pathname)))
  const area = useScrollToCurrent<HTMLDivElement>(pathname)
  useKeptFocus()
  return (
    <div ref={area} className={styles['area']}>
      <nav className={`${styles['places']} no-print`} aria-label="Office">
        {desk.map((one) => {
          const place = 'places' in one ? one.places[0] : one
          return (
            place && (
              <Link
                key={one.label}
                to={addressOf(place)}
                within={place.at !== ''}
                className={styles['place']}
                {...(one === group && { 'aria-current': 'true' })}
              >
                {one.label}
              </Link>
            )
          )
        })}
      </nav>
      {group && (
        <nav className={`${styles['places']} ${styles['below']} no-print`} aria-label={group.label}>
          {group.places
            .filter(({ admin }) => !admin || isAdmin)
            .map((place) => (
              <Link key={place.at} to={addressOf(place)} within className={styles['place']}>
                {place.label}
              </Link>
            ))}
        </nav>
      )}
      <ListTools value={listTools}>
        <Outlet />
      </ListTools>
    </div>
  )
}
