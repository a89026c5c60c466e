import type { CalendarDate } from '../kernel/calendar.ts'
import { accept, refuse, type Result } from '../kernel/result.ts'
import { isBirthdate } from './birthdate.ts'
import { invalidBirthdate, isBlank, required } from './contact.ts'
import { checkEntry, type PersonRefusal } from './refusals.ts'

/** A person as the office finds them. `version` changes with the name, the birthdate and the owner. */
type CorrectablePerson = {
  owner_user_id: number | null
  version: string
  /** The accounts that have the person on their roster. */
  holders: readonly { user_id: number }[]
}

type OfficeRequest = { reason: string; version: string }
type PersonCorrection = OfficeRequest & { fname: string; lname: string; birthdate: CalendarDate | null }

/** Only where no account is left that could do it, on what the office has read, and with a reason for the audit. */
function checkRequest(
  { owner_user_id, version }: CorrectablePerson,
  request: OfficeRequest,
): Result<{ reason: string }, PersonRefusal> {
  if (owner_user_id !== null) return refuse({ code: 'person.has_owner' })
  if (version !== request.version) return refuse({ code: 'person.changed' })
  if (isBlank(request.reason)) return refuse({ code: 'person.reason', field: 'reason' })
  return accept({ reason: request.reason.trim() })
}

/** Whether the office may correct the name and birthdate of a person whose owner is gone. */
export function planCorrection(person: CorrectablePerson, correction: PersonCorrection, today: CalendarDate) {
  const { fname, lname, birthdate } = correction
  const isWrongDay = birthdate !== null && !isBirthdate(birthdate, today)
  const entry = checkEntry({
    ...(isBlank(fname) && { fname: required }),
    ...(isBlank(lname) && { lname: required }),
    ...(isWrongDay && { birthdate: invalidBirthdate }),
  })
  return entry.ok ? checkRequest(person, correction) : entry
}

/** Whether the office may make an account the owner of a person: only one that has them on its roster. */
export function planNewOwner(
  person: CorrectablePerson,
  request: OfficeRequest & { user_id: number },
): Result<{ reason: string }, PersonRefusal> {
  const decision = checkRequest(person, request)
  if (!decision.ok) return decision
  const isHolder = person.holders.some(({ user_id }) => user_id === request.user_id)
  return isHolder ? decision : refuse({ code: 'person.not_on_roster', field: 'user_id' })
}
