import { amountTypes, type AmountType } from '@callboard/domain/payments/amount.ts'
import {
  chooseAmount,
  chooseMethod,
  startPayment,
  withAmount,
  type PaymentState,
} from '@callboard/domain/payments/payment-state.ts'
import { checkPaysInFull, type ScreenMethod } from '@callboard/domain/payments/methods.ts'
import { minCents, minus, maxCents, zeroCents } from '@callboard/domain/kernel/money.ts'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { dayText } from '../ui/Day.tsx'
import { moneyText } from '../ui/Money.tsx'
import { Panel } from '../ui/Panel.tsx'
import { RestoredNotice } from '../ui/RestoredNotice.tsx'
import { useDraftState, type FormDraft } from '../ui/use-draft.ts'
import { Choices } from './Choices.tsx'
import { PayByCard } from './PayByCard.tsx'
import styles from './Payments.module.css'
import type { PaymentStatus, usePay } from './use-pay.ts'

declare global {
  interface Window {
    ApplePaySession?: { canMakePayments: () => boolean }
  }
}

/** Apple Pay is only there where the browser has it; which others can be used, the gateway's script finds out. */
const isInBrowser = (method: ScreenMethod): boolean =>
  method !== 'apple_pay' || window.ApplePaySession?.canMakePayments() === true

const loadOtherAmount = () => import('./OtherAmount.tsx')
const OtherAmount = lazy(() => loadOtherAmount().then((file) => ({ default: file.OtherAmount })))
const loadPayByCheck = () => import('./PayByCheck.tsx')
const PayByCheck = lazy(() => loadPayByCheck().then((file) => ({ default: file.PayByCheck })))
const PayByWallet = lazy(() => import('./PayByWallet.tsx').then((file) => ({ default: file.PayByWallet })))

type PayFormProps = {
  registration_id: number
  formDraft: FormDraft
  paymentStatus: PaymentStatus
  paying: ReturnType<typeof usePay>
  /** An edit of a completed registration: only what it adds must be paid now. EDIT-013. */
  editing: boolean
  onReserve: (() => Promise<void>) | undefined
}

const typeLabels: Record<AmountType, string> = { full: 'Full amount', deposit: 'Deposit', other: 'Other amount' }
const methodLabels: Record<ScreenMethod, string> = {
  card: 'Credit or debit card',
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
  bank: 'Bank account (e-check)',
  paypal: 'PayPal',
  check: 'Check (pay later)',
}
const order = Object.keys(methodLabels)

/** The part of the choice that survives a reload and a session's end: no card, no account, and no saved one. */
type KeptChoice = Pick<PaymentState, 'type' | 'entered' | 'method'>

/** The choices of the form, kept until they are paid. */
function usePaymentChoice(formDraft: FormDraft, paymentStatus: PaymentStatus) {
  const [keptChoice, setKeptChoice] = useDraftState<KeptChoice | null>(formDraft, 'choice', null)
  const [picked, setPicked] = useState<PaymentState>(() => {
    const start = startPayment(paymentStatus)
    if (!keptChoice) return start
    return chooseAmount(chooseMethod(start, keptChoice.method), keptChoice.type, keptChoice.entered, paymentStatus)
  })
  const begin = useEffectEvent(() => setPicked(startPayment(paymentStatus)))
  useEffect(() => formDraft.onDiscard(() => begin()), [formDraft])
  const setChosen = (next: PaymentState) => {
    setPicked(next)
    setKeptChoice({ type: next.type, entered: next.entered, method: next.method })
  }
  return { picked, setChosen }
}

