import { isBlank } from '@callboard/domain/roster/contact.ts'
import { useAct } from '../../api/use-call.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { LongTextField } from '../../ui/LongTextField.tsx'
import { toast } from '../../ui/toasts.ts'
import { missingReason, type OfficePerson } from './CorrectPersonDialog.tsx'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'

type PersonOwnerDialogProps = {
  person: OfficePerson
  owner: { user_id: number; name: string }
  onClose: () => void
}

/** Makes an account that has the person on its roster the owner. */
export function PersonOwnerDialog({ person, owner, onClose }: PersonOwnerDialogProps) {
  const formDraft = useDraft('roster/person-owner', person.id)
  const [reason, setReason] = useDraftState(formDraft, 'reason', '')
  const { mutate, isPending, error } = useAct('PUT /v1/office/people/{id}/owner', {
    refreshes: ['GET /v1/office/people/{id}', 'GET /v1/office/audit'],
    failure: 'in place',
    onSuccess: () => {
      formDraft.clear()
      toast(`Owner: ${owner.name}`)
      onClose()
    },
  })
  const submit = () =>
    mutate({ params: { id: person.id }, body: { user_id: owner.user_id, reason, version: person.version } })
  return (
    <FormDialog
      draft={formDraft}
      title={`New owner of ${person.fname} ${person.lname}`}
      error={error}
      pending={isPending}
      onSubmit={submit}
      onClose={onClose}
      submit="Make owner"
    >
      <p style={{ margin: 0 }}>
        Only {owner.name} can then change the name, gender and birthdate. Contacts stay with the accounts that entered
        them. This cannot be undone.
      </p>
      <LongTextField
        label="Reason"
        name="reason"
        lines={2}
        help="Who asked for it and how you know. Kept in the audit log."
        value={reason}
        onChange={setReason}
        error={isBlank(reason) ? missingReason : undefined}
        maxLength={500}
      />
    </FormDialog>
  )
}
