import { Button } from '@mantine/core'
import { useRead } from '../api/use-call.ts'
import { failureSentence } from '../api/failure.ts'
import { paths } from '../app/paths.ts'
import { useSession } from '../app/session.ts'
import { DayRange } from '../ui/Day.tsx'
import { Emblem } from '../ui/Emblem.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Go } from '../ui/Go.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { RowsSkeleton } from '../ui/Skeletons.tsx'
import { EventRows } from './EventRows.tsx'
import { partsOf, useOwnRegistrations, type OwnRegistration } from './own-registrations.ts'
import styles from './RegistrationList.module.css'

/** What to do next, for each city one is part of, and the cities that come. ACC-070. */
export function DashboardPage() {
  const user = useSession()
  const { data, error } = useOwnRegistrations()
  const parts = data && partsOf(data.registrations)
  const current = parts ? [...parts.unfinished, ...parts.coming] : []
  const name = user?.person?.fname
  return (
    <>
      <PageHeader title="My Dashboard">
        {name ? `Hello ${name}. Here is what comes next.` : 'What comes next.'}
      </PageHeader>
      <div className={styles['parts']}>
        {error && <p role="alert">{failureSentence(error)}</p>}
        {!data && !error && <RowsSkeleton rows={4} />}
        {data && (
          <Panel title="To do" flush={current.length > 0}>
            {current.length === 0 ? (
              <Empty
                title="Nothing to do right now"
                action={
                  <Button component={Go} to={paths.register}>
                    Find a city
                  </Button>
                }
              >
                Balances and deadlines of your cities are gathered here.
              </Empty>
            ) : (
              <EventRows label="To do" registrations={current} now={data.now} all />
            )}
          </Panel>
        )}
        <div className={styles['pair']}>
          {data && <NextCities registrations={data.registrations} />}
          <Shortcuts />
        </div>
      </div>
    </>
  )
}

const cities = 5

function NextCities({ registrations }: { registrations: readonly OwnRegistration[] }) {
  const board = useRead('GET /v1/mybtf/call-board', {})
  const mine = new Set(registrations.map(({ tour_date_id }) => tour_date_id))
  const next = (board.data?.cities ?? []).filter(({ id, status }) => status === 'Register' && !mine.has(id))
  const events = new Map((board.data?.events ?? []).map((event) => [event.id, event]))
  if (next.length === 0) return null
  return (
    <Panel title="Next cities">
      <ul className={styles['cities']}>
        {next.slice(0, cities).map(({ id, event_id, city, state, start_date, end_date }) => {
          const event = events.get(event_id)
          return (
            <li key={id}>
              <Emblem name={event?.name ?? ''} {...(event && { colour: event.color })} size={36} />
              <span>
                <strong>{[city, state].filter(Boolean).join(', ')}</strong>
                <span className={styles['quiet']}>
                  {event?.name}, <DayRange from={start_date} to={end_date} />
                </span>
              </span>
            </li>
          )
        })}
      </ul>
      <Button component={Go} to={paths.register} variant="default" mt="md">
        See all cities
      </Button>
    </Panel>
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
          <Go to={to}>{label}</Go>
          <span className={styles['quiet']}>{what}</span>
        </li>
      ))}
    </ul>
  </Panel>
)
