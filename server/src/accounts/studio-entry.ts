import { registrationContactsOf, typesOfGroup } from '@callboard/domain/accounts/person-types.ts'
import { studioFormErrors, studioPayload, type StudioForm } from '@callboard/domain/accounts/studio-form.ts'
import { checkEntry } from '@callboard/domain/roster/refusals.ts'
import type { Tx } from '../platform/db/connect.ts'
import { orRefuse, Refused } from '../platform/http/errors.ts'
import { loadPersonTypes } from '../roster/person-queries.ts'

type Contacts = readonly { value: string; primary: boolean }[]

type Draft = {
  name: string
  website: string | null
  address: { address: string; city: string; state_id: number | null; country_id: number; zip: string | null }
  phone: Contacts
  email: Contacts
  studio_contacts: readonly {
    fname: string
    lname: string
    person_type_id: number
    email: Contacts
    phone: Contacts
    primary: boolean
  }[]
}

const first = (list: Contacts = []) => (list.find(({ primary }) => primary) ?? list[0])?.value ?? ''

/** Maps a studio request to the form that the rule checks. */
export function formOf(draft: Draft, account: StudioForm['account']): StudioForm {
  const [owner, contact] = draft.studio_contacts
  const person = (one: typeof owner) => ({
    fname: one?.fname ?? '',
    lname: one?.lname ?? '',
    email: first(one?.email),
    phone: first(one?.phone),
  })
  return {
    name: draft.name,
    website: draft.website ?? '',
    email: first(draft.email),
    phone: first(draft.phone),
    address: draft.address,
    owner: person(owner),
    primary: contact?.primary && !owner?.primary ? 'contact' : 'owner',
    contact: { ...person(contact), person_type_id: contact?.person_type_id ?? null },
    account,
  }
}

/**
 * Validates a studio form and returns the columns to store. Fails when a person type is not allowed in its position.
 * ACC-046, ACC-048 to ACC-052.
 */
export async function judged(tx: Tx, draft: Draft, form: StudioForm) {
  orRefuse(checkEntry(studioFormErrors(form)))
  const types = await loadPersonTypes(tx)
  const owners = typesOfGroup(types, 'studio')
  const owner = owners.find(({ id }) => id === draft.studio_contacts[0]?.person_type_id) ?? owners[0]
  if (!owner) throw new Refused({ code: 'account.type_not_offered', field: 'owner.person_type_id' })

  const { primary_mybtf_user: _account, ...payload } = studioPayload(form, owner.id)
  const contactTypes = new Set([...owners, ...registrationContactsOf(types)].map(({ id }) => id))
  const studio_contacts = payload.studio_contacts.map(({ person_type_id, ...contact }) => {
    if (person_type_id === null || !contactTypes.has(person_type_id)) {
      throw new Refused({ code: 'account.type_not_offered', field: 'contact.person_type_id' })
    }
    return { ...contact, person_type_id }
  })
  return { ...payload, address: draft.address, studio_contacts, owner_type_id: owner.id }
}
