import { accept, refuse, type Result } from '../kernel/result.ts'
import { groupCount, type SurveyQuestion, type SurveyQuestionType, type SurveyVersionState } from './question.ts'
import type { SurveyRefusal } from './refusals.ts'

/** Where a version may go: a draft opens, an open one closes, a closed one opens again. OFF-034. */
const moves: Readonly<Record<SurveyVersionState, readonly SurveyVersionState[]>> = {
  draft: ['open'],
  open: ['closed'],
  closed: ['open'],
}

/** Refuses a move that there is none of, and opening a version without questions. */
export function checkVersionMove(
  from: SurveyVersionState,
  to: SurveyVersionState,
  questionCount: number,
): Result<null, SurveyRefusal> {
  if (from === to) return accept(null)
  if (!moves[from].includes(to)) return refuse({ code: 'survey.version_state', from, to })
  return to === 'open' && questionCount === 0 ? refuse({ code: 'survey.version_empty' }) : accept(null)
}

export type QuestionDraft = Pick<
  SurveyQuestion,
  'question' | 'required' | 'survey_question_group_id' | 'not_applicable' | 'feedback'
> & { survey_question_type: SurveyQuestionType }

/** The fields of a question that people change. */
export const questionFields = ({
  question,
  required,
  survey_question_group_id,
  survey_question_type,
  not_applicable,
  feedback,
}: QuestionDraft): QuestionDraft => ({
  ...{ question, required, survey_question_group_id, survey_question_type, not_applicable, feedback },
})

/** A question as the office may save it, without spaces around its texts. */
export function checkQuestion(draft: QuestionDraft): Result<QuestionDraft, SurveyRefusal> {
  const question = draft.question.trim()
  if (question === '') return refuse({ code: 'survey.question_text', field: 'question' })
  const group = draft.survey_question_group_id
  if (!Number.isInteger(group) || group < 1 || group > groupCount) {
    return refuse({ code: 'survey.group', field: 'survey_question_group_id' })
  }
  return accept({ ...draft, question, not_applicable: draft.not_applicable?.trim() || null })
}

/** Labels of an event: five, or none. SURV-010. */
export function checkLabels(labels: readonly string[]): Result<string[], SurveyRefusal> {
  const texts = labels.map((label) => label.trim())
  const isWhole = texts.length === 0 || (texts.length === 5 && texts.every(Boolean))
  return isWhole ? accept(texts) : refuse({ code: 'survey.labels', field: 'labels' })
}
