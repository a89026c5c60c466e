import type { CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import { birthdateText } from '@callboard/domain/roster/birthdate.ts'
import { isBlank } from '@callboard/domain/roster/contact.ts'
import { isOfAge, signerOf, waiverErrors, type WaiverForm, type WaiverPerson } from '@callboard/domain/waivers/form.ts'
import { typedDate } from '../ui/masks.ts'
import type { Route } from '../api/call.ts'

/** Queries with signature counts, invalidated after each signature. WAIV-024. */
export const changedByWaivers: readonly Route[] = [
  'GET /v1/mybtf/waivers',
  'GET /v1/mybtf/waivers/shared/{token}',
  'GET /v1/mybtf/waivers/persons/{person_id}',
  'GET /v1/mybtf/own-registrations',
  'GET /v1/dance360/registrations/{id}',
  'GET /v1/dance360/registrations/{id}/event-area',
]

/** Participant data that the signer may see. */
export type Participant = {
  id: number
  fname: string
  lname: string
  birthdateString?: string | null
  gender_id?: number | null
  address?: string | null
  phoneValue?: string | null
  emailValue?: string | null
}

export type AgeFacts = {
  today: CalendarDate
  adult_age: number
  birthdate: CalendarDate | null
  /** Said by a link, which has no birthdate. */
  is_minor?: boolean
}

/** Whether the participant may be offered as the signer. WAIV-006. */
export const maySignSelf = (facts: AgeFacts): boolean => !facts.is_minor && isOfAge(facts.birthdate, facts)

const blank: WaiverPerson = {
  fname: '',
  lname: '',
  address: '',
  birthdateString: '',
  gender_id: null,
  phoneValue: '',
  emailValue: '',
}

/** A parent or guardian who is named before: by the account, or by the form of another child. */
export type Guardian = { parent: Partial<WaiverPerson>; parent_relationship: WaiverForm['parent_relationship'] }

/** The form as it opens. A child's address and contacts in the roster are those of the parent. */
export function openingForm(person: Participant, self: boolean, guardian?: Guardian): WaiverForm {
  const [address, phoneValue, emailValue] = [person.address ?? '', person.phoneValue ?? '', person.emailValue ?? '']
  const contacts = { address, phoneValue, emailValue }
  return {
    ...blank,
    ...(self && contacts),
    fname: person.fname,
    lname: person.lname,
    birthdateString: person.birthdateString ?? '',
    gender_id: person.gender_id ?? null,
    parent_relationship: self ? null : (guardian?.parent_relationship ?? null),
    parent: self ? null : { ...blank, ...contacts, ...guardian?.parent },
    sameAddressAsParent: !self,
  }
}

type SignerChange = { person: Participant; from: boolean | null; to: boolean; guardian?: Guardian | undefined }

/** The form for the other kind of signer: what was typed stays, and only untouched fields are filled in anew. */
export function formForSigner(form: WaiverForm | null, { person, from, to, guardian }: SignerChange): WaiverForm {
  const opening = openingForm(person, to, guardian)
  if (!form || from === null || from === to) return form ?? opening
  const before = openingForm(person, from, guardian)
  const contact = (field: 'address' | 'phoneValue' | 'emailValue') =>
    form[field] === before[field] ? opening[field] : form[field]
  const parent = form.parent ?? opening.parent
  const sameAddressAsParent = form.parent ? form.sameAddressAsParent : opening.sameAddressAsParent
  const address = contact('address')
  // An address that both share was typed at the part of the form that showed it.
  const sharedAddress = sameAddressAsParent ? parent?.address || form.address : ''
  return {
    ...form,
    address: to && isBlank(address) ? sharedAddress : address,
    phoneValue: contact('phoneValue'),
    emailValue: contact('emailValue'),
    parent: parent && isBlank(parent.address) ? { ...parent, address: sharedAddress } : parent,
    parent_relationship: form.parent_relationship ?? opening.parent_relationship,
    sameAddressAsParent,
  }
}

/** Returns the request body; a participant without own contact data gets the parent's. */
export function sentForm(form: WaiverForm, self: boolean): WaiverForm {
  const { parent, sameAddressAsParent } = form
  if (self) return { ...form, parent: null, parent_relationship: null, sameAddressAsParent: false }
  if (!parent) return form
  const or = (own: string, other: string) => (isBlank(own) ? other : own)
  return {
    ...form,
    emailValue: or(form.emailValue, parent.emailValue),
    phoneValue: or(form.phoneValue, parent.phoneValue),
    ...(sameAddressAsParent && { address: parent.address }),
  }
}

/** Returns the errors of the request body by form field. */
export function formErrors(form: WaiverForm, self: boolean, facts: AgeFacts): Record<string, string | undefined> {
  const errors = waiverErrors(sentForm(form, self), { ...facts, self })
  if (self || !form.parent) return errors
  const { address, emailValue, phoneValue, ...rest } = errors
  // The parent's values fill in the participant's empty fields, so their errors belong to the parent's part.
  return {
    ...rest,
    ...(address && (form.sameAddressAsParent ? { 'parent.address': address } : { address })),
    ...(emailValue && !isBlank(form.emailValue) && { emailValue }),
    ...(phoneValue && !isBlank(form.phoneValue) && { phoneValue }),
  }
}

export const signerName = (form: WaiverForm, self: boolean) => signerOf(sentForm(form, self), self)

export const birthdateOf = (text: string): CalendarDate | null => typedDate(text) ?? null
export const birthdateAsSent = (date: CalendarDate | null): string => (date ? birthdateText(date) : '')
