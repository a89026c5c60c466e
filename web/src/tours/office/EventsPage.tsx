import { useAddressOrder } from '../../ui/use-search-params.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { paths } from '../../shell/paths.ts'
import { useSession } from '../../shell/session.ts'
import type { Reply } from '../../api/call.ts'
import { useRead } from '../../api/use-call.ts'
import type { Column } from '../../ui/data-columns.ts'
import { DataRows } from '../../ui/DataRows.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Link } from '../../ui/Link.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import { eventFlags } from './flag-words.ts'
import { NewEventDialog } from './NewEventDialog.tsx'
import { Seasons } from './Seasons.tsx'
import styles from '../../ui/Office.module.css'
import { LoadError } from '../../shell/ErrorPage.tsx'

type EventRow = Reply<'GET /v1/office/events'>['rows'][number]

const kinds = Object.values(eventFlags)[0] ?? []
const kindOf = (event: EventRow) =>
  kinds
    .filter(([name]) => event[name])
    .map(([, label]) => label)
    .join(', ') || 'Convention and competition'

const columns: readonly Column<EventRow>[] = [
  {
    key: 'name',
    header: 'Event',
    sort: ({ name }) => name,
    width: 'minmax(0, 1.4fr)',
    cell: ({ id, name, subdomain, published }) => (
      <span className={styles['line']} style={{ display: 'block' }}>
        <Link to={paths.officeAt(`events/${id}`)} className={styles['name']}>
          {name}
        </Link>
        {!published && <StatusBadge state="standby">Draft</StatusBadge>}
        <span className={styles['second']}>{subdomain}</span>
      </span>
    ),
  },
  { key: 'kind', header: 'Kind', sort: kindOf, phone: 'below', width: 'minmax(0, 1.4fr)', cell: kindOf },
  {
    key: 'support_email',
    header: 'Email for questions',
    phone: 'below',
    sort: ({ support_email }) => support_email,
    width: 'minmax(0, 1.2fr)',
    cell: ({ support_email }) => support_email,
  },
]

/** The brands: a handful, filtered and sorted here; a view of so few would save nothing. */
export function EventsPage() {
  const { data, error, refetch } = useRead('GET /v1/office/events', {})
  const keptOrder = useAddressOrder()
  const may = useSession()?.role === 'admin'
  const [beginning, setBeginning] = useState(false)
  return (
    <div className={styles['stack']}>
      <PageHeader title="Events" actions={may && <Button onClick={() => setBeginning(true)}>New event</Button>}>
        Each tour with its settings, names and prices.
      </PageHeader>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <RowsSkeleton rows={6} columns={3} />}
      {data && (
        <DataRows
          label="Events"
          rows={data.rows}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          columns={columns}
          keptOrder={keptOrder}
          empty={
            <Panel>
              <Empty title="No event yet">An event is a tour with its cities.</Empty>
            </Panel>
          }
        />
      )}
      <Seasons />
      {beginning && <NewEventDialog onClose={() => setBeginning(false)} />}
    </div>
  )
}
