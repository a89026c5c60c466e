import { type OfficePayment, paidBy, type OfficeRecord } from '../../registrations/office/record.ts'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { address } from '../../api/call.ts'
import { useRead } from '../../api/use-call.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { momentText } from '../../ui/Day.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Money, moneyText } from '../../ui/Money.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import { useFocusWhenLost } from '../../ui/focus-when-lost.ts'
import { cents } from '@callboard/domain/kernel/money.ts'
import { LoadError } from '../../shell/ErrorPage.tsx'
import styles from '../../ui/Office.module.css'

// Asked for by a click only.
const RefundDialog = lazy(async () => ({ default: (await import('./RefundDialog.tsx')).RefundDialog }))
const ReversalDialog = lazy(async () => ({ default: (await import('./ReversalDialog.tsx')).ReversalDialog }))

const statement = '/v1/office/registrations/{id}/statement'

type PaymentDialogState = { what: 'refund' | 'reversal' | 'mistake'; payment: OfficePayment }

/** Lists payments and refunds, newest first, with the refundable amount of each. PAY-018, PAY-060, OFF-020. */
export function PaymentsPanel({ record, onPay }: { record: OfficeRecord; onPay: () => void }) {
  const { data, error, refetch } = useRead('GET /v1/office/registrations/{id}/money', { params: { id: record.id } })
  const [openDialog, setOpenDialog] = useState<PaymentDialogState | null>(null)
  const close = () => setOpenDialog(null)
  // The button that had focus may be removed together with its payment.
  const list = useFocusWhenLost<HTMLUListElement>(data)
  return (
    <Panel
      title="Payments"
      flush
      actions={
        <>
          <Button
            component="a"
            variant="subtle"
            size="sm"
            download
            href={address(statement, { params: { id: record.id } })}
          >
            Statement
          </Button>
          <Button variant="default" size="sm" onClick={onPay} disabled={record.deleted}>
            Record payment
          </Button>
        </>
      }
    >
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <RowsSkeleton rows={2} columns={2} />}
      {data?.payments.length === 0 && (
        <Empty title="No payments yet">Checks and cash are recorded here; online payments appear automatically.</Empty>
      )}
      {data && data.payments.length > 0 && (
        <ul ref={list} tabIndex={-1} className={styles['rows']} aria-label="Payments">
          {data.payments.map((payment) => (
            <Row key={payment.id} payment={payment} zone={record.time_zone} onAsk={setOpenDialog} />
          ))}
        </ul>
      )}
      <Suspense fallback={null}>
        {openDialog?.what === 'refund' && <RefundDialog record={record} payment={openDialog.payment} onClose={close} />}
        {openDialog && openDialog.what !== 'refund' && (
          <ReversalDialog payment={openDialog.payment} byMistake={openDialog.what === 'mistake'} onClose={close} />
        )}
      </Suspense>
    </Panel>
  )
}

type RowProps = { payment: OfficePayment; zone: string; onAsk: (openDialog: PaymentDialogState) => void }

function Row({ payment, zone, onAsk }: RowProps) {
  const { amount, left, details, office_reason, origin, timestamp, recorded_by } = payment
  const { refundable, reversible, can_take_back, is_taken_back, open_refund, settled } = payment
  const name = `${paidBy(payment)}, ${moneyText(amount)}`
  return (
    <li>
      <span>
        {is_taken_back ? 'Taken back, ' : amount < 0 ? 'Refund, ' : ''}
        {paidBy(payment)}
        {details.note && <span className={styles['second']}>To the studio: {details.note}</span>}
        {office_reason && <span className={styles['second']}>Office only: {office_reason}</span>}
        <span className={styles['second']}>
          {origin}, {momentText({ at: timestamp, zone })}
          {recorded_by && `, ${recorded_by}`}
        </span>
        {amount > 0 && left < amount && (
          <span className={styles['second']}>
            {left > 0 ? `${moneyText(cents(amount - left))} of it went back` : 'All of it went back'}
          </span>
        )}
        {!settled && left > 0 && <StatusBadge state="standby">Accepted by the bank, not here yet</StatusBadge>}
        {open_refund && (
          <StatusBadge state="standby">Refunding {moneyText(open_refund.amount)}: waiting for the gateway</StatusBadge>
        )}
        {(refundable !== null || reversible || can_take_back) && (
          <span className={styles['pair']} style={{ marginTop: 8 }}>
            {refundable !== null && (
              <Button
                variant="default"
                size="xs"
                aria-label={`Refund ${name}`}
                onClick={() => onAsk({ what: 'refund', payment })}
              >
                Refund
              </Button>
            )}
            {reversible && (
              <Button
                variant="default"
                size="xs"
                aria-label={`${reversalWord[reversible.kind]}: ${name}`}
                onClick={() => onAsk({ what: 'reversal', payment })}
              >
                {reversalWord[reversible.kind]}
              </Button>
            )}
            {can_take_back && (
              <Button
                variant="default"
                size="xs"
                aria-label={`Recorded by mistake: ${name}`}
                onClick={() => onAsk({ what: 'mistake', payment })}
              >
                Recorded by mistake
              </Button>
            )}
          </span>
        )}
      </span>
      <Money cents={amount} />
    </li>
  )
}

const reversalWord = { returned: 'Record bank return', chargeback: 'Record dispute' } as const
