import { SegmentedControl } from '@mantine/core'
import { cents, minus, zeroCents, type Cents } from '@callboard/domain/kernel/money.ts'
import { asksAboutBill } from '@callboard/domain/payments/refund.ts'
import {
  officeMethods,
  planOfficePayment,
  unusualPayment,
  type OfficeMethodKey,
} from '@callboard/domain/payments/office-payment.ts'
import { explain } from '@callboard/domain/refusals.ts'
import { useState } from 'react'
import { useAct } from '../../api/use-call.ts'
import { confirm } from '../../ui/dialogs.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/Form.tsx'
import { DialogSubmit } from '../../ui/FormDialog.tsx'
import { MoneyField } from '../../ui/masked-fields.tsx'
import { moneyText } from '../../ui/Money.tsx'
import { toast } from '../../ui/toasts.ts'
import { BillAfterRefund } from './BillAfterRefund.tsx'
import { noReasons, ReasonFields } from './ReasonFields.tsx'
import { refreshed, type OfficeRecord } from '../../registrations/office/record.ts'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'

/** The probable amount: the balance that is owed, or the one that is overpaid. */
const usualAmount = (direction: 'in' | 'out', raw: Cents): Cents | null => {
  const amount = direction === 'in' ? raw : minus(zeroCents, raw)
  return amount > 0 ? amount : null
}

const methods = officeMethods.map(({ key, name }) => ({ value: key, label: name }))

/** A check, bank transfer, cash, credit or adjustment; or money given back. OFF-020, OFF-050. */
export function PaymentDialog({ record, onClose }: { record: OfficeRecord; onClose: () => void }) {
  const { money, id } = record
  const formDraft = useDraft('payments/office-payment', id, money.raw)
  const [direction, setDirection] = useDraftState<'in' | 'out'>(formDraft, 'direction', 'in')
  const [method, setMethod] = useDraftState<OfficeMethodKey | null>(formDraft, 'method', 'check')
  const [amount, setAmount] = useDraftState<Cents | null>(formDraft, 'amount', usualAmount('in', money.raw))
  const [number, setNumber] = useDraftState(formDraft, 'number', '')
  const [reference, setReference] = useDraftState(formDraft, 'reference', '')
  const [reasons, setReasons] = useDraftState(formDraft, 'reasons', noReasons)
  const [billChoice, setBillChoice] = useDraftState<boolean | null>(formDraft, 'billChoice', null)
  const [isBillAsked, setIsBillAsked] = useState(false)
  // One dialog is one payment: pressed twice, or sent again after a lost answer, it is recorded once.
  const [key] = useState(() => crypto.randomUUID())
  const { mutate, isPending, error } = useAct('POST /v1/office/registrations/{id}/payments', {
    refreshes: refreshed,
    failure: 'in place',
    onSuccess: (payment) => {
      formDraft.clear()
      toast(`${moneyText(cents(Math.abs(payment.amount)))} recorded`)
      onClose()
    },
  })

  const officeMethod = officeMethods.find(({ key: one }) => one === method)
  const needs = officeMethod?.needs
  const isTransfer = needs === 'transfer_reference'
  const isRefund = direction === 'out' && needs !== 'reason' && amount !== null && record.completed
  const lowersBill = billChoice ?? (isRefund && asksAboutBill(money.raw, amount) ? null : false)
  const draft = {
    amount: direction === 'in' ? (amount ?? zeroCents) : minus(zeroCents, amount ?? zeroCents),
    payment_method_id: officeMethod?.id ?? 0,
    details: {
      check_number: needs === 'check_number' ? number : '',
      last_four: '',
      transfer_reference: isTransfer ? reference : '',
      note: reasons.note,
    },
    office_reason: reasons.office_reason,
    lowers_bill: lowersBill ?? false,
  }
  const plan = planOfficePayment(draft, money.payments)
  const wrong = (field: string) =>
    !plan.ok && 'field' in plan.refusal && plan.refusal.field === field ? explain(plan.refusal) : undefined

  async function submit() {
    const doubts = unusualPayment(draft, { raw: money.raw, payments: record.payments })
    const message = doubts.join(' ')
    const answers = { yes: 'Yes, record it', no: 'No, go back', consequence: 'outgoing' } as const
    if (doubts.length > 0 && !(await confirm({ title: 'Is this right?', message, ...answers }))) return
    mutate({ params: { id }, body: draft, options: { key } })
  }

  return (
    <Dialog opened title="Record a payment" onCancel={onClose}>
      <Form
        draft={formDraft}
        error={error}
        pending={isPending}
        onSubmit={() => {
          if (lowersBill === null) return setIsBillAsked(true)
          void submit()
        }}
      >
        <SegmentedControl
          fullWidth
          aria-label="Payment or refund"
          value={direction}
          onChange={(value) => {
            const next = value === 'out' ? 'out' : 'in'
            if (amount === usualAmount(direction, money.raw)) setAmount(usualAmount(next, money.raw))
            setDirection(next)
          }}
          data={[
            { value: 'in', label: 'Received' },
            { value: 'out', label: 'Refund' },
          ]}
        />
        <SelectField
          label="Payment method"
          name="payment_method_id"
          value={method}
          options={methods}
          onChange={setMethod}
          error={wrong('payment_method_id')}
        />
        <MoneyField
          label="Amount"
          name="amount"
          value={amount}
          onChange={setAmount}
          error={wrong('amount')}
          help={`The balance is ${moneyText(money.raw)}.`}
        />
        {needs === 'check_number' && (
          <TextField
            label="Check number"
            name="details.check_number"
            value={number}
            onChange={setNumber}
            error={wrong('details.check_number')}
            inputMode="numeric"
            maxLength={40}
            optional={direction === 'out'}
          />
        )}
        {isTransfer && (
          <TextField
            label="Bank reference"
            name="details.transfer_reference"
            value={reference}
            onChange={setReference}
            help="As on your bank statement, or the sender’s name."
            // Without a reference the payment would be cash.
            error={reference.trim() ? undefined : 'Please enter the reference of the transfer.'}
            maxLength={40}
          />
        )}
        <ReasonFields
          reasons={reasons}
          onChange={setReasons}
          needsReason={needs === 'reason'}
          reasonError={wrong('office_reason')}
          noteName="details.note"
        />
        {isRefund && !wrong('amount') && (
          <BillAfterRefund raw={money.raw} amount={amount} lowersBill={lowersBill} onChange={setBillChoice} />
        )}
        {isBillAsked && lowersBill === null && <p role="alert">Please choose what happens to the bill.</p>}
        <DialogSubmit draft={formDraft} onClose={onClose} pending={isPending}>
          {direction === 'in' ? 'Record payment' : 'Record refund'}
        </DialogSubmit>
      </Form>
    </Dialog>
  )
}
