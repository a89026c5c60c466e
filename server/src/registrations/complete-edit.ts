import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { minus, zeroCents, type Cents } from '@callboard/domain/kernel/money.ts'
import { attendeesOf, type Registration } from '@callboard/domain/registrations/registration.ts'
import { changedLines } from '@callboard/domain/registrations/change.ts'
import { editChanges, rebase } from '@callboard/domain/registrations/edit.ts'
import { complete, showsEdit } from '@callboard/domain/registrations/lifecycle.ts'
import { freeScholarships, markScholarshipsUsed } from './attendees/queries.ts'
import { refuseWhileCharged, settleWaiting } from './act.ts'
import { insertChange, type NewChange } from './change-queries.ts'
import { currentConfirmation, priceOf } from './present.ts'
import { editMoney } from './edit-money.ts'
import { loadContext, loadRevisionContext, type RegistrationContext } from './facts.ts'
import { claimPlaces } from './hold.ts'
import { revalidateForPayment } from './revalidation.ts'
import { save } from './save.ts'
import { isEditPaid } from '../ledger/attempt-queries.ts'
import { identityKey } from '@callboard/domain/registrations/attendees/set-options.ts'
import type { Tx } from '../platform/db/connect.ts'
import { orNotFound, orRefuse, Refused } from '../platform/http/errors.ts'
import { issueLater } from './issue-later.ts'
import { dropPeopleFiles } from './attendees/attendee-files.ts'
import { copyOldMusic } from './routines/music-queries.ts'
import { postCompletion } from './postings.ts'
import { insertSnapshot } from './snapshot-queries.ts'
import { deleteRevision, findRevision, type Revision } from './revision-queries.ts'
import { assignRoutineNumbers } from './routines/queries.ts'
import { loadOwnEntries } from '../capacity/waiting-queries.ts'
import { keepMediaPasses, keepPromise, type CompletionResult } from './complete.ts'
import {
  assignAttendeeNumbers,
  dropMediaPasses,
  findRegistration,
  lockOwnRegistration,
  lockRegistration,
  type LoadedRegistration,
} from './queries.ts'
import { markNotViewed, setReviewEmail } from './root-queries.ts'
import { addToTotals } from '../tours/total-queries.ts'

type EditSubmission = { id: number; user: { id: number }; now: Instant; version: number }

/** The owner submits an edit as they see it. C030. */
export async function submitEdit(tx: Tx, { id, user, now, version }: EditSubmission): Promise<CompletionResult> {
  const loadedRegistration = orNotFound(await lockOwnRegistration(tx, id, user.id))
  const storedRevision = await findRevision(tx, id)
  if (!storedRevision) throw new Refused({ code: 'registration.no_edit' })
  if (storedRevision.version !== version || storedRevision.began_version !== loadedRegistration.registration.version) {
    throw new Refused({ code: 'changed_meanwhile', version: storedRevision.version })
  }
  await refuseWhileCharged(tx, id)
  return completeEdit(tx, loadedRegistration, storedRevision, now, await isEditPaid(tx, id, storedRevision.updated))
}

/**
 * Submits an edit whose additional charge is paid. Returns null when there is nothing to submit or the edit needs
 * another review.
 */
export async function submitIfCovered(tx: Tx, registration_id: number, now: Instant): Promise<CompletionResult | null> {
  const loadedRegistration = await lockRegistration(tx, registration_id)
  const storedRevision = await findRevision(tx, registration_id)
  if (
    !loadedRegistration ||
    !storedRevision ||
    loadedRegistration.row.deleted ||
    storedRevision.began_version !== loadedRegistration.registration.version
  )
    return null
  const edited = await loadRevisionContext(tx, loadedRegistration, storedRevision, now)
  if (!edited.registration.reviewed || !edited.revision) return null
  const { covered } = await editMoney(tx, edited, edited.revision)
  return covered ? completeEdit(tx, loadedRegistration, storedRevision, now, true) : null
}

/**
 * Applies an edit to its registration: runs all checks again, stores, posts and counts the difference, stores a new
 * confirmation and updates the claimed places last. EDIT-007, EDIT-010, REV-030.
 */
