import { useEffect } from 'react'
import { useAct } from '../../api/use-call.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { toast } from '../../ui/toasts.ts'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'
import { CorrectionEffect } from './CorrectionEffect.tsx'
import { OfficeReasonField, StudioMessageField } from './CorrectionFields.tsx'
import { refreshed, type OfficeRecord } from './record.ts'

export type CorrectionRequest = { title: string; leaving_people: number[]; leaving_routines: number[] }
type CorrectionDialogProps = { record: OfficeRecord; request: CorrectionRequest; onClose: () => void }

/** Takes somebody or a routine out of a completed registration, after showing what that changes. OFF-020. */
export default function CorrectionDialog({ record, request, onClose }: CorrectionDialogProps) {
  const { id, version } = record
  const formDraft = useDraft('registrations/correction', id, request.title)
  const [office_reason, setReason] = useDraftState(formDraft, 'office_reason', '')
  const [note, setNote] = useDraftState(formDraft, 'note', '')
  const preview = useAct('POST /v1/office/registrations/{id}/correction-preview', { failure: 'in place' })
  const correction = useAct('POST /v1/office/registrations/{id}/correction', {
    refreshes: refreshed,
    failure: 'in place',
    onSuccess: () => {
      formDraft.clear()
      toast('Registration corrected')
      onClose()
    },
  })
  const { mutate: showPreview, data: effect } = preview
  useEffect(() => {
    const { leaving_people, leaving_routines } = request
    showPreview({ params: { id }, body: { version, leaving_people, leaving_routines } })
  }, [id, version, request, showPreview])
  return (
    <FormDialog
      title={request.title}
      submit="Take out"
      draft={formDraft}
      error={preview.error ?? correction.error}
      pending={correction.isPending || preview.isPending}
      onClose={onClose}
      onSubmit={() => {
        if (!effect) return
        const { leaving_people, leaving_routines } = request
        const body = { version, leaving_people, leaving_routines, total: effect.total, office_reason, note }
        correction.mutate({ params: { id }, body })
      }}
    >
      {effect && <CorrectionEffect effect={effect} />}
      <OfficeReasonField value={office_reason} onChange={setReason} />
      <StudioMessageField value={note} onChange={setNote} />
    </FormDialog>
  )
}
