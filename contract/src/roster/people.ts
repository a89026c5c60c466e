import { z } from 'zod'
import { calendarDateField, idField, lineField, listOf, listUpTo } from '../fields.ts'

/** 1: an email address; 2: a phone number. ACC-078. */
const contactType = z.union([z.literal(1), z.literal(2)])

export const contactEntry = z.object({ contact_type_id: z.int(), primary: z.boolean(), value: z.string() })

/** Email addresses or phone numbers as a form sends them; the list they stand in says which they are. */
export const contactsDraft = listUpTo(
  5,
  z.object({ contact_type_id: contactType.optional(), primary: z.boolean().default(false), value: lineField(254) }),
)

export const addressShape = z.object({
  address: z.string(),
  city: z.string(),
  state_id: z.int().nullable(),
  country_id: z.int(),
  zip: z.string().nullable(),
})

export const addressDraft = z.object({
  address: lineField(160),
  city: lineField(),
  state_id: idField.nullable().default(null),
  country_id: idField.default(1),
  zip: lineField(12).nullable().default(null),
})

/** ROST-007. */
export const personShape = z.object({
  id: z.int(),
  fname: z.string(),
  lname: z.string(),
  person_type_id: z.int().nullable(),
  phone: listOf(contactEntry),
  email: listOf(contactEntry),
  address: addressShape.nullable(),
  address_id: z.int().nullable(),
  primary: z.boolean(),
  gender_id: z.int().nullable(),
  birthdate: calendarDateField.nullable(),
  /** MM/DD/YYYY, or nothing. */
  birthdateString: z.string(),
  age: z.int().nullable(),
})

export type Person = z.output<typeof personShape>
export type Address = z.output<typeof addressShape>
