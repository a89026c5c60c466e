import { isHeld, planHold, renewHold, type Hold, untilResolved } from '@callboard/domain/registrations/places/hold.ts'
import { countNeededPlaces } from '@callboard/domain/registrations/places/needed-places.ts'
import { roomFor } from '@callboard/domain/registrations/places/availability.ts'
import { shortageSentence } from '@callboard/domain/registrations/places/shortage.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { momentText } from '@callboard/domain/kernel/moment-text.ts'
import type { Registration } from '@callboard/domain/registrations/registration.ts'
import type { Tx } from '../platform/db/connect.ts'
import { findHoldRecord, putHoldRecord, setHoldRecordEnd } from '../capacity/hold-record-queries.ts'
import { orRefuse, Refused } from '../platform/http/errors.ts'
import { insertExceptionOnce } from '../ledger/exception-queries.ts'
import { holdOf, type RegistrationContext } from './facts.ts'
import { clearHold, setHold } from './root-queries.ts'
import { loadPlaces } from '../tours/queries.ts'
import { loadClaims, takePlaces } from '../capacity/queries.ts'

type Needs = Readonly<Record<string, number>>

/** Throws the refusal of a key without room, in the wording of the submit check. */
async function refuseFull(
  tx: Tx,
  { registration, facts }: RegistrationContext,
  key: string,
  neededPlaces: number,
): Promise<never> {
  const places = await loadPlaces(tx, facts.tour_date.id, facts.now)
  const over = Math.max(1, neededPlaces - (roomFor(key, facts.held ?? {}, places) ?? 0))
  const sentence = shortageSentence({ key, over }, registration, { ...facts, places })
  throw new Refused({ code: 'places.gone', key, over, sentence })
}

async function takeNeededPlaces(tx: Tx, context: RegistrationContext, held_until: Instant | null) {
  const { registration, facts } = context
  const neededPlaces = countNeededPlaces(registration, facts)
  const full = await takePlaces(tx, registration, neededPlaces, held_until, facts.now)
  if (full !== null) await refuseFull(tx, context, full, neededPlaces[full] ?? 0)
}

/**
 * Takes or renews the hold on everything a reviewed registration needs, as long as its account may hold without paying.
 * Last in its transaction. COMP-084.
 */
export async function hold(tx: Tx, context: RegistrationContext): Promise<Hold> {
  const { row, facts, registration } = context
  const { now, settings } = facts
  const { time_zone } = facts.tour_date
  if (row.hold_began && row.hold_ends === untilResolved) return { began: row.hold_began, ends: row.hold_ends }
  const record = (await findHoldRecord(tx, row)) ?? null
  const plan = orRefuse(planHold(holdOf(row), record, { now, settings, time_zone }))
  await putHoldRecord(tx, row, plan.record)
  if (plan.again) {
    const [ends, again] = [plan.hold.ends, plan.again].map((moment) => momentText(moment, time_zone))
    const detail = `${settings.hold_minutes_unpaid} minutes in all, until ${ends}; not again until ${again}`
    const about = { registration_id: registration.id, attempt_id: null, created: now }
    await insertExceptionOnce(tx, { ...about, kind: 'places held without paying', detail })
  }
  return holdUntil(tx, context, plan.hold)
}

/** Same, without expiry until an open payment ends. */
export const keepHold = (tx: Tx, context: RegistrationContext): Promise<Hold> => {
  const { began } = renewHold(holdOf(context.row), context.facts.now, context.facts.settings)
  return holdUntil(tx, context, { began, ends: untilResolved })
}

async function holdUntil(tx: Tx, context: RegistrationContext, { began, ends }: Hold): Promise<Hold> {
  const { registration, row } = context
  // A payment is on its way, or has covered everything: the places stay until that is decided.
  if (row.hold_began && row.hold_ends === untilResolved) return { began: row.hold_began, ends: row.hold_ends }
  await Promise.all([setHold(tx, registration.id, { began, ends }), takeNeededPlaces(tx, context, ends)])
  return { began, ends }
}

/** Converts held places to claims without expiry. Must run last in its transaction. */
export const claimPlaces = (tx: Tx, context: RegistrationContext): Promise<void> => takeNeededPlaces(tx, context, null)

const maxPerKey = (one: Needs, other: Needs): Needs =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((key) => [
      key,
      Math.max(one[key] ?? 0, other[key] ?? 0),
    ]),
  )

/**
 * Claims the places an edit needs beyond the registration's own, before payment. Must run last in its transaction.
 * EDIT-013.
 */
export async function takeForEdit(tx: Tx, edited: RegistrationContext, live: Registration): Promise<void> {
  const { registration, facts } = edited
  const neededPlaces = maxPerKey(countNeededPlaces(live, facts), countNeededPlaces(registration, facts))
  const full = await takePlaces(tx, registration, neededPlaces, null, facts.now)
  if (full !== null) await refuseFull(tx, edited, full, neededPlaces[full] ?? 0)
}

/** Releases places an edit claimed and no longer needs. Must run last in its transaction. */
export async function releaseEditPlaces(tx: Tx, live: RegistrationContext): Promise<void> {
  const neededPlaces = countNeededPlaces(live.registration, live.facts)
  const claims = await loadClaims(tx, live.registration.id)
  if (Object.keys(claims).some((key) => (claims[key] ?? 0) > (neededPlaces[key] ?? 0))) await claimPlaces(tx, live)
}

/** Releases the held places. Must run last in its transaction. */
export async function releaseHold(tx: Tx, { registration, row, facts }: RegistrationContext): Promise<void> {
  if (isHeld(holdOf(row), facts.now)) await setHoldRecordEnd(tx, row, facts.now)
  await clearHold(tx, registration.id)
  await takePlaces(tx, registration, {}, null, facts.now)
}
