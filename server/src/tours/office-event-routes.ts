import {
  changeEvent,
  changePrices,
  changeSeason,
  createEvent,
  createSeason,
  listOfficeEvents,
  listOfficeSeasons,
  readPrices,
} from '@callboard/contract/tours/office-events.ts'
import { changeStaticTable, readStaticTable, staticRows } from '@callboard/contract/tours/office-lists.ts'
import { mergeEdit } from '@callboard/domain/kernel/merge-edit.ts'
import { checkBrandColor, checkMailSender } from '@callboard/domain/tours/brand-look.ts'
import { checkBrandRows, checkLevelAges, numberNewRows, type BrandRow } from '@callboard/domain/tours/brand-lists.ts'
import { freeTeacherRuleOf, roomStudentsOf } from '@callboard/domain/tours/nationals-rules.ts'
import { checkSeasonSpan, seasonYearsTaken } from '@callboard/domain/tours/season-plan.ts'
import type { z } from 'zod'
import type { Tx } from '../platform/db/connect.ts'
import { brandLists } from './brand-lists.ts'
import {
  endCurrentSeason,
  findEvent,
  findSeason,
  insertEvent,
  insertSeason,
  listEvents,
  listSeasons,
  lockEvent,
  lockSharedList,
  loadCategoryFees,
  loadLevelPrices,
  loadSharedList,
  presentEvent,
  sharedLists,
  setCategoryFees,
  setLevelPrices,
  setEventSettings,
  setSeasonSettings,
  upsertSharedRows,
} from './event-office-queries.ts'
import { mergeListRow, mergePrices } from './merge-rows.ts'
import { findSeasonOfYears, lockSeasons } from './season-copy-queries.ts'
import { orNotFound, orRefuse, Refused } from '../platform/http/errors.ts'
import { serve, type App } from '../platform/http/serve.ts'
import { definedFields } from '../platform/http/read-body.ts'
import { readShape } from '../platform/http/shape-errors.ts'
import { audited, type Caller } from '../platform/audit-queries.ts'
import { deleteSetting, loadSetAt, putSetting } from '../platform/settings-queries.ts'

type LevelRow = z.output<(typeof staticRows)['workshop_levels']>
type OfSeason = { event_id: number; season_id: number }

const loadPrices = async (tx: Tx, of: OfSeason) => ({
  levels: await loadLevelPrices(tx, of),
  categories: await loadCategoryFees(tx, of),
})

const eventLabels = { subdomain: 'web address', support_email: 'email for questions' }
const seasonLabels = {
  start_year: 'first year',
  end_year: 'last year',
  is_portal: 'results portal',
  omit_jacket_name: 'names on jackets',
}

const isEmpty = (change: object) => Object.keys(change).length === 0

type Look = {
  color?: string | undefined
  mail_from_name?: string | null | undefined
  mail_from_address?: string | null | undefined
}

/** Returns the sender as it is stored. Only changes are checked: an older color stays. */
function checkLook({ color, ...change }: Look, stored_look: Look = {}) {
  if (color !== undefined && color !== stored_look.color) orRefuse(checkBrandColor(color))
  const { mail_from_name = stored_look.mail_from_name, mail_from_address = stored_look.mail_from_address } = change
  if (change.mail_from_name === undefined && change.mail_from_address === undefined) return {}
  return orRefuse(
    checkMailSender({ mail_from_name: mail_from_name ?? null, mail_from_address: mail_from_address ?? null }),
  )
}

/** An event that becomes nationals, or no longer is, takes the room of its kind. ATT-046. */
async function followKind(tx: Tx, caller: Caller, { id, is_nationals }: { id: number; is_nationals: boolean }) {
  const name = 'comp_room_students'
  const place = { event_id: id }
  const setAt = (await loadSetAt(tx, place)).find((setting) => setting.name === name)?.value
  const own = typeof setAt === 'number' ? setAt : null
  const value = roomStudentsOf(is_nationals, own)
  if (value === own) return
  if (value === null) await deleteSetting(tx, name, place)
  else await putSetting(tx, name, place, value)
  const action = value === null ? 'use inherited setting' : 'change setting'
  const [before, after] = [own, value].map((one) => ({ ...place, value: one }))
  await audited(tx, caller, { action, entity: 'setting', entity_id: name, before, after })
}

async function refuseYearsTaken(tx: Tx, years: { start_year: number; end_year: number }) {
  await lockSeasons(tx)
  if (!(await findSeasonOfYears(tx, years))) return
  throw new Refused({ code: 'office.season_years', field: 'start_year', why: seasonYearsTaken })
}

