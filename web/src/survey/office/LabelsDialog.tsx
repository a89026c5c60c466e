import { awardLabels } from '@callboard/domain/survey/availability.ts'
import { useAct } from '../../api/use-call.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { toast } from '../../ui/toasts.ts'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'

export type EventLabels = { event_id: number; event: string; labels: readonly string[] | null }

type LabelKind = 'usual' | 'own' | 'none'
const kinds: readonly { value: LabelKind; label: string }[] = [
  { value: 'usual', label: `Usual: ${awardLabels.join(', ')}` },
  { value: 'own', label: 'Own labels' },
  { value: 'none', label: 'None: numbers 1 to 5' },
]
const kindOf = ({ labels }: EventLabels): LabelKind =>
  labels === null ? 'usual' : labels.length === 0 ? 'none' : 'own'

type LabelsDialogProps = { event: EventLabels; onClose: () => void }

/** The labels of an event's ratings. SURV-010. */
export function LabelsDialog({ event, onClose }: LabelsDialogProps) {
  const formDraft = useDraft('survey/labels', event.event_id)
  const [kind, setKind] = useDraftState<LabelKind>(formDraft, 'kind', kindOf(event))
  const [labels, setLabels] = useDraftState(
    formDraft,
    'labels',
    event.labels?.length ? event.labels.join(', ') : awardLabels.join(', '),
  )
  const texts = labels.split(',').map((label) => label.trim())
  const { mutate, isPending, error } = useAct('PUT /v1/office/survey-labels', {
    refreshes: ['GET /v1/office/survey-versions'],
    failure: 'in place',
    onSuccess: () => {
      formDraft.clear()
      toast('Labels saved')
      onClose()
    },
  })
  const body = { event_id: event.event_id, labels: kind === 'usual' ? null : kind === 'none' ? [] : texts }
  return (
    <FormDialog
      title={`Rating labels of ${event.event}`}
      draft={formDraft}
      error={error}
      pending={isPending}
      onSubmit={() => mutate({ body })}
      onClose={onClose}
    >
      <SelectField
        label="Labels"
        value={kind}
        options={kinds}
        error={undefined}
        onChange={(next) => next && setKind(next)}
      />
      {kind === 'own' && (
        <TextField
          label="Labels of 1 to 5"
          name="labels"
          help="Five, with commas between them, the lowest first."
          value={labels}
          maxLength={200}
          error={texts.length === 5 && texts.every(Boolean) ? undefined : 'Enter five labels with commas between them.'}
          onChange={setLabels}
        />
      )}
    </FormDialog>
  )
}
