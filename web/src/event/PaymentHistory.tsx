import { DataRows } from '../ui/DataRows.tsx'
import type { Column } from '../ui/data-columns.ts'
import { DateTime } from '../ui/Day.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Money } from '../ui/Money.tsx'
import { Panel } from '../ui/Panel.tsx'
import { useMemo } from 'react'
import type { useEvent } from './use-event.ts'

type Payment = ReturnType<typeof useEvent>['area']['payments'][number]

const how = ({ method, last_four, check_number, amount }: Payment) => {
  const with_number = last_four ? `${method} ending ${last_four}` : check_number ? `${method} ${check_number}` : method
  return amount < 0 ? `${with_number}, given back` : with_number
}

const columnsIn = (zone: string): Column<Payment>[] => [
  { key: 'date', header: 'Date', cell: ({ timestamp }) => <DateTime at={timestamp} zone={zone} />, width: '2fr' },
  { key: 'method', header: 'Paid by', cell: how, text: how, width: '2fr' },
  { key: 'origin', header: 'Origin', cell: ({ origin }) => origin, text: ({ origin }) => origin, width: '1fr' },
  { key: 'amount', header: 'Amount', cell: ({ amount }) => <Money cents={amount} />, align: 'end', width: '1fr' },
]

/** Every payment with where it came from, the newest first. EVT-026. */
export function PaymentHistory({ payments, zone }: { payments: readonly Payment[]; zone: string }) {
  const columns = useMemo(() => columnsIn(zone), [zone])
  if (payments.length === 0) {
    return (
      <Panel>
        <Empty title="You don't have any payments.">What you pay, and what the office records, is listed here.</Empty>
      </Panel>
    )
  }
  return (
    <DataRows
      label="Payments"
      rows={payments}
      rowKey={({ id }) => id}
      rowName={how}
      columns={columns}
      filter={false}
      empty={null}
    />
  )
}
