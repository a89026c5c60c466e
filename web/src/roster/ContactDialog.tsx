import type { RosterPerson } from '@callboard/contract/roster/roster.ts'
import { contactInfoErrors, emailError } from '@callboard/domain/roster/contact.ts'
import { rosterDetails } from '@callboard/domain/roster/person-fields.ts'
import { useAct } from '../api/use-call.ts'
import { TextField } from '../ui/fields.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { PersonFields, PersonTypeField } from '../ui/PersonFields.tsx'
import { contactEntry, contactLists } from '../ui/single-contact.ts'
import { toast } from '../ui/toasts.ts'
import { useDraft, useDraftState } from '../ui/use-draft.ts'

type ContactDialogProps = {
  person: RosterPerson
  types: readonly { id: number; name: string }[]
  onClose: () => void
}

/** How to reach a person of the roster, and whom to remind. ROST-027. */
export function ContactDialog({ person, types, onClose }: ContactDialogProps) {
  const formDraft = useDraft('roster/contact', person.id)
  const [entry, setEntry] = useDraftState(formDraft, 'entry', contactEntry(person))
  const [reminder_email, setReminder] = useDraftState(formDraft, 'reminder_email', person.reminder_email ?? '')
  const save = useAct('PUT /v1/mybtf/roster', {
    failure: 'in place',
    refreshes: ['GET /v1/mybtf/roster'],
    onSuccess: () => {
      formDraft.clear()
      toast('Roster Updated!')
      onClose()
    },
  })
  const errors = contactInfoErrors(entry)

  function submit() {
    const { fname, lname, person_type_id } = entry
    const names = { fname: fname.trim(), lname: lname.trim(), person_type_id }
    const contacts = { ...contactLists(entry), reminder_email: reminder_email.trim() || null }
    save.mutate({ body: { person: { id: person.id, ...names, ...contacts } } })
  }

  return (
    <FormDialog
      draft={formDraft}
      title={`${person.fname} ${person.lname}`}
      width={560}
      error={save.error}
      pending={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <PersonTypeField
        label="Type"
        value={entry.person_type_id}
        onChange={(person_type_id) => setEntry({ ...entry, person_type_id })}
        types={types}
        error={errors.person_type_id}
      />
      <PersonFields
        value={entry}
        onChange={(change) => setEntry({ ...entry, ...change })}
        errors={errors}
        optional={['email', 'phone']}
      />
      <TextField
        label={rosterDetails.reminder_email.label}
        name="reminder_email"
        type="email"
        optional
        help="A parent’s address, for waivers and access codes."
        value={reminder_email}
        onChange={setReminder}
        error={emailError(reminder_email) ?? undefined}
      />
    </FormDialog>
  )
}
