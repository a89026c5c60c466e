import { Button } from '@mantine/core'
import { LoadError } from '../../shell/ErrorPage.tsx'
import { paths } from '../../shell/paths.ts'
import { Empty } from '../../ui/Empty.tsx'
import { Link } from '../../ui/Link.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import { EventRows } from './EventRows.tsx'
import { partsOf, useOwnRegistrations } from './own-registrations.ts'
import styles from './RegistrationList.module.css'

/** Every registration of the account: to continue, to look after, to look back on. ACC-071, EVT-029. */
export function MyEventsPage() {
  const { data, error, refetch } = useOwnRegistrations()
  return (
    <>
      <PageHeader
        title="My Events"
        actions={
          <Button component={Link} to={paths.register}>
            Register for a city
          </Button>
        }
      />
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <RowsSkeleton rows={5} />}
      {data?.registrations.length === 0 && (
        <Panel>
          <Empty
            level={2}
            title="No events yet"
            action={
              <Button component={Link} to={paths.register}>
                Find a city
              </Button>
            }
          >
            Cities you register for appear here.
          </Empty>
        </Panel>
      )}
      {data && <Parts registrations={data.registrations} now={data.now} />}
    </>
  )
}

type Listed = NonNullable<ReturnType<typeof useOwnRegistrations>['data']>

function Parts({ registrations, now }: Pick<Listed, 'registrations' | 'now'>) {
  const { unfinished, coming, over } = partsOf(registrations)
  const parts = [
    { title: 'In progress', registrations: unfinished, all: false },
    { title: 'Coming up', registrations: coming, all: true },
    { title: 'Past', registrations: over, all: false },
  ].filter((part) => part.registrations.length > 0)
  return (
    <div className={styles['parts']}>
      {parts.map(({ title, all, registrations: listed }) => (
        <Panel key={title} title={title} flush>
          <EventRows label={title} registrations={listed} now={now} all={all} />
        </Panel>
      ))}
    </div>
  )
}
