import { useEffect } from 'react'
import { useAct } from '../../api/use-call.ts'
import { Form, Submit } from '../../ui/Form.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import { toast } from '../../ui/toasts.ts'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'
import { CorrectionEffect } from './CorrectionEffect.tsx'
import { StudioMessageField } from './CorrectionFields.tsx'
import { refreshed } from './record.ts'

type OfficeEditReviewProps = {
  id: number
  /** Resolves once everything that was typed is saved. */
  flush: () => Promise<unknown>
  onSubmitted: () => void
}

/** The changes and the price of the office's edit, with the message to the studio, and its submission. OFF-020. */
export default function OfficeEditReview({ id, flush, onSubmitted }: OfficeEditReviewProps) {
  const formDraft = useDraft('registrations/office-edit-note', id)
  const [note, setNote] = useDraftState(formDraft, 'note', '')
  const preview = useAct('POST /v1/office/registrations/{id}/edit-preview', { failure: 'in place' })
  const submission = useAct('POST /v1/office/registrations/{id}/edit-submission', {
    refreshes: refreshed,
    failure: 'in place',
    onSuccess: () => {
      formDraft.clear()
      toast('Registration corrected')
      onSubmitted()
    },
  })
  const { mutate: showPreview, data: effect } = preview
  useEffect(() => {
    void flush().then(() => showPreview({ params: { id } }))
  }, [flush, id, showPreview])
  const isUnchanged = effect && effect.people.length + effect.routines.length + effect.others.length === 0
  return (
    <Panel title="Changes">
      <Form
        draft={formDraft}
        error={preview.error ?? submission.error}
        pending={submission.isPending || preview.isPending}
        onSubmit={() => {
          if (!effect) return
          const { version, total } = effect
          submission.mutate({ params: { id }, body: { version, total, note } })
        }}
      >
        {isUnchanged && <p>Nothing yet.</p>}
        {effect && !isUnchanged && <CorrectionEffect effect={effect} />}
        {!effect && !preview.error && <RowsSkeleton rows={3} columns={1} />}
        <StudioMessageField value={note} onChange={setNote} />
        <Submit pending={submission.isPending} {...(isUnchanged && { blockedBy: 'Change something first.' })}>
          Correct the registration
        </Submit>
      </Form>
    </Panel>
  )
}
