import type { CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { relationships, type Relationship } from '@callboard/domain/waivers/form.ts'
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

type PaperWaiverDialogProps = { row: CityWaiver; now: Instant; onClose: () => void }

/** Writes down a waiver that was signed on paper. OFF-035. */
export function PaperWaiverDialog({ row, now, onClose }: PaperWaiverDialogProps) {
  const formDraft = useDraft('waivers/paper', row.registration_id, row.person_id, row.waiver_type_id)
  const [signer_name, setName] = useDraftState(formDraft, 'signer_name', '')
  const [signer, setSigner] = useDraftState<Signer | null>(formDraft, 'signer', null)
  const [signed_on, setDay] = useDraftState<CalendarDate | null>(
    formDraft,
    'signed_on',
    now.slice(0, 10) as CalendarDate,
  )
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
  const { registration_id, person_id, waiver_type_id } = row
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
        error={signer ? undefined : 'Required'}
      />
      <BirthdateField
        label="On"
        name="signed_on"
        value={signed_on}
        onChange={setDay}
        error={signed_on ? undefined : 'Required'}
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