async function completeEdit(
  tx: Tx,
  loadedRegistration: LoadedRegistration,
  storedRevision: Revision,
  now: Instant,
  is_paid: boolean,
): Promise<CompletionResult> {
  const live = await loadContext(tx, loadedRegistration, now)
  // An edit that was paid in time is completed even after the edit period. EDIT-005.
  if (!is_paid && !showsEdit(live.registration, live.facts)) throw new Refused({ code: 'registration.edit_over' })
  const before = live.registration
  const { id } = before
  // Fields such as music may have changed since the edit began without a conflict.
  const { registration: revised } = await loadRevisionContext(tx, loadedRegistration, storedRevision, now)
  const rebased = await withoutLapsed(tx, rebase(storedRevision.base, revised, before))
  const revision = { live: before, stored: storedRevision }
  await keepMediaPasses(tx, { ...live, registration: rebased })
  const { registration: record, notices } = await revalidateForPayment(
    tx,
    { ...live, registration: rebased, revision },
    { is_paid },
  )
  const edited: RegistrationContext = { ...live, registration: record, revision }
  const money = await editMoney(tx, edited, revision)
  const completed = orRefuse(complete(record, money.due, money.required, now))

  const priceBefore = await priceOf(tx, live)
  const effect = {
    ...editChanges(before, completed, live.facts),
    lines: changedLines(priceBefore.lines, money.price.lines),
    total_before: priceBefore.fees.total,
    total: money.price.fees.total,
    balance: money.raw,
  }
  const paying_by_check = completed.paying_by_check || (before.paying_by_check && money.raw > 0)
  // From the edit's version on: no window that is still open on the edit can have the number that comes now.
  if (storedRevision.review_email !== null) await setReviewEmail(tx, id, storedRevision.review_email)
  await markNotViewed(tx, id)
  await deleteRevision(tx, id)
  const { context, snapshot_id } = await storeRevised(
    tx,
    live,
    { ...completed, paying_by_check },
    { version: storedRevision.version, credit: money.due.credit, change: { made_by: 'owner', effect } },
  )
  return { context, snapshot_id, notices }
}

type Storing = {
  version: number
  credit: Cents
  actor_user_id?: number
  change: NewChange
  /** Whether the new confirmation is mailed; after a correction its own mail says everything. */
  mails?: boolean
}

/**
 * Stores the new content of a completed registration with all that follows from it: price, numbers, ledger, confirmation
 * and sums; last its places.
 */
export async function storeRevised(
  tx: Tx,
  live: RegistrationContext,
  revised: Registration,
  { version, mails = true, change, ...posting }: Storing,
): Promise<Omit<CompletionResult, 'notices'>> {
  const { registration: before, facts } = live
  const { id } = before
  const { now } = facts
  const saved = await save(tx, { ...live, registration: { ...before, version } }, revised)
  await keepPromise(tx, saved)
  await assignAttendeeNumbers(tx, id)
  await assignRoutineNumbers(tx, id)
  await copyOldMusic(tx, id, now)
  await issueLater(tx, saved.registration, facts.settings.access_codes_at_completion)
  await keepPasses(tx, saved)
  await freeScholarships(tx, id)
  await markScholarshipsUsed(tx, id)
  await postCompletion(tx, { registration_id: id, price: saved.price, ...posting, now })
  await dropPeopleFiles(tx, before, [saved.registration])
  const numbered = await loadContext(tx, orNotFound(await findRegistration(tx, id)), now)
  const { id: snapshot_id } = await insertSnapshot(tx, id, await currentConfirmation(tx, numbered), now, { mails })
  await insertChange(tx, change, { registration_id: id, snapshot_id, created: now })
  await settleWaiting(tx, before, numbered.registration, now)
  await claimPlaces(tx, numbered)
  await countDifference(tx, live.row, numbered.row)
  return { context: numbered, snapshot_id }
}

/** Keeps waiting routines that have an entry in the waiting list and drops the others. EDIT-007. */
export async function withoutLapsed(tx: Tx, registration: Registration): Promise<Registration> {
  if (registration.waiting_list_routines.length === 0) return registration
  const entries = await loadOwnEntries(tx, registration.id)
  const inLine = new Set(entries.flatMap(({ routines }) => routines.map(({ id }) => id)))
  const waiting_list_routines = registration.waiting_list_routines.filter(({ id }) => id !== null && inLine.has(id))
  return { ...registration, waiting_list_routines }
}

async function keepPasses(tx: Tx, saved: RegistrationContext) {
  const paying = attendeesOf(saved.registration).filter(({ media_pass }) => media_pass)
  await dropMediaPasses(
    tx,
    saved.registration.id,
    paying.map(({ person }) => identityKey(person)),
  )
}

type CountedRow = LoadedRegistration['row']

const countDifference = (tx: Tx, before: CountedRow, after: CountedRow) =>
  addToTotals(tx, after.tour_date_id, {
    registrations: 0,
    dancers: after.dancers - before.dancers,
    teachers: after.teachers - before.teachers,
    observers: after.observers - before.observers,
    routines: after.routine_count - before.routine_count,
    total: minus(after.total, before.total),
    paid: zeroCents,
  })
