import { required } from '@callboard/domain/roster/contact.ts'
import { useAct } from '../../api/use-call.ts'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { ToggleField } from '../../ui/ToggleField.tsx'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'

type AddDisplayProps = {
  tour_date_id: number
  stages: readonly number[]
  onClose: () => void
  onLink: (url: string) => void
}

/** A link for a screen: where it stands, its stage, and whether it names studios. */
export function AddDisplayDialog({ tour_date_id, stages, onClose, onLink }: AddDisplayProps) {
  const formDraft = useDraft('running-order/display', tour_date_id)
  const [label, setLabel] = useDraftState(formDraft, 'label', '')
  const [stage, setStage] = useDraftState<number | null>(formDraft, 'stage', null)
  const [shows_studios, setShowsStudios] = useDraftState(formDraft, 'shows_studios', false)
  const add = useAct('POST /v1/office/displays', {
    refreshes: ['GET /v1/office/displays'],
    failure: 'in place',
    onSuccess: ({ url }) => {
      formDraft.clear()
      onClose()
      onLink(url)
    },
  })
  return (
    <FormDialog
      title="Add a screen"
      submit="Make the link"
      draft={formDraft}
      error={add.error}
      pending={add.isPending}
      onClose={onClose}
      onSubmit={() => add.mutate({ body: { tour_date_id, label, stage, shows_studios } })}
    >
      <TextField
        label="Where it stands"
        name="label"
        value={label}
        onChange={setLabel}
        maxLength={60}
        error={label.trim() ? undefined : required}
      />
      {stages.length > 1 && (
        <SelectField
          label="Stage"
          name="stage"
          value={stage}
          any="All stages"
          options={stages.map((value) => ({ value, label: `Stage ${value}` }))}
          onChange={setStage}
          error={undefined}
        />
      )}
      <ToggleField
        label="Show the names of studios"
        name="shows_studios"
        help="Leave it off where judges can see the screen."
        value={shows_studios}
        onChange={setShowsStudios}
        error={undefined}
      />
    </FormDialog>
  )
}
