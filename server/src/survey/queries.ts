import type { Cents } from '@callboard/domain/kernel/money.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { CallerIdentity } from '@callboard/domain/share-links/share-link.ts'
import type { StoredAnswer } from '@callboard/domain/survey/answers.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/db/connect.ts'
import { isCompleted, isLive } from '../platform/db/registration-status.ts'
import { reachableRegistration } from '../share-links/queries.ts'
import { cityName } from '../tours/city-queries.ts'

/** The registration whose survey a caller may answer, with its city and what it earned. */
export const findSurveyed = (tx: Tx, caller: CallerIdentity, registration_id: number) =>
  reachableRegistration(tx, caller, registration_id)
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .innerJoin('seasons as s', 's.id', 't.season_id')
    .leftJoin('survey_labels as l', 'l.event_id', 'e.id')
    .leftJoin('survey_submissions as m', 'm.registration_id', 'r.id')
    .leftJoin('promo_codes as p', 'p.id', 'm.promo_code_id')
    .select(['r.id as registration_id', 'r.user_id', 'r.tour_date_id', 'r.completed'])
    .select(['r.survey_version', 'r.survey_submitted', 'u.studio_account'])
    .select(['t.event_id', 't.season_id', 't.time_zone', 't.end_date', 's.current', 'l.labels'])
    .select(['e.name as event', 'e.is_nationals', 'e.is_aftermath', 'e.surveys_on'])
    .select([cityName.as('city'), 'p.code as promo_code', sql<Cents | null>`p.value`.as('amount')])
    .executeTakeFirst()

/** The same under its row lock. The lock comes first: joined rows are those of before the wait. */
export async function lockSurveyed(tx: Tx, caller: CallerIdentity, registration_id: number) {
  if (!(await findSurveyed(tx, caller, registration_id))) return undefined
  await tx.selectFrom('registrations').where('id', '=', registration_id).forUpdate().select('id').execute()
  return findSurveyed(tx, caller, registration_id)
}

export type SurveyedRegistration = NonNullable<Awaited<ReturnType<typeof findSurveyed>>>

/** The version that an event of a season asks now: its own before the season's; undefined: none is open. */
export const findOpenVersion = (tx: Tx, { season_id, event_id }: { season_id: number; event_id: number }) =>
  tx
    .selectFrom('survey_versions')
    .where('season_id', '=', season_id)
    .where('state', '=', 'open')
    .where((on) => on.or([on('event_id', '=', event_id), on('event_id', 'is', null)]))
    .orderBy(sql`event_id is null`)
    .select('version')
    .executeTakeFirst()

/** Keeps a version from being changed until the transaction ends: its first answers are being saved. */
export const holdVersion = (tx: Tx, version: number) =>
  tx.selectFrom('survey_versions').where('version', '=', version).forShare().select('version').executeTakeFirst()

/** The questions of a version in their order, with a registration's answers. */
export const listQuestions = (tx: Tx, version: number, registration_id: number) =>
  tx
    .selectFrom('survey_questions as q')
    .leftJoin('survey_answers as a', (join) =>
      join.onRef('a.survey_question_id', '=', 'q.id').on('a.registration_id', '=', registration_id),
    )
    .where('q.version', '=', version)
    .orderBy('q.survey_question_group_id')
    .orderBy('q.position')
    .orderBy('q.id')
    .select(['q.id', 'q.question', 'q.required', 'q.survey_question_group_id', 'q.survey_question_type'])
    .select(['q.not_applicable', 'q.feedback', 'q.version'])
    .select(['a.value', 'a.not_applicable as is_not_applicable', 'a.feedback as feedback_text', 'a.updated'])
    .execute()

export const listClasses = (tx: Tx, tour_date_id: number) =>
  tx
    .selectFrom('workshop_classes')
    .where('tour_date_id', '=', tour_date_id)
    .orderBy('position')
    .orderBy('id')
    .select(['id', 'name', 'level_ids'])
    .execute()

/** The judges who sit on a city's panels, by name; those in training are left out. */
export const listCityJudges = (tx: Tx, tour_date_id: number) =>
  tx
    .selectFrom('judge_seats as s')
    .innerJoin('panels as n', 'n.id', 's.panel_id')
    .innerJoin('judges as j', 'j.id', 's.judge_id')
    .where('n.tour_date_id', '=', tour_date_id)
    .where('s.shadow', '=', false)
    .distinct()
    .orderBy('j.name')
    .orderBy('j.id')
    .select(['j.id', 'j.name'])
    .execute()

/** Saves answers of a registration; one to the same question is replaced. */
export async function saveAnswers(tx: Tx, registration_id: number, answers: readonly StoredAnswer[], updated: Instant) {
  if (answers.length === 0) return
  await tx
    .insertInto('survey_answers')
    .values(
      answers.map(({ value, ...answer }) => ({ ...answer, registration_id, updated, value: JSON.stringify(value) })),
    )
    .onConflict((conflict) =>
      conflict.columns(['registration_id', 'survey_question_id']).doUpdateSet((of) => ({
        value: of.ref('excluded.value'),
        not_applicable: of.ref('excluded.not_applicable'),
        feedback: of.ref('excluded.feedback'),
        updated: of.ref('excluded.updated'),
      })),
    )
    .execute()
}

/** Records what the survey of a registration earned. */
export const insertSubmission = (tx: Tx, registration_id: number, promo_code_id: number, submitted_at: Instant) =>
  tx.insertInto('survey_submissions').values({ registration_id, promo_code_id, submitted_at }).execute()

/** A city's survey in numbers. */
export const countCitySurvey = (tx: Tx, tour_date_id: number) =>
  tx
    .selectFrom('registrations as r')
    .where('r.tour_date_id', '=', tour_date_id)
    .where(isLive('r'))
    .select([
      sql<number>`count(*) filter (where ${isCompleted('r')})::int`.as('registrations'),
      sql<number>`count(r.survey_version)::int`.as('begun'),
      sql<number>`count(*) filter (where r.survey_submitted)::int`.as('submitted'),
    ])
    .executeTakeFirstOrThrow()

/** Texts and feedback of a city's submitted surveys, by question; no text says whose it is. */
export const listCityTexts = (tx: Tx, tour_date_id: number) =>
  tx
    .selectFrom('survey_answers as a')
    .innerJoin('survey_questions as q', 'q.id', 'a.survey_question_id')
    .innerJoin('registrations as r', 'r.id', 'a.registration_id')
    .innerJoinLateral(
      sql<{ text: string }>`(
        select a.value #>> '{}' as text where jsonb_typeof(a.value) = 'string' and not a.not_applicable
        union all select a.feedback where a.feedback <> '')`.as('w'),
      (join) => join.onTrue(),
    )
    .where('r.tour_date_id', '=', tour_date_id)
    .where(isLive('r'))
    .where('r.survey_submitted', '=', true)
    .orderBy('q.survey_question_group_id')
    .orderBy('q.position')
    .orderBy('w.text')
    .limit(1_000)
    .select(['q.id as survey_question_id', 'q.question', 'w.text'])
    .execute()

/** The versions that a city's registrations answer, the newest first. */
export const listCityVersions = (tx: Tx, tour_date_id: number) =>
  tx
    .selectFrom('registrations as r')
    .where('r.tour_date_id', '=', tour_date_id)
    .where(isLive('r'))
    .where('r.survey_version', 'is not', null)
    .distinct()
    .orderBy('r.survey_version', 'desc')
    .select('r.survey_version as version')
    .$narrowType<{ version: number }>()
    .execute()
