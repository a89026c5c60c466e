import { paymentText } from '@callboard/domain/payments/methods.ts'
import { useMemo } from 'react'
import { LoadError } from '../shell/ErrorPage.tsx'
import type { Reply } from '../api/call.ts'
import { useRead } from '../api/use-call.ts'
import { DataRows } from '../ui/DataRows.tsx'
import type { Column } from '../ui/data-columns.ts'
import { DateTime } from '../ui/Day.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Money } from '../ui/Money.tsx'
import { Panel } from '../ui/Panel.tsx'
import { RowsSkeleton } from '../ui/Skeletons.tsx'
import styles from './Payments.module.css'

type Payment = Reply<'GET /v1/payments/history'>[number]

const how = ({ method, amount, settled, details, is_taken_back }: Payment) => {
  const methodText = paymentText(method, details)
  if (is_taken_back) return `Taken back, ${methodText}`
  if (amount < 0) return `Refund, ${methodText}`
  return settled ? methodText : `${methodText}, on its way`
}
const reason = ({ details: { note } }: Payment) => note ?? ''

const columnsIn = (zone: string): Column<Payment>[] => [
  {
    key: 'date',
    header: 'Date',
    cell: ({ timestamp }) => <DateTime at={timestamp} zone={zone} />,
    sort: ({ timestamp }) => timestamp,
    width: '2fr',
  },
  {
    key: 'method',
    header: 'Method',
    cell: (payment) => (
      <span>
        {how(payment)}
        {reason(payment) && <span className={styles['reason']}>{reason(payment)}</span>}
      </span>
    ),
    text: how,
    sort: how,
    width: '3fr',
    phone: 'below',
  },
  {
    key: 'origin',
    header: 'Origin',
    cell: ({ origin }) => origin,
    text: ({ origin }) => origin,
    sort: ({ origin }) => origin,
    width: '1fr',
    phone: 'below',
  },
  {
    key: 'amount',
    header: 'Amount',
    cell: ({ amount }) => <Money cents={amount} />,
    sort: ({ amount }) => amount,
    align: 'end',
    width: '1fr',
    phone: 'beside',
  },
]

/** Every payment of a registration: when, how much, by what, from where. PAY-034, PAY-052, PAY-059. */
export function PaymentHistory({ registration_id, zone }: { registration_id: number; zone: string }) {
  const read = useRead('GET /v1/payments/history', { query: { registration_id } })
  const columns = useMemo(() => columnsIn(zone), [zone])
  if (read.error && !read.data) return <LoadError error={read.error} onRetry={() => void read.refetch()} />
  if (!read.data) return <RowsSkeleton rows={3} />
  return (
    <DataRows
      label="Payments"
      rows={read.data}
      rowKey={({ id }) => id}
      rowName={how}
      columns={columns}
      startOrder={{ key: 'date', descending: true }}
      filter={false}
      empty={
        <Panel>
          <Empty title="You don't have any payments.">Your payments, and those the office records, appear here.</Empty>
        </Panel>
      }
    />
  )
}
