import type { RosterPerson } from '@callboard/contract/roster/roster.ts'
import { contactInfoErrors, emailError } from '@callboard/domain/roster/contact.ts'
import { rosterDetails } from '@callboard/domain/roster/person-fields.ts'
import { useState } from 'react'
import { useAct } from '../api/use-call.ts'
import { TextField } from '../ui/fields.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { PersonFields, PersonTypeField } from '../ui/PersonFields.tsx'
import { contactEntry, contactLists } from '../ui/single-contact.ts'
import { toast } from '../ui/toasts.ts'

type ContactDialogProps = {
  person: RosterPerson
  types: readonly { id: number; name: string }[]
  onClose: () => void
}

/** How to reach a person of the roster, and whom to remind. ROST-027. */
export function ContactDialog({ person, types, onClose }: ContactDialogProps) {
  const [entry, setEntry] = useState(contactEntry(person))
  const [reminder_email, setReminder] = useState(person.reminder_email ?? '')
  const save = useAct('PUT /v1/mybtf/roster', {
    failure: 'in place',
    refreshes: ['GET /v1/mybtf/roster'],
    onSuccess: () => {
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
