import {
  changeWaiverType,
  createWaiverType,
  listWaiverTypes,
  officeCityWaivers,
  recordPaperWaiver,
} from '@callboard/contract/office-waivers.ts'
import { dayIn } from '@callboard/domain/kernel/calendar.ts'
import { instant } from '@callboard/domain/kernel/instant.ts'
import { checkWaiverType } from '@callboard/domain/waivers/request.ts'
import { insertAudit } from '../audit/queries.ts'
import { orNotFound, orRefuse, Refused } from '../http/errors.ts'
import { serve, type App } from '../http/serve.ts'
import { completed } from './access.ts'
import {
  findAbout,
  findTypeLine,
  insertRequests,
  insertType,
  insertVersion,
  insertWaiver,
  listTypes,
  loadCityWaivers,
  loadWaiverRows,
  lockType,
  updateType,
} from './queries.ts'

/** So many of a city are shown at once. */
const rowsAtMost = 1_000

/** Waivers as the office keeps them: their words, who is missing in a city, and what came on paper. OFF-035. */
export function officeWaiverRoutes(app: App) {
  serve(app, listWaiverTypes, async (tx) => ({ rows: await listTypes(tx) }))

  serve(app, createWaiverType, async (tx, { body, user, now, request }) => {
    const { text, ...columns } = orRefuse(checkWaiverType(body))
    const id = await insertType(tx, columns, { text, created: now, created_by: user.id })
    const entity = { entity: 'waiver_type', entity_id: id, actor_user_id: user.id, request_id: request.id, at: now }
    await insertAudit(tx, { ...entity, action: 'create waiver', before: null, after: { ...columns, text } })
    return orNotFound(await findTypeLine(tx, id))
  })

  serve(app, changeWaiverType, async (tx, { params: { id }, body, user, now, request }) => {
    orNotFound(await lockType(tx, id))
    const before = orNotFound(await findTypeLine(tx, id))
    const { name = before.name, text: words = before.text, active = before.active } = body
    const { event_id = before.event_id, season_id = before.season_id } = body
    const { text, ...columns } = orRefuse(checkWaiverType({ name, text: words, event_id, season_id }))
    await updateType(tx, id, { ...columns, active })
    const isNew = text !== before.text
    if (isNew) await insertVersion(tx, id, before.version + 1, { text, created: now, created_by: user.id })
    await insertAudit(tx, {
      actor_user_id: user.id,
      request_id: request.id,
      at: now,
      action: isNew ? 'new words of a waiver' : 'change waiver',
      entity: 'waiver_type',
      entity_id: id,
      before: { name: before.name, event_id: before.event_id, season_id: before.season_id, active: before.active },
      after: { ...columns, active, ...(isNew && { version: before.version + 1 }) },
    })
    return orNotFound(await findTypeLine(tx, id))
  })

  serve(app, officeCityWaivers, async (tx, { params, query }) => {
    const all = await loadCityWaivers(tx, params.id)
    const [missing, signed] = [all.filter((row) => !row.signed_at), all.filter((row) => row.signed_at)]
    const rows = query.state === 'missing' ? missing : signed
    return { missing: missing.length, signed: signed.length, rows: rows.slice(0, rowsAtMost) }
  })

  serve(app, recordPaperWaiver, async (tx, { body, user, now, request }) => {
    const { registration_id, person_id, waiver_type_id, parent_relationship, signed_on } = body
    const [signer_name, note] = [body.signer_name.trim(), body.note.trim()]
    if (!signer_name) throw new Refused({ code: 'required', field: 'signer_name' })
    const about = completed(await findAbout(tx, registration_id))
    if (signed_on > dayIn(about.time_zone, now)) throw new Refused({ code: 'waiver.paper_day', field: 'signed_on' })
    const rows = await loadWaiverRows(tx, about.id, person_id)
    const row = rows.find((one) => one.waiver_type_id === waiver_type_id)
    if (!row) throw new Refused({ code: 'waiver.not_needed' })

    // Noon, so that the day is the same wherever it is read.
    const signed_at = instant(`${signed_on}T12:00:00Z`)
    const { season_id } = about
    const whose = { registration_id, person_id, waiver_type_id, season_id, version: row.version, token_hash: null }
    const paper = { is_self: parent_relationship === null, signer_name, parent_relationship, signed_at, note }
    const [made] = await insertRequests(tx, [{ ...whose, ...paper, expires_at: now, recorded_by: user.id }], now)
    if (!made || !(await insertWaiver(tx, { id: made.id, person_id, waiver_type_id, season_id }, signed_at))) {
      throw new Refused({ code: 'waiver.signed' })
    }
    await insertAudit(tx, {
      actor_user_id: user.id,
      request_id: request.id,
      at: now,
      action: 'record paper waiver',
      entity: 'waiver',
      entity_id: made.id,
      before: null,
      after: { registration_id, person_id, signer_name, parent_relationship, signed_on, note },
    })
    return { waiver_request_id: made.id }
  })
}
