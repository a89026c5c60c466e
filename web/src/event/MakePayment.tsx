import { minus, most, nothing } from '@callboard/domain/kernel/money.ts'
import type { ReactNode } from 'react'
import { CueLight } from '../ui/CueLight.tsx'
import { Day } from '../ui/Day.tsx'
import { moneyText } from '../ui/Money.tsx'
import { Panel } from '../ui/Panel.tsx'
import styles from './MakePayment.module.css'
import type { useEvent } from './use-event.ts'

type MakePaymentProps = {
  area: ReturnType<typeof useEvent>['area']
  /** The form that pays; it stands below what is owed. */
  children?: ReactNode
}

/** What is owed and by when; where it is paid. */
export function MakePayment({ area, children }: MakePaymentProps) {
  const { total, promo, credit, paid, balance, due_date } = area
  const lines = [
    ['Total', total],
    ['Promo codes', minus(nothing, promo)],
    ['Credit and vouchers', minus(nothing, credit)],
    ['Paid', minus(nothing, paid)],
  ] as const
  return (
    <Panel title="What is owed">
      <dl className={styles['lines']}>
        {lines
          .filter(([label, amount]) => amount !== 0 || label === 'Total')
          .map(([label, amount]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{moneyText(amount)}</dd>
            </div>
          ))}
        <div data-total>
          <dt>Balance</dt>
          <dd>{moneyText(most(nothing, balance))}</dd>
        </div>
      </dl>
      {balance > 0 ? (
        <>
          <p className={styles['due']}>
            Pay by <Day date={due_date} />
          </p>
          {children}
        </>
      ) : (
        <CueLight state="done">Everything is paid. Thank you!</CueLight>
      )}
    </Panel>
  )
}
