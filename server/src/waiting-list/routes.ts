import {
  answerOffer,
  joinWaitingList,
  leaveWaitingList,
  readPlaces,
  readWaitingList,
} from '@callboard/contract/waiting-list/waiting-list.ts'
import { createHash } from 'node:crypto'
import type { Cents } from '@callboard/domain/kernel/money.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { accept } from '@callboard/domain/kernel/result.ts'
import type { Registration } from '@callboard/domain/registrations/registration.ts'
import { removeRoutine } from '@callboard/domain/registrations/routines/acts.ts'
import { entryTitle, needsOf } from '@callboard/domain/waiting-list/entry.ts'
import { act, applyInOrder } from '../registrations/act.ts'
import { presentRoutines } from '../registrations/present.ts'
import { audited, type Caller } from '../platform/audit-queries.ts'
import type { SessionUser } from '../platform/user.ts'
import type { Tx } from '../platform/db/connect.ts'
import { NotFound, orNotFound, Refused } from '../platform/http/errors.ts'
import { serve, type App } from '../platform/http/serve.ts'
import { askForRound, dropEntryClaims, keepForEntries } from '../capacity/queries.ts'
import { findOwnRegistration, findRegistration, lockOwnRegistration } from '../registrations/queries.ts'
import { findTourDate, loadCity, loadPlaces } from '../tours/queries.ts'
import { admitEntry, feeOfOffer, saveRoutinesOnly } from './admission.ts'
import { joinWithPeople } from './join-people.ts'
import { joinWithRoutines } from './join-routines.ts'
import { presentEntry, roundOf } from './present.ts'
import { loadContext } from '../registrations/facts.ts'
import {
  closeEntries,
  dropPeople,
  dropRoutines,
  findEntry,
  loadLine,
  loadOwnEntries,
  lockEntry,
  routinesOfEntry,
  type WaitingEntryRow,
} from '../capacity/waiting-queries.ts'
import { waiterOf, withDancers } from './waiters.ts'

type Owned = Pick<Registration, 'id' | 'tour_date_id'>

/** Returns a registration's waiting-list entries with their current state. */
async function ownList(tx: Tx, { id, tour_date_id }: Owned, now: Instant) {
  const city = await loadCity(tx, tour_date_id, now)
  const line = await loadLine(tx, tour_date_id)
  const round = roundOf(line, city)
  const ownEntries = line.filter(({ registration_id }) => registration_id === id)
  const fees = await feesOfOffers(tx, id, ownEntries, now)
  return {
    open: city.tour_date.waiting_list,
    entries: ownEntries.map((entry) => ({ ...presentEntry(entry, round, city), fee: fees.get(entry.id) ?? null })),
  }
}

/** The fees of a completed registration's offers, by entry: accepting charges them at once. */
async function feesOfOffers(tx: Tx, id: number, entries: readonly WaitingEntryRow[], now: Instant) {
  const fees = new Map<number, Cents | null>()
  const offers = entries.filter(({ state, completed }) => state === 'offered' && completed)
  if (offers.length === 0) return fees
  const context = await loadContext(tx, orNotFound(await findRegistration(tx, id)), now)
  for (const { id: entry_id, routines } of offers) {
    const routine_ids = routines.map((routine) => routine.id)
    fees.set(entry_id, await feeOfOffer(tx, context, { entry_id, routine_ids }))
  }
  return fees
}

/**
 * Accepts only these routines of an offer, with their dancers; the others leave the waiting list. Returns what the
 * offer still contains.
 */
async function keepOnly(
  tx: Tx,
  loadedRegistration: WaitingRegistration,
  entry_id: number,
  acceptedIds: readonly number[],
  now: Instant,
) {
  const entryNow = async () =>
    orNotFound((await loadOwnEntries(tx, loadedRegistration.registration.id)).find(({ id }) => id === entry_id))
  const entry = await entryNow()
  const others = entry.routines.flatMap(({ id }) => (acceptedIds.includes(id) ? [] : [id]))
  await dropRoutines(tx, others)
  await dropPeople(tx, withDancers(entry, others, true).people)
  const { routines, people } = waiterOf(await entryNow(), await factsOf(tx, loadedRegistration, now))
  return needsOf([...routines, ...people])
}

