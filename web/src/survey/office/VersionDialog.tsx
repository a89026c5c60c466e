import { useAct } from '../../api/use-call.ts'
import { useLookup } from '../../api/use-lookup.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { toast } from '../../ui/toasts.ts'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'

type VersionDialogProps = {
  /** The survey whose questions the new one begins with; null: none. */
  source: { version: number; season_id: number; event_id: number | null } | null
  onClose: () => void
}

/** A new survey for a season. */
export function VersionDialog({ source, onClose }: VersionDialogProps) {
  const seasons = useLookup('GET /v1/office/seasons', {})?.rows ?? []
  const events = useLookup('GET /v1/office/events', {})?.rows ?? []
  const formDraft = useDraft('survey/version', source?.version ?? 'new')
  const [season, setSeason] = useDraftState<number | null>(formDraft, 'season', source?.season_id ?? null)
  const [event_id, setEvent] = useDraftState<number | null>(formDraft, 'event', source?.event_id ?? null)
  const season_id = season ?? seasons.find(({ current }) => current)?.id ?? null
  const { mutate, isPending, error } = useAct('POST /v1/office/survey-versions', {
    refreshes: ['GET /v1/office/survey-versions'],
    failure: 'in place',
    onSuccess: () => {
      formDraft.clear()
      toast('Survey created')
      onClose()
    },
  })
  return (
    <FormDialog
      title={source ? 'Copy survey' : 'New survey'}
      draft={formDraft}
      error={error}
      pending={isPending}
      submit={source ? 'Copy' : 'Begin'}
      onSubmit={() => season_id !== null && mutate({ body: { season_id, event_id, from: source?.version ?? null } })}
      onClose={onClose}
    >
      <SelectField
        label="Season"
        name="season_id"
        value={season_id}
        options={seasons.map(({ id, start_year, end_year }) => ({ value: id, label: `${start_year}–${end_year}` }))}
        error={season_id === null ? 'Required' : undefined}
        onChange={setSeason}
      />
      <SelectField
        label="Event"
        name="event_id"
        value={event_id}
        any="Every event"
        options={events.map(({ id, name }) => ({ value: id, label: name }))}
        error={undefined}
        onChange={setEvent}
      />
    </FormDialog>
  )
}
