import { Button } from '@mantine/core'
import { useAct } from '../../api/use-call.ts'
import { Form, Submit } from '../../ui/Form.tsx'
import { LongTextField } from '../../ui/LongTextField.tsx'
import { toast } from '../../ui/toasts.ts'
import { refreshed, type OfficeRecord } from './record.ts'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'

/** Internal notes of the office; never shown to a studio. OFF-041. */
export function NotesForm({ record: { id, notes, viewed } }: { record: OfficeRecord }) {
  const formDraft = useDraft('registrations/notes', id)
  const [text, setText, baseNotes] = useDraftState(formDraft, 'notes', notes)
  const { mutate, isPending, error } = useAct('PUT /v1/office/registrations/{id}', {
    refreshes: refreshed,
    failure: 'in place',
    onSuccess: () => {
      formDraft.clear()
      toast('Notes saved')
    },
  })
  return (
    <Form
      draft={formDraft}
      error={error}
      pending={isPending}
      onSubmit={() => mutate({ params: { id }, body: { notes: text, base: { notes: baseNotes } } })}
    >
      <LongTextField
        label="Notes"
        name="notes"
        help="Only the office reads them."
        value={text}
        onChange={setText}
        error={undefined}
        optional
        lines={3}
        maxLength={10_000}
      />
      <Submit
        pending={isPending}
        blockedBy={text === baseNotes ? 'Nothing to save yet.' : undefined}
        beside={
          viewed && (
            <Button
              variant="default"
              onClick={() => mutate({ params: { id }, body: { viewed: false } })}
              disabled={isPending}
            >
              Mark as not viewed
            </Button>
          )
        }
      >
        Save notes
      </Submit>
    </Form>
  )
}
