import type { Person } from '@callboard/contract/people.ts'
import { typesOfGroup } from '@callboard/domain/accounts/person-types.ts'
import { contactInfoErrors } from '@callboard/domain/people/contact.ts'
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useAct } from '../api/use-call.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { SelectField, TextField } from '../ui/fields.tsx'
import { FieldRow, Form, Submit } from '../ui/Form.tsx'
import { PhoneField } from '../ui/masked-fields.tsx'
import { maskPhone } from '../ui/masks.ts'
import { toast } from '../ui/toasts.ts'
import { AddressFields, emptyAddress, isBegun } from './AddressFields.tsx'
import { usePeopleLists } from './people-lists.ts'

type ContactInfoProps = {
  user: { id: number; studio_account: boolean }
  person: Person
  onClose: () => void
  onSaved: () => void
}

const listOf = (value: string) => (value.trim() === '' ? [] : [{ value, primary: true }])

/** ACC-063. */
export function ContactInfoDialog({ user, person, onClose, onSaved }: ContactInfoProps) {
  const [entry, setEntry] = useState({
    fname: person.fname,
    lname: person.lname,
    email: person.email[0]?.value ?? '',
    phone: maskPhone(person.phone[0]?.value ?? ''),
    person_type_id: person.person_type_id,
  })
  const [address, setAddress] = useState(person.address ?? emptyAddress)
  const types = typesOfGroup(usePeopleLists()?.person_types ?? [], user.studio_account ? 'studio' : 'user')
  const save = useAct('PUT /v1/mybtf/{id}/contact-info', {
    failure: 'in place',
    refreshes: ['GET /v1/mybtf/{id}/contact-info'],
    onSuccess: () => {
      onSaved()
      toast('Your contact information is saved.')
      onClose()
    },
  })
  const errors = contactInfoErrors(entry)
  const set = (field: keyof typeof entry) => (value: string) => setEntry({ ...entry, [field]: value })

  function submit() {
    const { fname, lname, person_type_id, email, phone } = entry
    const whole = isBegun(address) ? { ...address, country_id: address.country_id ?? 1 } : null
    const body = { fname, lname, person_type_id, email: listOf(email), phone: listOf(phone), address: whole }
    save.mutate({ params: { id: user.id }, body })
  }

  return (
    <Dialog opened title="Edit contact info" width={560} onCancel={onClose}>
      <Form error={save.error} pending={save.isPending} onSubmit={submit}>
        <Stack gap="lg">
          <SelectField
            label="I am a…"
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
              autoComplete="given-name"
              maxLength={60}
              value={entry.fname}
              onChange={set('fname')}
              error={errors.fname}
            />
            <TextField
              label="Last name"
              name="lname"
              autoComplete="family-name"
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
              autoComplete="email"
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
          <AddressFields
            optional
            value={address}
            onChange={(next) => setAddress({ ...next, country_id: next.country_id ?? 1 })}
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
