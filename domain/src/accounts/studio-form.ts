import {
  addressErrors,
  contactErrors,
  emailError,
  isBlank,
  phoneError,
  required,
  type AddressDraft,
  type ContactDraft,
  type FieldErrors,
} from '../roster/contact.ts'
import { confirmationError, passwordError } from './password.ts'

export type StudioContactDraft = ContactDraft & { person_type_id: number | null }

/** The studio form as it is filled in. The account part is there on sign-up only. ACC-043 to ACC-046. */
export type StudioForm = {
  name: string
  website: string
  email: string
  phone: string
  address: AddressDraft
  owner: ContactDraft
  /** The person who handles the registration. */
  primary: 'owner' | 'contact'
  contact: StudioContactDraft
  account: { email: string; email2: string; password: string; password2: string } | null
}

export type StudioContact = StudioContactDraft & { primary: boolean }

type StudioPayload = {
  name: string
  website: string | null
  email: string
  phone: string
  address: AddressDraft
  studio_contacts: readonly StudioContact[]
  primary_mybtf_user: { email: string; email2?: string; password?: string; password2?: string }
}

type StudioFormPart = 'address' | 'owner' | 'contact' | 'account'
type StudioField = 'name' | 'website' | 'email' | 'phone' | `${StudioFormPart}.${string}`

/** Errors of a studio form by field ('owner.fname'); empty: it can be sent. ACC-048 to ACC-050. */
export function studioFormErrors(form: StudioForm): FieldErrors<StudioField> {
  const country = form.address.country_id ?? undefined
  const email = emailError(form.email, true)
  const phone = phoneError(form.phone, country, true)
  const isContactWanted = form.primary === 'contact'
  return {
    ...(isBlank(form.name) && { name: required }),
    ...(email && { email }),
    ...(phone && { phone }),
    ...(!isWebsite(form.website) && { website: 'Must be a valid web address' }),
    ...under('address', addressErrors(form.address)),
    ...under('owner', contactErrors(form.owner, { fname: true, lname: true }, country)),
    ...(isContactWanted && under('contact', studioContactErrors(form.contact, country))),
    ...(form.account && under('account', accountErrors(form.account))),
  }
}

/**
 * The request body: the primary flag on owner or contact, the owner alone when primary, and the account's email.
 * ACC-051 to ACC-053.
 */
export function studioPayload(form: StudioForm, owner_type_id: number): StudioPayload {
  const isOwnerPrimary = form.primary === 'owner'
  const owner = { ...trimmed(form.owner), person_type_id: owner_type_id, primary: isOwnerPrimary }
  const contact = { ...trimmed(form.contact), primary: !isOwnerPrimary }
  return {
    name: form.name.trim(),
    website: isBlank(form.website) ? null : form.website.trim(),
    email: form.email.trim(),
    phone: form.phone.trim(),
    address: form.address,
    studio_contacts: withoutEmpty(isOwnerPrimary ? [owner] : [owner, contact]),
    primary_mybtf_user: form.account ?? { email: form.email.trim() },
  }
}

/** The contacts worth keeping: the first is the owner; another one that is neither primary nor filled in goes. ACC-048. */
export const withoutEmpty = (contacts: readonly StudioContact[]): StudioContact[] =>
  contacts.filter((contact, index) => index === 0 || contact.primary || !isEmpty(contact))

function studioContactErrors(contact: StudioContactDraft, country: number | undefined) {
  const errors = contactErrors(contact, { fname: true, lname: true }, country)
  return contact.person_type_id === null ? { ...errors, person_type_id: required } : errors
}

function accountErrors({ email, email2, password, password2 }: NonNullable<StudioForm['account']>) {
  const errors = {
    email: emailError(email, true),
    email2: confirmationError('Emails', email, email2),
    password: passwordError(password),
    password2: confirmationError('Passwords', password, password2),
  }
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== null))
}

const isEmpty = ({ fname, lname, email, phone }: ContactDraft) => [fname, lname, email, phone].every(isBlank)

const trimmed = <Draft extends ContactDraft>(draft: Draft): Draft => ({
  ...draft,
  fname: draft.fname.trim(),
  lname: draft.lname.trim(),
  email: draft.email.trim(),
  phone: draft.phone.trim(),
})

export const isWebsite = (text: string) =>
  isBlank(text) || /^(https?:\/\/)?[^\s/.]+(\.[^\s/.]+)+(\/\S*)?$/i.test(text.trim())

const under = (part: StudioFormPart, errors: object): FieldErrors<`${StudioFormPart}.${string}`> =>
  Object.fromEntries(Object.entries(errors).map(([field, error]) => [`${part}.${field}`, error]))
