import { zeroCents } from '@callboard/domain/kernel/money.ts'
import { useAct } from '../../api/use-call.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form } from '../../ui/Form.tsx'
import { DialogSubmit } from '../../ui/FormDialog.tsx'
import { moneyText } from '../../ui/Money.tsx'
import { toast } from '../../ui/toasts.ts'
import { paidBy, type OfficePayment, refreshed } from '../../registrations/office/record.ts'
import { noReasons, ReasonFields } from './ReasonFields.tsx'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'

const words = {
  returned: {
    title: 'The bank returned this payment',
    fee: 'returned payment fee',
    done: 'Recorded as returned',
    act: 'Record the return',
  },
  chargeback: {
    title: 'The card holder disputed this payment',
    fee: 'charge for the reversal',
    done: 'Recorded as disputed',
    act: 'Record the dispute',
  },
} as const

/** A check that did not clear, or a dispute the gateway did not tell of. FEE-029. */
export function ReversalDialog({ payment, onClose }: { payment: OfficePayment; onClose: () => void }) {
  const formDraft = useDraft('payments/reversal', payment.id)
  const [reasons, setReasons] = useDraftState(formDraft, 'reasons', noReasons)
  const { mutate, isPending, error } = useAct('POST /v1/office/payments/{id}/reversal', {
    refreshes: refreshed,
    failure: 'in place',
    onSuccess: () => {
      formDraft.clear()
      toast(words[kind].done)
      onClose()
    },
  })
  const { kind, fee } = payment.reversible ?? ({ kind: 'returned', fee: zeroCents } as const)
  return (
    <Dialog opened title={words[kind].title} onCancel={onClose}>
      <Form
        draft={formDraft}
        error={error}
        pending={isPending}
        onSubmit={() => mutate({ params: { id: payment.id }, body: reasons })}
      >
        <p style={{ margin: 0 }}>
          {paidBy(payment)}: {moneyText(payment.left)} no longer counts
          {fee > 0 && `, and a ${words[kind].fee} of ${moneyText(fee)} is added`}. The registrant is notified by email.
        </p>
        <ReasonFields reasons={reasons} onChange={setReasons} />
        <DialogSubmit draft={formDraft} onClose={onClose} pending={isPending}>
          {words[kind].act}
        </DialogSubmit>
      </Form>
    </Dialog>
  )
}
