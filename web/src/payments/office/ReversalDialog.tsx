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
  mistake: {
    title: 'This payment was recorded by mistake',
    fee: '',
    done: 'Taken back',
    act: 'Take it back',
  },
  chargeback: {
    title: 'The card holder disputed this payment',
    fee: 'charge for the reversal',
    done: 'Recorded as disputed',
    act: 'Record the dispute',
  },
} as const

type ReversalDialogProps = {
  payment: OfficePayment
  /** The office recorded it and it never came; otherwise its bank took it back. */
  byMistake: boolean
  onClose: () => void
}

/**
 * A check that did not clear, a dispute the gateway did not tell of, or a payment that was recorded by mistake. FEE-029,
 * OFF-020.
 */
export function ReversalDialog({ payment, byMistake, onClose }: ReversalDialogProps) {
  const formDraft = useDraft('payments/reversal', payment.id, byMistake ? 'mistake' : 'bank')
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
  const bank = payment.reversible ?? ({ kind: 'returned', fee: zeroCents } as const)
  const { kind, fee } = byMistake ? ({ kind: 'mistake', fee: zeroCents } as const) : bank
  return (
    <Dialog opened title={words[kind].title} onCancel={onClose}>
      <Form
        draft={formDraft}
        error={error}
        pending={isPending}
        onSubmit={() => mutate({ params: { id: payment.id }, body: { ...reasons, by_mistake: byMistake } })}
      >
        <p style={{ margin: 0 }}>
          {paidBy(payment)}: {moneyText(payment.left)} no longer counts
          {byMistake && ', and no money is refunded'}
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
