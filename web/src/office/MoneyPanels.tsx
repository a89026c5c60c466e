import { Button } from '@mantine/core'
import { paymentMethods } from '@callboard/domain/payments/methods.ts'
import { useAct } from '../api/use-call.ts'
import { CueLight } from '../ui/CueLight.tsx'
import { momentText } from '../ui/Day.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Money } from '../ui/Money.tsx'
import { Panel } from '../ui/Panel.tsx'
import { toast } from '../ui/toasts.ts'
import { refreshed, type OfficeRecord } from './record.ts'
import styles from './Office.module.css'

const methodName = (id: number) => paymentMethods.find((method) => method.id === id)?.name ?? 'Payment'

/** What came in and what was given back, newest first. PAY-018, PAY-060. */
export const PaymentsPanel = ({ record, onPay }: { record: OfficeRecord; onPay: () => void }) => (
  <Panel
    title="Payments"
    flush
    actions={
      <Button variant="default" size="sm" onClick={onPay} disabled={record.deleted}>
        Record payment
      </Button>
    }
  >
    {record.payments.length === 0 ? (
      <Empty title="Nothing has come in">
        Checks and cash are recorded here; online payments appear by themselves.
      </Empty>
    ) : (
      <ul className={styles['rows']}>
        {record.payments.map(({ id, amount, payment_method_id, details, origin, timestamp }) => (
          <li key={id}>
            <span>
              {amount < 0 ? 'Given back, ' : ''}
              {methodName(payment_method_id)}
              {details.check_number && ` ${details.check_number}`}
              {details.last_four && ` ending ${details.last_four}`}
              {details.note && <span className={styles['second']}>{details.note}</span>}
              <span className={styles['second']}>
                {origin}, {momentText({ at: timestamp, zone: record.time_zone })}
              </span>
            </span>
            <Money cents={amount} />
          </li>
        ))}
      </ul>
    )}
  </Panel>
)

const creditWords = {
  claimed: { cue: 'standby', word: 'Claimed, not verified' },
  verified: { cue: 'done', word: 'Verified' },
  rejected: { cue: 'stop', word: 'Rejected' },
} as const

/** A credit the studio says it has, to be verified or rejected. OFF-026. */
export function CreditPanel({ record: { credit } }: { record: OfficeRecord }) {
  const { mutate, isPending } = useAct('PUT /v1/office/credits/{id}', {
    refreshes: refreshed,
    onSuccess: ({ status }) => toast(status === 'verified' ? 'Credit verified' : 'Credit rejected'),
  })
  if (!credit) return null
  const { cue, word } = creditWords[credit.status]
  const decide = (status: 'verified' | 'rejected') => mutate({ params: { id: credit.id }, body: { status } })
  return (
    <Panel title="Credit and vouchers">
      <div className={styles['pair']} style={{ justifyContent: 'space-between' }}>
        <span>
          <strong>
            <Money cents={credit.amount} />
          </strong>{' '}
          from {credit.from} <CueLight state={cue}>{word}</CueLight>
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