export function officeEventRoutes(app: App) {
  serve(app, listOfficeEvents, async (tx) => ({ rows: (await listEvents(tx)).map(presentEvent) }))

  serve(app, createEvent, async (tx, { body, ...caller }) => {
    const { is_nationals = false, free_teacher_rule = freeTeacherRuleOf(is_nationals, 'tier_regional') } = body
    const after = await insertEvent(tx, { ...body, free_teacher_rule, ...checkLook(body) })
    if (is_nationals) await followKind(tx, caller, after)
    await audited(tx, caller, { action: 'begin event', entity: 'event', entity_id: after.id, before: null, after })
    return presentEvent(after)
  })

  serve(app, changeEvent, async (tx, { params: { id }, body: { base, ...edit }, ...caller }) => {
    const before = orNotFound(await lockEvent(tx, id))
    const body = orRefuse(mergeEdit({ current: before, base, change: edit, labels: eventLabels }))
    const look = checkLook(body, before)
    const { is_nationals = before.is_nationals } = body
    const becomesOther = is_nationals !== before.is_nationals
    const rule = becomesOther && { free_teacher_rule: freeTeacherRuleOf(is_nationals, before.free_teacher_rule) }
    const change = { ...rule, ...definedFields(body), ...look }
    const after = isEmpty(body) ? before : orNotFound(await setEventSettings(tx, id, change))
    if (becomesOther) await followKind(tx, caller, after)
    await audited(tx, caller, { action: 'change event', entity: 'event', entity_id: id, before, after })
    return presentEvent(after)
  })

  serve(app, readPrices, async (tx, { params, query }) => {
    orNotFound(await findEvent(tx, params.id))
    return loadPrices(tx, { event_id: params.id, season_id: query.season_id })
  })

  serve(app, changePrices, async (tx, { params: { id }, body, ...caller }) => {
    orNotFound(await lockEvent(tx, id))
    orNotFound(await findSeason(tx, body.season_id))
    const of = { event_id: id, season_id: body.season_id }
    const before = await loadPrices(tx, of)
    const { levels, categories } = mergePrices(before, body)
    await setLevelPrices(tx, of, levels)
    await setCategoryFees(tx, of, categories)
    const after = await loadPrices(tx, of)
    await audited(tx, caller, { action: 'change prices', entity: 'event', entity_id: id, before, after })
    return after
  })

  serve(app, listOfficeSeasons, async (tx) => ({ rows: await listSeasons(tx) }))

  serve(app, createSeason, async (tx, { body, ...caller }) => {
    orRefuse(checkSeasonSpan(body))
    await refuseYearsTaken(tx, body)
    if (body.current) await endCurrentSeason(tx)
    const after = await insertSeason(tx, body)
    await audited(tx, caller, { action: 'begin season', entity: 'season', entity_id: after.id, before: null, after })
    return after
  })

  serve(app, changeSeason, async (tx, { params: { id }, body: { base, ...edit }, ...caller }) => {
    await lockSeasons(tx)
    const before = orNotFound(await findSeason(tx, id))
    const body = orRefuse(mergeEdit({ current: before, base, change: edit, labels: seasonLabels }))
    const { start_year, end_year } = { ...before, ...definedFields(body) }
    // A season of before this rule stays changeable in everything else.
    if (start_year !== before.start_year || end_year !== before.end_year) {
      orRefuse(checkSeasonSpan({ start_year, end_year }))
      await refuseYearsTaken(tx, { start_year, end_year })
    }
    if (body.current) await endCurrentSeason(tx)
    const after = isEmpty(body) ? before : orNotFound(await setSeasonSettings(tx, id, body))
    await audited(tx, caller, { action: 'change season', entity: 'season', entity_id: id, before, after })
    return after
  })

  serve(app, readStaticTable, async (tx, { params, query }) => ({
    rows: await loadSharedList(tx, params.table, query.event_id),
  }))

  serve(app, changeStaticTable, async (tx, { params: { table }, body, ...caller }) => {
    const drafts = body.rows.map((row, index) => readShape(staticRows[table], row, ['rows', index]))
    const key = sharedLists[table]
    await lockSharedList(tx, table)
    const before = await loadSharedList(tx, table)
    const storedRows = new Map(before.map((row) => [Number(row[key]), row]))
    const isNew = body.rows.map(({ is_new }) => is_new)
    const rows = numberNewRows(drafts, { key, isNew, takenNumbers: [...storedRows.keys()] }).map((draft, index) =>
      mergeListRow(storedRows.get(keyOf(key)(draft)), draft, { base: body.rows[index]?.base, index }),
    )
    if (table === 'workshop_levels') {
      for (const [index, row] of rows.entries()) orRefuse(checkLevelAges(row as LevelRow, index))
    }
    if (table in brandLists) {
      orRefuse(checkBrandRows(rows.map(brandRowOf(key)), before.map(brandRowOf(key))))
    }
    await upsertSharedRows(tx, table, rows)
    const after = await loadSharedList(tx, table)
    await audited(tx, caller, { action: 'change list', entity: table, entity_id: '', before, after })
    return { rows: after }
  })
}

const keyOf = (key: string) => (row: Readonly<Record<string, unknown>>) => Number(row[key])

/** The columns of a brand's row; the list's own shape has read the others. */
const brandRowOf =
  (key: string) =>
  ({ [key]: id, event_id, replaces, hidden }: Record<string, unknown>): BrandRow =>
    ({ id, event_id, replaces, hidden }) as BrandRow
