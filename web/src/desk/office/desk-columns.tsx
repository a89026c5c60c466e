import { dayIn } from '@callboard/domain/kernel/calendar.ts'
import { startOf, type Instant } from '@callboard/domain/kernel/instant.ts'
import type { Reply } from '../../api/call.ts'
import { StatusBadge, type StatusTone } from '../../ui/StatusBadge.tsx'
import type { Column } from '../../ui/data-columns.ts'
import { Day, distanceText } from '../../ui/Day.tsx'
import { columns as listColumns } from '../../registrations/office/registration-columns.tsx'
import styles from '../../ui/Office.module.css'

export type DeskLine = Reply<'GET /v1/office/today'>['to_review'][number]

const tones: Record<NonNullable<DeskLine['due_state']>, StatusTone> = {
  overdue: 'stop',
  today: 'standby',
  soon: 'standby',
  later: 'idle',
}

/** 'Overdue by 3 days', 'Due in 24 days': from the day it is in the city. */
function dueWords({ due_date, due_state, time_zone }: DeskLine, now: Instant): string {
  if (due_date === null) return ''
  if (due_state === 'today') return 'Due today'
  const distance = distanceText(startOf(due_date), startOf(dayIn(time_zone, now)))
  return due_state === 'overdue' ? `Overdue, ${distance}` : `Due ${distance}`
}

const listed = (key: string) => listColumns.filter((column) => column.key === key)

const payBy = (now: Instant): Column<DeskLine> => ({
  key: 'due',
  header: 'Pay by',
  sort: ({ due_date }) => due_date,
  phone: 'below',
  width: 'minmax(0, 1.1fr)',
  cell: (row) =>
    row.due_date === null || row.due_state === null ? (
      <StatusBadge state="done">Paid</StatusBadge>
    ) : (
      <span>
        <Day date={row.due_date} />
        <span className={styles['second']}>
          <StatusBadge state={tones[row.due_state]}>{dueWords(row, now)}</StatusBadge>
        </span>
      </span>
    ),
})

/** Columns of registrations to review: waiting since, balance and due date. */
export const reviewColumns = (now: Instant): Column<DeskLine>[] => [
  ...listed('studio'),
  ...listed('city'),
  {
    key: 'completed',
    header: 'Completed',
    sort: ({ completed_at }) => completed_at,
    phone: 'below',
    width: 'minmax(0, 1fr)',
    cell: ({ completed_at, time_zone }) =>
      completed_at && (
        <span>
          <Day date={dayIn(time_zone, completed_at)} />
          <span className={styles['second']}>{distanceText(completed_at, now)}</span>
        </span>
      ),
  },
  ...listed('dancers'),
  ...listed('routines'),
  payBy(now),
  ...listed('balance'),
]

/** Registrations that are reviewed but not paid. */
export const owingColumns = (now: Instant): Column<DeskLine>[] => [
  ...listed('studio'),
  ...listed('city'),
  payBy(now),
  ...listed('total'),
  ...listed('balance'),
]
