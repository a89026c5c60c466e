import { registrationContactsOf, typesOfGroup } from '@callboard/domain/accounts/person-types.ts'
import { studioFormErrors, studioPayload, type StudioForm } from '@callboard/domain/accounts/studio-form.ts'
import { mergeEdit } from '@callboard/domain/kernel/merge-edit.ts'
import { phoneDigits } from '@callboard/domain/roster/contact.ts'
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

const noAddress = { address: '', city: '', state_id: null, country_id: 1, zip: null }

/** A profile by the fields that two people may change apart from each other. */
function partsOf(draft: Draft) {
  const { account: _, ...form } = formOf(draft, null)
  const owner = { ...form.owner, person_type_id: draft.studio_contacts[0]?.person_type_id ?? null }
  return { ...form, address: draft.address, owner }
}

type Parts = ReturnType<typeof partsOf>

/** Phones as numbers: a form shows them with its own mask. */
function comparable({ phone, owner, contact, ...parts }: Parts) {
  const person = <Person extends { phone: string }>(one: Person) => ({ ...one, phone: phoneDigits(one.phone) })
  return { ...parts, phone: phoneDigits(phone), owner: person(owner), contact: person(contact) }
}

type StoredStudio = Omit<Draft, 'address'> & { address: Draft['address'] | null }

/** Merges a change of a studio with what others stored since its caller read the profile. */
export function mergeStudio(stored_studio: StoredStudio, base: Draft | undefined, draft: Draft) {
  const { address, ...same } = stored_studio
  const current = partsOf({ ...same, address: address ?? noAddress })
  const change = partsOf(draft)
  const merged = orRefuse(
    mergeEdit({
      current: comparable(current),
      base: base && comparable(partsOf(base)),
      change: comparable(change),
      labels: { contact: 'registration contact', primary: 'person who handles registrations' },
    }),
  )
  // Texts are stored as they were typed.
  const names = Object.keys(merged) as (keyof Parts)[]
  const parts: Parts = { ...current, ...Object.fromEntries(names.map((name) => [name, change[name]])) }
  const form: StudioForm = { ...parts, account: null }
  return { form, entry: { address: parts.address, studio_contacts: [parts.owner] } }
}

type JudgedDraft = Pick<Draft, 'address'> & { studio_contacts: readonly { person_type_id: number | null }[] }

/**
 * Validates a studio form and returns the columns to store. Fails when a person type is not allowed in its position.
 * ACC-046, ACC-048 to ACC-052.
 */
export async function judged(tx: Tx, draft: JudgedDraft, form: StudioForm) {
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
