import { mostPressingFirst } from '@callboard/domain/registrations/next-steps.ts'
import { Button } from '@mantine/core'
import { LoadError, PanelReadError } from '../../shell/ErrorPage.tsx'
import type { Reply } from '../../api/call.ts'
import { useRead } from '../../api/use-call.ts'
import { paths } from '../../shell/paths.ts'
import { useSession } from '../../shell/session.ts'
import { DayRange, LastMinute } from '../../ui/Day.tsx'
import { Emblem } from '../../ui/Emblem.tsx'
import { FirstSteps } from '../../roster/FirstSteps.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Link } from '../../ui/Link.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import { EventRows } from './EventRows.tsx'
import { partsOf, useOwnRegistrations, type OwnRegistration } from './own-registrations.ts'
import styles from './RegistrationList.module.css'

/** Shows the next step for each of the user's registrations, and upcoming cities. ACC-070. */
export function DashboardPage() {
  const user = useSession()
  const { data, error, refetch } = useOwnRegistrations()
  const boardRead = useRead('GET /v1/mybtf/call-board', {})
  const parts = data && partsOf(data.registrations)
  const current = parts ? mostPressingFirst([...parts.unfinished, ...parts.coming]) : []
  const name = user?.person?.fname
  return (
    <>
      <PageHeader title="My Dashboard">
        {name ? `Hello ${name}. Here is what comes next.` : 'What comes next.'}
      </PageHeader>
      <div className={styles['parts']}>
        {error && <LoadError error={error} onRetry={() => void refetch()} />}
        {!data && !error && <RowsSkeleton rows={4} />}
        {data?.registrations.length === 0 && user?.confirmed && <FirstSteps user={user} />}
        {data && data.registrations.length > 0 && (
          <Panel title="To do" flush={current.length > 0}>
            {current.length === 0 ? (
              <Empty
                title="Nothing to do right now"
                action={
                  <Button component={Link} to={paths.register}>
                    Find a city
                  </Button>
                }
              >
                Balances and deadlines of your cities appear here.
              </Empty>
            ) : (
              <EventRows label="To do" registrations={current} now={data.now} all />
            )}
          </Panel>
        )}
        {/* Once what stands above it is there: it would be pushed out from under a finger. */}
        {(data ?? error) && (boardRead.data ?? boardRead.error) && (
          <div className={styles['pair']}>
            {data && <NextCities registrations={data.registrations} read={boardRead} />}
            <Shortcuts />
          </div>
        )}
      </div>
    </>
  )
}

const cities = 5
const rates = { discount: 'Early rate', full: 'Regular rate', late: 'Late rate' } as const

type Board = Reply<'GET /v1/mybtf/call-board'>

type NextCitiesProps = {
  registrations: readonly OwnRegistration[]
  read: ReturnType<typeof useRead<'GET /v1/mybtf/call-board'>>
}

function NextCities({ registrations, read }: NextCitiesProps) {
  const board = read.data
  const mine = new Set(registrations.map(({ tour_date_id }) => tour_date_id))
  const next = (board?.cities ?? []).filter(({ id, status }) => status === 'Register' && !mine.has(id))
  if (!board) return <PanelReadError title="Next cities" read={read} />
  if (next.length === 0) return null
  return (
    <Panel
      title="Next cities"
      flush
      actions={
        <Link to={paths.register} className={styles['all']}>
          See all cities
        </Link>
      }
    >
      <ul className={styles['cities']}>
        {next.slice(0, cities).map((city) => (
          <NextCity key={city.id} city={city} board={board} />
        ))}
      </ul>
    </Panel>
  )
}

/** One press leads to the tour's cities, where one registers. */
function NextCity({ city, board: { events, now } }: { city: Board['cities'][number]; board: Board }) {
  const event = events.find(({ id }) => id === city.event_id)
  const hidesDeadline = city.rate === 'discount' && event?.settings.hide_early_rate_deadline
  return (
    <li>
      <Link to={event ? paths.registerCity(event.subdomain, city.id) : paths.register} className={styles['nextCity']}>
        <Emblem name={event?.name ?? ''} {...(event && { colour: event.color, logo: event.logo })} size={36} />
        <span>
          <strong>{[city.city, city.state].filter(Boolean).join(', ')}</strong>
          <span className={styles['quiet']}>
            {event?.name}, <DayRange from={city.start_date} to={city.end_date} />
          </span>
        </span>
        <span className={styles['rate']}>
          {rates[city.rate]}
          {city.rate_ends && !hidesDeadline && (
            <span className={styles['quiet']}>
              through <LastMinute at={city.rate_ends} zone={city.time_zone} now={now} />
            </span>
          )}
        </span>
      </Link>
    </li>
  )
}

const shortcuts = [
  { to: paths.roster, label: 'My Roster', what: 'Dancers, teachers and observers you register' },
  { to: paths.myEvents, label: 'My Events', what: 'Every registration, past ones too' },
  { to: paths.account, label: 'My Account', what: 'Addresses, contacts, password' },
]

const Shortcuts = () => (
  <Panel title="Shortcuts">
    <ul className={styles['shortcuts']}>
      {shortcuts.map(({ to, label, what }) => (
        <li key={to}>
          <Link to={to}>{label}</Link>
          <span className={styles['quiet']}>{what}</span>
        </li>
      ))}
    </ul>
  </Panel>
)
