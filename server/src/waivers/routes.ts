import {
  listWaivers,
  readPersonWaivers,
  remindAllWaivers,
  remindWaiver,
  removeWaiver,
  viewWaiver,
} from '@callboard/contract/waivers/waivers.ts'
import { birthdateText } from '@callboard/domain/roster/birthdate.ts'
import { emailError } from '@callboard/domain/roster/contact.ts'
import { isEventOver } from '@callboard/domain/tours/tour-date-days.ts'
import { checkReminder, waiverTally } from '@callboard/domain/waivers/request.ts'
import type { Tx } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { NotFound, orNotFound, orRefuse, Refused } from '../platform/http/errors.ts'
import { serve, servePhases, type App } from '../platform/http/serve.ts'
import { limitPrints } from '../platform/pdf/print-cache.ts'
import { isOnRoster, updateRosterRow } from '../roster/queries.ts'
import { requireCompleted } from './access.ts'
import { requestSignatures, settingsOf, sortReminders } from './signature-requests.ts'
import { ageFacts, isRemovable, presentRequest, presentRow } from './present.ts'
import { loadWaiverDocument, sendWaiverPdf } from './waiver-pdf.ts'
import {
  deleteUnsigned,
  findWaiverRegistration,
  findAttendee,
  findFilledPerson,
  findNewestWaiverRegistration,
  findOwnWaiverRegistration,
  listRequests,
  loadWaiverRows,
  removeSigned,
  type WaiverRegistration,
} from './queries.ts'
import { signingRoutes } from './signing-routes.ts'

