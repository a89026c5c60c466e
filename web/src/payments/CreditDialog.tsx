import { creditSentence } from '@callboard/domain/registrations/settlement/coverage.ts'
import type { Cents } from '@callboard/domain/kernel/money.ts'
import { Button } from '@mantine/core'
import { useAct } from '../api/use-call.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/fields.tsx'
import { Form, Submit } from '../ui/Form.tsx'
import { MoneyField } from '../ui/masked-fields.tsx'
import { toast } from '../ui/toasts.ts'
import { paymentRoutes, type PaymentStatus } from './use-pay.ts'
import { useDraft, useDraftState } from '../ui/use-draft.ts'

type DialogProps = { registration_id: number; paymentStatus: PaymentStatus; onClose: () => void; onChanged: () => void }

/** A credit or vouchers the registrant brings; the office verifies it later. PAY-048, PAY-063. */
export function CreditDialog({ registration_id, paymentStatus, onClose, onChanged }: DialogProps) {
  const { credit_claim } = paymentStatus
  const formDraft = useDraft('payments/credit', registration_id)
  const [from, setFrom] = useDraftState(formDraft, 'from', credit_claim?.from ?? '')
  const [amount, setAmount] = useDraftState<Cents | null>(formDraft, 'amount', credit_claim?.amount ?? null)
  const act = useAct('POST /v1/payments/credit-voucher-payment', {
    refreshes: paymentRoutes,
    failure: 'in place',
    onSuccess: onChanged,
  })
  const send = (credit: { from: string; amount: Cents } | null) =>
    act.mutate(
      { body: { registration_id, credit } },
      {
        onSuccess: () => {
          formDraft.clear()
          toast(creditSentence(credit && { ...credit, status: 'claimed' }))
          onClose()
        },
      },
    )
  return (
    <Dialog opened title="Credit/vouchers" onCancel={onClose}>
      <Form
        draft={formDraft}
        error={act.error}
        pending={act.isPending}
        onSubmit={() => amount && send({ from, amount })}
      >
        <TextField
          label="From"
          name="from"
          help="Where the credit or voucher comes from. The office checks it before it confirms your registration."
          value={from}
          onChange={setFrom}
          error={from.trim() ? undefined : 'Required'}
          maxLength={120}
        />
        <MoneyField
          label="Amount"
          name="amount"
          value={amount}
          onChange={setAmount}
          error={amount ? undefined : 'Required'}
        />
        <Submit
          pending={act.isPending}
          beside={
            credit_claim && (
              <Button variant="default" disabled={act.isPending} onClick={() => send(null)}>
                Clear
              </Button>
            )
          }
        >
          Apply
        </Submit>
      </Form>
    </Dialog>
  )
}
