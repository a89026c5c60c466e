import { useAct } from '../../api/use-call.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form } from '../../ui/Form.tsx'
import { DialogSubmit } from '../../ui/FormDialog.tsx'
import { LongTextField } from '../../ui/LongTextField.tsx'
import { toast } from '../../ui/toasts.ts'
import type { AccountLine } from './RoleDialog.tsx'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'

/** A phone and all codes are lost: the account signs in with its password alone and sets its second step up anew. */
export function SecondFactorResetDialog({ account, onClose }: { account: AccountLine; onClose: () => void }) {
  const formDraft = useDraft('accounts/second-factor-reset', account.id)
  const [reason, setReason] = useDraftState(formDraft, 'reason', '')
  const { mutate, isPending, error } = useAct('POST /v1/office/users/{id}/second-factor/reset', {
    refreshes: ['GET /v1/office/users', 'GET /v1/office/audit'],
    failure: 'in place',
    onSuccess: () => {
      formDraft.clear()
      toast(`${account.email}: second step reset`)
      onClose()
    },
  })
  return (
    <Dialog opened title={`Reset the second step of ${account.name}?`} onCancel={onClose}>
      <Form
        draft={formDraft}
        error={error}
        pending={isPending}
        onSubmit={() => mutate({ params: { id: account.id }, body: { reason } })}
      >
        <p style={{ margin: 0 }}>
          Verify their identity: call back on a number you know. {account.email} is signed out everywhere, signs in with
          the password alone until the second step is set up again, and is notified by email.
        </p>
        <LongTextField
          label="Reason"
          name="reason"
          lines={2}
          help="What was lost, and how you verified their identity. Kept in the audit log."
          value={reason}
          onChange={setReason}
          error={reason.trim() === '' ? 'Please say why, and how you verified their identity.' : undefined}
          maxLength={500}
        />
        <DialogSubmit draft={formDraft} onClose={onClose} pending={isPending}>
          Reset second step
        </DialogSubmit>
      </Form>
    </Dialog>
  )
}
