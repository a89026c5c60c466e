import {
  addWaitingRoutine,
  decideWaitingPerson,
  decideWaitingRoutine,
  moveWaitingEntry,
  readOfficeWaitingList,
} from '@callboard/contract/waiting-list/waiting-list.ts'
import { momentText } from '@callboard/domain/kernel/moment-text.ts'
import { minutesAfter, type Instant } from '@callboard/domain/kernel/instant.ts'
import { accept, type Result } from '@callboard/domain/kernel/result.ts'
import type { Refusal } from '@callboard/domain/refusals.ts'
import type { Facts, Registration } from '@callboard/domain/registrations/registration.ts'
import { saveRoutine } from '@callboard/domain/registrations/routines/acts.ts'
import type { RoutineDraft } from '@callboard/domain/registrations/routines/routine-draft.ts'
import type { LevelKind } from '@callboard/domain/tours/city.ts'
import { entryTitle, needsOf } from '@callboard/domain/waiting-list/entry.ts'
import { positionBefore } from '@callboard/domain/waiting-list/queue.ts'
import { act, refuseChangedMeanwhile } from '../registrations/act.ts'
import { loadContext } from '../registrations/facts.ts'
import { draftFrom } from '../registrations/routines/copies.ts'
import { audited, type AuditedAction, type Caller } from '../platform/audit-queries.ts'
import type { Tx } from '../platform/db/connect.ts'
import { NotFound, orNotFound, orRefuse, Refused } from '../platform/http/errors.ts'
import { serve, type App } from '../platform/http/serve.ts'
import { sendMail } from '../platform/mail/queries.ts'
import type { Letter } from '../platform/mail/layout.ts'
import { askForRound, dropEntryClaims, keepForEntries } from '../capacity/queries.ts'
import { lockRegistration, type LoadedRegistration } from '../registrations/queries.ts'
import { loadCity } from '../tours/queries.ts'
import { admitEntry, saveRoutinesOnly } from './admission.ts'
import { approvedLetter, refusedLetter, type Approval } from './letters.ts'
import { placeOf } from './offer.ts'
import { presentEntry, roundOf } from './present.ts'
import { loadStudioNames, loadWaitingCities } from './line-queries.ts'
import {
  closeEntries,
  findRegistrationOfWaiting,
  findWaitingPerson,
  insertEntry,
  loadLine,
  loadOwnEntries,
  lockEntry,
  markOffered,
  moveEntry,
  splitEntry,
  type WaitingEntryRow,
} from '../capacity/waiting-queries.ts'
import { takeOut } from './routes.ts'
import { waiterOf, withDancers } from './waiters.ts'

const auditedRegistration = (tx: Tx, caller: Caller, action: Omit<AuditedAction, 'entity'>) =>
  audited(tx, caller, { ...action, entity: 'registration' })

function reasoned(text: string): string {
  const reason = text.trim()
  if (reason === '') throw new Refused({ code: 'required', field: 'reason' })
  return reason
}

