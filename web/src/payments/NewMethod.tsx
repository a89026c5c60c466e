import type { AuthorizedDebit, BankAccount } from '@callboard/domain/payments/bank-authorization.ts'
import { mayPay } from '@callboard/domain/payments/payment-state.ts'
import { lazy, Suspense, useState } from 'react'
import { SelectField } from '../ui/fields.tsx'
import { ToggleField } from '../ui/ToggleField.tsx'
import { FieldRow } from '../ui/Form.tsx'
import { BillingForm } from './BillingForm.tsx'
import { HostedFields } from './HostedFields.tsx'
import { PayButton } from './PayButton.tsx'
import { paymentBody, debitToAuthorize, type PaymentFormProps } from './payment-form.ts'
import type { BillTo, PayBody } from './use-pay.ts'
import styles from './Payments.module.css'
import { accountDialog, bankFields, cardFields, useHostedFields } from './use-hosted-fields.ts'

const BankAuthorization = lazy(() =>
  import('./BankAuthorization.tsx').then((file) => ({ default: file.BankAuthorization })),
)

type AuthorizationRequest = { debit: AuthorizedDebit; body: PayBody } | null

/** A new card or bank account: the gateway's fields, whose it is, and whether it is kept. PAY-009, PAY-010, PAY-013. */
export function NewMethod(props: PaymentFormProps) {
  const { kind, choice, paymentStatus, paying } = props
  const plan = kind === 'card' ? cardFields : paymentStatus.bank_entry === 'dialog' ? accountDialog : bankFields
  const fields = useHostedFields(plan)
  const [billTo, setBillTo] = useState<BillTo | null>(null)
  const [keep, setKeep] = useState(false)
  const [account_type, setAccountType] = useState<BankAccount['account_type']>('checking')
  const [holder_type, setHolderType] = useState<BankAccount['holder_type']>('personal')
  const [asking, setAsking] = useState(false)
  const [authorizationRequest, setAuthorizationRequest] = useState<AuthorizationRequest>(null)

  async function send(body: PayBody) {
    const outcome = await paying.pay(body)
    // The token is spent in any case. After a decline the input stays, and Pay makes a new token of it.
    if (outcome?.step === 'refused' && outcome.field !== 'token') fields.keep(outcome)
    else fields.redraw()
  }

  async function pay() {
    if (!billTo || asking) return
    setAsking(true)
    try {
      const { token, last_four, type, expiration_date, name, account: accountKind } = await fields.tokenize()
      const methodDetails = { ...(last_four.length === 4 && { last_four }), details: { type, expiration_date } }
      const profile = { token, saveProfile: keep, billTo, ...methodDetails }
      if (kind === 'card') return await send(paymentBody(props, profile))
      const account = {
        name: name || `${billTo.firstName} ${billTo.lastName}`,
        ...(accountKind ?? { account_type, holder_type }),
      }
      setAuthorizationRequest({
        debit: debitToAuthorize(props, account, { last_four: methodDetails.last_four ?? '', saved: keep }),
        body: paymentBody(props, {
          ...profile,
          name: account.name,
          account_type: account.account_type,
          account_holder_type: account.holder_type,
        }),
      })
    } catch (error) {
      paying.refuse(error instanceof Error ? error.message : 'Please check the fields above.')
    } finally {
      setAsking(false)
    }
  }
  const ready = billTo !== null && fields.isComplete
  const why = !choice.amount
    ? 'Choose an amount above $0.00.'
    : fields.status === 'loading'
      ? 'The payment fields are loading…'
      : paying.state.step === 'refused' && paying.state.field
        ? 'Correct the marked field.'
        : !fields.isComplete
          ? `Enter the ${kind === 'card' ? 'card' : 'account'} above.`
          : 'Fill in the billing address.'
  return (
    <>
      <HostedFields plan={plan} fields={fields} />
      {plan === bankFields && (
        <FieldRow>
          <SelectField
            label="Account"
            value={account_type}
            options={[
              { value: 'checking', label: 'Checking' },
              { value: 'savings', label: 'Savings' },
            ]}
            error={undefined}
            onChange={(next) => next && setAccountType(next)}
          />
          <SelectField
            label="Account type"
            value={holder_type}
            options={[
              { value: 'personal', label: 'A person' },
              { value: 'business', label: 'A business' },
            ]}
            error={undefined}
            onChange={(next) => next && setHolderType(next)}
          />
        </FieldRow>
      )}
      <ToggleField
        label={kind === 'card' ? 'Save this card for future use' : 'Save this account for future use'}
        value={keep}
        onChange={setKeep}
        error={undefined}
      />
      <BillingForm paymentStatus={paymentStatus} start={paymentStatus.bill_to} onBillTo={setBillTo} />
      {kind === 'bank' && <p className={styles['quiet']}>You’ll see what you authorize before anything is debited.</p>}
      <PayButton
        amount={choice.amount}
        state={paying.state}
        asking={asking}
        quiet={paymentStatus.covered && paymentStatus.in_flow}
        blockedBy={mayPay(choice, paymentStatus.balance, ready) ? undefined : why}
        onPay={() => void pay()}
      />
      <Suspense fallback={null}>
        {authorizationRequest && (
          <BankAuthorization
            words={paymentStatus.bank_authorization}
            debit={authorizationRequest.debit}
            onClose={() => setAuthorizationRequest(null)}
            onAgree={(authorization) => {
              setAuthorizationRequest(null)
              void send({ ...authorizationRequest.body, authorization })
            }}
          />
        )}
      </Suspense>
    </>
  )
}
