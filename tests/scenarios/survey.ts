import type { ExampleWorld } from '@callboard/contract/example-world.ts'
import { instant } from '@callboard/domain/kernel/instant.ts'
import { insertRegistration } from '@callboard/server/dev/build-registrations.ts'
import type { Stage } from '../kit.ts'
import type { Season, Studio } from './small-city.ts'

type QuestionInput = {
  group: number
  type: 'rating' | 'text' | 'judge_list' | 'workshop_list'
  required?: boolean
  not_applicable?: string | null
  feedback?: boolean
}

/** An open version of the current season, with these questions in their order; answers its number and their ids. */
export async function openSurvey({ db }: Pick<Stage, 'db'>, questions: readonly QuestionInput[], event_id?: number) {
  const { version } = await db
    .insertInto('survey_versions')
    .values({ season_id: 41, event_id: event_id ?? null, state: 'open' })
    .returning('version')
    .executeTakeFirstOrThrow()
  const rows = await db
    .insertInto('survey_questions')
    .values(
      questions.map(({ group, type, required = true, not_applicable = null, feedback = false }, position) => ({
        ...{ version, survey_question_group_id: group, survey_question_type: type, position, required, feedback },
        ...{ not_applicable, question: `Question ${position + 1} of group ${group}` },
      })),
    )
    .returning('id')
    .execute()
  return { version, ids: rows.map(({ id }) => id) }
}

/** A completed registration of a studio or somebody else; its city may be over. */
export const enterCity = (
  { db }: Pick<Stage, 'db'>,
  tour_date_id: number,
  { user_id, studio_id, dancers }: Pick<Studio, 'user_id' | 'dancers'> & { studio_id: number | null },
) =>
  db.transaction().execute((tx) =>
    insertRegistration(tx, {
      ...{ tour_date_id, user_id, studio_id, dancers: [...dancers], teachers: [] },
      ...{ routines: [], at: instant('2024-08-20T18:00:00Z'), state: 'completed' },
    }),
  )

/** Judges of these names who sit on a panel of each of these cities; answers their ids. */
export async function seatJudges(
  { db }: Pick<Stage, 'db'>,
  tour_date_ids: readonly number[],
  names: readonly string[],
) {
  const scale = await db.selectFrom('score_scales').select('id').executeTakeFirstOrThrow()
  const judges = await db
    .insertInto('judges')
    .values(names.map((name) => ({ name })))
    .returning('id')
    .execute()
  const panels = await db
    .insertInto('panels')
    .values(tour_date_ids.map((tour_date_id) => ({ tour_date_id, name: 'Main', scale_id: scale.id })))
    .returning('id')
    .execute()
  const seats = panels.flatMap(({ id: panel_id }) =>
    judges.map(({ id: judge_id }, at) => ({ panel_id, judge_id, position: at + 1 })),
  )
  await db.insertInto('judge_seats').values(seats).execute()
  return judges.map(({ id }) => id)
}

/** Two registrations of a city that is over: one has answered nothing, the other everything. */
export async function makeSurvey(stage: Stage, season: Season, studio: Studio): Promise<ExampleWorld['survey']> {
  const over = { starts: '2024-09-13' }
  const tour_date_id = await season.city({ ...over, city: 'Sacramento' })
  const other_id = await season.city({ ...over, city: 'Modesto' })
  const { id: registration_id } = await enterCity(stage, tour_date_id, studio)
  const { id: answered_registration_id } = await enterCity(stage, other_id, studio)
  const { version, ids } = await openSurvey(stage, [{ group: 1, type: 'rating' }])
  const [question_id = 0] = ids
  const body = { registration_id: answered_registration_id, questions: { [question_id]: { value: 4 } } }
  const reply = await stage.call(studio.user_id, 'PUT', '/v1/dance360/survey/answers', body)
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return { tour_date_id, registration_id, answered_registration_id, version, question_id }
}
