import type { RosterPerson } from '@callboard/contract/roster.ts'
import { contactInfoErrors, emailError } from '@callboard/domain/people/contact.ts'
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useAct } from '../api/use-call.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { SelectField, TextField } from '../ui/fields.tsx'
import { FieldRow, Form, Submit } from '../ui/Form.tsx'
import { PhoneField } from '../ui/masked-fields.tsx'
import { maskPhone } from '../ui/masks.ts'
import { toast } from '../ui/toasts.ts'

type ContactDialogProps = {
  person: RosterPerson
  types: readonly { id: number; name: string }[]
  onClose: () => void
}

const listOf = (value: string) => (value.trim() === '' ? [] : [{ value, primary: true }])

/** How to reach a person of the roster, and whom to remind. ROST-027. */
export function ContactDialog({ person, types, onClose }: ContactDialogProps) {
  const [entry, setEntry] = useState({
    fname: person.fname,
    lname: person.lname,
    email: person.contact_info.email ?? '',
    phone: maskPhone(person.contact_info.phone ?? ''),
    person_type_id: person.person_type_id,
  })
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
  const set = (field: 'fname' | 'lname' | 'email' | 'phone') => (value: string) =>
    setEntry({ ...entry, [field]: value })

  function submit() {
    const { fname, lname, person_type_id, email, phone } = entry
    const names = { fname: fname.trim(), lname: lname.trim(), person_type_id }
    const reached = { email: listOf(email), phone: listOf(phone), reminder_email: reminder_email.trim() || null }
    save.mutate({ body: { person: { id: person.id, ...names, ...reached } } })
  }

  return (
    <Dialog opened title={`${person.fname} ${person.lname}`} width={560} onCancel={onClose}>
      <Form error={save.error} pending={save.isPending} onSubmit={submit}>
        <Stack gap="lg">
          <SelectField
            label="Type"
            name="person_type_id"
            value={entry.person_type_id}
            onChange={(person_type_id) => setEntry({ ...entry, person_type_id })}
            options={types.map(({ id, name }) => ({ value: id, label: name }))}
            error={errors.person_type_id}
          />
          <FieldRow>
            <TextField
              label="First name"
              name="fname"
              maxLength={60}
              value={entry.fname}
              onChange={set('fname')}
              error={errors.fname}
            />
            <TextField
              label="Last name"
              name="lname"
              maxLength={60}
              value={entry.lname}
              onChange={set('lname')}
              error={errors.lname}
            />
          </FieldRow>
          <FieldRow>
            <TextField
              label="E-mail"
              name="email"
              type="email"
              optional
              value={entry.email}
              onChange={set('email')}
              error={errors.email}
            />
            <PhoneField
              label="Phone"
              name="phone"
              optional
              value={entry.phone}
              onChange={set('phone')}
              error={errors.phone}
            />
          </FieldRow>
          <TextField
            label="Reminders to"
            name="reminder_email"
            type="email"
            optional
            help="A parent’s address, for waivers and access codes."
            value={reminder_email}
            onChange={setReminder}
            error={emailError(reminder_email) ?? undefined}
          />
        </Stack>
        <Submit
          pending={save.isPending}
          beside={
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
          }
        >
          Save
        </Submit>
      </Form>
    </Dialog>
  )
}
