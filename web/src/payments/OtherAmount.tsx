import { checkAmount } from '@callboard/domain/payments/amount.ts'
import type { Cents } from '@callboard/domain/kernel/money.ts'
import { minCents } from '@callboard/domain/kernel/money.ts'
import { worded } from '@callboard/domain/kernel/wording.ts'
import { paymentWording } from '@callboard/domain/registrations/settlement/payment-refusals.ts'
import { MoneyField } from '../ui/masked-fields.tsx'
import { moneyText } from '../ui/Money.tsx'

type OtherAmountProps = {
  /** As it was typed; null: nothing. */
  value: Cents | null
  /** The amount that Pay charges. */
  amount: Cents
  balance: Cents
  /** The amount due now. */
  least: Cents
  onChange: (value: Cents | null) => void
}

/** An amount of the payer's own; never more than the balance. PAY-003. */
export function OtherAmount({ value, amount, balance, least, onChange }: OtherAmountProps) {
  const amountCheck = checkAmount(amount, balance)
  return (
    <MoneyField
      label="Amount to pay"
      name="amount"
      help={`Up to ${moneyText(balance)}. A payment below the amount due now, ${moneyText(least)}, does not hold your places.`}
      value={value}
      onChange={(next) => onChange(next && minCents(next, balance))}
      error={amountCheck.ok ? undefined : worded(paymentWording, amountCheck.refusal)}
    />
  )
}
