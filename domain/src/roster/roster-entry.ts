import type { CalendarDate } from '../kernel/calendar.ts'
import { birthdateFrom } from './birthdate.ts'
import {
  addressErrors,
  emailError,
  invalidBirthdate,
  isBlank,
  required,
  type AddressDraft,
  type FieldErrors,
} from './contact.ts'
import { detailField, rosterDetailNames, type DetailTexts, type RosterDetail } from './person-fields.ts'

/** A person as the roster's form holds them: the birthdate is text, MM/DD/YYYY or empty. */
export type RosterDraft = Partial<Record<RosterDetail, string>> & {
  fname: string
  lname: string
  gender_id: number | null
  birthdate: string
  email?: string
  address?: AddressDraft
  parent?: { address?: AddressDraft; email?: string }
}

type RosterField =
  | 'fname'
  | 'lname'
  | 'gender_id'
  | 'birthdate'
  | 'email'
  | RosterDetail
  | `${'address' | 'parent.address'}.${keyof AddressDraft}`
  | 'parent.email'

/**
 * Errors of a new roster person: names and gender are required, a birthdate must be valid. ROST-003 to ROST-005,
 * ROST-030, ROST-033.
 */
export function rosterErrors(draft: RosterDraft, today: CalendarDate): FieldErrors<RosterField> {
  const isWrongDay = !isBlank(draft.birthdate) && birthdateFrom(draft.birthdate, today) === null
  const email = emailError(draft.email ?? '')
  const parentEmail = emailError(draft.parent?.email ?? '')
  return {
    ...(isBlank(draft.fname) && { fname: required }),
    ...(isBlank(draft.lname) && { lname: required }),
    ...(draft.gender_id === null && { gender_id: required }),
    ...(isWrongDay && { birthdate: invalidBirthdate }),
    ...(email && { email }),
    ...detailErrors(draft),
    ...(parentEmail && { 'parent.email': parentEmail }),
    ...addressFieldErrors('address', draft.address),
    ...addressFieldErrors('parent.address', draft.parent?.address),
  }
}

/** Errors of an inline edit: as for a new person, and the birthdate is required too. ROST-012, A92. */
export const rosterEditErrors = (draft: RosterDraft, today: CalendarDate): FieldErrors<RosterField> => ({
  ...rosterErrors(draft, today),
  ...(isBlank(draft.birthdate) && { birthdate: required }),
})

function addressFieldErrors(prefix: 'address' | 'parent.address', address: AddressDraft | undefined) {
  if (!address || isUntouched(address)) return {}
  return Object.fromEntries(
    Object.entries(addressErrors(address)).map(([field, error]) => [`${prefix}.${field}`, error]),
  )
}

// The country is preset, so that it alone does not make an address.
const isUntouched = ({ address, city, zip, state_id }: AddressDraft) =>
  isBlank(address) && isBlank(city) && isBlank(zip) && state_id === null

/** Errors of a person's details: at most so many characters, and valid. ROST-030. */
const detailErrors = (texts: DetailTexts): FieldErrors<RosterDetail> =>
  Object.fromEntries(
    rosterDetailNames.flatMap((name) => {
      const { max, is_email } = detailField(name)
      const text = texts[name]?.trim() ?? ''
      const error = (is_email && emailError(text)) || (text.length > max ? `At most ${max} characters` : null)
      return error === null ? [] : [[name, error]]
    }),
  )
