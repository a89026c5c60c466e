import type { routineDraft } from '@callboard/contract/registrations/routines.ts'
import type { joinWaitingList } from '@callboard/contract/waiting-list/waiting-list.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { accept, refuse, type Result } from '@callboard/domain/kernel/result.ts'
import { countNeededPlaces } from '@callboard/domain/registrations/places/needed-places.ts'
import { shortagesOf } from '@callboard/domain/registrations/places/availability.ts'
import { isPassed } from '@callboard/domain/tours/registration-window.ts'
import type { Refusal } from '@callboard/domain/refusals.ts'
import { attendeesOf, type Facts, type Registration } from '@callboard/domain/registrations/registration.ts'
import { waitWithDancers, type Newcomer } from '@callboard/domain/waiting-list/newcomers.ts'
import { entryTitle, needsOf, plusNeeds } from '@callboard/domain/waiting-list/entry.ts'
import { waitInstead, waitInsteadOfEdit } from '@callboard/domain/waiting-list/wait-instead.ts'
import type { z } from 'zod'
import { act, applyInOrder, refuseChangedMeanwhile } from '../registrations/act.ts'
import { loadContext, type RegistrationContext } from '../registrations/facts.ts'
import { draftFrom } from '../registrations/routines/copies.ts'
import type { Tx } from '../platform/db/connect.ts'
import { orNotFound, orRefuse, Refused } from '../platform/http/errors.ts'
import { addWaiting, askForRound } from '../capacity/queries.ts'
import { findOwnRegistration, lockOwnRegistration } from '../registrations/queries.ts'
import { findOfficeEdit, findRevision } from '../registrations/revision-queries.ts'
import { settleCasts } from '../registrations/routines/queries.ts'
import { saveRoot } from '../registrations/save-root.ts'
import { loadPlaces } from '../tours/queries.ts'
import { saveRoutinesOnly } from './admission.ts'
import { candidatesFor } from './people-admission.ts'
import {
  closeEntries,
  insertEntry,
  insertWaitingPeople,
  isEmpty,
  loadNewcomers,
  loadOwnEntries,
  movePeople,
  renameEntries,
} from '../capacity/waiting-queries.ts'
import { waiterOf } from './waiters.ts'

type ReviewAnswers = NonNullable<z.output<typeof joinWaitingList.body>['submit']>

type Joining = {
  registration_id: number
  version: number | undefined
  routines: readonly z.output<typeof routineDraft>[]
  routine_ids: readonly number[]
  /** Routines of the registration that wait instead. */
  move_routine_ids: readonly number[]
  /** The review's answers: what stays is submitted first, so that it holds its places. */
  submit?: ReviewAnswers | undefined
  people: readonly { person_id: number; workshop_level_id: number }[]
  takes_part: boolean
  user: { id: number; office_edit?: { registration_id: number } }
  now: Instant
}

/**
 * Routines join the line, with those of their dancers who are not registered yet. `countWaiting` locks counts of the city,
 * so the caller runs it last (`docs/rules/places.md`). OFF-024, A18.
 */
