import { birthdateFrom, birthdateText } from '@callboard/domain/roster/birthdate.ts'
import { invalidBirthdate, isBlank, required } from '@callboard/domain/roster/contact.ts'
import { personWording } from '@callboard/domain/roster/refusals.ts'
import type { Reply } from '../../api/call.ts'
import { useAct } from '../../api/use-call.ts'
import { TextField } from '../../ui/fields.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { LongTextField } from '../../ui/LongTextField.tsx'
import { maskDate } from '../../ui/masks.ts'
import { toast } from '../../ui/toasts.ts'
import { useToday } from '../roster-people.ts'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'

export type OfficePerson = Reply<'GET /v1/office/people/{id}'>

export const missingReason = personWording['person.reason']({ code: 'person.reason', field: 'reason' })

/** Corrects the name and birthdate of a person whose owner is gone. */
export function CorrectPersonDialog({ person, onClose }: { person: OfficePerson; onClose: () => void }) {
  const formDraft = useDraft('roster/correct-person', person.id)
  const [fname, setFirstName] = useDraftState(formDraft, 'fname', person.fname)
  const [lname, setLastName] = useDraftState(formDraft, 'lname', person.lname)
  const [typedBirthdate, setTypedBirthdate] = useDraftState(
    formDraft,
    'typedBirthdate',
    person.birthdate ? birthdateText(person.birthdate) : '',
  )
  const [reason, setReason] = useDraftState(formDraft, 'reason', '')
  const today = useToday()
  const birthdate = birthdateFrom(typedBirthdate, today)
  const isWrongDay = typedBirthdate !== '' && birthdate === null
  const { mutate, isPending, error } = useAct('PUT /v1/office/people/{id}', {
    refreshes: ['GET /v1/office/people/{id}', 'GET /v1/office/people', 'GET /v1/office/audit'],
    failure: 'in place',
    onSuccess: () => {
      formDraft.clear()
      toast('Corrected')
      onClose()
    },
  })
  const submit = () =>
    mutate({ params: { id: person.id }, body: { fname, lname, birthdate, reason, version: person.version } })
  return (
    <FormDialog
      draft={formDraft}
      title={`Correct ${person.fname} ${person.lname}`}
      error={error}
      pending={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <p style={{ margin: 0 }}>Every roster and registration in progress shows the new name and birthdate.</p>
      <TextField
        label="First name"
        name="fname"
        maxLength={60}
        value={fname}
        onChange={setFirstName}
        error={isBlank(fname) ? required : undefined}
      />
      <TextField
        label="Last name"
        name="lname"
        maxLength={60}
        value={lname}
        onChange={setLastName}
        error={isBlank(lname) ? required : undefined}
      />
      <TextField
        label="Birthdate"
        name="birthdate"
        optional
        inputMode="numeric"
        placeholder="MM/DD/YYYY"
        value={typedBirthdate}
        onChange={(text) => setTypedBirthdate(maskDate(text))}
        error={isWrongDay ? invalidBirthdate : undefined}
      />
      <LongTextField
        label="Reason"
        name="reason"
        lines={2}
        help="Who asked for it and how you know. Kept in the audit log."
        value={reason}
        onChange={setReason}
        error={isBlank(reason) ? missingReason : undefined}
        maxLength={500}
      />
    </FormDialog>
  )
}
