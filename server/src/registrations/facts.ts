import { promoDay, whyNotLive } from '@callboard/domain/payments/promo.ts'
import type { PaymentRefusal } from '@callboard/domain/registrations/settlement/payment-refusals.ts'
import { withPromisedPrices } from '@callboard/domain/registrations/pricing/price-list.ts'
import { isHeld } from '@callboard/domain/registrations/places/hold.ts'
import { levelsNow } from '@callboard/domain/registrations/places/levels-free.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { attendeesOf, type Facts, type Registration } from '@callboard/domain/registrations/registration.ts'
import type { Tx } from '../platform/db/connect.ts'
import { loadClaims } from '../capacity/queries.ts'
import { loadCity } from '../tours/queries.ts'
import { loadNamed, loadOwner, type LoadedRegistration } from './queries.ts'
import { findOfficeEdit, findRevision, type Revision } from './revision-queries.ts'

type RegistrationOwner = Awaited<ReturnType<typeof loadOwner>>

/** A registration with everything its rules read. */
export type RegistrationContext = LoadedRegistration & {
  facts: Facts
  owner: RegistrationOwner
  /** Applied promo codes that take nothing off any more, each with the reason: `registration` is without them. */
  dead_promos?: readonly PaymentRefusal[]
  /** Set during an edit: `registration` is then the edit, `live` the registration all others see. */
  revision?: { live: Registration; stored: Revision }
}

/** The hold of a row, as rules see it. */
export const holdOf = ({ hold_began, hold_ends }: LoadedRegistration['row']) =>
  hold_began && hold_ends ? { began: hold_began, ends: hold_ends } : null

/** Loads the data that the rules of a registration need: city, owner, places and time. */
export async function loadContext(
  tx: Tx,
  loadedRegistration: LoadedRegistration,
  now: Instant,
): Promise<RegistrationContext> {
  const { registration, row, price_list } = loadedRegistration
  const hold = holdOf(row)
  const [cityNow, owner, ownClaims] = await Promise.all([
    loadCity(tx, registration.tour_date_id, now),
    loadOwner(tx, row),
    hold || registration.completed || row.reserved ? loadClaims(tx, registration.id) : {},
  ])
  const { completed } = registration
  const city = withPromisedPrices(cityNow, { completed, price_list })
  const facts: Facts = {
    ...city,
    now,
    exempt: owner.exempt || Boolean(owner.is_exception),
    // Someone registering on their own may name any studio: what it is allowed is not theirs.
    studio: registration.ancillary ? null : owner.studio,
    workshop_levels: levelsNow(city.workshop_levels, ownClaims, city.places),
    held: ownClaims,
    attendance: owner.attendance,
    ...(isHeld(hold, now) && { rates_as_of: hold.began }),
  }
  return { ...withoutDeadPromos(loadedRegistration, facts), facts, owner }
}

function withoutDeadPromos({ promo_states = [], ...loadedRegistration }: LoadedRegistration, facts: Facts) {
  const day = promoDay(facts)
  const deadPromos = new Map(
    promo_states.flatMap((state) => {
      const reason = whyNotLive(state.code, state, day)
      return reason ? [[state.code, reason] as const] : []
    }),
  )
  if (deadPromos.size === 0) return loadedRegistration
  const { registration } = loadedRegistration
  const promo_codes = registration.promo_codes.filter(({ code }) => !deadPromos.has(code))
  return {
    ...loadedRegistration,
    registration: { ...registration, promo_codes },
    dead_promos: [...deadPromos.values()],
  }
}

/** The edit of a completed registration, with everything its rules read; without one the registration itself. */
export async function loadEditContext(
  tx: Tx,
  loadedRegistration: LoadedRegistration,
  now: Instant,
): Promise<RegistrationContext> {
  const storedRevision = loadedRegistration.registration.completed
    ? await findRevision(tx, loadedRegistration.registration.id)
    : undefined
  return storedRevision
    ? loadRevisionContext(tx, loadedRegistration, storedRevision, now)
    : loadContext(tx, loadedRegistration, now)
}

/** Same, for an edit that is already loaded. */
export async function loadRevisionContext(
  tx: Tx,
  loadedRegistration: LoadedRegistration,
  storedRevision: Revision,
  now: Instant,
): Promise<RegistrationContext> {
  const { registration: live, row } = loadedRegistration
  const record = { ...storedRevision.record, version: storedRevision.version }
  const registration = { ...record, attendees: await asTheyAreNow(tx, row.user_id, record, live) }
  // Its places are its own for good: nothing of an edit is held by the clock.
  const rowWithoutHold = {
    ...row,
    hold_began: null,
    hold_ends: null,
    review_email: storedRevision.review_email ?? row.review_email,
  }
  const { price_list } = loadedRegistration
  const context = await loadContext(tx, { registration, row: rowWithoutHold, price_list }, now)
  return {
    ...context,
    ...(storedRevision.table === 'office_edits' && { facts: { ...context.facts, by_office: true } }),
    revision: { live, stored: storedRevision },
  }
}

/** The office's edit of a registration, with everything its rules read; undefined: there is none. */
export async function loadOfficeEditContext(
  tx: Tx,
  loadedRegistration: LoadedRegistration,
  now: Instant,
): Promise<RegistrationContext | undefined> {
  const edit = await findOfficeEdit(tx, loadedRegistration.registration.id)
  return edit && loadRevisionContext(tx, loadedRegistration, edit, now)
}

/** The people of an edit with the names and birthdates they have now: an edit may be as old as the season. ATT-007. */
async function asTheyAreNow(tx: Tx, user_id: number, { attendees }: Registration, live: Registration) {
  const newAttendees = attendeesOf({ attendees }).filter(({ person_id }) => !live.attendees[person_id])
  const personRows = await loadNamed(
    tx,
    user_id,
    newAttendees.map(({ person_id }) => person_id),
  )
  const persons = new Map(personRows.map(({ id, ...person }) => [id, person]))
  return Object.fromEntries(
    Object.entries(attendees).map(([key, attendee]) => {
      const person = live.attendees[attendee.person_id]?.person ?? persons.get(attendee.person_id)
      return [key, person ? { ...attendee, person } : attendee]
    }),
  )
}