export async function joinWithRoutines(tx: Tx, joining: Joining) {
  const { registration_id, routines, routine_ids, move_routine_ids, submit, takes_part, now } = joining
  let waitingBefore = new Set<number | null>()
  let facts: Facts | undefined
  const decide = async (context: RegistrationContext) => {
    facts = context.facts
    waitingBefore = new Set(context.registration.waiting_list_routines.map(({ id }) => id))
    const people = await newcomersOf(tx, context, joining)
    const drafts = routines.map((fields) => draftFrom(fields, null))
    return applyInOrder(
      await moveToLine(tx, context, joining),
      drafts.map((draft) => (it: Registration) => waitWithDancers(it, draft, people, context.facts)),
    )
  }
  const { saved, notices } = submit
    ? await submitRest(tx, { ...joining, submit }, decide)
    : { saved: await changeOwn(tx, joining, decide, move_routine_ids.length > 0), notices: [] }
  const { registration } = saved
  // Once it is submitted, the places that are left are those that its own routines do not hold.
  const loadedFacts = submit
    ? { ...orNotFound(facts), places: await loadPlaces(tx, registration.tour_date_id, now) }
    : orNotFound(facts)
  const addedIds = registration.waiting_list_routines.flatMap(({ id }) =>
    id !== null && !waitingBefore.has(id) ? [id] : [],
  )
  const requestedIds = [...new Set([...routine_ids, ...addedIds])]
  const waiting = new Set(registration.waiting_list_routines.map(({ id }) => id))
  if (requestedIds.length === 0 || !requestedIds.every((id) => waiting.has(id)))
    throw new Refused({ code: 'waiting.not_waiting' })

  const { tour_date_id } = registration
  await settleCasts(tx, registration_id)
  const entry_id = await insertWaitingEntry(
    tx,
    { tour_date_id, registration_id, takes_part, title: '', joined_at: now },
    requestedIds,
  )
  const lacking = await findLackingKeys(tx, registration, entry_id, loadedFacts)
  await askForRound(tx, tour_date_id)
  return {
    registration,
    facts: loadedFacts,
    notices,
    added: addedIds,
    // The counts that a review holds are locked already. The round counts the others: no lock is taken out of key order.
    countWaiting: async () => (submit ? undefined : addWaiting(tx, tour_date_id, lacking)),
  }
}

/** The registration with those of its routines that wait instead; of a completed one they leave its edit. */
async function moveToLine(tx: Tx, { registration, facts }: RegistrationContext, joining: Joining) {
  const { move_routine_ids, version, user, now } = joining
  if (move_routine_ids.length === 0) return registration
  if (!registration.completed || joining.submit) return orRefuse(waitInstead(registration, move_routine_ids, facts))
  let after = registration
  await act(
    tx,
    { user, now, id: registration.id, version, edits: true },
    ({ registration: edit, facts: editFacts }) => {
      const change = waitInsteadOfEdit({ edit, live: registration }, move_routine_ids, editFacts)
      if (!change.ok) return change
      after = change.value.live
      return accept(change.value.edit)
    },
  )
  return after
}

/** Submits the registration without the routines that wait instead: its places go to the rest. A18, COMP-084. */
async function submitRest(
  tx: Tx,
  { registration_id: id, version, submit, user, now }: Joining & { submit: ReviewAnswers },
  decide: Decide,
) {
  const body = { ...submit, version, reviewed: true }
  return saveRoot(tx, { id, body, user, now, before: whereOpen(decide, now) })
}

/** `decide`, refused where the city keeps no waiting list that may still be joined. */
const whereOpen =
  (decide: Decide, now: Instant): Decide =>
  async (context) => {
    const { tour_date } = context.facts
    if (!tour_date.waiting_list) return refuse({ code: 'waiting.none_here' })
    if (tour_date.canceled || isPassed(tour_date, now)) return refuse({ code: 'waiting.city_over' })
    return decide(context)
  }

/**
 * Returns the people added with the new routines, also those who are registered only in the edit. Fails when one of them
 * dances in none.
 */
async function newcomersOf(
  tx: Tx,
  { registration, row }: RegistrationContext,
  { people, routines, user }: Joining,
): Promise<Newcomer[]> {
  const cast = new Set(routines.flatMap(({ attendees }) => attendees.map(({ person_id }) => person_id)))
  if (people.some(({ person_id }) => !cast.has(person_id))) throw new Refused({ code: 'waiting.not_in_cast' })
  const find = user.office_edit ? findOfficeEdit : findRevision
  const edit = registration.completed && cast.size > 0 ? await find(tx, registration.id) : undefined
  const isOther = ({ person_id }: { person_id: number }) =>
    cast.has(person_id) &&
    !registration.attendees[person_id] &&
    !people.some((requested) => requested.person_id === person_id)
  const newcomers = [...people, ...(edit ? attendeesOf(edit.record).filter(isOther) : [])]
  const candidates = await candidatesFor(tx, row.user_id, newcomers)
  return newcomers.map(({ person_id, workshop_level_id }) => {
    const person = candidates.get(person_id)
    if (!person) throw new Refused({ code: 'attendee.unknown_person', person_id })
    return { person_id, person, workshop_level_id }
  })
}

