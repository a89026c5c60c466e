import { entriesOf, type SurveyAnswer, type SurveyLists, type SurveyQuestion } from './question.ts'

/** The question groups of each of the five pages. SURV-002, CONST-022. */
export const surveyPages: readonly (readonly number[])[] = [[1, 2], [3], [4], [5], [6, 7, 8]]

const isOnPage = (groups: readonly number[], { survey_question_group_id }: SurveyQuestion) =>
  groups.includes(survey_question_group_id)

/** The questions of a page (from 0), in their order. */
export const questionsOfPage = (questions: readonly SurveyQuestion[], page: number): SurveyQuestion[] =>
  questions.filter((question) => isOnPage(surveyPages[page] ?? [], question))

/** The questions of a page (from 0) and of those before it. */
export const questionsUpTo = (questions: readonly SurveyQuestion[], page: number): SurveyQuestion[] =>
  questions.filter((question) => surveyPages.slice(0, page + 1).some((groups) => isOnPage(groups, question)))

/** Whether an answer says something; of a list each entry has to be rated. SURV-007. */
export function isAnswered(
  { survey_question_type: type }: Pick<SurveyQuestion, 'survey_question_type'>,
  answer: Pick<SurveyAnswer, 'value' | 'not_applicable'> | null | undefined,
  lists: SurveyLists,
): boolean {
  if (!answer) return false
  if (answer.not_applicable) return true
  const { value } = answer
  if (type === 'rating') return typeof value === 'number'
  if (type === 'text') return typeof value === 'string' && value.trim() !== ''
  const ratings = new Map(Array.isArray(value) ? value.map(({ id, rating }) => [id, rating]) : [])
  return entriesOf(type, lists).every(({ id }) => typeof ratings.get(id) === 'number')
}

type SurveyAnswers = Readonly<Record<number, SurveyAnswer | undefined>>

/** The ids of required questions that lack an answer, or part of one. SURV-007. */
export const missingAnswers = (
  questions: readonly SurveyQuestion[],
  answers: SurveyAnswers,
  lists: SurveyLists,
): number[] =>
  questions
    .filter((question) => question.required && !isAnswered(question, answers[question.id], lists))
    .map(({ id }) => id)

/** The page (from 0) of the first question without an answer; the last page when all are answered. SURV-003, A107. */
export function firstOpenPage(
  questions: readonly SurveyQuestion[],
  answers: SurveyAnswers,
  lists: SurveyLists,
): number {
  const page = surveyPages.findIndex((groups) =>
    questions.some((question) => isOnPage(groups, question) && !isAnswered(question, answers[question.id], lists)),
  )
  return page < 0 ? surveyPages.length - 1 : page
}

/** The last page (from 0) that may be open: the first with a required question without an answer, else the last. SURV-007. */
function furthestPage(questions: readonly SurveyQuestion[], answers: SurveyAnswers, lists: SurveyLists): number {
  const missing = new Set(missingAnswers(questions, answers, lists))
  const page = surveyPages.findIndex((groups) =>
    questions.some((question) => isOnPage(groups, question) && missing.has(question.id)),
  )
  return page < 0 ? surveyPages.length - 1 : page
}

/** Answers as the server has them, and as they are in the form. */
type FormAnswers = { stored: SurveyAnswers; current: SurveyAnswers }

/**
 * The page (from 0) that an address shows; it asks for one by its number from 1. Without such a number it is the page of
 * the first question without an answer. No address leads past a page with a required question that lacks an answer, in the
 * form or on the server. SURV-003, SURV-007.
 */
export function pageOfAddress(
  number: unknown,
  questions: readonly SurveyQuestion[],
  { stored, current }: FormAnswers,
  lists: SurveyLists,
): number {
  const isNumber = typeof number === 'number' && Number.isInteger(number) && number >= 1
  const page = isNumber ? number - 1 : firstOpenPage(questions, stored, lists)
  return Math.min(page, furthestPage(questions, stored, lists), furthestPage(questions, current, lists))
}

/** The text that answers every question of a group that does not apply; null: the group always applies. SURV-006. */
export const notApplicableText = (questions: readonly SurveyQuestion[], group: number): string | null =>
  questions.find(
    ({ survey_question_group_id, not_applicable }) => survey_question_group_id === group && not_applicable !== null,
  )?.not_applicable ?? null

/** The answers after a group is marked as not applicable, or the mark is taken off: then its answers are empty. SURV-006. */
export function markGroup(
  questions: readonly SurveyQuestion[],
  answers: SurveyAnswers,
  group: number,
  isNotApplicable: boolean,
): SurveyAnswers {
  const text = notApplicableText(questions, group)
  const groupAnswers = questions
    .filter(({ survey_question_group_id }) => survey_question_group_id === group)
    .map(({ id, survey_question_type: type }): [number, SurveyAnswer] => [
      id,
      { id, type, value: isNotApplicable ? text : null, not_applicable: isNotApplicable, feedback: '' },
    ])
  return { ...answers, ...Object.fromEntries(groupAnswers) }
}
