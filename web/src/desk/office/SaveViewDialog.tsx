import { useAct } from '../../api/use-call.ts'
import { TextField } from '../../ui/fields.tsx'
import { ToggleField } from '../../ui/ToggleField.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { toast } from '../../ui/toasts.ts'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'

type SaveViewDialogProps = { list: string; query: string; onClose: () => void }

/** Keeps what a list shows under a name. */
export function SaveViewDialog({ list, query, onClose }: SaveViewDialogProps) {
  const formDraft = useDraft('desk/save-view', list)
  const [name, setName] = useDraftState(formDraft, 'name', '')
  const [shared, setShared] = useDraftState(formDraft, 'shared', false)
  const { mutate, isPending, error } = useAct('POST /v1/office/saved-views', {
    refreshes: ['GET /v1/office/saved-views'],
    failure: 'in place',
    onSuccess: () => {
      formDraft.clear()
      toast('View saved')
      onClose()
    },
  })
  return (
    <FormDialog
      title="Save this view"
      draft={formDraft}
      error={error}
      pending={isPending}
      onClose={onClose}
      onSubmit={() => mutate({ body: { list, name: name.trim(), query, shared } })}
    >
      <TextField
        label="Name"
        name="name"
        value={name}
        maxLength={60}
        help="It keeps the search, the filters and the order."
        onChange={setName}
        error={name.trim() ? undefined : 'Required'}
      />
      <ToggleField
        label="Share with the office"
        value={shared}
        onChange={setShared}
        help="Everyone in the office can choose it."
        error={undefined}
      />
    </FormDialog>
  )
}
