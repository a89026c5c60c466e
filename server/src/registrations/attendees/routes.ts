import {
  calculateMediaPassFees,
  listScholarships,
  saveAttendee,
  saveAttendees,
  studentIdPlace,
} from '@callboard/contract/registrations/attendees.ts'
import { markMediaPasses } from '@callboard/domain/registrations/attendees/set-options.ts'
import { attachStudentId } from '@callboard/domain/registrations/attendees/set-discounts.ts'
import { setScholarship } from '@callboard/domain/registrations/attendees/set-scholarship.ts'
import { setAttendees, type AttendeeDraft } from '@callboard/domain/registrations/attendees/set-attendees.ts'
import { setBeatStreet, setCompRoom, setObservers } from '@callboard/domain/registrations/attendees/set-extras.ts'
import { times } from '@callboard/domain/kernel/money.ts'
import { accept } from '@callboard/domain/kernel/result.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { attendeesOf, type Registration } from '@callboard/domain/registrations/registration.ts'
import { visitStep } from '@callboard/domain/registrations/steps.ts'
import type { z } from 'zod'
import { act, applyInOrder } from '../act.ts'
import { loadEditContext, loadOfficeEditContext, type RegistrationContext } from '../facts.ts'
import { presentAttendee, presentAttendees, presentRoutines } from '../present.ts'
import { mediaPassesElsewhere } from '../revalidation.ts'
import { NotFound, orNotFound, orRefuse } from '../../platform/http/errors.ts'
import { serve, servePhases, type App } from '../../platform/http/serve.ts'
import { definedFields } from '../../platform/http/read-body.ts'
import type { Db, Tx } from '../../platform/db/connect.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { SessionUser } from '../../platform/user.ts'
import { acceptUpload, placeUpload } from '../../platform/files/queries.ts'
import { findTourDate } from '../../tours/queries.ts'
import { isStudentIdPath, studentIdKey, studentIdPath } from './student-id.ts'
import { loadScholarships, lockScholarship } from './queries.ts'
import {
  findOwnRegistration,
  findOwnRegistrationOfAttendee,
  loadOwnPeople,
  type LoadedRegistration,
} from '../queries.ts'

/** Loads the people an owner may register: their roster and existing attendees. */
async function peopleFor(tx: Tx, { row }: RegistrationContext, drafts: readonly AttendeeDraft[]) {
  const people = await loadOwnPeople(
    tx,
    row.user_id,
    drafts.map(({ person_id }) => person_id),
  )
  return { people: new Map(people.map(({ id, ...person }) => [id, person])) }
}

/** Passes of this season that other registrations paid. ATT-051, ATT-065, ATT-066. */
async function withMediaPasses(
  tx: Tx,
  registration: Registration,
  context: RegistrationContext,
): Promise<Registration> {
  return markMediaPasses(registration, new Set(await mediaPassesElsewhere(tx, attendeesOf(registration), context)))
}

/**
 * Loads the scholarships on offer. The chosen one is locked first, so that two registrations cannot choose it at once.
 */
async function scholarshipsFor(tx: Tx, { registration, facts }: RegistrationContext, scholarship_id: number | null) {
  if (scholarship_id !== null) await lockScholarship(tx, scholarship_id)
  return loadScholarships(tx, registration.id, facts.tour_date.event_id, facts.tour_date.season_id)
}

type AttendeeCall = {
  params: { id: number }
  body: z.output<typeof saveAttendee.body>
  user: Pick<SessionUser, 'id' | 'office_edit'>
  now: Instant
}

const studentIdOf = ({ attendees }: Registration, person_id: number): string | undefined =>
  attendees[person_id]?.student_id_url ?? undefined

/** The student ID that a call names, once it has arrived and is one; a place that is not this attendee's is none. ATT-027, ATT-063. */
async function uploadedStudentId(app: App, db: Db, { params, body, user, now }: AttendeeCall): Promise<string | null> {
  const { student_id_url } = body
  if (!student_id_url) return null
  const studentId = await inTransaction(db, async (tx) => {
    const { id, person_id } = orNotFound(await findOwnRegistrationOfAttendee(tx, params.id, user.id))
    const loadedRegistration = orNotFound(await findOwnRegistration(tx, id, user.id))
    const { row } = loadedRegistration
    const { registration } = await loadEdited(tx, loadedRegistration, user, now)
    const place = { tour_date_id: row.tour_date_id, registration_id: id, attendee_id: params.id }
    return { own: isStudentIdPath(student_id_url, place), current: studentIdOf(registration, person_id) }
  })
  if (studentId.current === student_id_url) return student_id_url
  if (!studentId.own) return null
  return orRefuse(await acceptUpload(app, student_id_url, now)).key
}