export function waitingRoutes(app: App) {
  serve(app, readWaitingList, async (tx, { query, user, now }) => {
    refuseOther(user, query.registration_id)
    const { registration } = orNotFound(await findOwnRegistration(tx, query.registration_id, user.id))
    return ownList(tx, registration, now)
  })

  serve(app, joinWaitingList, async (tx, { body, user, now, request }) => {
    refuseOther(user, body.registration_id)
    const noteFor = (registration_id: number) =>
      noteOfficeAct(tx, { user, request, now }, { registration_id, action: 'add to waiting list' })
    if (body.routines.length + body.routine_ids.length + body.move_routine_ids.length === 0) {
      const joined = await joinWithPeople(tx, { ...body, version: body.version, user, now })
      await noteFor(joined.id)
      return {
        ...(await ownList(tx, joined, now)),
        version: joined.version,
        routine_ids: [],
        routines: [],
        notices: [],
      }
    }
    const { registration, facts, notices, added, countWaiting } = await joinWithRoutines(tx, {
      ...body,
      version: body.version,
      user,
      now,
    })
    const list = await ownList(tx, registration, now)
    await countWaiting()
    await noteFor(registration.id)
    const saved = registration.waiting_list_routines.filter(({ id }) => id !== null && added.includes(id))
    const routines = await presentRoutines(tx, { registration, facts }, saved)
    return { ...list, version: registration.version, routine_ids: added, routines, notices }
  })

  serve(app, answerOffer, async (tx, { params, body, user, now }) => {
    const entry = orNotFound(await findEntry(tx, params.id))
    const loadedRegistration = orNotFound(await lockOwnRegistration(tx, entry.registration_id, user.id))
    const current = orNotFound(await lockEntry(tx, entry.id))
    if (current.state === 'expired') throw new Refused({ code: 'waiting.offer_over' })
    if (current.state !== 'offered' || !current.offer_ends) throw new Refused({ code: 'waiting.no_offer' })
    if (current.offer_ends <= now) throw new Refused({ code: 'waiting.offer_over' })
    const { tour_date_id } = current
    if (body.answer === 'decline') {
      await closeEntries(tx, [entry.id], 'declined', now)
      await askForRound(tx, tour_date_id)
      await dropEntryClaims(tx, tour_date_id, [entry.id], now)
      return {
        ...(await ownList(tx, loadedRegistration.registration, now)),
        version: loadedRegistration.registration.version,
      }
    }
    const offeredIds = await routinesOfEntry(tx, entry.id)
    const requestedIds = body.routine_ids ?? offeredIds
    const acceptedIds = offeredIds.filter((id) => requestedIds.includes(id))
    const isOfRoutines = offeredIds.length > 0 || requestedIds.length > 0
    if (isOfRoutines && (acceptedIds.length === 0 || acceptedIds.length < requestedIds.length))
      throw new Refused({ code: 'waiting.not_waiting' })
    if (acceptedIds.length < offeredIds.length) {
      const needs = await keepOnly(tx, loadedRegistration, entry.id, acceptedIds, now)
      await dropEntryClaims(tx, tour_date_id, [entry.id], now)
      const keptEntry = { registration_id: entry.registration_id, entry_id: entry.id, needs }
      await keepForEntries(tx, tour_date_id, [keptEntry], current.offer_ends, now)
      await askForRound(tx, tour_date_id)
    }
    const { version } = await admitEntry(tx, loadedRegistration, {
      entry_id: entry.id,
      routine_ids: acceptedIds,
      now,
      by: user.id,
    })
    return { ...(await ownList(tx, loadedRegistration.registration, now)), version }
  })

  serve(app, leaveWaitingList, async (tx, { params, user, now, request }) => {
    const entry = orNotFound(await findEntry(tx, params.id))
    refuseOther(user, entry.registration_id)
    const loadedRegistration = orNotFound(await lockOwnRegistration(tx, entry.registration_id, user.id))
    const current = orNotFound(await lockEntry(tx, entry.id))
    if (current.state !== 'waiting' && current.state !== 'offered') throw new Refused({ code: 'waiting.not_waiting' })
    const ids = await routinesOfEntry(tx, entry.id)
    await closeEntries(tx, [entry.id], 'left', now)
    const { version } = await takeOut(tx, loadedRegistration, ids, now)
    await askForRound(tx, entry.tour_date_id)
    await dropEntryClaims(tx, entry.tour_date_id, [entry.id], now)
    const { registration_id, title } = entry
    const officeAct = { registration_id, action: 'take off waiting list', title } as const
    await noteOfficeAct(tx, { user, request, now }, officeAct)
    return { ...(await ownList(tx, loadedRegistration.registration, now)), version }
  })

  serve(app, readPlaces, async (tx, { params, now, request, reply }) => {
    if (!(await findTourDate(tx, params.id))) throw new NotFound()
    const places = await loadPlaces(tx, params.id, now)
    const tag = `"${createHash('sha256').update(JSON.stringify(places)).digest('base64url').slice(0, 22)}"`
    // For some seconds the browser answers repeated requests from its cache.
    void reply.header('cache-control', 'private, max-age=5').header('etag', tag)
    if (request.headers['if-none-match'] === tag) void reply.code(304)
    return { places }
  })
}

