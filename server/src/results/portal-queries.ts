import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { TabulationInputs } from '@callboard/domain/results/tabulate.ts'
import type { ReleasePart } from '@callboard/domain/results/release.ts'
import type { CallerIdentity } from '@callboard/domain/share-links/share-link.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/db/connect.ts'
import { isCompleted } from '../platform/db/registration-status.ts'
import { castNames } from '../registrations/routines/queries.ts'
import { reachableRegistration } from '../share-links/queries.ts'
import { cityName } from '../tours/city-queries.ts'

/** The registration whose results a caller may read, with its city. */
export const findPortalRegistration = (tx: Tx, caller: CallerIdentity, registration_id: number) =>
  reachableRegistration(tx, caller, registration_id)
    .innerJoin('seasons as n', 'n.id', 't.season_id')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .innerJoin('persons as p', 'p.id', 'u.person_id')
    .leftJoin('studios as s', 's.id', 'r.studio_id')
    .select(['r.id as registration_id', 'r.completed', 'r.tour_date_id', 't.event_id', 't.season_id'])
    .select(['e.name as event', 'n.is_portal', 't.no_critiques', 't.start_date', 't.end_date', cityName.as('city')])
    .select(sql<string>`coalesce(s.name, concat_ws(' ', p.fname, p.lname))`.as('studio'))
    .executeTakeFirst()

export type PortalRegistration = NonNullable<Awaited<ReturnType<typeof findPortalRegistration>>>

/** The registration of a routine, of any account: the caller checks who may read it. */
export const findRegistrationOfRoutine = async (tx: Tx, routine_id: number) =>
  (
    await tx
      .selectFrom('registration_routines')
      .where('id', '=', routine_id)
      .select('registration_id')
      .executeTakeFirst()
  )?.registration_id

/** The newest version of a part that is shown at a moment, with the registration's slice; undefined: none is shown. */
export const findShownSlice = (tx: Tx, registration_id: number, part: ReleasePart, now: Instant) =>
  tx
    .selectFrom('registrations as r')
    .innerJoin('result_versions as v', 'v.tour_date_id', 'r.tour_date_id')
    .leftJoin('result_slices as s', (join) =>
      join.onRef('s.result_version_id', '=', 'v.id').onRef('s.registration_id', '=', 'r.id'),
    )
    .where('r.id', '=', registration_id)
    .where('v.part', '=', part)
    .where('v.withdrawn_at', 'is', null)
    .where('v.embargo_until', '<=', now)
    .orderBy('v.version', 'desc')
    .select(['v.id', 'v.version', 'v.reason', 's.body', 's.changes'])
    .limit(1)
    .executeTakeFirst()

/** The panel and the marks of each discipline of an audition, as a version was made of them. */
export async function loadReleasedAuditions(tx: Tx, version_id: number): Promise<TabulationInputs['auditions']> {
  const { auditions } = await tx
    .selectFrom('result_versions')
    .where('id', '=', version_id)
    .select(sql<TabulationInputs['auditions']>`inputs->'tabulation'->'auditions'`.as('auditions'))
    .executeTakeFirstOrThrow()
  return auditions
}

/** Titles, casts and choreographers of routines. No birthdates, no contacts. TOK-015. */
export const listRoutineNames = (tx: Tx, registration_id: number) =>
  tx
    .selectFrom('registration_routines as q')
    .innerJoin('routines as d', 'd.id', 'q.routine_id')
    .where('q.registration_id', '=', registration_id)
    .select(['q.id', 'd.name', 'd.choreographer'])
    .select(castNames.as('cast'))
    .execute()

/** The judge of each seat of these panels. */
export const listPanelJudges = (tx: Tx, panel_ids: readonly number[]) =>
  tx
    .selectFrom('judge_seats as s')
    .leftJoin('judges as j', 'j.id', 's.judge_id')
    .where('s.panel_id', '=', sql<number>`any(${panel_ids}::int[])`)
    .select(['s.panel_id', 's.position'])
    .select(sql<string>`coalesce(j.name, concat('Judge ', s.position))`.as('name'))
    .execute()

/** The text of released sheets with their judges. */
export const listSheetTexts = (tx: Tx, client_ids: readonly string[]) =>
  tx
    .selectFrom('score_sheets as x')
    .innerJoin('judge_seats as s', 's.id', 'x.seat_id')
    .leftJoin('judges as j', 'j.id', 's.judge_id')
    // The office's text stands in for the judge's.
    .leftJoin('critique_texts as c', 'c.client_id', 'x.client_id')
    .where('x.client_id', '=', sql<string>`any(${client_ids}::uuid[])`)
    .select(['x.client_id', 'j.headshot_key', 'j.signature_key'])
    .select(sql<string>`coalesce(c.critique, x.critique)`.as('critique'))
    .select(sql<string>`coalesce(c.note, x.note)`.as('note'))
    .select(sql<string>`coalesce(j.name, concat('Judge ', s.position))`.as('name'))
    .execute()

export const listAwardsByIds = (tx: Tx, ids: readonly number[]) =>
  tx
    .selectFrom('award_definitions')
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .select(['id', 'name', 'kind', 'position'])
    .execute()

/** The office's words about picks. */
export const listPickBlurbs = (tx: Tx, ids: readonly number[]) =>
  tx
    .selectFrom('award_picks')
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .select(['id', 'blurb'])
    .execute()

export const listStudiosByIds = (tx: Tx, ids: readonly number[]) =>
  tx
    .selectFrom('studios')
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .select(['id', 'name'])
    .execute()

/** A city that an account has a completed registration in. */
export const findOwnCity = (tx: Tx, user_id: number, tour_date_id: number) =>
  tx
    .selectFrom('registrations as r')
    .where('r.user_id', '=', user_id)
    .where('r.tour_date_id', '=', tour_date_id)
    .where(isCompleted('r'))
    .select('r.tour_date_id')
    .limit(1)
    .executeTakeFirst()
