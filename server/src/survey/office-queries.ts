import type { SurveyVersionState } from '@callboard/domain/survey/question.ts'
import type { QuestionDraft } from '@callboard/domain/survey/versions.ts'
import { sql } from 'kysely'
import { isOfBrand } from '../tours/brand-lists.ts'
import type { Tx } from '../platform/db/connect.ts'

/** The versions of the survey, newest first, with how much each holds. */
export const listVersions = (tx: Tx) =>
  tx
    .selectFrom('survey_versions as v')
    .innerJoin('seasons as s', 's.id', 'v.season_id')
    .leftJoin('events as e', 'e.id', 'v.event_id')
    .orderBy('v.version', 'desc')
    .select(['v.version', 'v.season_id', 'v.event_id', 'v.state', 'v.created', 'e.name as event'])
    .select([
      sql<string>`s.start_year || '–' || s.end_year`.as('season'),
      sql<number>`(select count(*)::int from survey_questions q where q.version = v.version)`.as('questions'),
      sql<number>`(select count(*)::int from registrations r where r.survey_version = v.version)`.as('registrations'),
      sql<number>`(select count(*)::int from registrations r where r.survey_version = v.version and r.survey_submitted)`.as(
        'submitted',
      ),
    ])
    .execute()

/** Every event with the labels of its ratings; null: the product's. */
export const listLabels = (tx: Tx) =>
  tx
    .selectFrom('events as e')
    .leftJoin('survey_labels as l', 'l.event_id', 'e.id')
    .orderBy('e.name')
    .select(['e.id as event_id', 'e.name as event', 'l.labels'])
    .execute()

export const findLabels = (tx: Tx, event_id: number) =>
  tx
    .selectFrom('events as e')
    .leftJoin('survey_labels as l', 'l.event_id', 'e.id')
    .where('e.id', '=', event_id)
    .select('l.labels')
    .executeTakeFirst()

/** Sets the labels of an event; null: it has the product's. */
export async function setLabels(tx: Tx, event_id: number, labels: string[] | null) {
  await tx.deleteFrom('survey_labels').where('event_id', '=', event_id).execute()
  if (labels) await tx.insertInto('survey_labels').values({ event_id, labels }).execute()
}

type NewVersion = { season_id: number; event_id: number | null }

export const insertVersion = (tx: Tx, { season_id, event_id }: NewVersion) =>
  tx.insertInto('survey_versions').values({ season_id, event_id }).returning('version').executeTakeFirstOrThrow()

/** A version under its lock, with its questions and whether a registration has begun to answer it. */
export async function lockVersion(tx: Tx, version: number) {
  const row = await tx
    .selectFrom('survey_versions')
    .where('version', '=', version)
    .forUpdate()
    .selectAll()
    .executeTakeFirst()
  if (!row) return undefined
  const questions = await listVersionQuestions(tx, version)
  const answeringRegistration = await tx
    .selectFrom('registrations')
    .where('survey_version', '=', version)
    .select('id')
    .executeTakeFirst()
  return { ...row, questions, is_answered: answeringRegistration !== undefined }
}

export type LockedVersion = NonNullable<Awaited<ReturnType<typeof lockVersion>>>

export const findVersionState = (tx: Tx, version: number) =>
  tx.selectFrom('survey_versions').where('version', '=', version).select('state').executeTakeFirst()

/** Whether another version of the same season and event is open. */
export const findOtherOpen = (tx: Tx, { version, season_id, event_id }: NewVersion & { version: number }) =>
  tx
    .selectFrom('survey_versions')
    .where('season_id', '=', season_id)
    .where(sql<boolean>`event_id is not distinct from ${event_id}::int`)
    .where('state', '=', 'open')
    .where('version', '!=', version)
    .select('version')
    .executeTakeFirst()

export const setVersionState = (tx: Tx, version: number, state: SurveyVersionState) =>
  tx.updateTable('survey_versions').set({ state }).where('version', '=', version).execute()

