import {
  answerOffer,
  joinWaitingList,
  leaveWaitingList,
  readPlaces,
  readWaitingList,
} from '@callboard/contract/waiting.ts'
import { createHash } from 'node:crypto'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { accept, refuse } from '@callboard/domain/kernel/result.ts'
import { placesOf } from '@callboard/domain/places/places-of.ts'
import { shortOf } from '@callboard/domain/places/short-of.ts'
import type { Facts, Registration } from '@callboard/domain/registrations/registration.ts'
import { removeRoutine, saveRoutine } from '@callboard/domain/routines/acts.ts'
import { needsOf, needsOfWaiting, plusNeeds } from '@callboard/domain/waiting/entry.ts'
import { dancersOf } from '@callboard/domain/places/places-of.ts'
import type { City } from '@callboard/domain/tour-dates/city.ts'
import { act } from '../aggregate/act.ts'
import { inTurn } from '../aggregate/in-turn.ts'
import { draftFrom } from '../aggregate/routine-draft.ts'
import type { Tx } from '../db/connect.ts'
import { NotFound, orNotFound, Refused } from '../http/errors.ts'
import { serve, type App } from '../http/serve.ts'
import { addWaiting, askForRound, dropEntryClaims, keepForEntries } from '../places/queries.ts'
import { findOwnRegistration, lockOwnRegistration } from '../registrations/queries.ts'
import { findTourDate, loadCity, loadPlaces } from '../tour-dates/queries.ts'
import { bringIn, saveRoutinesOnly } from './accept.ts'
import { joinWithPeople } from './join-people.ts'
import { presentEntry, roundOf } from './present.ts'
import { open } from '../aggregate/facts.ts'
import {
  closeEntries,
  dropRoutines,
  findEntry,
  insertEntry,
  isEmpty,
  loadLine,
  loadOwnEntries,
  lockEntry,
  routinesOfEntry,
} from './queries.ts'

type Owned = Pick<Registration, 'id' | 'tour_date_id'>

/** What a registration has in line, as it stands now. */
async function ownList(tx: Tx, { id, tour_date_id }: Owned, now: Instant) {
  const city = await loadCity(tx, tour_date_id, now)
  const line = await loadLine(tx, tour_date_id)
  const round = roundOf(line, city)
  return {
    open: city.tour_date.waiting_list,
    entries: line
      .filter(({ registration_id }) => registration_id === id)
      .map((entry) => presentEntry(entry, round, city)),
  }
}

/** What waiting routines of a registration would take of its city. */
function needsOfRoutines({ waiting_list_routines, ...rest }: Registration, ids: readonly number[], facts: Facts) {
  const dancers = dancersOf(rest, facts)
  const categories = new Map(facts.routine_categories.map((category) => [category.category_id, category]))
  return needsOf(
    waiting_list_routines.flatMap(({ id, routine_category: { category_id } }) => {
      const category = categories.get(category_id)
      return id !== null && ids.includes(id) && category
        ? [{ id, needs: needsOfWaiting(category, dancers, facts) }]
        : []
    }),
  )
}

/** The keys of which a city has not so many left. */
const keysWithout = (needs: Readonly<Record<string, number>>, { places }: Pick<City, 'places'>) =>
  shortOf(needs, {}, places).map(({ key }) => key)

