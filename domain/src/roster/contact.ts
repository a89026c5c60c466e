/** Error messages of a form by field; a valid field has none. M001 to M004. */
export type FieldErrors<Field extends string = string> = Partial<Record<Field, string>>

export const required = 'Required'
const invalidEmail = 'Must be valid email'
const invalidPhone = 'Must be valid phone number'
const invalidZip = 'Must be a ZIP code: 12345 or 12345-6789'
export const invalidBirthdate = 'Invalid Birthdate (MM/DD/YYYY)'

/** White space, and format characters such as the zero-width space, which show nothing by themselves. */
const invisible = /[\p{Cf}\s]/gu

/** Whether a text shows nothing, or there is none. */
export const isBlank = (text: string | null | undefined): boolean => (text ?? '').replace(invisible, '') === ''

/** Contact types and the country whose addresses need a state and a zip. CONST-010, ACC-078, ROST-032. */
export const contactTypes = { email: 1, phone: 2 } as const
export const defaultCountryId = 1

const email = /^[^\s@<>()[\],;:"\\]+@[^\s@.<>()[\],;:"\\]+(\.[^\s@.<>()[\],;:"\\]+)+$/

/** The error of an email address, or null; an empty one is valid unless required. ACC-029, ROST-030, M002. */
export function emailError(text: string, isRequired = false): string | null {
  if (isBlank(text)) return isRequired ? required : null
  const address = text.trim()
  return address.length <= 254 && email.test(address) && !address.includes('..') ? null : invalidEmail
}

/** A phone number without its mask: digits, and a plus where one stands first. A112. */
export const phoneDigits = (text: string): string => text.replace(/[\s().-]/g, '')

/**
 * The error of a phone number, or null: 10, 11 or 12 digits in country 1, elsewhere at least 5. ERR-029, ROST-038,
 * A112.
 */
export function phoneError(text: string, country_id: number = defaultCountryId, isRequired = false): string | null {
  if (isBlank(text)) return isRequired ? required : null
  const bare = phoneDigits(text)
  const digits = bare.replace(/^\+/, '')
  const isLongEnough = country_id === defaultCountryId ? digits.length >= 10 && digits.length <= 12 : digits.length >= 5
  return /^\d+$/.test(digits) && isLongEnough ? null : invalidPhone
}

export type AddressDraft = {
  address: string
  city: string
  state_id: number | null
  country_id: number | null
  zip: string | null
}

/** In the United States: five digits, or ZIP+4. */
function zipErrorOf(zip: string | null) {
  if (isBlank(zip)) return { zip: required }
  return /^\d{5}(-?\d{4})?$/.test((zip ?? '').trim()) ? {} : { zip: invalidZip }
}

/**
 * Errors of an address: address, city and country are required, state and zip in country 1. ROST-033, UI-028, PAY-014.
 */
export function addressErrors(draft: AddressDraft): FieldErrors<keyof AddressDraft> {
  const isHome = draft.country_id === defaultCountryId
  return {
    ...(isBlank(draft.address) && { address: required }),
    ...(isBlank(draft.city) && { city: required }),
    ...(draft.country_id === null && { country_id: required }),
    ...(isHome && draft.state_id === null && { state_id: required }),
    ...(isHome && zipErrorOf(draft.zip)),
  }
}

export type ContactDraft = { fname: string; lname: string; email: string; phone: string }

/** Errors of a contact person; the form decides which of the four fields are required. ACC-064, ROST-027. */
export function contactErrors(
  draft: ContactDraft,
  needs: Readonly<Partial<Record<keyof ContactDraft, boolean>>>,
  country_id: number = defaultCountryId,
): FieldErrors<keyof ContactDraft> {
  const email = emailError(draft.email, needs.email)
  const phone = phoneError(draft.phone, country_id, needs.phone)
  return {
    ...(needs.fname && isBlank(draft.fname) && { fname: required }),
    ...(needs.lname && isBlank(draft.lname) && { lname: required }),
    ...(email && { email }),
    ...(phone && { phone }),
  }
}

/**
 * Errors of a contact form: type and names are required, email and phone must be valid. Without `needsType` the type may
 * stay open. ACC-063, ROST-027.
 */
export function contactInfoErrors(
  draft: ContactDraft & { person_type_id: number | null },
  needsType = true,
): FieldErrors<keyof ContactDraft | 'person_type_id'> {
  return {
    ...contactErrors(draft, { fname: true, lname: true }),
    ...(needsType && draft.person_type_id === null && { person_type_id: required }),
  }
}
