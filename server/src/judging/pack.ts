import { nextRevision } from '@callboard/domain/judging/sheet.ts'
import { entryLabel } from '@callboard/domain/running-order/entry-numbers.ts'
import { sql, type SqlBool } from 'kysely'
import type { Tx } from '../platform/db/connect.ts'
import { orNotFound } from '../platform/http/errors.ts'
import type { JudgeDevice } from '../platform/user.ts'
import { loadSettings } from '../platform/settings-queries.ts'
import { findOrderCity } from '../running-order/queries.ts'
import type { CritiqueParts } from './critique-parts.ts'
import { findHandingDevice } from './device-queries.ts'
import { handOverKey } from './hand-over-seal.ts'
import { listJudgedBlocks } from './panel-queries.ts'
import { listSheetsOf } from './sheet-queries.ts'

export const findSeat = (tx: Tx, seat_id: number) =>
  tx
    .selectFrom('judge_seats as s')
    .innerJoin('panels as p', 'p.id', 's.panel_id')
    .innerJoin('score_scales as c', 'c.id', 'p.scale_id')
    .leftJoin('judges as j', 'j.id', 's.judge_id')
    .where('s.id', '=', seat_id)
    .select(['s.id', 's.position', 's.panel_id', 'p.tour_date_id', 'j.name as judge', 'p.name as panel'])
    .select(['c.max_points', 'c.step', 'c.soft_floor', 'c.criteria'])
    .executeTakeFirst()

/** The entries of a panel's blocks, in the published order: no names or birthdates of dancers. */
export const listEntries = (tx: Tx, panel_id: number, seat_id: number) =>
  tx
    .selectFrom('running_order_entries as n')
    .innerJoin('judged_blocks as b', 'b.block_id', 'n.block_id')
    .innerJoin('competition_blocks as k', 'k.id', 'n.block_id')
    .innerJoin('registration_routines as q', 'q.id', 'n.registration_routine_id')
    .innerJoin('registrations as r', 'r.id', 'q.registration_id')
    .innerJoin('routines as d', 'd.id', 'q.routine_id')
    .innerJoin('age_divisions as g', 'g.level_id', 'q.age_division_level_id')
    .innerJoin('routine_categories as c', 'c.category_id', 'q.category_id')
    .innerJoin('performance_divisions as f', 'f.id', 'q.performance_division_id')
    .leftJoin('studios as t', 't.id', 'r.studio_id')
    .where('b.panel_id', '=', panel_id)
    .where('n.entry_number', 'is not', null)
    .select(['q.id', 'n.suffix', 'd.name as title', 'g.name as division', 'c.name as category', 'n.state'])
    .select(['f.name as performance_division', 'n.block_id', 'q.registration_id', 't.name as studio'])
    .select(sql<number>`n.entry_number`.as('entry_number'))
    .select(sql<number>`c.allowed_seconds + 60 * q.extra_time`.as('seconds'))
    .select([
      sql<SqlBool>`exists (select from recusals c where c.seat_id = ${seat_id}
        and c.registration_id = q.registration_id)`.as('recused'),
      sql<SqlBool>`exists (select from sheet_reopenings o where o.seat_id = ${seat_id}
        and o.registration_routine_id = q.id and o.closed_at is null)`.as('reopened'),
    ])
    .orderBy('k.starts_at')
    .orderBy('k.id')
    .orderBy('n.position')
    .execute()

/** 'A' … 'Z', 'AA' …: stands for a studio whose name judges are not to see. */
function letterOf(index: number): string {
  const rest = Math.floor(index / 26)
  return `${rest > 0 ? letterOf(rest - 1) : ''}${String.fromCharCode(65 + (index % 26))}`
}

/** Everything that a judge's seat needs for its day. */
export async function loadPack(
  tx: Tx,
  { id: device_id, seat_id, panel_id, tour_date_id }: JudgeDevice,
  critiques: CritiqueParts,
) {
  const city = orNotFound(await findOrderCity(tx, tour_date_id))
  const { judges_see_studios } = await loadSettings(tx, city)
  const seat = orNotFound(await findSeat(tx, seat_id))
  const { id, position, judge, panel, max_points, step, soft_floor, criteria } = seat
  const rows = await listEntries(tx, panel_id, seat_id)
  const registrations = [...new Set(rows.map(({ registration_id }) => registration_id))].toSorted((a, b) => a - b)
  const blocks = await listJudgedBlocks(tx, tour_date_id)
  const sheets = await listSheetsOf(
    tx,
    rows.map((row) => row.id),
    [seat_id],
  )
  const isLatest = (sheet: (typeof sheets)[number]) =>
    sheet.revision ===
    nextRevision(sheets.filter((other) => other.registration_routine_id === sheet.registration_routine_id)) - 1
  const latestSheets = sheets.filter(isLatest)
  const items = await critiques.listSheetItems(
    tx,
    latestSheets.map(({ client_id }) => client_id),
  )
  const { token_hash } = orNotFound(await findHandingDevice(tx, device_id))
  return {
    ...{ event: city.event, city: city.city, time_zone: city.time_zone },
    hand_over: { device_id, key: handOverKey(token_hash) },
    vocabulary: await critiques.listVocabulary(tx, city.event_id),
    switches: await critiques.listSwitches(tx, city),
    seat: { id, position, judge, panel },
    scale: { max_points, step, soft_floor, criteria },
    blocks: blocks
      .filter((block) => block.panel_id === panel_id)
      .map((block) => ({
        id: block.id,
        name: block.name,
        starts_at: block.starts_at,
        locked: block.locked_at !== null,
      })),
    entries: rows.map(({ registration_id, studio, suffix, entry_number, recused, reopened, ...entry }) => ({
      ...entry,
      label: entryLabel({ entry_number, suffix }),
      studio: judges_see_studios
        ? (studio ?? 'Independent')
        : `Studio ${letterOf(registrations.indexOf(registration_id))}`,
      recused: Boolean(recused),
      reopened: Boolean(reopened),
    })),
    sheets: latestSheets.map((sheet) => ({
      client_id: sheet.client_id,
      registration_routine_id: sheet.registration_routine_id,
      revision: sheet.revision,
      points: sheet.points,
      criteria: sheet.criteria,
      abstained: sheet.abstained,
      critique: sheet.critique,
      note: sheet.note,
      switches: sheet.switches,
      critique_marks: items.flatMap(({ client_id, ...item }) => (client_id === sheet.client_id ? [item] : [])),
      contested: sheet.contested,
      verified: sheet.verified_at !== null,
    })),
  }
}