export const listVersionQuestions = (tx: Tx, version: number) =>
  tx
    .selectFrom('survey_questions')
    .where('version', '=', version)
    .orderBy('survey_question_group_id')
    .orderBy('position')
    .orderBy('id')
    .selectAll()
    .execute()

export const findQuestionVersion = (tx: Tx, id: number) =>
  tx.selectFrom('survey_questions').where('id', '=', id).select('version').executeTakeFirst()

type PlacedQuestion = QuestionDraft & { version: number; position: number }

export const insertQuestions = (tx: Tx, questions: readonly PlacedQuestion[]) =>
  tx.insertInto('survey_questions').values(questions).returning('id').execute()

export const setQuestion = (tx: Tx, id: number, question: Omit<PlacedQuestion, 'version'>) =>
  tx.updateTable('survey_questions').set(question).where('id', '=', id).execute()

/** Numbers these questions by their place in the list. */
export const setPositions = (tx: Tx, ids: readonly number[]) =>
  sql`update survey_questions q set position = o.n
    from unnest(${[...ids]}::int[]) with ordinality as o (id, n) where o.id = q.id`.execute(tx)

export const deleteQuestion = (tx: Tx, id: number) => tx.deleteFrom('survey_questions').where('id', '=', id).execute()

/** `id`: of a class there is; null: a new one. */
type ClassDraft = { id: number | null; name: string; level_ids: number[]; position: number }

/** Makes these the classes of a city; those without a draft are removed. */
export async function replaceClasses(tx: Tx, tour_date_id: number, drafts: readonly ClassDraft[]): Promise<void> {
  const keptIds = drafts.flatMap(({ id }) => id ?? [])
  await tx
    .deleteFrom('workshop_classes')
    .where('tour_date_id', '=', tour_date_id)
    .where('id', '!=', sql<number>`all(${keptIds}::int[])`)
    .execute()
  await sql`update workshop_classes c set name = d.name, level_ids = d.level_ids, position = d.position
    from jsonb_to_recordset(${JSON.stringify(drafts)}::jsonb)
      as d (id integer, name text, level_ids integer[], position integer)
    where c.id = d.id and c.tour_date_id = ${tour_date_id}`.execute(tx)
  const newClasses = drafts.flatMap(({ id, ...draft }) => (id === null ? { tour_date_id, ...draft } : []))
  if (newClasses.length > 0) await tx.insertInto('workshop_classes').values(newClasses).execute()
}

/** The classes of a city that a survey has rated. */
export const listRatedClasses = async (tx: Tx, tour_date_id: number): Promise<Set<number>> => {
  const { rows } = await sql<{ id: number }>`
    select distinct (e ->> 'id')::int as id from survey_answers a
    join registrations r on r.id = a.registration_id and r.tour_date_id = ${tour_date_id}
    join survey_questions q on q.id = a.survey_question_id and q.survey_question_type = 'workshop_list'
    cross join lateral jsonb_array_elements(case jsonb_typeof(a.value) when 'array' then a.value else '[]' end) e`.execute(
    tx,
  )
  return new Set(rows.map(({ id }) => id))
}

/**
 * The levels that classes of a city are for: those of its brand's list, without observers and the product's own levels of
 * competition; replaced ones where a class names them.
 */
export const listLevels = (tx: Tx, tour_date_id: number) => {
  const event_id = sql<number>`(select t.event_id from tour_dates t where t.id = ${tour_date_id})`
  return tx
    .selectFrom('workshop_levels as l')
    .where('l.kind', '!=', 'observer')
    .where(({ eb, and, or }) =>
      or([
        and([isOfBrand('workshop_levels', 'l', event_id), or([eb('l.event_id', 'is not', null), eb('l.id', '<', 30)])]),
        sql<boolean>`exists (select from workshop_classes c where c.tour_date_id = ${tour_date_id}
          and l.id = any(c.level_ids))`,
      ]),
    )
    .orderBy('l.position')
    .orderBy('l.id')
    .select(['l.id', 'l.level as name'])
    .execute()
}
