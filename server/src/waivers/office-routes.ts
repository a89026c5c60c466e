import {
  changeWaiverType,
  createWaiverType,
  listWaiverTypes,
  officeCityWaivers,
  officeWaiverFile,
  readOfficeWaiver,
  readWaiverTexts,
  recordPaperWaiver,
  remindCityWaivers,
  undoWaiver,
} from '@callboard/contract/waivers/office-waivers.ts'
import { mergeEdit } from '@callboard/domain/kernel/merge-edit.ts'
import { checkPaper, checkReminder, checkWaiverType, paperDay, paperMoment } from '@callboard/domain/waivers/request.ts'
import { isEventOver } from '@callboard/domain/tours/tour-date-days.ts'
import { findCityHead } from '../tours/city-queries.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { loadSettings } from '../platform/settings-queries.ts'
import { findSeason } from '../tours/event-office-queries.ts'
import { NotFound, orNotFound, orRefuse, Refused } from '../platform/http/errors.ts'
import { nextPage } from '../platform/http/write-reply.ts'
import { serve, servePhases, type App } from '../platform/http/serve.ts'
import { requireCompleted } from './access.ts'
import { requestSignatures, settingsOf, sortReminders } from './signature-requests.ts'
import { audited } from '../platform/audit-queries.ts'
import {
  countCityWaivers,
  findCitySeason,
  findTypeLine,
  listTexts,
  listTypes,
  loadCityWaivers,
  loadUnsigned,
} from './office-reads.ts'
import { ageFacts, cityOf } from './present.ts'
import { loadWaiverDocument, sendWaiverPdf } from './waiver-pdf.ts'
import {
  findWaiverRegistration,
  findRequest,
  insertRequests,
  insertType,
  insertVersion,
  insertWaiver,
  loadWaiverRows,
  lockRequest,
  lockType,
  removeSigned,
  setTypeTerms,
} from './queries.ts'

/** Maximum number of people without an address to list by name; beyond it only their count is shown. */
const namesAtMost = 50

const waiverTypeLabels = { text: 'text to sign', event_id: 'event', season_id: 'season' }