export function officeWaitingRoutes(app: App) {
  serve(app, readOfficeWaitingList, async (tx, { query, now }) => {
    const cities = await loadWaitingCities(tx, query.tour_date_id)
    const tour_date_id = query.tour_date_id ?? cities[0]?.tour_date_id ?? null
    if (tour_date_id === null) return { cities, tour_date_id, entries: [] }
    if (!cities.some((city) => city.tour_date_id === tour_date_id)) throw new NotFound()
    return { cities, tour_date_id, entries: await lineForOffice(tx, tour_date_id, now) }
  })

  serve(app, decideWaitingRoutine, async (tx, { params, body, ...caller }) => {
    const reason = reasoned(body.reason)
    const { routine_id } = params
    const { registration_id } = orNotFound(await findRegistrationOfWaiting(tx, routine_id))
    const loadedRegistration = orNotFound(await lockRegistration(tx, registration_id))
    const routine = loadedRegistration.registration.waiting_list_routines.find(({ id }) => id === routine_id)
    if (!routine) throw new Refused({ code: 'waiting.not_waiting' })
    const alone = body.decision === 'refuse'
    const entry = await entryOf(tx, loadedRegistration, {
      routine_id,
      title: routine.routine.name,
      alone,
      now: caller.now,
    })
    const about = { tx, loadedRegistration, title: routine.routine.name, origin: app.origin, now: caller.now }
    if (body.decision === 'approve') {
      const approval = await approve(tx, loadedRegistration, entry, caller)
      await tell(about, 'waiting_approved', (of) => approvedLetter(of, approval))
    } else {
      await closeEntries(tx, [entry.id], 'refused', caller.now, reason)
      await takeOut(tx, loadedRegistration, [routine_id], caller.now)
      await tell(about, 'waiting_refused', (of) => refusedLetter(of, reason))
      await dropEntryClaims(tx, loadedRegistration.registration.tour_date_id, [entry.id], caller.now)
    }
    const status = body.decision === 'approve' ? ('registered' as const) : ('removed' as const)
    await auditedRegistration(tx, caller, {
      action: `${body.decision} waiting routine`,
      entity_id: registration_id,
      before: { routine: routine.routine.name, status: 'waiting' },
      after: { routine: routine.routine.name, status, reason },
    })
    await askForRound(tx, loadedRegistration.registration.tour_date_id)
    return { routine_id, status }
  })

  serve(app, decideWaitingPerson, async (tx, { params, body, ...caller }) => {
    const reason = reasoned(body.reason)
    const { registration_id } = orNotFound(await findWaitingPerson(tx, params.id))
    const loadedRegistration = orNotFound(await lockRegistration(tx, registration_id))
    const { tour_date_id } = loadedRegistration.registration
    const entry = await entryOfPerson(tx, registration_id, params.id, body.decision)
    const title = entryTitle(entry)
    const about = { tx, loadedRegistration, title, origin: app.origin, now: caller.now, step: entry.people[0]?.kind }
    if (body.decision === 'approve') {
      const approval = await approve(tx, loadedRegistration, entry, caller)
      await tell(about, 'waiting_approved', (of) => approvedLetter(of, approval))
    } else {
      await closeEntries(tx, [entry.id], 'refused', caller.now, reason)
      await tell(about, 'waiting_refused', (of) => refusedLetter(of, reason))
      await dropEntryClaims(tx, tour_date_id, [entry.id], caller.now)
    }
    const status = body.decision === 'approve' ? ('registered' as const) : ('removed' as const)
    await auditedRegistration(tx, caller, {
      action: `${body.decision} waiting person`,
      entity_id: registration_id,
      before: { person: title, status: 'waiting' },
      after: { person: title, status, reason },
    })
    await askForRound(tx, tour_date_id)
    return { id: params.id, status }
  })

  serve(app, addWaitingRoutine, async (tx, { body, ...caller }) => {
    const reason = reasoned(body.reason)
    const loadedRegistration = orNotFound(await lockRegistration(tx, body.registration_id))
    if (loadedRegistration.row.deleted) throw new NotFound()
    const { tour_date_id, id: registration_id } = loadedRegistration.registration
    refuseChangedMeanwhile(loadedRegistration.registration, body.version)
    const draft = { ...draftFrom(body.routine, null), status: 'waiting' as const }
    const saved = await addTo(tx, loadedRegistration, draft, caller.now)
    const waitingBefore = new Set(loadedRegistration.registration.waiting_list_routines.map(({ id }) => id))
    const addedRoutine = orNotFound(saved.waiting_list_routines.find(({ id }) => !waitingBefore.has(id)))
    const title = addedRoutine.routine.name
    const routine_id = addedRoutine.id ?? 0
    const joining = { tour_date_id, registration_id, takes_part: false, title, joined_at: caller.now }
    const entry_id = await insertEntry(tx, joining, [routine_id])
    await auditedRegistration(tx, caller, {
      action: 'add waiting routine',
      entity_id: registration_id,
      before: null,
      after: { routine: title, reason },
    })
    await askForRound(tx, tour_date_id)
    return { routine_id, entry_id }
  })

  serve(app, moveWaitingEntry, async (tx, { params, body, ...caller }) => {
    const reason = reasoned(body.reason)
    const entry = orNotFound(await lockEntry(tx, params.id))
    if (entry.state !== 'waiting') throw new Refused({ code: 'waiting.not_waiting' })
    const line = (await loadLine(tx, entry.tour_date_id)).filter(({ state }) => state === 'waiting')
    const position = positionBefore(line, entry.id, body.before)
    if (position === null) throw new Refused({ code: 'waiting.moved_away' })
    await moveEntry(tx, entry.id, position)
    const place = (one: number) => line.findIndex(({ id }) => id === one) + 1
    await auditedRegistration(tx, caller, {
      action: 'move in waiting list',
      entity_id: entry.registration_id,
      before: { entry: entry.title, place: place(entry.id) },
      after: {
        before: body.before === null ? 'last' : (line.find(({ id }) => id === body.before)?.title ?? ''),
        reason,
      },
    })
    await askForRound(tx, entry.tour_date_id)
    return {}
  })
}

async function lineForOffice(tx: Tx, tour_date_id: number, now: Instant) {
  const city = await loadCity(tx, tour_date_id, now)
  const line = await loadLine(tx, tour_date_id)
  const round = roundOf(line, city)
  const names = await loadStudioNames(tx, [...new Set(line.map(({ registration_id }) => registration_id))])
  const nameOf = new Map(names.map(({ id, ...name }) => [id, name]))
  return line.map((entry) => ({
    ...presentEntry(entry, round, city),
    tour_date_id,
    completed: entry.completed,
    ...(nameOf.get(entry.registration_id) ?? { studio: null, owner: '', email: '' }),
  }))
}

type OfRoutine = { routine_id: number; title: string; alone: boolean; now: Instant }

/**
 * The entry of one routine with its dancers: of a bundle it is taken apart, and `alone` leaves the dancers that another
 * routine needs as well; a routine in no line gets an entry.
 */
