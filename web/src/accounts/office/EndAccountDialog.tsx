import { useAct } from '../../api/use-call.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { LongTextField } from '../../ui/LongTextField.tsx'
import { toast } from '../../ui/toasts.ts'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'
import type { AccountLine } from './RoleDialog.tsx'

/** Ends an account of the office: somebody no longer works there. */
export function EndAccountDialog({ account, onClose }: { account: AccountLine; onClose: () => void }) {
  const formDraft = useDraft('accounts/end', account.id)
  const [reason, setReason] = useDraftState(formDraft, 'reason', '')
  const { mutate, isPending, error } = useAct('POST /v1/office/users/{id}/end', {
    refreshes: ['GET /v1/office/users', 'GET /v1/office/audit'],
    failure: 'in place',
    onSuccess: () => {
      formDraft.clear()
      toast(`The account of ${account.name} has ended`)
      onClose()
    },
  })
  return (
    <FormDialog
      title={`End the account of ${account.name}?`}
      draft={formDraft}
      error={error}
      pending={isPending}
      submit="End account"
      onClose={onClose}
      onSubmit={() => mutate({ params: { id: account.id }, body: { reason } })}
    >
      <p style={{ margin: 0 }}>
        {account.email} is signed out everywhere at once and can no longer sign in. The audit log keeps the name. A new
        invitation brings the account back.
      </p>
      <LongTextField
        label="Reason"
        name="reason"
        lines={2}
        help="Kept in the audit log."
        value={reason}
        onChange={setReason}
        error={reason.trim() === '' ? 'Please say why.' : undefined}
        maxLength={500}
      />
    </FormDialog>
  )
}
