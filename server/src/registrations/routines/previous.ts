import type { PreviousRoutine } from '@callboard/domain/registrations/routines/copy-routine.ts'
import type { CopySource } from '@callboard/domain/registrations/routines/copying.ts'
import { jsonArrayFrom, jsonBuildObject, jsonObjectFrom } from 'kysely/helpers/postgres'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/connect.ts'
import { isLive } from '../../platform/db/registration-status.ts'
import { inNameOrder } from '../../platform/db/search-words.ts'

/** An account's own entries, all of its cities; another's do not exist. COPY-012. */
const ownEntries = (tx: Tx, user_id: number) =>
  tx
    .selectFrom('registration_routines as r')
    .innerJoin('registrations as g', 'g.id', 'r.registration_id')
    .innerJoin('tour_dates as t', 't.id', 'g.tour_date_id')
    .innerJoin('events as e', 'e.id', 't.event_id')
    .where('g.user_id', '=', user_id)
    .where(isLive('g'))
    .where('r.status', '=', 'registered')
    .where('r.is_best_dancer', '=', false)

type PreviousFilter = { event_ids: readonly number[] | null; season_id: number | undefined }

/** Lists the routines an account can copy, newest city first. COPY-005. */
export async function loadPrevious(tx: Tx, user_id: number, { event_ids, season_id }: PreviousFilter) {
  let entries = ownEntries(tx, user_id).where('e.allows_routine_copy', '=', true)
  if (event_ids) entries = entries.where('t.event_id', 'in', event_ids)
  if (season_id) entries = entries.where('t.season_id', '=', season_id)
  return entries
    .innerJoin('routines as d', 'd.id', 'r.routine_id')
    .innerJoin('event_cities as c', 'c.id', 't.event_city_id')
    .select([
      'g.tour_date_id',
      'r.id',
      'r.routine_id',
      'd.name',
      'e.name as event_name',
      'c.name as city_name',
      't.event_id',
      'e.allows_routine_copy',
    ])
    .orderBy('t.start_date', 'desc')
    .orderBy('d.name')
    .orderBy('r.id')
    .execute()
}

/** Own routines as they were entered in their cities. COPY-006, COPY-013. */
export const loadPreviousRoutines = (tx: Tx, user_id: number, ids: readonly number[]) =>
  ownEntries(tx, user_id)
    .innerJoin('routines as d', 'd.id', 'r.routine_id')
    .innerJoin('performance_divisions as p', 'p.id', 'r.performance_division_id')
    // Music deleted after its city cannot be copied.
    .leftJoin('music as m', (join) => join.onRef('m.id', '=', 'r.music_id').on('m.deleted_at', 'is', null))
    .where('r.id', 'in', ids)
    .select([
      'r.id as registrations_routine_id',
      'd.name',
      'd.choreographer',
      'm.id as music_id',
      'r.performance_division_id',
      'p.level as performance_division_level_id',
    ])
    .select((from) => [
      jsonObjectFrom(
        from.selectFrom('music as o').whereRef('o.id', '=', 'm.id').select(['o.id', 'o.name', 'o.duration']),
      ).as('music'),
      jsonArrayFrom(
        from
          .selectFrom('routine_attendees as a')
          .innerJoin('persons as h', 'h.id', 'a.person_id')
          .whereRef('a.registration_routine_id', '=', 'r.id')
          .orderBy(inNameOrder(sql.ref('h.lname')))
          .orderBy('h.fname')
          .select((of) => [
            'a.person_id',
            jsonBuildObject({ fname: of.ref('h.fname'), lname: of.ref('h.lname') }).as('person'),
          ]),
      ).as('attendees'),
    ])
    .orderBy('r.id')
    .execute() satisfies Promise<readonly PreviousRoutine[]>

type Source = CopySource & { id: number; music_id: number | null }

/** The own entries with these numbers, or that have or had this music, and where they stand. COPY-012. */
export const loadSources = (
  tx: Tx,
  user_id: number,
  { entries, music }: { entries: readonly number[]; music: readonly number[] },
): Promise<readonly Source[]> =>
  ownEntries(tx, user_id)
    .leftJoin('music as m', (join) =>
      join.onRef('m.registration_routine_id', '=', 'r.id').on('m.id', 'in', [0, ...music]),
    )
    .where((is) => is.or([is('r.id', 'in', [0, ...entries]), is('m.id', 'is not', null)]))
    .select(['r.id', 'm.id as music_id', 'g.tour_date_id', 't.event_id', 'e.allows_routine_copy'])
    .execute()
