import { paths } from '../app/paths.ts'
import { useRead } from '../api/use-call.ts'
import { DataRows } from '../ui/DataRows.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Go } from '../ui/Go.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { RowsSkeleton } from '../ui/Skeletons.tsx'
import { ExceptionsPanel } from './ExceptionsPanel.tsx'
import { columns, lineName, type Line } from './registration-columns.tsx'
import styles from './Office.module.css'
import { Trouble } from './Trouble.tsx'

const most = 1_000
const counted = (count: number) => (count >= most ? '1,000+' : count.toLocaleString('en-US'))
const listed = (state: string) => `${paths.officeAt('registrations')}?state=${state}`

/** What waits at the desk this morning. */
export function TodayPage() {
  const { data, error, refetch } = useRead('GET /v1/office/today', {})
  return (
    <div className={styles['stack']}>
      <PageHeader title="Today at the desk">What studios sent in, what is unpaid, what did not arrive.</PageHeader>
      {error && <Trouble error={error} onAgain={() => void refetch()} />}
      {!data && !error && <RowsSkeleton rows={8} columns={5} />}
      {data && (
        <>
          <nav className={styles['counts']} aria-label="What waits">
            <Count to={listed('unconfirmed')} count={data.counts.to_review} label="to review" />
            <Count to={listed('pending')} count={data.counts.pending} label="with a balance due" />
            <Count to={`${paths.officeAt('dues')}?tab=credits`} count={data.counts.credits} label="credits to verify" />
            <Count to={paths.officeAt('mails')} count={data.counts.failed_mails} label="mails that failed" />
          </nav>
          <ExceptionsPanel exceptions={data.exceptions} zone="UTC" named />
          <Queue title="Newly completed" rows={data.to_review} state="unconfirmed" none="Everything is reviewed.">
            When a studio completes a registration it appears here, to be looked through and confirmed.
          </Queue>
          <Queue title="Balances due" rows={data.pending} state="pending" none="Everyone has paid.">
            Completed registrations with something left to pay appear here.
          </Queue>
        </>
      )}
    </div>
  )
}

const Count = ({ to, count, label }: { to: string; count: number; label: string }) => (
  <Go to={to} className={styles['count']}>
    <span className={styles['number']}>{counted(count)}</span>
    {label}
  </Go>
)

type QueueProps = { title: string; rows: readonly Line[]; state: string; none: string; children: string }

const Queue = ({ title, rows, state, none, children }: QueueProps) => (
  <section className={styles['tight']} aria-label={title}>
    <div className={styles['headed']}>
      <h2>{title}</h2>
      {rows.length > 0 && <Go to={listed(state)}>All of them</Go>}
    </div>
    <DataRows
      label={title}
      rows={rows}
      rowKey={({ id }) => id}
      rowName={lineName}
      columns={columns}
      filter={false}
      empty={
        <Panel>
          <Empty title={none}>{children}</Empty>
        </Panel>
      }
    />
  </section>
)
