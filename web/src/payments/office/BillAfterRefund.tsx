import { cents, zeroCents, type Cents } from '@callboard/domain/kernel/money.ts'
import { balanceAfterRefund } from '@callboard/domain/payments/refund.ts'
import { moneyText } from '../../ui/Money.tsx'
import { Choices } from '../Choices.tsx'

type BillAfterRefundProps = {
  raw: Cents
  /** The refund, in cents. */
  amount: Cents
  fee?: Cents
  /** Null: not decided yet. */
  lowersBill: boolean | null
  onChange: (lowersBill: boolean) => void
}

const balanceText = (balance: Cents) =>
  balance > 0
    ? `Afterwards ${moneyText(balance)} is due.`
    : balance < 0
      ? `Afterwards ${moneyText(cents(-balance))} is still overpaid.`
      : 'Afterwards nothing is due.'

/** Asks whether the bill sinks with a refund, and shows the balance that follows from either answer. OFF-020. */
export function BillAfterRefund({ raw, amount, fee = zeroCents, lowersBill, onChange }: BillAfterRefundProps) {
  const note = (lowers_bill: boolean) => balanceText(balanceAfterRefund({ raw, amount, fee, lowers_bill }))
  return (
    <Choices
      legend="What about the bill?"
      value={lowersBill === null ? null : lowersBill ? 'lower' : 'keep'}
      options={[
        { value: 'keep', label: 'Keep the bill', note: note(false) },
        { value: 'lower', label: `Also lower the bill by ${moneyText(amount)}`, note: note(true) },
      ]}
      onChange={(choice) => onChange(choice === 'lower')}
    />
  )
}
