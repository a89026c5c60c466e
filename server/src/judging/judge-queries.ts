import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { ScoreScale } from '@callboard/domain/judging/mark.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/db/connect.ts'
import { dropUnreferenced } from '../platform/files/queries.ts'

type JudgeValues = { name: string; bio: string; active: boolean }

export const listJudges = (tx: Tx) =>
  tx
    .selectFrom('judges')
    .select(['id', 'name', 'bio', 'active', 'version', 'headshot_key', 'signature_key'])
    .orderBy('active', 'desc')
    .orderBy('name')
    .orderBy('id')
    .execute()

export const lockJudge = (tx: Tx, id: number) =>
  tx.selectFrom('judges').where('id', '=', id).selectAll().forUpdate().executeTakeFirst()

export const insertJudge = (tx: Tx, { name, bio, active }: JudgeValues) =>
  tx.insertInto('judges').values({ name, bio, active }).returning('id').executeTakeFirstOrThrow()

export const updateJudge = (tx: Tx, id: number, { name, bio, active }: JudgeValues) =>
  tx
    .updateTable('judges')
    .where('id', '=', id)
    .set({ name, bio, active, version: sql`version + 1` })
    .execute()

export const setJudgePicture = (tx: Tx, id: number, kind: 'headshot' | 'signature', key: string | null) =>
  tx
    .updateTable('judges')
    .where('id', '=', id)
    .set(kind === 'headshot' ? { headshot_key: key } : { signature_key: key })
    .execute()

type ScaleValues = ScoreScale & { name: string; event_id: number | null; season_id: number | null }

const scaleFields = ['name', 'event_id', 'season_id', 'max_points', 'step', 'soft_floor', 'criteria'] as const

/** Whether a scale has marks, of competition or audition. */
const scaleHasSheets = sql<boolean>`exists (select from panels p join judge_seats j on j.panel_id = p.id
  where p.scale_id = s.id and (exists (select from score_sheets x where x.seat_id = j.id)
    or exists (select from audition_sheets x where x.seat_id = j.id)))`

export const listScales = (tx: Tx) =>
  tx
    .selectFrom('score_scales as s')
    .select(['s.id', 's.version', ...scaleFields.map((field) => `s.${field}` as const)])
    .select(scaleHasSheets.as('has_sheets'))
    .orderBy('s.name')
    .orderBy('s.id')
    .execute()

/** The names of the parts of marks, of the scales of an event and season and of those that hold everywhere. */
export async function listCriteria(tx: Tx, { event_id, season_id }: { event_id: number; season_id: number }) {
  const scales = await tx
    .selectFrom('score_scales')
    .where((on) => on.or([on('event_id', 'is', null), on('event_id', '=', event_id)]))
    .where((on) => on.or([on('season_id', 'is', null), on('season_id', '=', season_id)]))
    .select('criteria')
    .execute()
  return scales.flatMap(({ criteria }) => criteria.map(({ name }) => name))
}

export const lockScale = (tx: Tx, id: number) =>
  tx
    .selectFrom('score_scales as s')
    .where('s.id', '=', id)
    .select(['s.id', 's.version', ...scaleFields.map((field) => `s.${field}` as const)])
    .select(scaleHasSheets.as('has_sheets'))
    .forUpdate()
    .executeTakeFirst()

const scaleRow = ({ name, event_id, season_id, max_points, step, soft_floor, criteria }: ScaleValues) => ({
  ...{ name, event_id, season_id, max_points, step, soft_floor },
  criteria: JSON.stringify(criteria),
})

export const insertScale = (tx: Tx, scale: ScaleValues) =>
  tx.insertInto('score_scales').values(scaleRow(scale)).returning('id').executeTakeFirstOrThrow()

export const updateScale = (tx: Tx, id: number, scale: ScaleValues) =>
  tx
    .updateTable('score_scales')
    .where('id', '=', id)
    .set({ ...scaleRow(scale), version: sql`version + 1` })
    .execute()

/** Deletes pictures of judges that were made by a save which did not end, and uploads that were not used. */
export const dropLoosePictures = (tx: Tx, before: Instant) =>
  dropUnreferenced(tx, 'judges/%', before, sql`select 1 from judges j where f.key in (j.headshot_key, j.signature_key)`)
