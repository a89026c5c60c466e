import { isHeld } from '@callboard/domain/places/hold.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { Facts } from '@callboard/domain/registrations/registration.ts'
import type { Tx } from '../db/connect.ts'
import { loadClaims } from '../places/queries.ts'
import { loadCity } from '../tour-dates/queries.ts'
import { loadOwner, type Loaded } from '../registrations/queries.ts'

export type Owner = Awaited<ReturnType<typeof loadOwner>>

/** A registration with everything its rules read. */
export type Opened = Loaded & { facts: Facts; owner: Owner }

/** The hold of a row, as rules see it. */
export const holdOf = ({ hold_began, hold_ends }: Loaded['row']) =>
  hold_began && hold_ends ? { began: hold_began, ends: hold_ends } : null

/** Reads what the rules of a registration need beside it: its city, its owner's standing, its places, the moment. */
export async function open(tx: Tx, loaded: Loaded, now: Instant): Promise<Opened> {
  const { registration, row } = loaded
  const city = await loadCity(tx, registration.tour_date_id, now)
  const owner = await loadOwner(tx, row)
  const hold = holdOf(row)
  const facts: Facts = {
    ...city,
    now,
    exempt: owner.exempt || Boolean(owner.is_exception),
    // Someone registering on their own may name any studio: what it is allowed is not theirs.
    studio: registration.ancillary ? null : owner.studio,
    held: hold || registration.completed || row.reserved ? await loadClaims(tx, registration.id) : {},
    ...(isHeld(hold, now) && { rates_as_of: hold.began }),
  }
  return { ...loaded, facts, owner }
}
