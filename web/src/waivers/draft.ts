import type { CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import { birthdateText } from '@callboard/domain/roster/birthdate.ts'
import { isBlank } from '@callboard/domain/roster/contact.ts'
import { signerOf, waiverErrors, type WaiverForm, type WaiverPerson } from '@callboard/domain/waivers/form.ts'
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

export type AgeFacts = { today: CalendarDate; adult_age: number; birthdate: CalendarDate | null }

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

/** Returns the request body; a participant without own contact data gets the parent's. */
export function sentForm(form: WaiverForm, self: boolean): WaiverForm {
  const { parent, sameAddressAsParent } = form
  if (self || !parent) return form
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
  if (self || !form.sameAddressAsParent) return errors
  const { address, ...rest } = errors
  return { ...rest, ...(address && { 'parent.address': address }) }
}

export const signerName = (form: WaiverForm, self: boolean) => signerOf(sentForm(form, self), self)

export const birthdateOf = (text: string): CalendarDate | null => typedDate(text) ?? null
export const birthdateAsSent = (date: CalendarDate | null): string => (date ? birthdateText(date) : '')
