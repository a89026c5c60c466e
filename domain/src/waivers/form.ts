import { ageOn, type CalendarDate } from '../kernel/calendar.ts'
import { birthdateFrom } from '../roster/birthdate.ts'
import { emailError, invalidBirthdate, isBlank, phoneError, required, type FieldErrors } from '../roster/contact.ts'
import { nameKey } from '../roster/duplicate.ts'

/** The relationships that may sign for a minor. WAIV-004. */
export const relationships = ['Mother', 'Father', 'Legal Guardian'] as const
export type Relationship = (typeof relationships)[number]

export type WaiverPerson = {
  fname: string
  lname: string
  address: string
  birthdateString: string
  gender_id: number | null
  phoneValue: string
  emailValue: string
}

/** WAIV-004. `parent` is there when a parent or guardian signs. */
export type WaiverForm = WaiverPerson & {
  parent_relationship: Relationship | null
  parent: WaiverPerson | null
  sameAddressAsParent: boolean
}

type WaiverFacts = {
  self: boolean
  /** The city's day: whether somebody is of age is a fact of the day of signing. A15. */
  today: CalendarDate
  /** From which age somebody signs for themselves. */
  adult_age: number
  /** The roster's birthdate, which takes precedence over the entered one: a form cannot make anybody older. */
  birthdate: CalendarDate | null
  /** The ids that a form may name. The browser offers no other. */
  gender_ids?: readonly number[]
}

const unknownGender = 'Choose a gender from the list'

export const underAge = 'Participant is under 18'
const parentUnderAge = 'The parent or guardian who signs must be an adult'

/** Whether somebody may sign for themselves today; who has no birthdate says it in the form. WAIV-006, A15. */
export const isOfAge = (
  birthdate: CalendarDate | null,
  { today, adult_age }: Pick<WaiverFacts, 'today' | 'adult_age'>,
): boolean => birthdate === null || ageOn(today, birthdate) >= adult_age

/** Errors of a waiver's form, by field. WAIV-005 to WAIV-007, WAIV-027, WAIV-028. */
export function waiverErrors(form: WaiverForm, facts: WaiverFacts): FieldErrors {
  const participant = personErrors(form, '', { needsAddress: true, needsBirthdate: true }, facts)
  return facts.self
    ? { ...participant, ...selfErrors(form, participant, facts) }
    : { ...participant, ...parentErrors(form, facts) }
}

function selfErrors(form: WaiverForm, { birthdateString }: FieldErrors, facts: WaiverFacts): FieldErrors {
  if (!isOfAge(facts.birthdate, facts)) return { birthdateString: underAge }
  const enteredBirthdate = birthdateFrom(form.birthdateString, facts.today)
  return !birthdateString && !isOfAge(enteredBirthdate, facts) ? { birthdateString: underAge } : {}
}

function parentErrors({ parent, parent_relationship, sameAddressAsParent }: WaiverForm, facts: WaiverFacts) {
  const who = parent ?? nobody
  const needs = { needsAddress: !sameAddressAsParent, needsBirthdate: false }
  const born = birthdateFrom(who.birthdateString, facts.today)
  return {
    ...(parent_relationship === null && { parent_relationship: required }),
    ...personErrors(who, 'parent.', needs, facts),
    ...(born && !isOfAge(born, facts) && { 'parent.birthdateString': parentUnderAge }),
  }
}

const nobody: WaiverPerson = {
  fname: '',
  lname: '',
  address: '',
  birthdateString: '',
  gender_id: null,
  phoneValue: '',
  emailValue: '',
}

type WaiverNeeds = { needsAddress: boolean; needsBirthdate: boolean }

type ListFacts = Pick<WaiverFacts, 'today' | 'gender_ids'>

function personErrors(
  person: WaiverPerson,
  prefix: string,
  needs: WaiverNeeds,
  { today, gender_ids }: ListFacts,
): FieldErrors {
  const { gender_id } = person
  const wrong: FieldErrors<keyof WaiverPerson> = {
    ...(isBlank(person.fname) && { fname: required }),
    ...(isBlank(person.lname) && { lname: required }),
    ...birthdateError(person.birthdateString, needs.needsBirthdate, today),
    ...(gender_id === null && { gender_id: required }),
    ...(gender_id !== null && gender_ids?.includes(gender_id) === false && { gender_id: unknownGender }),
    ...(needs.needsAddress && isBlank(person.address) && { address: required }),
    ...fieldError('emailValue', emailError(person.emailValue, true)),
    // A number of another country is as good as one of this.
    ...fieldError('phoneValue', phoneError(person.phoneValue, undefined, true)),
  }
  return Object.fromEntries(Object.entries(wrong).map(([field, why]) => [`${prefix}${field}`, why]))
}

const fieldError = (field: keyof WaiverPerson, why: string | null) => (why ? { [field]: why } : {})

function birthdateError(text: string, isRequired: boolean, today: CalendarDate): FieldErrors<keyof WaiverPerson> {
  if (isBlank(text)) return isRequired ? { birthdateString: required } : {}
  return birthdateFrom(text, today) ? {} : { birthdateString: invalidBirthdate }
}

/** The signer's printed name: the participant's own, or the parent's. */
export const signerOf = (form: WaiverForm, self: boolean): string => {
  const { fname, lname } = self ? form : (form.parent ?? form)
  return `${fname.trim()} ${lname.trim()}`
}

/** The signer's address: the participant's own, or the parent's. */
export const signerEmail = ({ emailValue, parent }: WaiverForm, self: boolean): string =>
  (self ? emailValue : (parent?.emailValue ?? emailValue)).trim()

/** Whether what was typed as a signature is this person's name; capitals, accents and points do not matter. */
export const isSignatureOf = (signature: string, signer: string): boolean =>
  nameKey(signature, '') !== '' && nameKey(signature, '') === nameKey(signer, '')

/** A form as it is kept: trimmed, the parent's address in its place where it is the same, no parent where none signs. */
export function keptForm(form: WaiverForm, self: boolean): WaiverForm {
  const own = trimmed(form)
  const { sameAddressAsParent } = form
  if (self) return { ...own, parent_relationship: null, parent: null, sameAddressAsParent: false }
  const parent = trimmed(form.parent ?? nobody)
  return {
    ...own,
    parent_relationship: form.parent_relationship,
    parent: sameAddressAsParent ? { ...parent, address: own.address } : parent,
    sameAddressAsParent,
  }
}

const trimmed = ({ fname, lname, address, birthdateString, gender_id, phoneValue, emailValue }: WaiverPerson) => ({
  fname: fname.trim(),
  lname: lname.trim(),
  address: address.trim(),
  birthdateString: birthdateString.trim(),
  gender_id,
  phoneValue: phoneValue.trim(),
  emailValue: emailValue.trim(),
})