/** Waiver management for the office: texts, missing signatures of a city, and signatures on paper. OFF-035. */
export function officeWaiverRoutes(app: App) {
  serve(app, listWaiverTypes, async (tx) => ({ rows: await listTypes(tx) }))

  serve(app, createWaiverType, async (tx, { body, now, ...caller }) => {
    const { text, ...columns } = orRefuse(checkWaiverType(body))
    const id = await insertType(tx, columns, { text, created: now, created_by: caller.user.id })
    await audited(
      tx,
      { ...caller, now },
      { action: 'create waiver', entity: 'waiver_type', entity_id: id, before: null, after: { ...columns, text } },
    )
    return orNotFound(await findTypeLine(tx, id))
  })

  serve(app, changeWaiverType, async (tx, { params: { id }, body: { base, ...change }, now, ...caller }) => {
    orNotFound(await lockType(tx, id))
    const before = orNotFound(await findTypeLine(tx, id))
    const body = orRefuse(mergeEdit({ current: before, base, change, labels: waiverTypeLabels }))
    const { name = before.name, text: words = before.text, active = before.active } = body
    const { event_id = before.event_id, season_id = before.season_id } = body
    const { text, ...columns } = orRefuse(checkWaiverType({ name, text: words, event_id, season_id }))
    await setTypeTerms(tx, id, { ...columns, active })
    const isNew = text !== before.text
    if (isNew) await insertVersion(tx, id, before.version + 1, { text, created: now, created_by: caller.user.id })
    await audited(
      tx,
      { ...caller, now },
      {
        action: isNew ? 'new words of a waiver' : 'change waiver',
        entity: 'waiver_type',
        entity_id: id,
        before: { name: before.name, event_id: before.event_id, season_id: before.season_id, active: before.active },
        after: { ...columns, active, ...(isNew && { version: before.version + 1 }) },
      },
    )
    return orNotFound(await findTypeLine(tx, id))
  })

  serve(app, readWaiverTexts, async (tx, { params }) => {
    const rows = await listTexts(tx, params.id)
    if (rows.length === 0) throw new NotFound()
    return { rows }
  })

  serve(app, officeCityWaivers, async (tx, { params: { id }, query, now }) => {
    const city = orNotFound(await findCityHead(tx, id))
    const { event_id, season_id, start_year } = orNotFound(await findCitySeason(tx, id))
    const settings = await loadSettings(tx, { tour_date_id: id, event_id, season_id })
    const { rows, total } = await loadCityWaivers(tx, id, query)
    return {
      ...city,
      now,
      ...ageFacts(city, settings, now),
      start_year,
      past: isEventOver(city, now),
      ...(await countCityWaivers(tx, id)),
      rows,
      total,
      next: nextPage(total, query),
    }
  })

  serve(app, remindCityWaivers, async (tx, { params: { id }, body, now, ...caller }) => {
    orRefuse(checkReminder(orNotFound(await findCityHead(tx, id)), now))
    const missing = await loadUnsigned(tx, id, body.registration_id)
    const { due, recently, without } = sortReminders(missing, now)
    await requestSignatures(
      tx,
      due.map(({ row, to }) => ({ about: row, row, to })),
      app.origin,
      now,
    )
    await audited(
      tx,
      { ...caller, now },
      {
        action: 'ask for waivers',
        entity: 'tour_date',
        entity_id: id,
        before: null,
        after: { registration_id: body.registration_id ?? null, mails: due.length },
      },
    )
    const names = new Set(without.map(({ fname, lname }) => `${fname} ${lname}`))
    return { sent: due.length, recently, without: [...names].slice(0, namesAtMost), unknown: without.length }
  })

  serve(app, readOfficeWaiver, async (tx, { params }) => {
    const request = orNotFound(await findRequest(tx, params.id))
    if (request.signed_at === null) throw new NotFound()
    const about = orNotFound(await findWaiverRegistration(tx, request.registration_id))
    const { id, registration_id, person_id, fname, lname, waiver, version, text, note } = request
    const { is_self, form, signer_name, parent_relationship, signed_at, signed_ip, user_agent, seal } = request
    return {
      ...{ id, registration_id, person_id, fname, lname, waiver, version, text, note },
      ...{ is_self, form, signer_name, parent_relationship, signed_at, signed_ip, user_agent, seal },
      on_paper: request.recorded_by !== null,
      by_link: request.recorded_by === null && request.signed_by === null,
      registrant: about.asker,
      about: cityOf(about),
      time_zone: about.time_zone,
    }
  })

  servePhases(app, officeWaiverFile, async (db, { params, now, reply }) => {
    const printed = await inTransaction(db, (tx) => loadWaiverDocument(tx, params.id, null))
    return sendWaiverPdf(app, reply, orNotFound(printed), now)
  })

  serve(app, undoWaiver, async (tx, { params, now, ...caller }) => {
    const request = orNotFound(await lockRequest(tx, params.id))
    if (request.signed_at === null) throw new NotFound()
    const { id, registration_id, person_id, signer_name, signed_at, version, recorded_by } = request
    await removeSigned(tx, [id], now)
    await audited(
      tx,
      { ...caller, now },
      {
        action: 'undo waiver',
        entity: 'waiver',
        entity_id: id,
        before: {
          ...{ registration_id, person_id, signer_name, version },
          ...(recorded_by === null ? { signed_at } : { signed_on: paperDay(signed_at) }),
        },
        after: null,
      },
    )
    return {}
  })

  serve(app, recordPaperWaiver, async (tx, { body, now, ...caller }) => {
    const { registration_id, person_id, waiver_type_id, parent_relationship, signed_on } = body
    const about = requireCompleted(await findWaiverRegistration(tx, registration_id))
    const { start_year } = orNotFound(await findSeason(tx, about.season_id))
    const rows = await loadWaiverRows(tx, about.id, person_id)
    const row = rows.find((one) => one.waiver_type_id === waiver_type_id)
    if (!row) throw new Refused({ code: 'waiver.not_needed' })
    const paperFacts = { start_year, birthdate: row.birthdate, ...ageFacts(about, await settingsOf(tx, about), now) }
    const self = parent_relationship === null
    const signer_name = orRefuse(checkPaper({ ...body, self }, paperFacts))
    const note = body.note.trim()
    const signed_at = paperMoment(signed_on)
    const { season_id } = about
    const whose = { registration_id, person_id, waiver_type_id, season_id, version: row.version, token_hash: null }
    const paper = { is_self: self, signer_name, parent_relationship, signed_at, note }
    const [insertedRequest] = await insertRequests(
      tx,
      [{ ...whose, ...paper, expires_at: now, recorded_by: caller.user.id }],
      now,
    )
    if (
      !insertedRequest ||
      !(await insertWaiver(
        tx,
        { id: insertedRequest.id, user_id: about.user_id, person_id, waiver_type_id, season_id },
        signed_at,
      ))
    ) {
      throw new Refused({ code: 'waiver.on_file' })
    }
    await audited(
      tx,
      { ...caller, now },
      {
        action: 'record paper waiver',
        entity: 'waiver',
        entity_id: insertedRequest.id,
        before: null,
        after: { registration_id, person_id, signer_name, parent_relationship, signed_on, note },
      },
    )
    return { waiver_request_id: insertedRequest.id }
  })
}
