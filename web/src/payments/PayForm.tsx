import {
  amountFor,
  amountTypes,
  checkAmount,
  preselectedType,
  type AmountType,
} from '@callboard/domain/payments/amount.ts'
import { paymentMethodIds, type OfferedMethod } from '@callboard/domain/payments/methods.ts'
import { minus, most, nothing, least, type Cents } from '@callboard/domain/kernel/money.ts'
import { useState } from 'react'
import { MoneyField } from '../ui/masked-fields.tsx'
import { moneyText } from '../ui/Money.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Choices } from './Choices.tsx'
import { PayByCard } from './PayByCard.tsx'
import { PayByCheck } from './PayByCheck.tsx'
import styles from './Payments.module.css'
import type { Standing } from './reading-payments.ts'
import type { usePay } from './use-pay.ts'

type PayFormProps = {
  registration_id: number
  standing: Standing
  paying: ReturnType<typeof usePay>
  onReserve: (() => Promise<void>) | undefined
}

const typeLabels: Record<AmountType, string> = { full: 'Full amount', deposit: 'Deposit', other: 'Other amount' }
const methodLabels = {
  card: 'Credit or debit card',
  bank: 'Bank account (e-check)',
  paypal: 'PayPal',
  check: 'Check (pay later)',
}

/** How much, by what, and the payment itself. PAY-002 to PAY-007, PAY-053. */
export function PayForm({ registration_id, standing, paying, onReserve }: PayFormProps) {
  const { balance, deposit, deposit_offered, deposit_required, payments } = standing
  const [type, setType] = useState(() => preselectedType(balance, deposit, deposit_offered))
  const [entered, setEntered] = useState<Cents | null>(null)
  const [method, setMethod] = useState<OfferedMethod['method']>('card')
  const depositLeft = most(nothing, least(balance, minus(deposit_required, payments)))
  const types = amountTypes(deposit_offered && depositLeft > 0)
  const chosen = types.includes(type) ? type : 'full'
  const amount = amountFor(chosen, entered ?? nothing, balance, deposit_required, payments)
  const sums = { full: balance, deposit: depositLeft, other: null }
  const order = Object.keys(methodLabels)
  const listed = standing.methods.toSorted((a, b) => order.indexOf(a.method) - order.indexOf(b.method))
  const methods = listed.map((offer) =>
    // A check pays all of it or nothing; the rest of each rule was asked on the server.
    offer.method === 'check' && offer.offered && chosen !== 'full'
      ? { ...offer, offered: false, why: 'A check pays the full amount, with no deposit.' }
      : offer,
  )
  const now = methods.find((offer) => offer.method === method)?.offered ? method : 'card'
  const busy = paying.state.step === 'sending'

  return (
    <Panel title="Make a payment">
      <div className={styles['stack']}>
        <Choices
          legend="Amount"
          value={chosen}
          onChange={setType}
          disabled={busy}
          options={types.map((key) => ({
            value: key,
            label: typeLabels[key],
            ...(sums[key] !== null && { sum: moneyText(sums[key]) }),
            note: key === 'deposit' ? 'Holds your places; the rest is due later.' : null,
          }))}
        />
        {chosen === 'other' && (
          <MoneyField
            label="Amount to pay"
            name="amount"
            help={`Up to ${moneyText(balance)}. A payment that does not cover what is due now does not keep your places.`}
            value={entered}
            onChange={(value) => setEntered(value && least(value, balance))}
            error={checkAmount(amount, balance).ok ? undefined : `Enter an amount up to ${moneyText(balance)}.`}
          />
        )}
        <Choices
          legend="Payment method"
          value={now}
          onChange={setMethod}
          disabled={busy}
          options={methods.map((offer) => ({
            value: offer.method,
            label: methodLabels[offer.method],
            note: offer.why,
            disabled: !offer.offered,
          }))}
        />
        {now === 'check' ? (
          onReserve && <PayByCheck amount={amount} onReserve={onReserve} />
        ) : (
          <PayByCard
            // Another method begins anew; the amount does not.
            key={now}
            registration_id={registration_id}
            kind={now === 'bank' ? 'bank' : 'card'}
            method_id={now === 'bank' ? paymentMethodIds.bank : paymentMethodIds.card}
            amount={amount}
            payable={checkAmount(amount, balance).ok}
            standing={standing}
            paying={paying}
          />
        )}
      </div>
    </Panel>
  )
}
