import { Button } from '@mantine/core'
import { useState } from 'react'
import { minus } from '@callboard/domain/kernel/money.ts'
import type { Reply } from '../../api/call.ts'
import { useAct, useRead } from '../../api/use-call.ts'
import { paths } from '../../shell/paths.ts'
import { StatusBadge, type StatusTone } from '../../ui/StatusBadge.tsx'
import { momentText } from '../../ui/Day.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Link } from '../../ui/Link.tsx'
import { Money } from '../../ui/Money.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import { useFocusWhenLost } from '../../ui/focus-when-lost.ts'
import styles from '../../ui/Office.module.css'
import own from './Books.module.css'
import { LoadError } from '../../shell/ErrorPage.tsx'

type Books = Reply<'GET /v1/office/books'>
type Finding = Books['findings'][number]
type Night = Books['reconciliations'][number]

const zone = 'UTC'

const kinds: Record<Finding['kind'], { tone: StatusTone; word: string }> = {
  orphan: { tone: 'stop', word: 'Only at the gateway' },
  missing: { tone: 'stop', word: 'Only here' },
  difference: { tone: 'stop', word: 'Differs' },
  unsettled: { tone: 'standby', word: 'Not paid out yet' },
  learned: { tone: 'done', word: 'Corrected' },
}

/** The gateway's book beside ours, night by night, and whether the ledger is whole. */
export function BooksPage() {
  const { data, error, refetch } = useRead('GET /v1/office/books', {})
  const comparing = useAct('POST /v1/office/books/reconcile', {
    refreshes: ['GET /v1/office/books', 'GET /v1/office/today'],
  })
  const compare = useFocusWhenLost<HTMLButtonElement>(comparing.isPending)
  return (
    <div className={styles['stack']}>
      <PageHeader
        title="Books"
        actions={
          <Button ref={compare} variant="default" loading={comparing.isPending} onClick={() => comparing.mutate({})}>
            Compare now
          </Button>
        }
      >
        Every night we compare the payment gateway’s records of the last three days with ours. Missing entries are added
        automatically; remaining differences are listed here and on the Today page.
      </PageHeader>
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <RowsSkeleton rows={6} columns={4} />}
      {data && (
        <>
          <Newest night={data.reconciliations[0]} />
          <Findings findings={data.findings} compared={data.reconciliations.length > 0} />
          <LedgerPanel anchor={data.anchor} />
          <Nights nights={data.reconciliations} />
        </>
      )}
    </div>
  )
}

function Newest({ night }: { night: Night | undefined }) {
  if (!night || night.outcome === 'unavailable') return null
  const rows = [
    ['Charged', night.charged_there, night.charged_here],
    ['Refunded', night.refunded_there, night.refunded_here],
  ] as const
  return (
    <Panel title="The last three days">
      <table className={own['table']} aria-label="The last three days">
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">At the gateway</th>
            <th scope="col">Here</th>
            <th scope="col">Difference</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, there, here]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>
                <Money cents={there} />
              </td>
              <td>
                <Money cents={here} />
              </td>
              <td data-off={there !== here || undefined}>
                <Money cents={minus(there, here)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {night.unsettled > 0 && (
        <p className={own['note']}>
          <Money cents={night.unsettled} /> was approved more than three days ago and is not paid out yet.
        </p>
      )}
    </Panel>
  )
}

const Findings = ({ findings, compared }: { findings: readonly Finding[]; compared: boolean }) => (
  <Panel title="Findings" flush>
    {findings.length === 0 ? (
      <Empty title={compared ? 'No differences' : 'Nothing compared yet'}>
        {compared ? 'Every charge and refund has the same amount in both.' : 'The first comparison runs tonight.'}
      </Empty>
    ) : (
      <ul className={styles['rows']} aria-label="Findings">
        {findings.map((finding) => (
          <li key={finding.id}>
            <span>
              <StatusBadge state={kinds[finding.kind].tone}>{kinds[finding.kind].word}</StatusBadge> {finding.detail}
              <span className={styles['second']}>
                {finding.registration_id !== null && (
                  <>
                    <Link to={paths.officeAt(`registrations/${finding.registration_id}`)}>
                      {finding.studio} #{finding.registration_id}
                    </Link>
                    {', '}
                  </>
                )}
                {[finding.orderid, finding.gateway_transaction_id].filter(Boolean).join(', ')}
              </span>
            </span>
            <span className={own['amounts']}>
              <span className={styles['second']}>
                gateway <Money cents={finding.there} />
              </span>
              <span className={styles['second']}>
                here <Money cents={finding.here} />
              </span>
            </span>
          </li>
        ))}
      </ul>
    )}
  </Panel>
)

function LedgerPanel({ anchor }: { anchor: Books['anchor'] }) {
  const [report, setReport] = useState<Reply<'POST /v1/office/books/check'>>()
  const checking = useAct('POST /v1/office/books/check', { onSuccess: setReport })
  const read = useFocusWhenLost<HTMLButtonElement>(checking.isPending)
  return (
    <Panel
      title="The ledger"
      actions={
        <Button ref={read} variant="default" size="sm" loading={checking.isPending} onClick={() => checking.mutate({})}>
          Verify from the beginning
        </Button>
      }
    >
      <p className={own['note']}>
        {anchor
          ? `Last recorded ${momentText({ at: anchor.made_at, zone })}, number ${anchor.id}:`
          : 'Recorded tonight for the first time.'}
      </p>
      {anchor && <code className={own['digest']}>{anchor.digest}</code>}
      <div aria-live="polite">
        {report && report.faults.length === 0 && (
          <p className={own['note']}>
            <StatusBadge state="done">
              {report.entries.toLocaleString('en-US')} entries of {report.registrations.toLocaleString('en-US')}{' '}
              registrations verified; none was altered.
            </StatusBadge>
          </p>
        )}
        {report && report.faults.length > 0 && (
          <ul className={own['faults']}>
            {report.faults.map(({ registration_id, entry, what }) => (
              <li key={`${registration_id}:${entry}:${what}`}>
                <StatusBadge state="stop">
                  {registration_id === null
                    ? what
                    : `Registration ${registration_id}${entry === null ? '' : `, entry ${entry}`}: ${what}`}
                </StatusBadge>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Panel>
  )
}

const Nights = ({ nights }: { nights: readonly Night[] }) =>
  nights.length === 0 ? null : (
    <Panel title="Comparisons" flush>
      <ul className={styles['rows']} aria-label="Comparisons">
        {nights.map((night) => {
          const off = night.charged_there !== night.charged_here || night.refunded_there !== night.refunded_here
          return (
            <li key={night.id}>
              <span>
                {momentText({ at: night.began, zone })}{' '}
                {night.outcome === 'unavailable' ? (
                  <StatusBadge state="standby">The gateway could not be reached ({night.code})</StatusBadge>
                ) : (
                  <StatusBadge state={off ? 'stop' : 'done'}>{off ? 'Differed' : 'Agreed'}</StatusBadge>
                )}
                <span className={styles['second']}>
                  {night.transactions.toLocaleString('en-US')} transactions
                  {night.learned > 0 && `, ${night.learned} corrected`}
                </span>
              </span>
              <Money cents={night.charged_there} />
            </li>
          )
        })}
      </ul>
    </Panel>
  )
