export const questionTypes = ['rating', 'text', 'judge_list', 'workshop_list'] as const
export type SurveyQuestionType = (typeof questionTypes)[number]

/** Ratings are whole numbers from 1 to this, best last. */
export const highestRating = 5
/** The longest text or feedback, in characters. */
export const longestAnswer = 2_000
export const groupCount = 8
/** Lines that one spreadsheet of answers may have; the office narrows a longer one to an event or a city. */
export const mostSheetLines = 100_000

/** The rating of one entry of a list question. SURV-009. */
type ListRating = { id: number; name: string; rating: number | null }
type AnswerValue = number | string | readonly ListRating[] | null

/** An answer as the wire has it. `value` is a rating, a text, the ratings of a list, or null: not answered. SURV-008. */
export type SurveyAnswer = {
  id: number
  type: SurveyQuestionType
  value: AnswerValue
  not_applicable: boolean
  feedback: string
}

export type SurveyQuestion = {
  id: number
  question: string
  required: boolean
  survey_question_group_id: number
  survey_question_type: SurveyQuestionType
  /** The value that stands in for an answer when the group does not apply; null: it always applies. SURV-006. */
  not_applicable: string | null
  /** Whether a text may be added to the answer. */
  feedback: boolean
  version: number
  answer: SurveyAnswer | null
}

/** An entry of a list question: a judge or a class of the city. SURV-016. */
type ListEntry = { id: number; name: string }
export type SurveyLists = { judge_list: readonly ListEntry[]; workshop_list: readonly ListEntry[] }

const isList = (type: SurveyQuestionType): type is keyof SurveyLists =>
  type === 'judge_list' || type === 'workshop_list'

/** The entries that an answer to this question rates; none for a rating or a text. */
export const entriesOf = (type: SurveyQuestionType, lists: SurveyLists): readonly ListEntry[] =>
  isList(type) ? lists[type] : []

/** The questions that a city can answer: one about a list without entries is left out. */
export const answerable = <Question extends Pick<SurveyQuestion, 'survey_question_type'>>(
  questions: readonly Question[],
  lists: SurveyLists,
): Question[] =>
  questions.filter(({ survey_question_type: type }) => !isList(type) || entriesOf(type, lists).length > 0)

/** A draft is the office's alone; a closed version is answered by those who have begun. */
export type SurveyVersionState = 'draft' | 'open' | 'closed'
