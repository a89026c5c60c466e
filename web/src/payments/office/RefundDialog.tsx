import { explain } from '@callboard/domain/refusals.ts'
import { minCents, shareOf, cents, zeroCents, type Cents } from '@callboard/domain/kernel/money.ts'
import { asksAboutBill, planRefund } from '@callboard/domain/payments/refund.ts'
import { useState } from 'react'
import { useAct } from '../../api/use-call.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ToggleField } from '../../ui/ToggleField.tsx'
import { Form } from '../../ui/Form.tsx'
import { DialogSubmit } from '../../ui/FormDialog.tsx'
import { MoneyField } from '../../ui/masked-fields.tsx'
import { moneyText } from '../../ui/Money.tsx'
import { toast } from '../../ui/toasts.ts'
import { paidBy, type OfficePayment, refreshed, type OfficeRecord } from '../../registrations/office/record.ts'
import { BillAfterRefund } from './BillAfterRefund.tsx'
import { noReasons, ReasonFields } from './ReasonFields.tsx'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'

type RefundDialogProps = { record: OfficeRecord; payment: OfficePayment; onClose: () => void }

/** Gives back a payment to the card or account it came from. The amount is always said. OFF-020, A118. */
export function RefundDialog({ record, payment, onClose }: RefundDialogProps) {
  const { reversal_fee } = payment
  // Never more than the registration has received and not given back.
  const most = payment.refundable ?? zeroCents
  const overpaid = cents(Math.max(0, -record.money.raw))
  // Defaults to the overpayment, the most frequent refund; otherwise the office enters the amount.
  const formDraft = useDraft('payments/refund', payment.id, record.money.raw)
  const [amount, setAmount] = useDraftState<Cents | null>(
    formDraft,
    'amount',
    overpaid > 0 ? minCents(overpaid, most) : null,
  )
  const [reasons, setReasons] = useDraftState(formDraft, 'reasons', noReasons)
  const [chargesFee, setChargesFee] = useDraftState(formDraft, 'chargesFee', false)
  const [billChoice, setBillChoice] = useDraftState<boolean | null>(formDraft, 'billChoice', null)
  const [isBillAsked, setIsBillAsked] = useState(false)
  // One dialog is one refund: pressed twice, or sent again after a lost answer, it happens once.
  const [key] = useState(() => crypto.randomUUID())
  const { mutate, isPending, error } = useAct('POST /v1/office/payments/{id}/refund', {
    refreshes: refreshed,
    failure: 'in place',
    onSuccess: ({ state, amount: back, message }) => {
      formDraft.clear()
      toast(state === 'refunded' ? `${moneyText(back)} is being refunded` : message)
      onClose()
    },
  })
  const paymentFacts = { ...payment, received: most, by_gateway: true, by_office: false, open: false }
  const plan = amount === null ? null : planRefund(paymentFacts, amount)
  const wrong = plan && !plan.ok ? explain(plan.refusal) : amount === null ? 'Enter the amount to refund.' : undefined
  const isValid = plan !== null && plan.ok
  const fee = isValid ? shareOf(amount ?? zeroCents, reversal_fee) : zeroCents
  // A refund of what was overpaid leaves no debt: the bill stays unless the office says otherwise.
  const lowersBill = billChoice ?? (amount !== null && !asksAboutBill(record.money.raw, amount) ? false : null)
  return (
    <Dialog opened title="Refund a payment" onCancel={onClose}>
      <Form
        draft={formDraft}
        error={error}
        pending={isPending}
        onSubmit={() => {
          if (amount === null) return
          if (lowersBill === null && record.completed) return setIsBillAsked(true)
          const body = { amount, ...reasons, reversal_fee: chargesFee, lowers_bill: lowersBill ?? false }
          mutate({ params: { id: payment.id }, body, options: { key } })
        }}
      >
        <p style={{ margin: 0 }}>
          {paidBy(payment)}: {moneyText(payment.amount)}
          {most < payment.amount && `, ${moneyText(most)} of it left`}. It is refunded to the original payment method.
        </p>
        <MoneyField
          label="Amount"
          name="amount"
          value={amount}
          onChange={setAmount}
          error={wrong}
          help={`Up to ${moneyText(most)}.`}
        />
        <ReasonFields reasons={reasons} onChange={setReasons} />
        {reversal_fee > 0 && (
          <ToggleField
            label={`Charge ${reversal_fee / 100} % for the reversal${fee > 0 ? `, ${moneyText(fee)}` : ''}`}
            value={chargesFee}
            onChange={setChargesFee}
            error={undefined}
          />
        )}
        {amount !== null && isValid && record.completed && (
          <BillAfterRefund
            raw={record.money.raw}
            amount={amount}
            fee={chargesFee ? fee : zeroCents}
            lowersBill={lowersBill}
            onChange={setBillChoice}
          />
        )}
        {isBillAsked && lowersBill === null && <p role="alert">Please choose what happens to the bill.</p>}
        <DialogSubmit draft={formDraft} onClose={onClose} pending={isPending}>
          {amount === null || !isValid ? 'Refund' : `Refund ${moneyText(amount)}`}
        </DialogSubmit>
      </Form>
    </Dialog>
  )
}
