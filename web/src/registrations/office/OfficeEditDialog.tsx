import { useLocation } from 'wouter'
import { useAct } from '../../api/use-call.ts'
import { paths } from '../../shell/paths.ts'
import { useSession } from '../../shell/session.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'
import { OfficeReasonField } from './CorrectionFields.tsx'
import { refreshed, type OfficeRecord } from './record.ts'

/** Asks why the office edits a registration for its owner, then opens the owner's wizard. OFF-020. */
export default function OfficeEditDialog({ record, onClose }: { record: OfficeRecord; onClose: () => void }) {
  const { id, owner, office_edit } = record
  const user = useSession()
  const [, navigate] = useLocation()
  const formDraft = useDraft('registrations/office-edit', id)
  const [office_reason, setReason] = useDraftState(formDraft, 'office_reason', office_edit?.office_reason ?? '')
  const begin = useAct('POST /v1/office/registrations/{id}/edit', {
    refreshes: refreshed,
    failure: 'in place',
    onSuccess: () => {
      formDraft.clear()
      onClose()
      navigate(paths.registration(id))
    },
  })
  const isAnothers = office_edit !== null && office_edit.user_id !== user?.id
  return (
    <FormDialog
      title={`Edit for ${owner}`}
      submit={isAnothers ? 'Take over' : office_edit ? 'Continue' : 'Begin'}
      draft={formDraft}
      error={begin.error}
      pending={begin.isPending}
      onClose={onClose}
      onSubmit={() => begin.mutate({ params: { id }, body: { office_reason, takes_over: isAnothers } })}
    >
      <p style={{ margin: 0 }}>
        {isAnothers
          ? `${office_edit.name} is editing this registration. Take it over to continue where they stopped.`
          : 'You see the registration as its owner does. Nothing changes until you submit it, and the owner then gets one email.'}
      </p>
      <OfficeReasonField value={office_reason} onChange={setReason} />
    </FormDialog>
  )
}
