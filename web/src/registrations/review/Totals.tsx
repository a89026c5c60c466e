import { minus, zeroCents, type Cents } from '@callboard/domain/kernel/money.ts'
import type { Quote } from '@callboard/domain/registrations/pricing/line.ts'
import type { SettlementStatus } from '@callboard/domain/registrations/settlement/settlement-status.ts'
import { slashDate } from '@callboard/domain/kernel/moment-text.ts'
import type { dueOf } from '@callboard/domain/payments/dues.ts'
import { moneyText } from '../../ui/Money.tsx'
import { Panel } from '../../ui/Panel.tsx'
import styles from './Review.module.css'

type TotalsProps = { price: Quote; settlement: SettlementStatus; vip_name: string; due: ReturnType<typeof dueOf> }

/** Shows the totals, from the same sums as the payment page; a negative balance is 0 due and overpaid. REV-028, PAY-001, A118. */
export function Totals({ price: { fees }, settlement, vip_name, due: { due_date, due_state } }: TotalsProps) {
  const { due, deposit_offered, deposit_required } = settlement
  const isOverdue = due_state === 'overdue'
  const dueText = `${isOverdue ? 'was' : 'is'} due by ${slashDate(due_date)}${isOverdue ? ' and is overdue' : ''}.`
  return (
    <Panel title="Totals">
      <dl className={styles['totals']}>
        <Line name="Workshop" amount={fees.workshop} />
        {fees.bestdancer !== 0 && <Line name={vip_name} amount={fees.bestdancer} />}
        <Line name="Competition" amount={fees.competition} />
        <Line name="Media season pass" amount={fees.media} />
        <Line name="Grand total" amount={fees.total} strong />
        {due.promo > 0 && <Line name="Promo codes" amount={-due.promo as Cents} />}
        {due.credit > 0 && <Line name="Credit" amount={-due.credit as Cents} />}
        {due.payments !== 0 && <Line name="Payments" amount={-due.payments as Cents} />}
        <Line name="Balance due" amount={due.shown} strong />
        {due.raw < 0 && <Line name="Overpaid" amount={minus(zeroCents, due.raw)} strong />}
      </dl>
      {due.raw > 0 && (
        <p className={styles['due']}>
          {deposit_offered && deposit_required < due.raw
            ? `A deposit of ${moneyText(deposit_required)} completes the registration; the rest ${dueText}`
            : `Payment ${dueText}`}
        </p>
      )}
    </Panel>
  )
}

const Line = ({ name, amount, strong = false }: { name: string; amount: Cents; strong?: boolean }) => (
  <div data-strong={strong || undefined}>
    <dt>{name}</dt>
    <dd>{moneyText(amount)}</dd>
  </div>
)
