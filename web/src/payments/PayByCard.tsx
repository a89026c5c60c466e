import type { Cents } from '@callboard/domain/kernel/money.ts'
import { Button } from '@mantine/core'
import { useId, useState, type ReactNode } from 'react'
import { useRead } from '../api/use-call.ts'
import { ToggleField } from '../ui/fields.tsx'
import { moneyText } from '../ui/Money.tsx'
import { BillingForm } from './BillingForm.tsx'
import { HostedFields } from './HostedFields.tsx'
import styles from './Payments.module.css'
import type { BillTo, Standing } from './reading-payments.ts'
import { SavedMethods } from './SavedMethods.tsx'
import { bankFields, cardFields, useHostedFields } from './use-hosted-fields.ts'
import type { usePay } from './use-pay.ts'

type PayByCardProps = {
  registration_id: number
  kind: 'card' | 'bank'
  method_id: number
  amount: Cents
  payable: boolean
  standing: Standing
  paying: ReturnType<typeof usePay>
}

/** By a saved card or account, or by a new one. PAY-009 to PAY-011. */
export function PayByCard(props: PayByCardProps) {
  const { kind, paying } = props
  const saved = useRead('GET /v1/payments/customer-vault', {})
  const list = saved.data?.[kind] ?? []
  const [adding, setAdding] = useState(false)
  const [chosen, setChosen] = useState<string | null>(null)
  const selected = list.find(({ billing_id }) => billing_id === chosen) ?? list[0]
  if (saved.isPending) return <p>Looking for your saved {kind === 'card' ? 'cards' : 'accounts'}…</p>
  const toggle = list.length > 0 && (
    <Button variant="subtle" size="sm" disabled={paying.state.step === 'sending'} onClick={() => setAdding(!adding)}>
      {adding ? 'Cancel, use a saved one' : kind === 'card' ? 'Add a new card' : 'Add a new account'}
    </Button>
  )
  if (adding || !selected) return <NewMethod {...props} toggle={toggle} />
  return (
    <>
      <SavedMethods kind={kind} list={list} selected={selected.billing_id} onChange={setChosen} />
      <div>{toggle}</div>
      <PayButton
        {...props}
        blockedBy={undefined}
        onPay={() => void paying.pay(bodyOf(props, { billing_id: selected.billing_id }))}
      />
    </>
  )
}

type Profile = Parameters<ReturnType<typeof usePay>['pay']>[0]['paymentProfile']

const bodyOf = ({ registration_id, amount, method_id, standing }: PayByCardProps, paymentProfile: Profile) => ({
  registration_id,
  amount,
  paymentMethodId: method_id,
  sendEmployeeEmail: standing.employee_email_allowed,
  paymentProfile,
})

function NewMethod(props: PayByCardProps & { toggle: ReactNode }) {
  const { kind, standing, paying, toggle } = props
  const plan = kind === 'card' ? cardFields : bankFields
  const fields = useHostedFields(plan)
  const [billTo, setBillTo] = useState<BillTo | null>(null)
  const [keep, setKeep] = useState(false)
  const [asking, setAsking] = useState(false)

  async function pay() {
    if (!billTo) return
    setAsking(true)
    try {
      const { token, last_four, type, expiration_date } = await fields.tokenize()
      const shown = { ...(last_four.length === 4 && { last_four }), details: { type, expiration_date } }
      await paying.pay(bodyOf(props, { token, saveProfile: keep, billTo, ...shown }))
      // The token is spent, whatever came of it; amount, billing and choices stay.
      fields.redraw()
    } catch (error) {
      paying.refuse(error instanceof Error ? error.message : 'Please check the fields above.')
    } finally {
      setAsking(false)
    }
  }
  const blockedBy = !billTo
    ? 'Fill in the billing address and press NEXT.'
    : fields.status === 'loading'
      ? 'The payment fields are loading…'
      : undefined
  return (
    <>
      {toggle && <div>{toggle}</div>}
      <HostedFields plan={plan} fields={fields} />
      <ToggleField
        label={kind === 'card' ? 'Save this card for future use' : 'Save this account for future use'}
        value={keep}
        onChange={setKeep}
        error={undefined}
      />
      <BillingForm standing={standing} start={standing.bill_to} done={billTo} onDone={setBillTo} />
      <PayButton {...props} asking={asking} blockedBy={blockedBy} onPay={() => void pay()} />
    </>
  )
}

type PayButtonProps = Pick<PayByCardProps, 'kind' | 'amount' | 'payable' | 'paying' | 'standing'> & {
  asking?: boolean
  blockedBy: string | undefined
  onPay: () => void
}

/** The one press that moves money: it says how much, and while it waits that waiting is safe. PAY-007, PAY-038. */
function PayButton({ kind, amount, payable, paying, standing, asking = false, blockedBy, onPay }: PayButtonProps) {
  const reason = useId()
  const { state } = paying
  const sending = asking || state.step === 'sending'
  const why = payable ? blockedBy : 'Choose an amount above $0.00.'
  return (
    <div className={styles['foot']}>
      {kind === 'bank' && (
        <p>
          By pressing Pay I authorize an electronic debit of {moneyText(amount)} from this account, once, and confirm
          that I may use it.
        </p>
      )}
      {state.step === 'refused' && (
        <p role="alert" className={styles['wrong']}>
          {state.message}
          {state.declined && ' Nothing was charged. Enter the card again, or choose another way to pay.'}
        </p>
      )}
      <Button
        size="md"
        // Once all that is due now is paid, completing comes first.
        variant={standing.covered && standing.in_flow ? 'default' : 'filled'}
        loading={sending}
        disabled={why !== undefined}
        onClick={onPay}
        {...(why && { 'aria-describedby': reason })}
      >
        Pay {moneyText(amount)}
      </Button>
      {why && <p id={reason}>{why}</p>}
      <output>{sending ? 'Your payment is on its way. It is safe to wait; please do not close this page.' : ''}</output>
    </div>
  )
}
