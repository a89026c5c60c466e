import type { AuthorizedDebit } from '@callboard/domain/payments/bank-authorization.ts'
import { chooseSaved, mayPay, toggleNew, type PaymentState } from '@callboard/domain/payments/payment-state.ts'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '../api/use-call.ts'
import { NewMethod } from './NewMethod.tsx'
import { PayButton } from './PayButton.tsx'
import { paymentBody, debitToAuthorize, type PaymentFormProps } from './payment-form.ts'
import type { SavedMethod } from './use-pay.ts'
import { SavedMethods } from './SavedMethods.tsx'
import { ReadErrors } from '../shell/ErrorPage.tsx'

const BankAuthorization = lazy(() =>
  import('./BankAuthorization.tsx').then((file) => ({ default: file.BankAuthorization })),
)

type PayByCardProps = PaymentFormProps & { onChoice: (choice: PaymentState) => void }

/** By a saved card or account, or by a new one. PAY-009 to PAY-011. */
export function PayByCard({ onChoice, ...props }: PayByCardProps) {
  const { kind, choice, paying } = props
  const saved = useRead('GET /v1/payments/customer-vault', {})
  const list = saved.data?.[kind] ?? []
  const selectedMethod = list.find(({ billing_id }) => billing_id === choice.profile) ?? list[0]
  if (saved.isPending) return <p>Loading your saved {kind === 'card' ? 'cards' : 'accounts'}…</p>
  const toggle = list.length > 0 && (
    <Button
      variant="subtle"
      size="sm"
      disabled={paying.state.step === 'sending'}
      onClick={() => onChoice(toggleNew(choice))}
    >
      {choice.new ? 'Cancel, use a saved one' : kind === 'card' ? 'Add a new card' : 'Add a new account'}
    </Button>
  )
  const pays = choice.new ? undefined : selectedMethod
  // The toggle keeps its place, and so the focus.
  return (
    <>
      <ReadErrors reads={[saved]} />
      {pays && (
        <SavedMethods
          kind={kind}
          list={list}
          selected={pays.billing_id}
          onChange={(billing_id) => onChoice(chooseSaved(choice, billing_id))}
        />
      )}
      {toggle && <div>{toggle}</div>}
      {pays ? <PayWithSaved {...props} selected={pays} /> : <NewMethod {...props} />}
    </>
  )
}

function PayWithSaved({ selected, ...props }: PaymentFormProps & { selected: SavedMethod }) {
  const { kind, choice, paymentStatus, paying } = props
  const [pendingDebit, setPendingDebit] = useState<AuthorizedDebit | null>(null)
  const { billing_id, billTo, bank_account, last_four } = selected
  const body = paymentBody(props, { billing_id })

  function pay() {
    if (kind === 'card') return void paying.pay(body)
    const owner = {
      name: `${billTo.firstName} ${billTo.lastName}`,
      account_type: 'checking',
      holder_type: 'personal',
    } as const
    setPendingDebit(debitToAuthorize(props, bank_account ?? owner, { last_four, saved: true }))
  }
  return (
    <>
      <PayButton
        amount={choice.amount}
        state={paying.state}
        quiet={paymentStatus.covered && paymentStatus.in_flow}
        blockedBy={mayPay(choice, paymentStatus.balance, true) ? undefined : 'Choose an amount above $0.00.'}
        onPay={pay}
      />
      <Suspense fallback={null}>
        {pendingDebit && (
          <BankAuthorization
            words={paymentStatus.bank_authorization}
            debit={pendingDebit}
            onClose={() => setPendingDebit(null)}
            onAgree={(authorization) => {
              setPendingDebit(null)
              void paying.pay({ ...body, authorization })
            }}
          />
        )}
      </Suspense>
    </>
  )
}
