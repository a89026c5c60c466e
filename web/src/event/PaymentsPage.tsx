import { paymentsView } from '@callboard/domain/payments/methods.ts'
import { Tabs } from '@mantine/core'
import '@mantine/core/styles/Tabs.css'
import { PageHeader } from '../ui/PageHeader.tsx'
import { MakePayment } from './MakePayment.tsx'
import { PaymentHistory } from './PaymentHistory.tsx'
import { useEvent } from './use-event.ts'

/** What was paid, and what is still to pay. EVT-025. */
export function PaymentsPage() {
  const { record, area } = useEvent()
  return (
    <>
      <PageHeader title="Payments" />
      <Tabs defaultValue={paymentsView(area.payments.length, false)} keepMounted={false}>
        <Tabs.List mb="lg">
          <Tabs.Tab value="history">History</Tabs.Tab>
          <Tabs.Tab value="make-payment">Make a payment</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="history">
          <PaymentHistory payments={area.payments} zone={record.tour_date.time_zone} />
        </Tabs.Panel>
        <Tabs.Panel value="make-payment">
          <MakePayment area={area} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
