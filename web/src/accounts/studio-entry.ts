import type { Studio } from '@callboard/contract/accounts/studios.ts'
import { studioPayload, type StudioContact, type StudioForm } from '@callboard/domain/accounts/studio-form.ts'
import { isBlank } from '@callboard/domain/roster/contact.ts'
import { phoneMask } from '../ui/masks.ts'
import { emptyAddress } from './AddressFields.tsx'

const listOf = (value: string) => (value === '' ? [] : [{ value, primary: true }])

/** A filled-in form as the wire has it: what the rule builds, with its emails and phones in lists. */
export function wireStudio(form: StudioForm, owner_type_id: number) {
  const { email, phone, address, studio_contacts, name, website } = studioPayload(form, owner_type_id)
  return {
    name,
    website,
    address: { ...address, country_id: address.country_id ?? 1 },
    email: listOf(email),
    phone: listOf(phone),
    studio_contacts: studio_contacts.map(wireContact),
  }
}

/** A form as its person read it: also with a contact who is not primary. */
export const wireBase = (form: StudioForm, owner_type_id: number) =>
  wireStudio({ ...form, primary: isBlank(form.contact.fname) ? 'owner' : 'contact' }, owner_type_id)

const wireContact = ({ fname, lname, person_type_id, primary, email, phone }: StudioContact) => ({
  fname,
  lname,
  primary,
  // A contact without a type was refused by the rule before it came here.
  person_type_id: person_type_id ?? 0,
  email: listOf(email),
  phone: listOf(phone),
})

const first = (list: readonly { value: string }[] | undefined) => list?.[0]?.value ?? ''

/** A stored studio as the form begins with it. */
export function entryOf(studio: Studio): StudioForm {
  const [owner, contact] = studio.studio_contacts
  const person = (one: typeof owner) => ({
    fname: one?.fname ?? '',
    lname: one?.lname ?? '',
    email: first(one?.email),
    phone: phoneMask(first(one?.phone)),
  })
  return {
    name: studio.name,
    website: studio.website ?? '',
    email: first(studio.email),
    phone: phoneMask(first(studio.phone)),
    address: studio.address ?? emptyAddress,
    owner: person(owner),
    primary: contact?.primary ? 'contact' : 'owner',
    contact: { ...person(contact), person_type_id: contact?.person_type_id ?? null },
    account: null,
  }
}
