import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { StoredAnswer } from '@callboard/domain/survey/answers.ts'
import type { SurveyQuestionType, SurveyVersionState } from '@callboard/domain/survey/question.ts'
import type { Generated } from 'kysely'
import type { Flag, Id, Json } from './column-types.ts'

export type SurveyTables = {
  survey_versions: {
    version: Id
    season_id: number
    event_id: number | null
    state: Generated<SurveyVersionState>
    created: Generated<Instant>
  }
  survey_questions: {
    id: Id
    version: number
    survey_question_group_id: number
    position: number
    question: string
    survey_question_type: SurveyQuestionType
    required: Flag
    not_applicable: string | null
    feedback: Flag
  }
  survey_answers: {
    registration_id: number
    survey_question_id: number
    value: Json<StoredAnswer['value']>
    not_applicable: Flag
    feedback: Generated<string>
    updated: Instant
  }
  survey_submissions: { registration_id: number; promo_code_id: number; submitted_at: Instant }
  survey_labels: { event_id: number; labels: string[] }
  workshop_classes: {
    id: Id
    tour_date_id: number
    name: string
    level_ids: Generated<number[]>
    position: number
  }
}
