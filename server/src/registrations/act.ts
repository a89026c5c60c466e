import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { type Result, accept } from '@callboard/domain/kernel/result.ts'
import type { Quote } from '@callboard/domain/registrations/pricing/line.ts'
import type { Refusal } from '@callboard/domain/refusals.ts'
import type { Registration } from '@callboard/domain/registrations/registration.ts'
import { showsEdit } from '@callboard/domain/registrations/lifecycle.ts'
import { changesWaiting, unreviewIfChanged } from '@callboard/domain/registrations/review.ts'
import type { Tx } from '../platform/db/connect.ts'
import { NotFound, orNotFound, orRefuse, Refused } from '../platform/http/errors.ts'
import { dropPeopleFiles } from './attendees/attendee-files.ts'
import { releaseHold } from './hold.ts'
import { untilResolved } from '@callboard/domain/registrations/places/hold.ts'
import { findOpenAttempt, findOpenCharge } from '../ledger/attempt-queries.ts'
import { lockOwnRegistration, type LoadedRegistration } from './queries.ts'
import { loadContext, loadEditContext, loadOfficeEditContext, type RegistrationContext } from './facts.ts'
import { dropRegistered, leaveWithRoutines } from '../capacity/leave-line.ts'
import { settleCasts } from './routines/queries.ts'
import { save } from './save.ts'
import { saveRevision } from './save-revision.ts'
import { isOpenToOwner } from '@callboard/domain/registrations/registration-status.ts'

type SavedRegistration = RegistrationContext & { price: Quote }

type ActRequest = {
  user: { id: number; office_edit?: { registration_id: number } }
  now: Instant
  id: number
  /** Version the caller has read; undefined: no version check, the current one is changed. */
  version?: number | undefined
  /** For an edit of a completed registration: the action changes the edit. */
  edits?: boolean
  /** The action also reviews the registration, including content it recalculates. */
  reviews?: boolean
}

/** Refuses a change of what has changed since the caller read it; without a version the current one is changed. */
export function refuseChangedMeanwhile(current: { version: number }, version: number | undefined): void {
  if (version !== undefined && version !== current.version) {
    throw new Refused({ code: 'changed_meanwhile', version: current.version })
  }
}

/** An owner's registration under its lock, still in progress or being edited, and as the caller last saw it. */
export async function loadContextForAct(
  tx: Tx,
  { user, now, id, version, edits = false }: ActRequest,
): Promise<RegistrationContext> {
  const loadedRegistration = orNotFound(await lockOwnRegistration(tx, id, user.id))
  const context = user.office_edit
    ? await loadForOffice(tx, loadedRegistration, { ...user.office_edit, now })
    : await (edits ? loadEditContext : loadContext)(tx, loadedRegistration, now)
  const { registration, revision, facts } = context
  if (!isOpenToOwner(registration)) throw new Refused({ code: 'registration_completed' })
  // An edit ends with the day that the event starts, however long its window stays open. EDIT-005.
  if (revision && !facts.by_office && !showsEdit(revision.live, facts))
    throw new Refused({ code: 'registration.edit_over' })
  refuseChangedMeanwhile(registration, version)
  return context
}

/** The office's edit; the office acts for the owner in that registration alone. */
async function loadForOffice(
  tx: Tx,
  loadedRegistration: LoadedRegistration,
  { registration_id, now }: { registration_id: number; now: Instant },
): Promise<RegistrationContext> {
  if (loadedRegistration.registration.id !== registration_id) throw new NotFound()
  const context = await loadOfficeEditContext(tx, loadedRegistration, now)
  return orNotFound(context)
}

/**
 * One act of an owner: locks, decides, saves the difference. A change of content takes a review back, and with it the
 * places that were held for it. REV-015, REV-027.
 */
export async function act(
  tx: Tx,
  request: ActRequest,
  decide: (context: RegistrationContext) => Result<Registration, Refusal> | Promise<Result<Registration, Refusal>>,
): Promise<SavedRegistration> {
  const context = await loadContextForAct(tx, request)
  const nextRegistration = orRefuse(await decide(context))
  const unreviewedIfChanged = unreviewIfChanged(context.registration, nextRegistration)
  const after = request.reviews ? nextRegistration : unreviewedIfChanged
  // A payment on its way is for the registration as it is, its waiting routines included.
  const touchesReview = !unreviewedIfChanged.reviewed || changesWaiting(context.registration, nextRegistration)
  if (context.registration.reviewed && touchesReview) await refuseWhilePaying(tx, context)
  if (context.revision) {
    const { live, stored } = context.revision
    const revised = await saveRevision(tx, context, context.revision, after)
    await dropPeopleFiles(tx, context.registration, [revised.registration, live, stored.base])
    return revised
  }
  const saved = await save(tx, context, after)
  await dropPeopleFiles(tx, context.registration, [saved.registration])
  if (context.row.hold_ends && !after.reviewed) await releaseHold(tx, context)
  await settleWaiting(tx, context.registration, saved.registration, request.now)
  return saved
}

/**
 * Updates the waiting list once people or routines of a registration came or went. Must run last in its
 * transaction. A18.
 */
export async function settleWaiting(tx: Tx, before: Registration, after: Registration, now: Instant): Promise<void> {
  const isNew = (person_id: string) => !before.attendees[person_id]
  if (after.waiting_list_routines.length > 0 && Object.keys(after.attendees).some(isNew)) {
    await settleCasts(tx, after.id)
    await dropRegistered(tx, after)
  }
  await leaveWithRoutines(tx, before, after, now)
}

/**
 * Fails while a charge is pending. Besides an edit, only a pending payment holds places without expiry, so other
 * registrations skip the query.
 */
async function refuseWhilePaying(tx: Tx, { registration, row, revision }: RegistrationContext) {
  if (revision || row.hold_ends === untilResolved) await refuseWhileCharged(tx, registration.id)
}

/** Money is on its way, in or out: what it belongs to is not deleted, however long its outcome takes. */
export async function refuseWhileMoneyMoves(tx: Tx, registration_id: number) {
  const underway = await findOpenAttempt(tx, registration_id)
  if (underway) throw new Refused({ code: 'payment.in_progress', orderid: underway.orderid })
}

/** Fails while a charge is pending, because its price must not change. */
export async function refuseWhileCharged(tx: Tx, registration_id: number) {
  const underway = await findOpenCharge(tx, registration_id)
  if (underway) throw new Refused({ code: 'payment.in_progress', orderid: underway.orderid })
}

export type RegistrationAct = (registration: Registration) => Result<Registration, Refusal>

/** Applies actions in order and stops at the first refusal. */
export const applyInOrder = (
  registration: Registration,
  acts: readonly RegistrationAct[],
): Result<Registration, Refusal> =>
  acts.reduce<Result<Registration, Refusal>>(
    (before, next) => (before.ok ? next(before.value) : before),
    accept(registration),
  )