/** How much, by what, and the payment itself. PAY-002 to PAY-007, PAY-053. */
export function PayForm({ registration_id, formDraft, paymentStatus, paying, editing, onReserve }: PayFormProps) {
  const { balance, deposit_offered, deposit_required, payments, raw_due_now } = paymentStatus
  const { picked, setChosen } = usePaymentChoice(formDraft, paymentStatus)
  const addsLess = editing && raw_due_now > 0 && raw_due_now < balance
  const [wantsOnlyAdded, setWantsOnlyAdded] = useState(addsLess)
  const onlyAdded = wantsOnlyAdded && addsLess
  const paymentState = onlyAdded ? chooseAmount(picked, 'other', raw_due_now, paymentStatus) : picked
  const listed = paymentStatus.methods
    .filter(({ method }) => isInBrowser(method))
    .toSorted((a, b) => order.indexOf(a.method) - order.indexOf(b.method))
    .map((offer) =>
      // A check pays all of it or nothing; the rest of each rule was asked on the server.
      offer.method === 'check' && offer.offered && paymentState.type !== 'full' && !onlyAdded
        ? { ...offer, offered: false, why: checkPaysInFull }
        : offer,
    )
  const isOffered = listed.some(({ method, offered }) => method === paymentState.method && offered)
  // The balance may have changed since; what cannot be chosen any more is not.
  const choice = withAmount(isOffered ? paymentState : chooseMethod(paymentState, 'card'), paymentStatus)
  const depositLeft = maxCents(zeroCents, minCents(balance, minus(deposit_required, payments)))
  const hasDeposit = deposit_offered && depositLeft > 0
  const types = amountTypes(hasDeposit)
  const dueLater = minus(balance, depositLeft)
  const least = addsLess ? raw_due_now : hasDeposit ? depositLeft : balance
  const sums = { full: balance, deposit: depositLeft, other: null }
  const busy = paying.state.step === 'sending'
  const { type, method, amount } = choice
  // The other choices are loaded behind the form, so that none of them is waited for.
  useEffect(() => {
    for (const load of [loadOtherAmount, loadPayByCheck]) load().catch(() => undefined)
  }, [])
  const common = { registration_id, choice, paymentStatus, paying }

  return (
    <Panel title="Make a payment">
      <div className={styles['form']}>
        <RestoredNotice draft={formDraft} />
        <Choices<AmountType | 'added'>
          legend="Amount"
          value={onlyAdded ? 'added' : type}
          onChange={(next) => {
            setWantsOnlyAdded(next === 'added')
            if (next !== 'added') setChosen(chooseAmount(picked, next, picked.entered, paymentStatus))
          }}
          disabled={busy}
          options={[
            ...(addsLess
              ? [
                  {
                    value: 'added' as const,
                    label: 'What your changes add',
                    sum: moneyText(raw_due_now),
                    note: 'The rest of your balance is due as before.',
                  },
                ]
              : []),
            ...types.map((key) => ({
              value: key,
              label: typeLabels[key],
              ...(sums[key] !== null && { sum: moneyText(sums[key]) }),
              note:
                key === 'deposit'
                  ? `Holds your places; the rest, ${moneyText(dueLater)}, is due by ${dayText(paymentStatus.due_date)}.`
                  : null,
            })),
          ]}
        />
        {type === 'other' && !onlyAdded && (
          <Suspense fallback={null}>
            <OtherAmount
              value={choice.entered}
              amount={amount}
              balance={balance}
              least={least}
              onChange={(next) => setChosen(chooseAmount(choice, 'other', next, paymentStatus))}
            />
          </Suspense>
        )}
        <Choices
          legend="Payment method"
          value={method}
          onChange={(next) => setChosen(chooseMethod(choice, next))}
          disabled={busy}
          options={listed.map((offer) => ({
            value: offer.method,
            label: methodLabels[offer.method],
            note: offer.why?.message ?? null,
            disabled: !offer.offered,
          }))}
        />
        {method === 'check' && onReserve && (
          <Suspense fallback={null}>
            <PayByCheck
              registration_id={registration_id}
              paymentStatus={paymentStatus}
              amount={onlyAdded ? balance : amount}
              due_date={paymentStatus.due_date_by_check}
              missed={paymentStatus.due_date_by_check < paymentStatus.today}
              onReserve={async () => {
                await onReserve()
                formDraft.clear()
              }}
            />
          </Suspense>
        )}
        {(method === 'apple_pay' || method === 'google_pay') && (
          <Suspense fallback={null}>
            <PayByWallet key={method} {...common} wallet={method} />
          </Suspense>
        )}
        {(method === 'card' || method === 'bank') && (
          // Another method begins anew; the amount does not.
          <PayByCard key={method} {...common} kind={method} onChoice={setChosen} />
        )}
      </div>
    </Panel>
  )
}
