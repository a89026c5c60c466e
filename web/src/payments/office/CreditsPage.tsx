import { Button } from '@mantine/core'
import { useMemo } from 'react'
import type { Reply } from '../../api/call.ts'
import { useAct, usePendingIds, useRead } from '../../api/use-call.ts'
import { paths } from '../../shell/paths.ts'
import type { Column } from '../../ui/data-columns.ts'
import { confirm } from '../../ui/dialogs.ts'
import { SelectField } from '../../ui/fields.tsx'
import { Link } from '../../ui/Link.tsx'
import { Money, moneyText } from '../../ui/Money.tsx'
import { useFocusWhenLost } from '../../ui/focus-when-lost.ts'
import { toast } from '../../ui/toasts.ts'
import { refreshed } from '../../registrations/office/record.ts'
import styles from '../../ui/Office.module.css'
import { OfficeList } from '../../shell/OfficeList.tsx'
import { useOfficeList } from '../../ui/use-search-params.ts'

type Claim = Reply<'GET /v1/office/credits'>['rows'][number]

const statuses = [
  { value: 'claimed', label: 'To verify' },
  { value: 'verified', label: 'Verified' },
  { value: 'rejected', label: 'Rejected' },
] as const
type Status = (typeof statuses)[number]['value']
type Sort = 'claimed' | 'studio' | 'from' | 'amount'
type SearchParams = { q?: string | number; status?: Status; sort?: Sort; order?: 'asc' | 'desc'; page?: number }

/** Credits and vouchers that registrants say they have: verified, or rejected and owed again. OFF-026, A06. */
export function CreditsPage() {
  const { list, params, show, query } = useOfficeList<SearchParams>({ sort: 'claimed', order: 'desc' })
  const { status = 'claimed' } = params
  const answer = useRead('GET /v1/office/credits', { query: { ...query, status } }, { keepsPage: true })
  const { mutate, mutateAsync } = useAct('PUT /v1/office/credits/{id}', {
    refreshes: [...refreshed, 'GET /v1/office/credits', 'GET /v1/office/dues'],
    onSuccess: (credit) => toast(credit.status === 'verified' ? 'Credit verified' : 'Credit rejected'),
  })
  const pendingIds = usePendingIds('PUT /v1/office/credits/{id}')
  const columns = useMemo<readonly Column<Claim>[]>(() => {
    const reject = ({ id, amount, studio, email, completed }: Claim) =>
      confirm({
        title: 'Reject this credit?',
        message: `${moneyText(amount)} will be owed again by ${studio ?? email}.${completed ? ' Their registration stays complete, and they get an email.' : ''}`,
        yes: 'Yes, reject it',
        no: 'No, leave it',
        consequence: 'loss',
        act: () => mutateAsync({ params: { id }, body: { status: 'rejected' } }),
      })
    return [
      {
        key: 'studio',
        header: 'Studio',
        sort: ({ studio, email }) => studio ?? email,
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
      {
        key: 'from',
        header: 'From',
        sort: ({ from }) => from,
        phone: 'named',
        width: 'minmax(0, 2fr)',
        cell: ({ from }) => from,
      },
      {
        key: 'amount',
        header: 'Amount',
        sort: ({ amount }) => amount,
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
                disabled={pendingIds.includes(claim.id)}
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
                disabled={pendingIds.includes(claim.id)}
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
  }, [pendingIds, mutate, mutateAsync])
  // A decided row is gone, with the button that decided it.
  const box = useFocusWhenLost<HTMLDivElement>(answer.data)
  return (
    <div ref={box} tabIndex={-1}>
      <OfficeList
        title="Credits"
        about="Credits and vouchers that registrants claim. Until you decide on one, its registration cannot be confirmed. A rejected one is owed again."
        list={list}
        search="Studio, email, city or where it is from"
        filters={
          <SelectField
            label="Status"
            value={status}
            options={statuses}
            error={undefined}
            onChange={(next) => show({ status: next === 'claimed' ? undefined : (next ?? undefined) })}
          />
        }
        answer={answer}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ studio, email }) => studio ?? email}
        empty={
          status === 'claimed'
            ? {
                title: 'Nothing to verify',
                text: 'Credits and vouchers that registrants claim wait here for a decision.',
              }
            : { title: 'None', text: 'Decided credits appear here.' }
        }
        noMatch={{ title: 'No credit matches', text: 'Try fewer letters.' }}
      />
    </div>
  )
}
