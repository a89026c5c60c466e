import { explain } from '@callboard/domain/refusals.ts'
import { checkWaiverType } from '@callboard/domain/waivers/request.ts'
import { useAct } from '../../api/use-call.ts'
import { useLookup } from '../../api/use-lookup.ts'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { FieldRow } from '../../ui/Form.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { LongTextField } from '../../ui/LongTextField.tsx'
import { toast } from '../../ui/toasts.ts'
import type { Reply } from '../../api/call.ts'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'

export type WaiverType = Reply<'GET /v1/office/waiver-types'>['rows'][number]

type Draft = { name: string; text: string; event_id: number | null; season_id: number | null }
const blank: Draft = { name: '', text: '', event_id: null, season_id: null }

/** A new kind of waiver, or other words of one: those are a new version. OFF-035. */
export function WaiverTypeDialog({ type, onClose }: { type: WaiverType | null; onClose: () => void }) {
  const events = useLookup('GET /v1/office/events', {})
  const seasons = useLookup('GET /v1/office/seasons', {})
  const formDraft = useDraft('waivers/type', type?.id ?? 'new')
  const [draft, setDraft, base] = useDraftState<Draft>(formDraft, 'draft', type ?? blank)
  const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change })
  const typeCheck = checkWaiverType(draft)
  const wrong = (field: string) =>
    !typeCheck.ok && 'field' in typeCheck.refusal && typeCheck.refusal.field === field
      ? explain(typeCheck.refusal)
      : undefined
  const mutationOptions = {
    refreshes: ['GET /v1/office/waiver-types', 'GET /v1/office/waiver-types/{id}/texts'] as const,
    failure: 'in place' as const,
    onSuccess: ({ version }: { version: number }) => {
      formDraft.clear()
      toast(type && version > type.version ? `Saved as version ${version}` : 'Waiver saved')
      onClose()
    },
  }
  const creating = useAct('POST /v1/office/waiver-types', mutationOptions)
  const changing = useAct('PUT /v1/office/waiver-types/{id}', mutationOptions)
  const { isPending, error } = type ? changing : creating
  const { name, text, event_id, season_id } = draft
  const isNew = type !== null && text.trim() !== type.text
  return (
    <FormDialog
      draft={formDraft}
      title={type ? `Change ${type.name}` : 'New waiver'}
      width={690}
      submit={isNew ? 'Save as a new version' : 'Save'}
      error={error}
      pending={isPending}
      onClose={onClose}
      onSubmit={() => {
        const body = { name, text, event_id, season_id }
        if (type) changing.mutate({ params: { id: type.id }, body: { ...body, base } })
        else creating.mutate({ body })
      }}
    >
      <TextField
        label="Name"
        name="name"
        value={name}
        onChange={(next) => set({ name: next })}
        error={wrong('name')}
        maxLength={80}
      />
      <FieldRow>
        <SelectField
          label="Event"
          value={event_id}
          options={(events?.rows ?? []).map((event) => ({ value: event.id, label: event.name }))}
          onChange={(next) => set({ event_id: next })}
          error={undefined}
          optional
          placeholder="Every event"
        />
        <SelectField
          label="Season"
          value={season_id}
          options={(seasons?.rows ?? []).map(({ id, start_year, end_year }) => ({
            value: id,
            label: `${start_year}–${end_year}`,
          }))}
          onChange={(next) => set({ season_id: next })}
          error={undefined}
          optional
          placeholder="Every season"
        />
      </FieldRow>
      <LongTextField
        label="Text to sign"
        name="text"
        help="An empty line starts a new paragraph. Links sent before keep their text."
        value={text}
        onChange={(next) => set({ text: next })}
        error={wrong('text')}
        lines={12}
        maxLength={20_000}
      />
    </FormDialog>
  )
}