/** Waivers as the owner of a registration sees and asks for them. WAIV-001, WAIV-002, WAIV-011 to WAIV-021. */
export function waiverRoutes(app: App) {
  signingRoutes(app)

  serve(app, listWaivers, async (tx, { query, user, now }) => {
    const about = requireCompleted(await findOwnWaiverRegistration(tx, query.registration_id, user.id))
    const rows = await loadWaiverRows(tx, about.id)
    const settings = await settingsOf(tx, about)
    const facts = ageFacts(about, settings, now)
    return {
      tally: waiverTally(people(rows)),
      ...facts,
      now,
      past: isEventOver(about, now),
      rows: rows.map((row) => presentRow(row, facts.today)),
    }
  })

  serve(app, readPersonWaivers, async (tx, { params: { person_id }, query, user, shared }) => {
    const about = orNotFound(
      shared
        ? await findWaiverRegistration(tx, shared.registration_id)
        : await ownAbout(tx, user.id, person_id, query.registration_id),
    )
    const rows = await loadWaiverRows(tx, about.id, person_id)
    const [first] = rows
    if (!first) throw new NotFound()
    const waivers = rows.map(({ waiver_type_id, signed_at }) => ({ waiver_type_id, signed: signed_at !== null }))
    const isSigned = waivers.every((one) => one.signed)
    const { fname, lname } = first
    if (shared) {
      const person = { ...{ id: person_id, fname, lname }, ...unsaid }
      return { person, waiver_requests: [], waivers, signed: isSigned }
    }
    const requests = await listRequests(tx, person_id, about.season_id, user.id)
    return {
      person: presentPerson(orNotFound(await findFilledPerson(tx, person_id, user.id))),
      waiver_requests: requests.map(presentRequest),
      waivers,
      signed: isSigned,
    }
  })

  servePhases(app, viewWaiver, async (db, { params, user, now, reply }) => {
    await limitPrints(app, user.id)
    const printed = await inTransaction(db, (tx) => loadWaiverDocument(tx, params.request_id, user.id))
    return sendWaiverPdf(app, reply, orNotFound(printed), now)
  })

  serve(app, remindWaiver, async (tx, { body, user, now }) => {
    if (emailError(body.reminder_email, true)) throw new Refused({ code: 'waiver.no_address', field: 'reminder_email' })
    const attendee = orNotFound(await findAttendee(tx, body.id, user.id))
    const about = requireCompleted(await findOwnWaiverRegistration(tx, attendee.registration_id, user.id))
    orRefuse(checkReminder(about, now))
    const rows = await loadWaiverRows(tx, about.id, attendee.person_id)
    if (rows.length === 0) throw new Refused({ code: 'waiver.not_needed' })
    const missing = rows.filter(({ signed_at }) => signed_at === null)
    if (missing.length === 0) throw new Refused({ code: 'waiver.signed' })

    const to = body.reminder_email.trim()
    const on_roster = await isOnRoster(tx, user.id, attendee.person_id)
    if (on_roster) await updateRosterRow(tx, on_roster, { reminder_email: to })
    await requestSignatures(
      tx,
      missing.map((row) => ({ about, row, to })),
      app.origin,
      now,
    )
    return { sent: missing.length }
  })

  serve(app, remindAllWaivers, async (tx, { body, user, now }) => {
    const about = requireCompleted(await findOwnWaiverRegistration(tx, body.registration_id, user.id))
    orRefuse(checkReminder(about, now))
    const missing = (await loadWaiverRows(tx, about.id)).filter(({ signed_at }) => signed_at === null)
    const { due, recently, without } = sortReminders(missing, now)
    await requestSignatures(
      tx,
      due.map((one) => ({ about, ...one })),
      app.origin,
      now,
    )
    return {
      sent: due.length,
      recently,
      without: [...new Map(without.map((row) => [row.attendee_id, `${row.fname} ${row.lname}`]))].map(
        ([attendee_id, name]) => ({ attendee_id, name }),
      ),
    }
  })

  serve(app, removeWaiver, async (tx, { params, query, user, now }) => {
    const about = orNotFound(await ownAbout(tx, user.id, params.person_id, query.registration_id))
    const rows = (await loadWaiverRows(tx, about.id, params.person_id)).filter(
      ({ waiver_type_id, signed_at }) =>
        signed_at !== null && (query.waiver_type_id ?? waiver_type_id) === waiver_type_id,
    )
    if (rows.length === 0) throw new NotFound()
    if (!rows.every(isRemovable)) throw new Refused({ code: 'waiver.not_yours' })
    const ids = rows.flatMap(({ request_id }) => (request_id === null ? [] : [request_id]))
    await removeSigned(tx, ids, now)
    await deleteUnsigned(tx, about.id, params.person_id)
    return {}
  })
}

/** The registration that was named, or the newest the person is in, of the current season first. */
const ownAbout = (
  tx: Tx,
  user_id: number,
  person_id: number,
  registration_id: number | undefined,
): Promise<WaiverRegistration | undefined> =>
  registration_id === undefined
    ? findNewestWaiverRegistration(tx, person_id, user_id)
    : findOwnWaiverRegistration(tx, registration_id, user_id)

type Rows = Awaited<ReturnType<typeof loadWaiverRows>>

/** One row per person: signed when all of the person's waivers are signed. */
const people = (rows: Rows) =>
  rows
    .filter(({ person_id }, at) => rows[at - 1]?.person_id !== person_id)
    .map(({ person_id, kind }) => ({
      kind,
      signed: rows.every((row) => row.person_id !== person_id || row.signed_at !== null),
    }))

const unsaid = { birthdateString: null, gender_id: null, address: null, phoneValue: null, emailValue: null }

/**
 * Returns the prefill data of a form. A child's contact data is returned only to the account that registered the child.
 */
function presentPerson(person: NonNullable<Awaited<ReturnType<typeof findFilledPerson>>>) {
  const { id, fname, lname, birthdate, gender_id } = person
  return {
    id,
    fname,
    lname,
    birthdateString: birthdate ? birthdateText(birthdate) : '',
    gender_id,
    address: person.address,
    phoneValue: person.phone,
    emailValue: person.email,
  }
}
