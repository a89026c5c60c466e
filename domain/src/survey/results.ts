import { accept, refuse, type Result } from '../kernel/result.ts'
import { mostSheetLines, type SurveyQuestionType } from './question.ts'
import type { SurveyRefusal } from './refusals.ts'

/** The ratings of a question, or of one judge or class: their mean in hundredths (null: none), and how often 1 to 5. */
export type Ratings = { mean: number | null; ratings: readonly number[] }

type QuestionCounts = Ratings & { answers: number; not_applicable: number }

export const ratingCount = ({ ratings }: Pick<Ratings, 'ratings'>): number =>
  ratings.reduce((sum, count) => sum + count, 0)

/** A mean with two decimals: '4.25'; a dash where there is no rating, since 0 would be read as one. */
export const meanText = (mean: number | null): string => (mean === null ? '–' : (mean / 100).toFixed(2))

/** '18 answers, mean 4.25, 2 not applicable'; empty without an answer. */
export function resultText({ answers, mean, not_applicable }: QuestionCounts): string {
  if (answers === 0) return ''
  return [
    `${answers} ${answers === 1 ? 'answer' : 'answers'}`,
    ...(mean === null ? [] : [`mean ${meanText(mean)}`]),
    ...(not_applicable > 0 ? [`${not_applicable} not applicable`] : []),
  ].join(', ')
}

/** How often each rating was given: '1: 0, 2: 0, 3: 1, 4: 6, 5: 11'. */
export const spreadText = (ratings: readonly number[]): string =>
  ratings.map((count, index) => `${index + 1}: ${count}`).join(', ')

/** The lines that the answers to these questions fill: one of each rating, text and mark; comments on lists add some. */
export const leastSheetLines = (
  questions: readonly { survey_question_type: SurveyQuestionType; results: QuestionCounts }[],
): number =>
  questions.reduce(
    (sum, { survey_question_type, results }) =>
      sum + (survey_question_type === 'text' ? results.answers : ratingCount(results) + results.not_applicable),
    0,
  )

export const isLongSheet = (lines: number): boolean => lines > mostSheetLines

/** Refuses a spreadsheet with more lines than one may have: a part of it would be read as the whole. */
export const checkSheetLines = (lines: number): Result<null, SurveyRefusal> =>
  isLongSheet(lines) ? refuse({ code: 'survey.sheet_too_long' }) : accept(null)
