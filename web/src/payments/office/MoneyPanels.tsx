import { Button } from '@mantine/core'
import { useAct } from '../../api/use-call.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { Money } from '../../ui/Money.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useFocusWhenLost } from '../../ui/focus-when-lost.ts'
import { toast } from '../../ui/toasts.ts'
import { refreshed, type OfficeRecord } from '../../registrations/office/record.ts'
import styles from '../../ui/Office.module.css'

const creditWords = {
  claimed: { tone: 'standby', word: 'Claimed, not verified' },
  verified: { tone: 'done', word: 'Verified' },
  rejected: { tone: 'stop', word: 'Rejected' },
} as const

/** A credit the studio says it has, to be verified or rejected. OFF-026. */
export function CreditPanel({ record: { credit } }: { record: OfficeRecord }) {
  const { mutate, isPending } = useAct('PUT /v1/office/credits/{id}', {
    refreshes: refreshed,
    onSuccess: ({ status }) => toast(status === 'verified' ? 'Credit verified' : 'Credit rejected'),
  })
  const focusRef = useFocusWhenLost<HTMLDivElement>(credit?.status)
  if (!credit) return null
  const { tone, word } = creditWords[credit.status]
  const decide = (status: 'verified' | 'rejected') => mutate({ params: { id: credit.id }, body: { status } })
  return (
    <Panel title="Credit and vouchers">
      <div ref={focusRef} tabIndex={-1} className={styles['pair']} style={{ justifyContent: 'space-between' }}>
        <span>
          <strong>
            <Money cents={credit.amount} />
          </strong>{' '}
          from {credit.from} <StatusBadge state={tone}>{word}</StatusBadge>
        </span>
        <span className={styles['pair']}>
          {credit.status !== 'rejected' && (
            <Button variant="default" size="sm" disabled={isPending} onClick={() => decide('rejected')}>
              Reject
            </Button>
          )}
          {credit.status !== 'verified' && (
            <Button variant="default" size="sm" disabled={isPending} onClick={() => decide('verified')}>
              Verify
            </Button>
          )}
        </span>
      </div>
    </Panel>
  )
}