async function entryOf(
  tx: Tx,
  { registration }: LoadedRegistration,
  { routine_id, title, alone, now }: OfRoutine,
): Promise<WaitingEntryRow> {
  const { id: registration_id, tour_date_id } = registration
  const own = (entries: readonly WaitingEntryRow[]) =>
    entries.find(({ routines }) => routines.some(({ id }) => id === routine_id))
  const entry = own(await loadOwnEntries(tx, registration_id))
  if (entry?.routines.length === 1) return entry
  if (entry?.state === 'offered') throw new Refused({ code: 'waiting.not_waiting' })
  if (entry) await splitEntry(tx, entry, withDancers(entry, [routine_id], alone), title)
  else {
    const joining = { tour_date_id, registration_id, takes_part: false, title, joined_at: now }
    await insertEntry(tx, joining, [routine_id])
  }
  return orNotFound(own(await loadOwnEntries(tx, registration_id)))
}

/** The entry of one person alone; of several who wait together they are taken apart. */
async function entryOfPerson(
  tx: Tx,
  registration_id: number,
  id: number,
  decision: 'approve' | 'refuse',
): Promise<WaitingEntryRow> {
  const own = (entries: readonly WaitingEntryRow[]) => entries.find(({ people }) => people.some((one) => one.id === id))
  const entry = own(await loadOwnEntries(tx, registration_id))
  // An accepted entry can no longer be changed.
  if (!entry || entry.state === 'accepted') throw new Refused({ code: 'waiting.not_waiting' })
  const neededPeople = withDancers(
    entry,
    entry.routines.map((routine) => routine.id),
  ).people
  if (decision === 'refuse' && neededPeople.includes(id)) throw new Refused({ code: 'waiting.with_routine' })
  if (entry.people.length === 1 && entry.routines.length === 0) return entry
  if (entry.state === 'offered') throw new Refused({ code: 'waiting.not_waiting' })
  const part = { routines: [], people: [id] }
  await splitEntry(tx, entry, part, entryTitle(entry, part))
  return orNotFound(own(await loadOwnEntries(tx, registration_id)))
}

/** Brings routines or people in: with the places of its offer, or with places that are free, before those who wait. */
async function approve(
  tx: Tx,
  loadedRegistration: LoadedRegistration,
  entry: WaitingEntryRow,
  { user, now }: Caller,
): Promise<Approval> {
  const { registration } = loadedRegistration
  const { tour_date_id, id: registration_id } = registration
  const city = await loadCity(tx, tour_date_id, now)
  const offerEnds = entry.state === 'offered' ? entry.offer_ends : null
  const ends = offerEnds ?? minutesAfter(now, city.settings.waiting_offer_hours * 60)
  if (entry.state === 'waiting') {
    const { routines, people } = waiterOf(entry, city)
    const needs = needsOf([...routines, ...people])
    await markOffered(tx, [entry.id], now, ends)
    const full = await keepForEntries(tx, tour_date_id, [{ registration_id, entry_id: entry.id, needs }], ends, now)
    if (full !== null) throw new Refused({ code: 'waiting.no_room' })
  }
  const routine_ids = entry.routines.map(({ id }) => id)
  const { effect } = await admitEntry(tx, loadedRegistration, { entry_id: entry.id, routine_ids, now, by: user.id })
  return { effect, until: momentText(ends, city.tour_date.time_zone) }
}

/** The office may add a routine to any city's waiting list, even when owners cannot join. COMP-071. */
async function addTo(
  tx: Tx,
  loadedRegistration: LoadedRegistration,
  draft: RoutineDraft,
  now: Instant,
): Promise<Registration> {
  const { registration, row } = loadedRegistration
  const add = (it: Registration, facts: Facts): Result<Registration, Refusal> =>
    saveRoutine(it, draft, { ...facts, tour_date: { ...facts.tour_date, waiting_list: true } })
  if (!registration.completed) {
    const saved = await act(tx, { user: { id: row.user_id }, now, id: registration.id }, (context) =>
      add(context.registration, context.facts),
    )
    return saved.registration
  }
  const context = await loadContext(tx, loadedRegistration, now)
  const { waiting_list_routines } = orRefuse(add(registration, context.facts))
  return saveRoutinesOnly(tx, context, orRefuse(accept({ ...registration, is_competing: true, waiting_list_routines })))
}

type WaitingSubject = {
  tx: Tx
  loadedRegistration: LoadedRegistration
  title: string
  origin: string
  now: Instant
  step?: LevelKind | undefined
}
type Of = { title: string; event: string; city: string; url: string }

async function tell(
  { tx, loadedRegistration, title, origin, now, step }: WaitingSubject,
  template: string,
  letter: (of: Of) => Letter,
) {
  const { facts, owner } = await loadContext(tx, loadedRegistration, now)
  const { event, event_city } = facts.tour_date
  const url = placeOf(origin, loadedRegistration.registration.id, loadedRegistration.registration.completed, step)
  await sendMail(
    tx,
    { to: owner.email, user_id: owner.id, registration_id: loadedRegistration.registration.id, template },
    letter({ title, event: event.name, city: event_city.name, url }),
    now,
  )
}
