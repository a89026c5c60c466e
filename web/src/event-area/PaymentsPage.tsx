import { cents } from '@callboard/domain/kernel/money.ts'
import { paymentsView } from '@callboard/domain/payments/methods.ts'
import { Tabs } from '@mantine/core'
import '@mantine/core/styles/Tabs.css'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PaymentHistory } from '../payments/PaymentHistory.tsx'
import { PaymentPanel } from '../payments/PaymentPanel.tsx'
import { Day } from '../ui/Day.tsx'
import { Money } from '../ui/Money.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useFocusWhenLost } from '../ui/focus-when-lost.ts'
import { useSearchParams } from '../ui/use-search-params.ts'
import { toast } from '../ui/toasts.ts'
import { MoneyDocuments } from './MoneyDocuments.tsx'
import { eventAreaQuery, registrationQuery, useEvent } from './event-record.ts'

type View = ReturnType<typeof paymentsView>

/** Shows past payments and the payment form; a payment leads to the history. PAY-032, PAY-033, EVT-025. */
export function PaymentsPage() {
  const { id, record, area } = useEvent()
  const queries = useQueryClient()
  const [{ pay }] = useSearchParams<{ pay?: boolean }>()
  const [view, setView] = useState<View>(() =>
    pay && area.balance > 0 ? 'make-payment' : pay === false ? 'history' : paymentsView(area.payments.length, false),
  )
  const history = useFocusWhenLost<HTMLButtonElement>(view)
  const readAnew = () =>
    Promise.all(
      [eventAreaQuery(id), registrationQuery(id)].map(({ queryKey }) => queries.invalidateQueries({ queryKey })),
    )
  return (
    <>
      <PageHeader title="Payments">
        {area.balance < 0 && (
          <>
            Overpaid: <Money cents={cents(-area.balance)} />
          </>
        )}
        {area.balance > 0 && (
          <>
            {area.due_state === 'overdue' ? 'Was due by ' : 'Pay by '}
            <Day date={area.due_date} />: <Money cents={area.balance} />
          </>
        )}
      </PageHeader>
      <Tabs value={view} onChange={(next) => setView(next === 'history' ? next : 'make-payment')} keepMounted={false}>
        <Tabs.List mb="lg">
          <Tabs.Tab ref={history} value="history">
            History
          </Tabs.Tab>
          <Tabs.Tab value="make-payment">Make a payment</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="history">
          <PaymentHistory registration_id={id} zone={record.tour_date.time_zone} />
          <MoneyDocuments registration_id={id} zone={record.tour_date.time_zone} />
        </Tabs.Panel>
        <Tabs.Panel value="make-payment">
          <PaymentPanel
            registration={record}
            onChanged={async () => void (await readAnew())}
            onPaid={() => {
              toast('We received your payment. Thank you!')
              setView('history')
            }}
          />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
