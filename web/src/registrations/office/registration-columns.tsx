import { slashDateIn } from '@callboard/domain/kernel/moment-text.ts'
import { paths } from '../../shell/paths.ts'
import type { Reply } from '../../api/call.ts'
import { StatusBadge, type StatusTone } from '../../ui/StatusBadge.tsx'
import type { Column } from '../../ui/data-columns.ts'
import { EmailText } from '../../ui/ListCells.tsx'
import { Day } from '../../ui/Day.tsx'
import { Link } from '../../ui/Link.tsx'
import { Money } from '../../ui/Money.tsx'
import styles from '../../ui/Office.module.css'
import { statusOf } from '@callboard/domain/registrations/registration-status.ts'

type RegistrationLine = Reply<'GET /v1/office/registrations'>['rows'][number]

type BadgeFacts = Pick<RegistrationLine, 'deleted' | 'completed' | 'confirmed' | 'balance'>

/** The status of a registration: one word and its tone. */
function statusBadgeOf(row: BadgeFacts): { tone: StatusTone; word: string } {
  const status = statusOf(row)
  if (status === 'deleted') return { tone: 'stop', word: 'Deleted' }
  if (status === 'completed') return { tone: 'standby', word: 'To review' }
  if (status !== 'confirmed') return { tone: 'idle', word: 'Not completed' }
  return row.balance > 0 ? { tone: 'standby', word: 'Balance due' } : { tone: 'done', word: 'Confirmed' }
}

export function RegistrationBadge({ of }: { of: BadgeFacts }) {
  const { tone, word } = statusBadgeOf(of)
  return <StatusBadge state={tone}>{word}</StatusBadge>
}

export const lineName = ({ studio, owner }: RegistrationLine) => studio ?? owner

export const columns: readonly Column<RegistrationLine>[] = [
  {
    key: 'studio',
    header: 'Studio',
    sort: lineName,
    width: 'minmax(0, 2.2fr)',
    cell: (row) => (
      <span className={styles['line']} style={{ display: 'block' }}>
        <Link to={paths.officeAt(`registrations/${row.id}`)} className={styles['name']} data-line>
          {statusOf(row) === 'completed' && !row.viewed && (
            <span className={styles['new']}>{row.edited_at ? 'Edited' : 'New'}</span>
          )}
          {lineName(row)}
        </Link>
        <span className={styles['second']}>
          #{row.id} · <EmailText email={row.email} />
        </span>
      </span>
    ),
  },
  {
    key: 'city',
    phone: 'below',
    header: 'City',
    sort: ({ city }) => city,
    width: 'minmax(0, 1.4fr)',
    cell: ({ city, event, start_date }) => (
      <span>
        {city}
        <span className={styles['second']}>
          {event}, <Day date={start_date} />
        </span>
      </span>
    ),
  },
  {
    key: 'status',
    phone: 'below',
    header: 'Status',
    text: (row) => statusBadgeOf(row).word,
    width: '128px',
    cell: (row) => <RegistrationBadge of={row} />,
  },
  {
    key: 'completed',
    phone: 'named',
    header: 'Completed',
    sort: ({ completed_at }) => completed_at,
    width: '92px',
    cell: ({ completed_at, time_zone }) => (completed_at ? slashDateIn(time_zone, completed_at) : '–'),
  },
  {
    key: 'dancers',
    phone: 'named',
    header: 'Dancers',
    sort: ({ dancers }) => dancers,
    align: 'end',
    width: '72px',
    cell: ({ dancers }) => dancers,
  },
  {
    key: 'routines',
    phone: 'named',
    header: 'Routines',
    sort: ({ routine_count }) => routine_count,
    align: 'end',
    width: '76px',
    cell: ({ routine_count }) => routine_count,
  },
  {
    key: 'total',
    phone: 'named',
    header: 'Total',
    sort: ({ total }) => total,
    align: 'end',
    width: '96px',
    cell: ({ total }) => <Money cents={total} />,
  },
  {
    key: 'balance',
    phone: 'beside',
    header: 'Balance',
    sort: ({ balance }) => balance,
    align: 'end',
    width: '96px',
    cell: ({ balance }) => <Money cents={balance} />,
  },
]
