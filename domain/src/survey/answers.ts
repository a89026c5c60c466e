import { accept, refuse, type Result } from '../kernel/result.ts'
import { notApplicableText } from './pages.ts'
import { entriesOf, highestRating, longestAnswer, type SurveyLists, type SurveyQuestion } from './question.ts'
import type { SurveyRefusal } from './refusals.ts'

/** An answer as a caller sends it. */
type AnswerInput = {
  value: number | string | readonly { id: number; rating: number | null }[] | null
  not_applicable: boolean
  feedback: string
}

/** An answer as it is stored: entries of a list by id, their names are joined when it is read. */
export type StoredAnswer = {
  survey_question_id: number
  value: number | string | readonly { id: number; rating: number }[] | null
  not_applicable: boolean
  feedback: string
}

const isRating = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= highestRating

type Fit = Result<StoredAnswer['value'], SurveyRefusal>

const tooLong = (id: number | string) =>
  refuse({ code: 'survey.too_long', field: `questions.${id}`, most: longestAnswer } as const)

/** The value of an answer in the shape its question asks for; empty ones are null. */
function valueOf({ id, survey_question_type: type }: SurveyQuestion, { value }: AnswerInput, lists: SurveyLists): Fit {
  const unfit = (): Fit => refuse({ code: 'survey.answer', field: `questions.${id}` })
  if (value === null) return accept(null)
  if (type === 'rating') return isRating(value) ? accept(value) : unfit()
  if (type === 'text') {
    if (typeof value !== 'string') return unfit()
    return value.length > longestAnswer ? tooLong(id) : accept(value.trim() || null)
  }
  if (typeof value === 'number' || typeof value === 'string') return unfit()
  const rated = value.flatMap(({ id: entry, rating }) => (rating === null ? [] : [{ id: entry, rating }]))
  const entries = new Set(entriesOf(type, lists).map((entry) => entry.id))
  if (value.some((entry) => !entries.has(entry.id))) {
    return refuse({ code: 'survey.list_entry', field: `questions.${id}` })
  }
  const isOnce = new Set(rated.map((entry) => entry.id)).size === rated.length
  return isOnce && rated.every(({ rating }) => isRating(rating)) ? accept(rated.length > 0 ? rated : null) : unfit()
}

/**
 * Answers as they may be stored, each to a question of this version. Refuses an unknown question, a value of another
 * type, and a mark on a group that always applies. SURV-017.
 */
export function checkAnswers(
  questions: readonly SurveyQuestion[],
  inputs: Readonly<Record<string, AnswerInput>>,
  lists: SurveyLists,
): Result<StoredAnswer[], SurveyRefusal> {
  const storedAnswers: StoredAnswer[] = []
  for (const [key, input] of Object.entries(inputs)) {
    const question = questions.find(({ id }) => String(id) === key)
    if (!question) return refuse({ code: 'survey.question', field: `questions.${key}` })
    const { id: survey_question_id, survey_question_group_id } = question
    if (input.not_applicable) {
      const text = notApplicableText(questions, survey_question_group_id)
      if (text === null) return refuse({ code: 'survey.answer', field: `questions.${key}` })
      storedAnswers.push({ survey_question_id, value: text, not_applicable: true, feedback: '' })
      continue
    }
    const value = valueOf(question, input, lists)
    if (!value.ok) return value
    const feedback = question.feedback ? input.feedback.trim() : ''
    if (feedback.length > longestAnswer) return tooLong(key)
    storedAnswers.push({ survey_question_id, value: value.value, not_applicable: false, feedback })
  }
  return accept(storedAnswers)
}
