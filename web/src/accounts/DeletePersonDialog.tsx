import { required } from '@callboard/domain/roster/contact.ts'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { useAct, useRead } from '../api/use-call.ts'
import { SelectField } from '../ui/fields.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { toast } from '../ui/toasts.ts'

const resultMessages = {
  erased: 'Deleted. We no longer have any data about this person.',
  anonymised: 'Deleted. Payment records stay, without a name.',
  elsewhere: 'Removed from your account. Another studio has also entered this person.',
} as const

/** One person goes, chosen from everybody this account has entered. */
export function DeletePersonDialog({ user_id, onClose }: { user_id: number; onClose: () => void }) {
  const [person_id, setPerson] = useState<number | null>(null)
  const reading = useRead('GET /v1/mybtf/{id}/people', { params: { id: user_id } })
  const people = reading.data?.people
  const forget = useAct('DELETE /v1/mybtf/{id}/people/{person_id}', {
    failure: 'in place',
    refreshes: ['GET /v1/mybtf/{id}/people', 'GET /v1/mybtf/roster'],
    onSuccess: ({ what }) => {
      toast(resultMessages[what])
      onClose()
    },
  })
  const options = (people ?? []).map(({ id, fname, lname, birthdate }) => ({
    value: id,
    label: `${lname}, ${fname}${birthdate ? `, born ${birthdate.slice(0, 4)}` : ''}`,
  }))

  return (
    <FormDialog
      draft="one choice"
      title="Delete a person"
      error={forget.error ?? reading.error}
      pending={forget.isPending}
      onSubmit={() => forget.mutate({ params: { id: user_id, person_id: person_id ?? 0 } })}
      onClose={onClose}
      submit="Delete permanently"
    >
      <Text>
        This deletes the name, birthdate, contacts, photos and notes. Paid registrations of past events stay on record
        without the name. This cannot be undone.
      </Text>
      <SelectField
        label="Person"
        value={person_id}
        onChange={setPerson}
        options={options}
        error={person_id === null ? required : undefined}
        {...(people?.length === 0 && { help: 'You have not entered anyone.' })}
      />
    </FormDialog>
  )
}