export function waitingRoutes(app: App) {
  serve(app, readWaitingList, async (tx, { query, user, now }) => {
    const { registration } = orNotFound(await findOwnRegistration(tx, query.registration_id, user.id))
    return ownList(tx, registration, now)
  })

  serve(app, joinWaitingList, async (tx, { body, user, now }) => {
    const { registration_id, version, routines, routine_ids, people, takes_part } = body
    if (people.length > 0) {
      if (routines.length + routine_ids.length > 0) throw new Refused({ code: 'waiting.apart' })
      const joined = await joinWithPeople(tx, { registration_id, version, people, takes_part, user, now })
      return { ...(await ownList(tx, joined, now)), version: joined.version, routine_ids: [], routines: [] }
    }
    let known = new Set<number | null>()
    let facts: Facts | undefined
    const { registration } = await act(tx, { user, now, id: registration_id, version }, (opened) => {
      facts = opened.facts
      if (!opened.facts.tour_date.waiting_list) return refuse({ code: 'waiting.none_here' } as const)
      known = new Set(opened.registration.waiting_list_routines.map(({ id }) => id))
      const drafts = routines.map((sent) => ({ ...draftFrom(sent, null), status: 'waiting' as const }))
      return inTurn(
        opened.registration,
        drafts.map((draft) => (it) => saveRoutine(it, draft, opened.facts)),
      )
    })
    const read = orNotFound(facts)
    const added = registration.waiting_list_routines.flatMap(({ id }) => (id !== null && !known.has(id) ? [id] : []))
    const ids = [...new Set([...routine_ids, ...added])]
    const joining = registration.waiting_list_routines.filter(({ id }) => id !== null && ids.includes(id))
    if (joining.length === 0 || joining.length < ids.length) throw new Refused({ code: 'waiting.not_waiting' })
    await refuseOffered(tx, registration_id, routine_ids)

    const needs = needsOfRoutines(registration, ids, read)
    const lacking = keysWithout(needs, read)
    if (lacking.length === 0) {
      const own = shortOf(plusNeeds(placesOf(registration, read), needs), read.held ?? {}, read.places)
      throw new Refused({ code: own.length > 0 ? 'waiting.own_first' : 'waiting.has_room' })
    }
    const title = joining.map(({ routine }) => routine.name).join(', ')
    const entry = { tour_date_id: registration.tour_date_id, registration_id, takes_part, title, joined_at: now }
    await insertEntry(tx, entry, ids)
    await closeEmpty(tx, registration_id, now)
    await askForRound(tx, registration.tour_date_id)
    const list = await ownList(tx, registration, now)
    await addWaiting(tx, registration.tour_date_id, lacking)
    const saved = joining.filter(({ id }) => id !== null && added.includes(id))
    return { ...list, version: registration.version, routine_ids: added, routines: saved }
  })

  serve(app, answerOffer, async (tx, { params, body, user, now }) => {
    const entry = orNotFound(await findEntry(tx, params.id))
    const loaded = orNotFound(await lockOwnRegistration(tx, entry.registration_id, user.id))
    const current = orNotFound(await lockEntry(tx, entry.id))
    if (current.state === 'expired') throw new Refused({ code: 'waiting.offer_over' })
    if (current.state !== 'offered' || !current.offer_ends) throw new Refused({ code: 'waiting.no_offer' })
    if (current.offer_ends <= now) throw new Refused({ code: 'waiting.offer_over' })
    const { tour_date_id } = current
    if (body.answer === 'decline') {
      await closeEntries(tx, [entry.id], 'declined', now)
      await askForRound(tx, tour_date_id)
      await dropEntryClaims(tx, tour_date_id, [entry.id], now)
      return { ...(await ownList(tx, loaded.registration, now)), version: loaded.registration.version }
    }
    const offered = await routinesOfEntry(tx, entry.id)
    const wanted = body.routine_ids ?? offered
    const taken = offered.filter((id) => wanted.includes(id))
    const isOfRoutines = offered.length > 0 || wanted.length > 0
    if (isOfRoutines && (taken.length === 0 || taken.length < wanted.length))
      throw new Refused({ code: 'waiting.not_waiting' })
    if (taken.length < offered.length) {
      await dropRoutines(
        tx,
        offered.filter((id) => !taken.includes(id)),
      )
      const needs = needsOfRoutines(loaded.registration, taken, await factsOf(tx, loaded, now))
      await dropEntryClaims(tx, tour_date_id, [entry.id], now)
      const kept = { registration_id: entry.registration_id, entry_id: entry.id, needs }
      await keepForEntries(tx, tour_date_id, [kept], current.offer_ends, now)
      await askForRound(tx, tour_date_id)
    }
    const { version } = await bringIn(tx, loaded, { entry_id: entry.id, routine_ids: taken, now, by: user.id })
    return { ...(await ownList(tx, loaded.registration, now)), version }
  })

  serve(app, leaveWaitingList, async (tx, { params, user, now }) => {
    const entry = orNotFound(await findEntry(tx, params.id))
    const loaded = orNotFound(await lockOwnRegistration(tx, entry.registration_id, user.id))
    const current = orNotFound(await lockEntry(tx, entry.id))
    if (current.state !== 'waiting' && current.state !== 'offered') throw new Refused({ code: 'waiting.not_waiting' })
    const ids = await routinesOfEntry(tx, entry.id)
    await closeEntries(tx, [entry.id], 'left', now)
    const { version } = await takeOut(tx, loaded, ids, now)
    await askForRound(tx, entry.tour_date_id)
    await dropEntryClaims(tx, entry.tour_date_id, [entry.id], now)
    return { ...(await ownList(tx, loaded.registration, now)), version }
  })

  serve(app, readPlaces, async (tx, { params, now, request, reply }) => {
    if (!(await findTourDate(tx, params.id))) throw new NotFound()
    const places = await loadPlaces(tx, params.id, now)
    const tag = `"${createHash('sha256').update(JSON.stringify(places)).digest('base64url').slice(0, 22)}"`
    // Asked again within some seconds, the browser answers itself.
    void reply.header('cache-control', 'private, max-age=5').header('etag', tag)
    if (request.headers['if-none-match'] === tag) void reply.code(304)
    return { places }
  })
}

type Loaded = NonNullable<Awaited<ReturnType<typeof lockOwnRegistration>>>

const factsOf = async (tx: Tx, loaded: Loaded, now: Instant) => (await open(tx, loaded, now)).facts

/** Waiting routines leave a registration, completed or not. */
export async function takeOut(tx: Tx, loaded: Loaded, ids: readonly number[], now: Instant) {
  const { registration, row } = loaded
  const gone = (it: Registration): Registration => ({
    ...it,
    waiting_list_routines: it.waiting_list_routines.filter(({ id }) => id === null || !ids.includes(id)),
  })
  if (registration.completed) return saveRoutinesOnly(tx, await open(tx, loaded, now), gone(registration))
  const { registration: saved } = await act(tx, { user: { id: row.user_id }, now, id: registration.id }, (opened) =>
    ids.length === 0
      ? accept(opened.registration)
      : inTurn(
          opened.registration,
          ids.map((id) => (it) => removeRoutine(it, { id, _temp_id: null }, opened.facts)),
        ),
  )
  return saved
}

/** What is offered is answered, not moved. */
async function refuseOffered(tx: Tx, registration_id: number, ids: readonly number[]) {
  if (ids.length === 0) return
  const entries = await loadOwnEntries(tx, registration_id)
  const offered = entries.filter(({ state }) => state === 'offered').flatMap(({ routines }) => routines)
  if (offered.some(({ id }) => ids.includes(id))) throw new Refused({ code: 'waiting.not_waiting' })
}

/** An entry whose routines all joined another is none any more. */
async function closeEmpty(tx: Tx, registration_id: number, now: Instant) {
  const entries = await loadOwnEntries(tx, registration_id)
  const empty = entries.filter(isEmpty).map(({ id }) => id)
  await closeEntries(tx, empty, 'left', now)
}
