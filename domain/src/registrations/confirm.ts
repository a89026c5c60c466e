import type { Instant } from '../kernel/instant.ts'
import { accept, refuse, type Result } from '../kernel/result.ts'
import { confirm } from './lifecycle.ts'
import type { RegistrationRefusal } from './refusals.ts'
import type { Registration } from './registration.ts'
import type { OfficeRefusal } from '../tours/office-refusals.ts'

/** A registration the office confirms, or whose confirmation it takes back: that is always possible. OFF-018, A03. */
export function setConfirmed(
  registration: Registration,
  confirmed: boolean,
  deleted: boolean,
  now: Instant,
): Result<Registration, RegistrationRefusal | OfficeRefusal> {
  if (deleted) return refuse({ code: 'office.deleted' })
  if (confirmed) return confirm(registration, now)
  return accept({ ...registration, confirmed: false, dates: { ...registration.dates, confirmed: null } })
}
