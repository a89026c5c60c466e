import {
  changeScholarship,
  findPeople,
  listAttendanceRecords,
  listOfficeScholarships,
  recordAttendance,
  recordScholarship,
  removeAttendance,
  removeScholarship,
} from '@callboard/contract/registrations/office-attendees.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { mergeEdit } from '@callboard/domain/kernel/merge-edit.ts'
import { planScholarship } from '@callboard/domain/registrations/scholarships/plan-scholarship.ts'
import { audited } from '../../platform/audit-queries.ts'
import type { Tx } from '../../platform/db/connect.ts'
import { NotFound, orNotFound, orRefuse, Refused } from '../../platform/http/errors.ts'
import { pageOf } from '../../platform/http/write-reply.ts'
import { withIdempotencyKey } from '../../platform/http/idempotency.ts'
import { serve, type App } from '../../platform/http/serve.ts'
import { loadAgeYear, withAge } from '../../roster/person-queries.ts'
import {
  deleteAttendance,
  deleteScholarship,
  findAttendanceLine,
  findScholarshipLine,
  insertScholarship,
  listAttendanceLines,
  listScholarshipLines,
  loadScholarshipReferences,
  lockScholarship,
  searchPeople,
  setScholarshipTerms,
  upsertAttendance,
  type ScholarshipLine,
} from './queries.ts'

// The audit keeps numbers, never a name: it outlives the person's erasure.
const termsOf = ({ person_id, season_id, event_id, vip_type_id, amount }: ScholarshipLine) => ({
  person_id,
  season_id,
  event_id,
  vip_type_id,
  amount,
})

/** Rows of people with their age on the current season's date. */
async function withAges<Row extends Parameters<typeof withAge>[0]>(tx: Tx, rows: readonly Row[], now: Instant) {
  const age_year = await loadAgeYear(tx, now)
  return rows.map((row) => withAge(row, age_year))
}

const termLabels = { season_id: 'season', event_id: 'event', vip_type_id: 'VIP type' }

const loadLine = async (tx: Tx, id: number) => orNotFound(await findScholarshipLine(tx, id))

async function openUnused(tx: Tx, id: number) {
  orNotFound(await lockScholarship(tx, id))
  const line = await loadLine(tx, id)
  if (line.registration_id !== null) {
    throw new Refused({ code: 'scholarship.in_use', registration_id: line.registration_id })
  }
  return line
}

const keyRefusals = {
  malformed: { code: 'scholarship.key' },
  reused: { code: 'scholarship.recorded_already' },
} as const

/** Scholarships and earlier attendance, as the office records them. OFF-023. */
export function officeAttendeeRoutes(app: App) {
  serve(app, findPeople, async (tx, { query, now }) => ({
    rows: await withAges(tx, await searchPeople(tx, query.q), now),
  }))

  serve(app, listOfficeScholarships, async (tx, { query: { page, per_page, ...search }, now }) => {
    const rows = await listScholarshipLines(tx, search, { page, per_page })
    return pageOf(await withAges(tx, rows, now), { page, per_page })
  })

  // Sent again after an answer that was lost, it would lower two bills.
  serve(app, recordScholarship, (tx, { body, ...caller }) =>
    withIdempotencyKey(tx, caller, ['scholarship', body], keyRefusals, async () => {
      const draft = orRefuse(planScholarship(body, await loadScholarshipReferences(tx, body)))
      const { id } = await insertScholarship(tx, draft, caller.now)
      const line = await loadLine(tx, id)
      const entity = { entity: 'scholarship', entity_id: id }
      await audited(tx, caller, { action: 'record scholarship', ...entity, before: {}, after: termsOf(line) })
      return withAge(line, await loadAgeYear(tx, caller.now))
    }),
  )

  serve(app, changeScholarship, async (tx, { params: { id }, body: { base, ...change }, ...caller }) => {
    const before = await openUnused(tx, id)
    const { person_id, season_id, event_id, vip_type_id, amount, note } = before
    const current = { season_id, event_id, vip_type_id, amount, note }
    const draft = { ...current, ...orRefuse(mergeEdit({ current, base, change, labels: termLabels })), person_id }
    const { person_id: _, ...terms } = orRefuse(planScholarship(draft, await loadScholarshipReferences(tx, draft)))
    await setScholarshipTerms(tx, id, terms)
    const after = await loadLine(tx, id)
    const terms_change = { before: termsOf(before), after: termsOf(after) }
    await audited(tx, caller, { action: 'change scholarship', entity: 'scholarship', entity_id: id, ...terms_change })
    return withAge(after, await loadAgeYear(tx, caller.now))
  })

  serve(app, removeScholarship, async (tx, { params: { id }, ...caller }) => {
    const before = await openUnused(tx, id)
    await deleteScholarship(tx, id)
    const entity = { entity: 'scholarship', entity_id: id }
    await audited(tx, caller, { action: 'delete scholarship', ...entity, before: termsOf(before), after: {} })
    return {}
  })

  serve(app, listAttendanceRecords, async (tx, { query: { page, per_page, ...search }, now }) => {
    const rows = await listAttendanceLines(tx, search, { page, per_page })
    return pageOf(await withAges(tx, rows, now), { page, per_page })
  })

  serve(app, recordAttendance, async (tx, { params: { person_id, season_id }, body, ...caller }) => {
    const draft = { person_id, season_id, event_id: null, vip_type_id: null }
    const exists = await loadScholarshipReferences(tx, draft)
    if (!exists.person || !exists.season) throw new NotFound()
    const before = await findAttendanceLine(tx, person_id, season_id)
    const { attended } = body
    const note = body.note.trim()
    await upsertAttendance(tx, { person_id, season_id, attended, note, recorded: caller.now })
    await audited(tx, caller, {
      action: 'record attendance',
      entity: 'attendance',
      entity_id: person_id,
      before: { season_id, attended: before?.attended ?? null },
      after: { season_id, attended },
    })
    const line = orNotFound(await findAttendanceLine(tx, person_id, season_id))
    return withAge(line, await loadAgeYear(tx, caller.now))
  })

  serve(app, removeAttendance, async (tx, { params: { person_id, season_id }, ...caller }) => {
    const before = orNotFound(await findAttendanceLine(tx, person_id, season_id))
    await deleteAttendance(tx, person_id, season_id)
    await audited(tx, caller, {
      action: 'delete attendance',
      entity: 'attendance',
      entity_id: person_id,
      before: { season_id, attended: before.attended },
      after: { season_id, attended: null },
    })
    return {}
  })
}
