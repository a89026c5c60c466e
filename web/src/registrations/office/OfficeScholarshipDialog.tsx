import type { Cents } from '@callboard/domain/kernel/money.ts'
import { isAmount, scholarshipWording } from '@callboard/domain/registrations/scholarships/plan-scholarship.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useAct } from '../../api/use-call.ts'
import { useLookup } from '../../api/use-lookup.ts'
import { confirm } from '../../ui/dialogs.ts'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { FieldRow } from '../../ui/Form.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { MoneyField } from '../../ui/masked-fields.tsx'
import { toast } from '../../ui/toasts.ts'
import { PersonPicker } from '../../roster/office/PersonPicker.tsx'
import type { Reply } from '../../api/call.ts'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'

export type ScholarshipLine = Reply<'GET /v1/office/scholarships'>['rows'][number]

type ScholarshipDialogProps = {
  /** Null: a new one. */
  scholarship: ScholarshipLine | null
  onClose: () => void
}

/** Records a scholarship, or changes one that no registration uses. OFF-023. */
export function OfficeScholarshipDialog({ scholarship, onClose }: ScholarshipDialogProps) {
  const seasons = useLookup('GET /v1/office/seasons', {})
  const events = useLookup('GET /v1/office/events', {})
  const types = useLookup('GET /v1/office/static/{table}', { params: { table: 'vip_types' } })
  const formDraft = useDraft('registrations/scholarship', scholarship?.id ?? 'new')
  // Chosen again: the picker shows nobody who was not searched for.
  const [person_id, setPerson] = useState(scholarship?.person_id ?? null)
  const [amount, setAmount, baseAmount] = useDraftState<Cents | null>(formDraft, 'amount', scholarship?.amount ?? null)
  const [chosenSeason, setSeason, baseSeason] = useDraftState(formDraft, 'season_id', scholarship?.season_id ?? null)
  const [event_id, setEvent, baseEvent] = useDraftState(formDraft, 'event_id', scholarship?.event_id ?? null)
  const [vip_type_id, setVipType, baseVipType] = useDraftState(
    formDraft,
    'vip_type_id',
    scholarship?.vip_type_id ?? null,
  )
  const [note, setNote, baseNote] = useDraftState(formDraft, 'note', scholarship?.note ?? '')
  const season_id = chosenSeason ?? seasons?.rows.find(({ current }) => current)?.id ?? null

  const outcome = (message: string) => ({
    refreshes: ['GET /v1/office/scholarships'] as const,
    failure: 'in place' as const,
    onSuccess: () => {
      formDraft.clear()
      toast(message)
      onClose()
    },
  })
  // One dialog is one scholarship: sent again after a lost answer, it is recorded once.
  const [key] = useState(() => crypto.randomUUID())
  const recording = useAct('POST /v1/office/scholarships', outcome('Scholarship recorded'))
  const changing = useAct('PUT /v1/office/scholarships/{id}', outcome('Scholarship saved'))
  const removing = useAct('DELETE /v1/office/scholarships/{id}', outcome('Scholarship deleted'))
  const saving = scholarship ? changing : recording

  function save() {
    if (person_id === null || season_id === null || amount === null || !isAmount(amount)) return
    const terms = { season_id, event_id, vip_type_id, amount, note }
    const base = {
      ...{ season_id: baseSeason, event_id: baseEvent, vip_type_id: baseVipType },
      ...{ amount: baseAmount, note: baseNote },
    }
    if (scholarship) changing.mutate({ params: { id: scholarship.id }, body: { ...terms, base } })
    else recording.mutate({ body: { person_id, ...terms }, options: { key } })
  }
  async function remove() {
    if (!scholarship) return
    const isSure = await confirm({
      title: 'Delete this scholarship?',
      message: `${scholarship.name} can no longer use it.`,
      yes: 'Yes, delete it',
      no: 'No, keep it',
      consequence: 'loss',
    })
    if (isSure) removing.mutate({ params: { id: scholarship.id } })
  }
  return (
    <FormDialog
      draft={formDraft}
      title={scholarship ? `Scholarship of ${scholarship.name}` : 'Record a scholarship'}
      width={560}
      error={saving.error ?? removing.error}
      pending={saving.isPending || removing.isPending}
      onSubmit={save}
      onClose={onClose}
      submit={scholarship ? 'Save' : 'Record scholarship'}
    >
      {!scholarship && (
        <PersonPicker
          label="Holder"
          value={person_id}
          onChange={setPerson}
          error={person_id === null ? sentences.unknown_person : undefined}
        />
      )}
      <FieldRow>
        <MoneyField
          label="Amount"
          name="amount"
          value={amount}
          onChange={setAmount}
          error={!isAmount(amount ?? 0) ? sentences.amount : undefined}
        />
        <SelectField
          label="Season"
          name="season_id"
          value={season_id}
          options={(seasons?.rows ?? []).map(({ id, start_year, end_year }) => ({
            value: id,
            label: `${start_year}–${end_year}`,
          }))}
          onChange={setSeason}
          error={season_id === null ? sentences.unknown_season : undefined}
        />
      </FieldRow>
      <FieldRow>
        <SelectField
          label="Event"
          name="event_id"
          value={event_id}
          options={(events?.rows ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setEvent}
          error={undefined}
          optional
          placeholder="Every event"
        />
        <SelectField
          label="VIP type"
          name="vip_type_id"
          value={vip_type_id}
          options={(types?.rows ?? []).map(({ id, name }) => ({ value: Number(id), label: String(name) }))}
          onChange={setVipType}
          error={undefined}
          optional
          placeholder="None"
          help="Some types enter their winners in the program."
        />
      </FieldRow>
      <TextField
        label="Note"
        name="note"
        value={note}
        onChange={setNote}
        error={undefined}
        optional
        maxLength={300}
        help="Only the office sees this."
      />
      {scholarship && (
        <div>
          <Button variant="subtle" color="red" onClick={() => void remove()}>
            Delete this scholarship
          </Button>
        </div>
      )}
    </FormDialog>
  )
}

const sentences = {
  unknown_person: scholarshipWording['scholarship.unknown_person']({
    code: 'scholarship.unknown_person',
    field: 'person_id',
  }),
  unknown_season: scholarshipWording['scholarship.unknown_season']({
    code: 'scholarship.unknown_season',
    field: 'season_id',
  }),
  amount: scholarshipWording['scholarship.amount']({ code: 'scholarship.amount', field: 'amount' }),
}
