import type { Person } from '@callboard/contract/roster/people.ts'
import { typesOfGroup } from '@callboard/domain/accounts/person-types.ts'
import { needsPersonType } from '@callboard/domain/accounts/role.ts'
import { contactInfoErrors } from '@callboard/domain/roster/contact.ts'
import { useAct } from '../api/use-call.ts'
import type { SignedIn } from '../shell/session.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { PersonFields, PersonTypeField } from '../ui/PersonFields.tsx'
import { contactEntry, contactLists } from '../ui/single-contact.ts'
import { toast } from '../ui/toasts.ts'
import { AddressFields, emptyAddress, isBegun, usePeopleLists } from './AddressFields.tsx'
import { useDraft, useDraftState } from '../ui/use-draft.ts'

type ContactInfoProps = {
  user: Pick<SignedIn, 'id' | 'role' | 'studio_account'>
  person: Person
  onClose: () => void
  onSaved: () => void
}

/** ACC-063. */
export function ContactInfoDialog({ user, person, onClose, onSaved }: ContactInfoProps) {
  const formDraft = useDraft('accounts/contact-info')
  const [entry, setEntry] = useDraftState(formDraft, 'entry', contactEntry(person))
  const [address, setAddress] = useDraftState(formDraft, 'address', person.address ?? emptyAddress)
  const types = typesOfGroup(usePeopleLists()?.person_types ?? [], user.studio_account ? 'studio' : 'user')
  const save = useAct('PUT /v1/mybtf/{id}/contact-info', {
    failure: 'in place',
    refreshes: ['GET /v1/mybtf/{id}/contact-info'],
    onSuccess: () => {
      formDraft.clear()
      onSaved()
      toast('Your contact information is saved.')
      onClose()
    },
  })
  const needsType = needsPersonType(user.role)
  const errors = contactInfoErrors(entry, needsType)

  function submit() {
    const { fname, lname, person_type_id } = entry
    const whole = isBegun(address) ? { ...address, country_id: address.country_id ?? 1 } : null
    const body = { fname, lname, person_type_id, ...contactLists(entry), address: whole }
    save.mutate({ params: { id: user.id }, body })
  }

  return (
    <FormDialog
      draft={formDraft}
      title="Edit contact info"
      width={560}
      error={save.error}
      pending={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <PersonTypeField
        label="I am a…"
        value={entry.person_type_id}
        onChange={(person_type_id) => setEntry({ ...entry, person_type_id })}
        types={types}
        error={errors.person_type_id}
        optional={!needsType}
      />
      <PersonFields
        own
        value={entry}
        onChange={(change) => setEntry({ ...entry, ...change })}
        errors={errors}
        optional={['email', 'phone']}
      />
      <AddressFields
        optional
        value={address}
        onChange={(next) => setAddress({ ...next, country_id: next.country_id ?? 1 })}
      />
    </FormDialog>
  )
}
