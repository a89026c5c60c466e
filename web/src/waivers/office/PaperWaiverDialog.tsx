import type { CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import { explain } from '@callboard/domain/refusals.ts'
import { relationships, type Relationship } from '@callboard/domain/waivers/form.ts'
import { checkPaper } from '@callboard/domain/waivers/request.ts'
import { useAct } from '../../api/use-call.ts'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { BirthdateField } from '../../ui/masked-fields.tsx'
import { toast } from '../../ui/toasts.ts'
import type { CityWaiver } from './city-waiver-columns.tsx'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'

type Signer = Relationship | 'self'
const signers: readonly { value: Signer; label: string }[] = [
  ...relationships.map((value) => ({ value, label: value })),
  { value: 'self', label: 'The participant (an adult)' },
]

type PaperWaiverDialogProps = {
  row: CityWaiver
  facts: { today: CalendarDate; start_year: number; adult_age: number }
  onClose: () => void
}

/** Writes down a waiver that was signed on paper. OFF-035. */
export function PaperWaiverDialog({ row, facts, onClose }: PaperWaiverDialogProps) {
  const formDraft = useDraft('waivers/paper', row.registration_id, row.person_id, row.waiver_type_id)
  const [signer_name, setName] = useDraftState(formDraft, 'signer_name', '')
  const [signer, setSigner] = useDraftState<Signer | null>(formDraft, 'signer', null)
  const [signed_on, setDay] = useDraftState<CalendarDate | null>(formDraft, 'signed_on', facts.today)
  const [note, setNote] = useDraftState(formDraft, 'note', '')
  const { mutate, isPending, error } = useAct('POST /v1/office/waivers', {
    refreshes: ['GET /v1/office/tour-dates/{id}/waivers'],
    failure: 'in place',
    onSuccess: () => {
      formDraft.clear()
      toast(`The waiver of ${row.name} is recorded`)
      onClose()
    },
  })
  const { registration_id, person_id, waiver_type_id, birthdate } = row
  const { today, start_year, adult_age } = facts
  const paperFacts = { today, start_year, adult_age, birthdate }
  const wrong = (field: string) => {
    // The name is checked at its own field, so that it hides no error of the others.
    const paper = { signer_name: 'any', signed_on: signed_on ?? today, self: signer === 'self' }
    const check = checkPaper(paper, paperFacts)
    return !check.ok && 'field' in check.refusal && check.refusal.field === field ? explain(check.refusal) : undefined
  }
  return (
    <FormDialog
      draft={formDraft}
      title={`Paper waiver of ${row.name}`}
      submit="Record it"
      error={error}
      pending={isPending}
      onClose={onClose}
      onSubmit={() => {
        if (!signer || !signed_on) return
        const parent_relationship = signer === 'self' ? null : signer
        const whose = { registration_id, person_id, waiver_type_id }
        mutate({ body: { ...whose, signer_name, parent_relationship, signed_on, note } })
      }}
    >
      <TextField
        label="Signed by"
        name="signer_name"
        value={signer_name}
        onChange={setName}
        error={signer_name.trim() ? undefined : 'Required'}
        maxLength={140}
      />
      <SelectField
        label="Who is"
        name="parent_relationship"
        value={signer}
        options={signers}
        onChange={setSigner}
        error={signer ? wrong('parent_relationship') : 'Required'}
      />
      <BirthdateField
        label="On"
        name="signed_on"
        value={signed_on}
        onChange={setDay}
        error={signed_on ? wrong('signed_on') : 'Required'}
      />
      <TextField
        label="Where the paper is filed"
        name="note"
        value={note}
        onChange={setNote}
        error={undefined}
        optional
        maxLength={300}
      />
    </FormDialog>
  )
}