type Own = Pick<Joining, 'registration_id' | 'version' | 'user' | 'now'>
type Decide = (context: RegistrationContext) => Promise<Result<Registration, Refusal>>

/**
 * Changes an owner's waiting entries: on an incomplete registration like any action; on a completed one only the
 * waiting routines, independent of an open edit. `ofEdit`: the version is that of the edit, which `decide` changes too.
 */
export async function changeOwn(
  tx: Tx,
  { registration_id: id, version, user, now }: Own,
  decide: Decide,
  ofEdit = false,
) {
  const mayWait = whereOpen(decide, now)
  const ownRegistration = orNotFound(await findOwnRegistration(tx, id, user.id))
  if (!ownRegistration.registration.completed) return act(tx, { user, now, id, version }, mayWait)

  const context = await loadContext(tx, orNotFound(await lockOwnRegistration(tx, id, user.id)), now)
  const { registration } = context
  if (!ofEdit) refuseChangedMeanwhile(registration, version)
  const { waiting_list_routines } = orRefuse(await mayWait(context))
  if (waiting_list_routines === registration.waiting_list_routines) return { registration }
  const after = { ...registration, is_competing: true, waiting_list_routines }
  return { registration: await saveRoutinesOnly(tx, context, after) }
}

/** These routines wait in one new entry, behind everyone; what waits with dancers comes along whole. */
async function insertWaitingEntry(tx: Tx, joining: Parameters<typeof insertEntry>[1], requestedIds: readonly number[]) {
  const { registration_id, joined_at } = joining
  const entries = await loadOwnEntries(tx, registration_id)
  const former = entries.filter(({ routines }) => routines.some(({ id }) => requestedIds.includes(id)))
  // An offered entry can be answered but not moved.
  if (former.some(({ state }) => state !== 'waiting')) throw new Refused({ code: 'waiting.not_waiting' })
  const entriesWithPeople = former.filter(({ people }) => people.length > 0)
  const routine_ids = [
    ...new Set([...entriesWithPeople.flatMap(({ routines }) => routines.map(({ id }) => id)), ...requestedIds]),
  ]
  const coming = await loadNewcomers(tx, registration_id, routine_ids)
  const entry_id = await insertEntry(tx, joining, routine_ids)
  await movePeople(tx, entriesWithPeople, entry_id)
  const rows = coming.map(({ person_id, level_id }) => ({ person_id, level_id, with_routine: true }))
  await insertWaitingPeople(tx, entry_id, registration_id, rows)
  const left = (await loadOwnEntries(tx, registration_id)).filter(isEmpty).map(({ id }) => id)
  await closeEntries(tx, left, 'left', joined_at)
  return entry_id
}

/** The keys of which there are not enough for an entry; refused when all of it could simply be entered. */
async function findLackingKeys(tx: Tx, registration: Registration, entry_id: number, facts: Facts): Promise<string[]> {
  const entries = await loadOwnEntries(tx, registration.id)
  const entry = orNotFound(entries.find(({ id }) => id === entry_id))
  await renameEntries(tx, [{ id: entry_id, title: entryTitle(entry) }])
  const { routines, people } = waiterOf(entry, facts)
  if (routines.some(({ blocked }) => blocked)) return []
  const needs = needsOf([...routines, ...people])
  const lacking = shortagesOf(needs, {}, facts.places).map(({ key }) => key)
  if (lacking.length > 0) return lacking
  const own = shortagesOf(plusNeeds(countNeededPlaces(registration, facts), needs), facts.held ?? {}, facts.places)
  throw new Refused({ code: own.length > 0 ? 'waiting.own_first' : 'waiting.has_room' })
}
