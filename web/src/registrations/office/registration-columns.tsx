import { paths } from '../../shell/paths.ts'
import type { Reply } from '../../api/call.ts'
import { CueLight, type Cue } from '../../ui/CueLight.tsx'
import type { Column } from '../../ui/data-columns.ts'
import { Day } from '../../ui/Day.tsx'
import { Go } from '../../ui/Go.tsx'
import { Money } from '../../ui/Money.tsx'
import styles from '../../ui/Office.module.css'

export type Line = Reply<'GET /v1/office/registrations'>['rows'][number]

type Standing = Pick<Line, 'deleted' | 'completed' | 'confirmed' | 'balance'>

/** Where a registration stands, as one word and its lamp. */
export function standingOf({ deleted, completed, confirmed, balance }: Standing): { cue: Cue; word: string } {
  if (deleted) return { cue: 'stop', word: 'Deleted' }
  if (!completed) return { cue: 'idle', word: 'Not completed' }
  if (!confirmed) return { cue: 'standby', word: 'To review' }
  return balance > 0 ? { cue: 'standby', word: 'Balance due' } : { cue: 'done', word: 'Confirmed' }
}

export function Standing({ of }: { of: Standing }) {
  const { cue, word } = standingOf(of)
  return <CueLight state={cue}>{word}</CueLight>
}

export const lineName = ({ studio, owner }: Line) => studio ?? owner

export const columns: readonly Column<Line>[] = [
  {
    key: 'studio',
    header: 'Studio',
    sort: lineName,
    width: 'minmax(0, 2.2fr)',
    cell: (row) => (
      <span className={styles['line']} style={{ display: 'block' }}>
        <Go to={paths.officeAt(`registrations/${row.id}`)} className={styles['name']} data-line>
          {row.completed && !row.viewed && !row.confirmed && (
            <span className={styles['new']} title="Not looked at yet" />
          )}
          {lineName(row)}
        </Go>
        <span className={styles['second']}>
          #{row.id} · {row.email}
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
    key: 'completed',
    phone: 'below',
    header: 'Status',
    sort: ({ completed_at }) => completed_at,
    width: '140px',
    cell: (row) => <Standing of={row} />,
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
    width: '108px',
    cell: ({ total }) => <Money cents={total} />,
  },
  {
    key: 'balance',
    phone: 'beside',
    header: 'Balance',
    sort: ({ balance }) => balance,
    align: 'end',
    width: '108px',
    cell: ({ balance }) => <Money cents={balance} />,
  },
]
