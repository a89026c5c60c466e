import { mayPay } from '@callboard/domain/payments/payment-state.ts'
import { onItsWay } from './PayButton.tsx'
import { useState } from 'react'
import { BillingForm } from './BillingForm.tsx'
import { paymentBody, type PaymentFormProps } from './payment-form.ts'
import type { BillTo } from './use-pay.ts'
import styles from './Payments.module.css'
import { useWallet } from './use-wallet.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** Which payment fields there are, and what they can do. */
const usePaySession = () =>
  useQuery({ queryKey: ['payment fields'], queryFn: () => call('POST /v1/payments/session', {}), staleTime: 300_000 })

type PayByWalletProps = Omit<PaymentFormProps, 'kind'> & { wallet: 'apple_pay' | 'google_pay' }
const names = { apple_pay: 'Apple Pay', google_pay: 'Google Pay' }

/** By a wallet, where the gateway's fields have one; its own button is the one that pays. PAY-021. */
export function PayByWallet(props: PayByWalletProps) {
  const { wallet, paymentStatus, paying } = props
  const session = usePaySession()
  const [billTo, setBillTo] = useState<BillTo | null>(null)
  if (session.isPending) return <p>Looking for {names[wallet]}…</p>
  if (!session.data?.wallets) {
    return (
      <p role="note" className={styles['failed']}>
        {names[wallet]} is not available here: the payment fields of this site have no wallets. Please choose another
        way to pay.
      </p>
    )
  }
  return (
    <>
      <BillingForm paymentStatus={paymentStatus} start={paymentStatus.bill_to} onBillTo={setBillTo} />
      {billTo && mayPay(props.choice, paymentStatus.balance, true) && <WalletButton {...props} billTo={billTo} />}
      <output>{paying.state.step === 'sending' ? onItsWay : ''}</output>
      {paying.state.step === 'refused' && (
        <p role="alert" className={styles['wrong']}>
          {paying.state.message}
        </p>
      )}
    </>
  )
}

function WalletButton({ billTo, ...props }: PayByWalletProps & { billTo: BillTo }) {
  const { wallet, choice, paying } = props
  const { status, id } = useWallet(wallet, choice.amount, ({ token, last_four, type }) => {
    const methodDetails = { ...(last_four.length === 4 && { last_four }), details: { type } }
    void paying.pay(paymentBody(props, { token, billTo, ...methodDetails }))
  })
  return (
    <>
      {status === 'failed' && (
        <p role="alert">{names[wallet]} could not be loaded. Please choose another way to pay.</p>
      )}
      <fieldset id={id} aria-label={names[wallet]} className={styles['wallet']} />
    </>
  )
}