/** The office acts for an owner in the registration that it edits alone. */
function refuseOther({ office_edit }: Pick<SessionUser, 'office_edit'>, registration_id: number) {
  if (office_edit && office_edit.registration_id !== registration_id) throw new NotFound()
}

type OfficeAct = { registration_id: number; action: 'add to waiting list' | 'take off waiting list'; title?: string }

/** The line is beside the edit: what the office does in it for an owner holds at once, so it is noted by itself. */
async function noteOfficeAct(
  tx: Tx,
  { user: { office_edit }, ...caller }: Caller & { user: Pick<SessionUser, 'office_edit'> },
  { registration_id, action, title }: OfficeAct,
) {
  if (!office_edit) return
  const latest = (await loadOwnEntries(tx, registration_id)).toSorted((one, other) => other.id - one.id)[0]
  const entry = title ?? (latest ? entryTitle(latest) : '')
  await audited(
    tx,
    { ...caller, user: office_edit.actor },
    {
      action,
      entity: 'registration',
      entity_id: registration_id,
      ...(action === 'add to waiting list' ? { before: null, after: { entry } } : { before: { entry }, after: null }),
    },
  )
}

type WaitingRegistration = NonNullable<Awaited<ReturnType<typeof lockOwnRegistration>>>

const factsOf = async (tx: Tx, loadedRegistration: WaitingRegistration, now: Instant) =>
  (await loadContext(tx, loadedRegistration, now)).facts

/** Waiting routines leave a registration, completed or not. */
export async function takeOut(tx: Tx, loadedRegistration: WaitingRegistration, ids: readonly number[], now: Instant) {
  const { registration, row } = loadedRegistration
  const withoutRoutines = (it: Registration): Registration => ({
    ...it,
    waiting_list_routines: it.waiting_list_routines.filter(({ id }) => id === null || !ids.includes(id)),
  })
  if (registration.completed)
    return saveRoutinesOnly(tx, await loadContext(tx, loadedRegistration, now), withoutRoutines(registration))
  const { registration: saved } = await act(tx, { user: { id: row.user_id }, now, id: registration.id }, (context) =>
    ids.length === 0
      ? accept(context.registration)
      : applyInOrder(
          context.registration,
          ids.map((id) => (it) => removeRoutine(it, { id, _temp_id: null }, context.facts)),
        ),
  )
  return saved
}
