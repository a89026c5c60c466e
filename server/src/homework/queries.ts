import { suggestHomework, type HomeworkDraft } from '@callboard/domain/homework/homework.ts'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Tx } from '../platform/db/connect.ts'

/** The library by name, or one video of it, with divisions and linked items. */
export const listLibrary = (tx: Tx, id?: number) =>
  tx
    .selectFrom('homework as h')
    .$if(id !== undefined, (all) => all.where('h.id', '=', id ?? 0))
    .orderBy('h.name')
    .orderBy('h.id')
    .select(['h.id', 'h.name', 'h.staff', 'h.homework_group as group', 'h.search_text', 'h.active'])
    .select('h.video_url as video')
    .select((from) => [
      jsonArrayFrom(
        from
          .selectFrom('homework_divisions as d')
          .innerJoin('performance_divisions as p', 'p.id', 'd.performance_division_id')
          .whereRef('d.homework_id', '=', 'h.id')
          .orderBy('p.name')
          .select(['p.id', 'p.name']),
      ).as('performance_divisions'),
      sql<number[]>`array(select i.critique_item_id from homework_items i where i.homework_id = h.id order by 1)`.as(
        'critique_item_ids',
      ),
    ])
    .execute()

export const findVideo = (tx: Tx, id: number) =>
  tx
    .selectFrom('homework')
    .where('id', '=', id)
    .select(['name', 'staff', 'homework_group', 'search_text', 'video_url', 'active'])
    .executeTakeFirst()

/** A video of the library under its lock. */
export async function lockVideo(tx: Tx, id: number) {
  await tx.selectFrom('homework').where('id', '=', id).select('id').forUpdate().execute()
  const [video] = await listLibrary(tx, id)
  return video
}

/** How many of these videos the library has. */
export const countVideos = async (tx: Tx, ids: readonly number[]) =>
  (
    await tx
      .selectFrom('homework')
      .where('id', '=', sql<number>`any(${ids}::int[])`)
      .select((of) => of.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n

type VideoDraft = HomeworkDraft

const columnsOf = ({ name, staff, group, search_text, video, active }: VideoDraft) => ({
  ...{ name, staff, homework_group: group, search_text, video_url: video, active },
})

async function putLinks(tx: Tx, homework_id: number, { performance_division_ids, critique_item_ids }: VideoDraft) {
  await tx.deleteFrom('homework_divisions').where('homework_id', '=', homework_id).execute()
  await tx.deleteFrom('homework_items').where('homework_id', '=', homework_id).execute()
  const divisions = [...new Set(performance_division_ids)]
  if (divisions.length > 0) {
    await tx
      .insertInto('homework_divisions')
      .values(divisions.map((performance_division_id) => ({ homework_id, performance_division_id })))
      .execute()
  }
  const items = [...new Set(critique_item_ids)]
  if (items.length === 0) return
  await tx
    .insertInto('homework_items')
    .values(items.map((critique_item_id) => ({ homework_id, critique_item_id })))
    .execute()
}

export async function insertVideo(tx: Tx, draft: VideoDraft): Promise<number> {
  const { id } = await tx.insertInto('homework').values(columnsOf(draft)).returning('id').executeTakeFirstOrThrow()
  await putLinks(tx, id, draft)
  return id
}

export async function setVideo(tx: Tx, id: number, draft: VideoDraft) {
  await tx.updateTable('homework').set(columnsOf(draft)).where('id', '=', id).execute()
  await putLinks(tx, id, draft)
}

export const deleteVideo = (tx: Tx, id: number) => tx.deleteFrom('homework').where('id', '=', id).execute()

/** The divisions of every brand, with its name; the library is of all of them. */
export const listPerformanceDivisions = (tx: Tx) =>
  tx
    .selectFrom('performance_divisions as p')
    .leftJoin('events as e', 'e.id', 'p.event_id')
    .where('p.hidden', '=', false)
    .orderBy('p.name')
    .orderBy('e.name')
    .select(['p.id', sql<string>`p.name || coalesce(' (' || e.name || ')', '')`.as('name')])
    .execute()

/** The homework of a city's routines that was set by hand. */
export const listHandSet = (tx: Tx, tour_date_id: number) =>
  tx
    .selectFrom('routine_homework as w')
    .innerJoin('registration_routines as q', 'q.id', 'w.registration_routine_id')
    .innerJoin('registrations as r', 'r.id', 'q.registration_id')
    .where('r.tour_date_id', '=', tour_date_id)
    .orderBy('w.homework_id')
    .select(['w.registration_routine_id', 'w.homework_id'])
    .execute()

/** Locks a routine against another change of its homework; false: there is none. */
export const lockRoutine = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx
    .selectFrom('registration_routines')
    .where('id', '=', id)
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirst()) !== undefined

/** The homework of one routine that was set by hand. */
export const listHandSetOf = async (tx: Tx, registration_routine_id: number): Promise<number[]> => {
  const rows = await tx
    .selectFrom('routine_homework')
    .where('registration_routine_id', '=', registration_routine_id)
    .orderBy('homework_id')
    .select('homework_id')
    .execute()
  return rows.map(({ homework_id }) => homework_id)
}

/** Makes these the homework of a routine; none: its marks suggest it. */
export async function replaceHandSet(tx: Tx, registration_routine_id: number, ids: readonly number[], by: number) {
  await tx.deleteFrom('routine_homework').where('registration_routine_id', '=', registration_routine_id).execute()
  if (ids.length === 0) return
  await tx
    .insertInto('routine_homework')
    .values(ids.map((homework_id) => ({ registration_routine_id, homework_id, entered_by: by })))
    .execute()
}

type ItemOfRoutine = { registration_routine_id: number; critique_item_id: number; good: boolean }

/** The homework of routines: what was set by hand, else what these marks of theirs suggest. RES-009. */
export async function listRoutineHomework(
  tx: Tx,
  routineIds: readonly number[],
  itemsOfRoutines: readonly ItemOfRoutine[],
) {
  const anyOfThese = sql<number>`any(${routineIds}::int[])`
  const handSet = await tx
    .selectFrom('routine_homework')
    .where('registration_routine_id', '=', anyOfThese)
    .orderBy('homework_id')
    .select(['registration_routine_id', 'homework_id'])
    .execute()
  const routines = await tx
    .selectFrom('registration_routines')
    .where('id', '=', anyOfThese)
    .select(['id', 'performance_division_id'])
    .execute()
  // A video for a division is for the rows that stand for it at a brand too.
  const replacements = await tx
    .selectFrom('performance_divisions')
    .where('replaces', 'is not', null)
    .select(['id', 'replaces'])
    .execute()
  const marks = itemsOfRoutines.filter(({ good }) => !good)
  const library = (await listLibrary(tx)).map((video) => ({
    ...video,
    performance_division_ids: video.performance_divisions.flatMap(({ id }) => [
      id,
      ...replacements.flatMap((row) => (row.replaces === id ? [row.id] : [])),
    ]),
  }))
  const videos = new Map(library.map((video) => [video.id, video]))
  return routines.flatMap(({ id, performance_division_id }) => {
    const own = handSet.flatMap((row) => (row.registration_routine_id === id ? [row.homework_id] : []))
    const bad_item_ids = marks.flatMap((mark) => (mark.registration_routine_id === id ? [mark.critique_item_id] : []))
    const homeworkIds = own.length > 0 ? own : suggestHomework(library, { performance_division_id, bad_item_ids })
    return homeworkIds.flatMap((homework_id) => {
      const video = videos.get(homework_id)
      return video ? [{ registration_routine_id: id, id: video.id, name: video.name, video: video.video }] : []
    })
  })
}