export function attendeeRoutes(app: App) {
  serve(app, saveAttendees, async (tx, { body, user, now }) => {
    const saved = await act(tx, { edits: true, user, now, id: body.id, version: body.version }, async (context) => {
      const { registration, facts } = context
      const people = await peopleFor(tx, context, body.attendees)
      const observers = body.additional_observers ?? registration.additional_observers
      const result = applyInOrder(registration, [
        (it) => setAttendees(it, withRoutines(body), { ...facts, ...people }),
        (it) => setObservers(it, observers, facts),
        (it) => setCompRoom(it, body.comp_room, facts),
        (it) => setBeatStreet(it, body.beat_street, facts),
      ])
      return result.ok ? accept(await withMediaPasses(tx, leftAt(result.value, body.left_off), context)) : result
    })
    const { version, full_rates, late_rates, rates_told } = saved.registration
    const routines = await presentRoutines(tx, saved, saved.registration.routines)
    return { version, attendees: presentAttendees(saved), routines, full_rates, late_rates, rates_told, now }
  })

  servePhases(app, saveAttendee, async (db, call) => {
    // The store may be another machine: it is asked before a connection and a lock are taken.
    const uploaded = await uploadedStudentId(app, db, call)
    return inTransaction(db, (tx) => saveOne(tx, call, uploaded))
  })

  async function saveOne(tx: Tx, { params, body, user, now }: AttendeeCall, uploaded: string | null) {
    const { id, person_id } = orNotFound(await findOwnRegistrationOfAttendee(tx, params.id, user.id))
    const { version: expectedVersion, student_id_url: _, scholarship_id, ...draft } = body
    const saved = await act(tx, { edits: true, user, now, id, version: expectedVersion }, async (context) => {
      const { registration, facts } = context
      const drafts = (of: Registration) =>
        attendeesOf(of).map((attendee) =>
          attendee.person_id === person_id ? { ...attendee, ...definedFields(draft) } : attendee,
        )
      const people = await peopleFor(tx, context, drafts(registration))
      const scholarships = scholarship_id === undefined ? [] : await scholarshipsFor(tx, context, scholarship_id)
      const result = applyInOrder(registration, [
        (it) =>
          scholarship_id === undefined
            ? accept(it)
            : setScholarship(it, { person_id, scholarship_id }, { ...facts, scholarships }),
        (it) => (uploaded ? attachStudentId(it, { person_id, student_id_url: uploaded }) : accept(it)),
        (it) => setAttendees(it, drafts(it), { ...facts, ...people }),
      ])
      return result.ok ? accept(await withMediaPasses(tx, result.value, context)) : result
    })
    const attendee = orNotFound(saved.registration.attendees[person_id])
    const { version } = saved.registration
    const routines = await presentRoutines(tx, saved, saved.registration.routines)
    return { version, attendee: presentAttendee(attendee, saved), routines }
  }

  serve(app, listScholarships, async (tx, { params, user }) => {
    const { registration, row } = orNotFound(await findOwnRegistration(tx, params.id, user.id))
    const { event_id, season_id } = orNotFound(await findTourDate(tx, row.tour_date_id))
    return { scholarships: await loadScholarships(tx, registration.id, event_id, season_id) }
  })

  serve(app, calculateMediaPassFees, async (tx, { body, user, now }) => {
    const context = await loadEditContext(
      tx,
      orNotFound(await findOwnRegistration(tx, body.registration_id, user.id)),
      now,
    )
    const { registration, facts } = context
    const mediaPassById = new Map(body.attendees.map(({ person_id, media_pass }) => [person_id, media_pass]))
    const { attendees } = await withMediaPasses(tx, registration, context)
    const people = Object.values(attendees)
      .filter(({ person_id }) => mediaPassById.has(person_id))
      .map(({ id, person_id, media_pass_old }) => ({
        id,
        person_id,
        media_pass: mediaPassById.get(person_id) ?? false,
        media_pass_old,
      }))
    const fresh = people.filter(({ media_pass, media_pass_old }) => media_pass && !media_pass_old)
    return { media_pass_fees: times(facts.settings.media_pass_fee, fresh.length), attendees: people }
  })

  serve(app, studentIdPlace, async (tx, { query, user, now }) => {
    const { attendee_id, extension } = orRefuse(studentIdKey(query))
    const { id, person_id } = orNotFound(await findOwnRegistrationOfAttendee(tx, attendee_id, user.id))
    const { registration } = await loadEdited(tx, orNotFound(await findOwnRegistration(tx, id, user.id)), user, now)
    const place = { tour_date_id: registration.tour_date_id, registration_id: id, attendee_id }
    if (query.operation === 'get') {
      const key = orNotFound(studentIdOf(registration, person_id))
      return app.files.sign(key, query.type, 'get', now, 600)
    }
    const key = studentIdPath(place, extension)
    const upload = { key, type: query.type, size: query.size, user_id: user.id, registration_id: id }
    return orRefuse(await placeUpload(tx, app.files, upload, now))
  })
}

/** The edit that the caller works on: the owner's own, or the office's of this registration and no other. */
async function loadEdited(
  tx: Tx,
  loadedRegistration: LoadedRegistration,
  { office_edit }: Pick<AttendeeCall['user'], 'office_edit'>,
  now: Instant,
) {
  if (!office_edit) return loadEditContext(tx, loadedRegistration, now)
  if (office_edit.registration_id !== loadedRegistration.registration.id) throw new NotFound()
  return orNotFound(await loadOfficeEditContext(tx, loadedRegistration, now))
}

/** The people of a save, each with what they dance for the program. PROG-018. */
function withRoutines({ attendees, best_dancer_routines = [] }: z.output<typeof saveAttendees.body>): AttendeeDraft[] {
  const routines = new Map(best_dancer_routines.map(({ person_id, ...routine }) => [person_id, routine]))
  return attendees.map((draft) => {
    const routine = routines.get(draft.person_id)
    return routine ? { ...draft, routine } : draft
  })
}

const leftAt = (registration: Registration, step: string | undefined): Registration =>
  step === 'dancers' || step === 'teachers' || step === 'observers' ? visitStep(registration, step) : registration
