import { useMemo } from 'react'
import { paths } from '../../shell/paths.ts'
import { useRead } from '../../api/use-call.ts'
import type { Column } from '../../ui/data-columns.ts'
import { DataRows } from '../../ui/DataRows.tsx'
import { Link } from '../../ui/Link.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import { ExceptionsPanel } from '../../payments/office/ExceptionsPanel.tsx'
import { owingColumns, reviewColumns, type DeskLine } from './desk-columns.tsx'
import { lineName } from '../../registrations/office/registration-columns.tsx'
import styles from '../../ui/Office.module.css'
import { LoadError } from '../../shell/ErrorPage.tsx'

const most = 1_000
const countText = (count: number) => (count >= most ? '1,000+' : count.toLocaleString('en-US'))
const listed = (state: string) => `${paths.officeAt('registrations')}?state=${state}`

/** Shows the office's open tasks of today. */
export function TodayPage() {
  const { data, error, refetch } = useRead('GET /v1/office/today', {})
  const now = data?.now
  const [review, owing] = useMemo(() => (now ? [reviewColumns(now), owingColumns(now)] : [[], []]), [now])
  return (
    <div className={styles['stack']}>
      <PageHeader title="Today">New registrations, open balances and failed emails.</PageHeader>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <RowsSkeleton rows={8} columns={5} />}
      {data && (
        <>
          <nav className={styles['counts']} aria-label="Open tasks">
            <Count to={listed('unconfirmed')} count={data.counts.to_review} label="to review" />
            <Count to={`${paths.officeAt('dues')}?tab=all`} count={data.counts.pending} label="with a balance due" />
            <Count to={paths.officeAt('credits')} count={data.counts.credits} label="credits to verify" />
            <Count to={paths.officeAt('mails')} count={data.counts.failed_mails} label="failed emails" />
          </nav>
          <ExceptionsPanel exceptions={data.exceptions} zone="UTC" named />
          <Queue
            title="To review"
            rows={data.to_review}
            columns={review}
            all={listed('unconfirmed')}
            none="Everything is reviewed."
          >
            Completed registrations appear here to be reviewed and confirmed.
          </Queue>
          <Queue
            title="Reviewed, with a balance due"
            rows={data.pending}
            columns={owing}
            all={`${paths.officeAt('dues')}?tab=all`}
            none="No one else owes anything."
          >
            Reviewed registrations with a balance appear here, the earliest due date first.
          </Queue>
        </>
      )}
    </div>
  )
}

const Count = ({ to, count, label }: { to: string; count: number; label: string }) => (
  <Link to={to} className={styles['count']}>
    <span className={styles['number']}>{countText(count)}</span>
    {label}
  </Link>
)

type QueueProps = {
  title: string
  rows: readonly DeskLine[]
  columns: readonly Column<DeskLine>[]
  /** Where the whole list is. */
  all: string
  none: string
  children: string
}

const Queue = ({ title, rows, columns, all, none, children }: QueueProps) => (
  <section className={styles['tight']} aria-label={title}>
    <div className={styles['headed']}>
      <h2>{title}</h2>
      {rows.length > 0 && <Link to={all}>View all</Link>}
    </div>
    <DataRows
      label={title}
      rows={rows}
      rowKey={({ id }) => id}
      rowName={lineName}
      columns={columns}
      filter={false}
      empty={
        <p className={styles['nothing']}>
          <strong>{none}</strong> {children}
        </p>
      }
    />
  </section>
)
