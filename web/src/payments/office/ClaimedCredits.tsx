import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { Reply } from '../../api/call.ts'
import { useAct, useRead } from '../../api/use-call.ts'
import { paths } from '../../shell/paths.ts'
import type { Column } from '../../ui/data-columns.ts'
import { DataRows } from '../../ui/DataRows.tsx'
import { confirm } from '../../ui/dialogs.ts'
import { Empty } from '../../ui/Empty.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { Link } from '../../ui/Link.tsx'
import { Money, moneyText } from '../../ui/Money.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import { useFocusWhenLost } from '../../ui/focus-when-lost.ts'
import { toast } from '../../ui/toasts.ts'
import { Pager } from '../../ui/Pager.tsx'
import { refreshed } from '../../registrations/office/record.ts'
import styles from '../../ui/Office.module.css'
import { LoadError } from '../../shell/ErrorPage.tsx'

type Claim = Reply<'GET /v1/office/credits'>['rows'][number]

const statuses = [
  { value: 'claimed', label: 'To verify' },
  { value: 'verified', label: 'Verified' },
  { value: 'rejected', label: 'Rejected' },
] as const
type Status = (typeof statuses)[number]['value']

/** Credits and vouchers that registrants say they have: verified, or rejected and owed again. OFF-026, A06. */
export function ClaimedCredits() {
  const [status, setStatus] = useState<Status>('claimed')
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useRead('GET /v1/office/credits', { query: { status, page } }, { keepsPage: true })
  const { mutate, mutateAsync, isPending } = useAct('PUT /v1/office/credits/{id}', {
    refreshes: [...refreshed, 'GET /v1/office/credits', 'GET /v1/office/dues'],
    onSuccess: (credit) => toast(credit.status === 'verified' ? 'Credit verified' : 'Credit rejected'),
  })
  const columns = useMemo<readonly Column<Claim>[]>(() => {
    const reject = ({ id, amount, studio, email, completed }: Claim) =>
      confirm({
        title: 'Reject this credit?',
        message: `${moneyText(amount)} will be owed again by ${studio ?? email}.${completed ? ' Their registration stays complete.' : ''}`,
        yes: 'Yes, reject it',
        no: 'No, leave it',
        act: () => mutateAsync({ params: { id }, body: { status: 'rejected' } }),
      })
    return [
      {
        key: 'who',
        header: 'Studio',
        width: 'minmax(0, 2fr)',
        cell: ({ registration_id, studio, email, event, city, completed }) => (
          <span className={styles['line']} style={{ display: 'block' }}>
            <Link to={paths.officeAt(`registrations/${registration_id}`)} className={styles['name']}>
              {studio ?? email}
            </Link>
            <span className={styles['second']}>
              {event} {city}
              {!completed && ', not completed yet'}
            </span>
          </span>
        ),
      },
      { key: 'from', header: 'From', phone: 'named', width: 'minmax(0, 2fr)', cell: ({ from }) => from },
      {
        key: 'amount',
        header: 'Amount',
        align: 'end',
        phone: 'beside',
        width: '112px',
        cell: ({ amount }) => <Money cents={amount} />,
      },
      {
        key: 'acts',
        header: 'Decide',
        quietHeader: true,
        phone: 'below',
        align: 'end',
        width: '224px',
        cell: (claim) => (
          <span className={styles['acts']}>
            {claim.status !== 'rejected' && (
              <Button
                variant="default"
                size="compact-sm"
                disabled={isPending}
                aria-label={`Reject the credit of ${claim.studio ?? claim.email}`}
                onClick={() => void reject(claim)}
              >
                Reject
              </Button>
            )}
            {claim.status !== 'verified' && (
              <Button
                variant="default"
                size="compact-sm"
                disabled={isPending}
                aria-label={`Verify the credit of ${claim.studio ?? claim.email}`}
                onClick={() => mutate({ params: { id: claim.id }, body: { status: 'verified' } })}
              >
                Verify
              </Button>
            )}
          </span>
        ),
      },
    ]
  }, [isPending, mutate, mutateAsync])
  // A decided row is gone, with the button that decided it.
  const list = useFocusWhenLost<HTMLDivElement>(data)
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton rows={6} columns={4} />
  return (
    <div ref={list} tabIndex={-1} className={styles['tight']}>
      <div style={{ maxWidth: 240, marginBottom: 8 }}>
        <SelectField
          label="Show"
          value={status}
          options={statuses}
          error={undefined}
          onChange={(next) => {
            setStatus(next ?? 'claimed')
            setPage(1)
          }}
        />
      </div>
      <DataRows
        label="Credits"
        rows={data.rows}
        rowKey={({ id }) => id}
        rowName={({ studio, email }) => studio ?? email}
        columns={columns}
        filter={false}
        empty={
          <Panel>
            <Empty level={2} title={status === 'claimed' ? 'Nothing to verify' : 'None'}>
              Credits and vouchers that registrants claim wait here for a decision. Until then their registration cannot
              be confirmed.
            </Empty>
          </Panel>
        }
      />
      <Pager page={page} more={data.next !== null} onPage={setPage} />
    </div>
  )
}
