import { contactErrors, isBlank, required } from '@callboard/domain/roster/contact.ts'

export type AncillaryPerson = { fname: string; lname: string; address: string; phone: string; email: string }

export const nobody: AncillaryPerson = { fname: '', lname: '', address: '', phone: '', email: '' }

type Errors = Partial<Record<keyof AncillaryPerson, string>>

/** Returns the missing fields of the responsible contact of a registration without a studio. REV-003. */
export function ancillaryErrors(person: AncillaryPerson): Errors {
  return {
    ...contactErrors(person, { fname: true, lname: true, phone: true }),
    ...(isBlank(person.address) && { address: required }),
  }
}
