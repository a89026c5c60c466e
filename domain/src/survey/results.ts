import { accept, refuse, type Result } from '../kernel/result.ts'
import { listed } from '../kernel/wording.ts'
import { highestRating, mostSheetLines, type SurveyQuestionType } from './question.ts'
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

/** How often each rating was given: 'Bronze: 0, Silver: 1, …', or '1: 0, 2: 1, …' where there are no labels. */
export const spreadText = (ratings: readonly number[], labels: readonly string[] = []): string =>
  ratings.map((count, index) => `${labels[index] ?? index + 1}: ${count}`).join(', ')

/** An event and the labels that its survey gives the ratings; none: the numbers stand alone. */
type EventScale = { event: string; rating_labels: readonly string[] }

/** The longest label that stands below a count in a table, in characters. */
const longestCountLabel = 12

const scaleText = (labels: readonly string[]): string =>
  labels.length === 0 ? `1 to ${highestRating}` : labels.map((label, index) => `${index + 1} ${label}`).join(', ')

/**
 * The ratings of these events in words. `labels` stand below the counts: empty where the events differ, or a label is too
 * long for a table. `legend` names the rating behind each label, since means are numbers; empty where none has labels.
 */
export function ratingScale(events: readonly EventScale[]): { labels: readonly string[]; legend: readonly string[] } {
  const scales = new Map<string, { labels: readonly string[]; events: Set<string> }>()
  for (const { event, rating_labels: labels } of events) {
    const key = JSON.stringify(labels)
    const scale = scales.get(key) ?? { labels, events: new Set() }
    scales.set(key, { labels, events: scale.events.add(event) })
  }
  const [first, ...others] = scales.values()
  if (!first || (others.length === 0 && first.labels.length === 0)) return { labels: [], legend: [] }
  if (others.length > 0) {
    const legend = [...scales.values()].map((scale) => `${listed([...scale.events])}: ${scaleText(scale.labels)}`)
    return { labels: [], legend }
  }
  const isShort = first.labels.every((label) => label.length <= longestCountLabel)
  return { labels: isShort ? first.labels : [], legend: [scaleText(first.labels)] }
}

/** Of a column of spreads: 'From Bronze to Platinum', or 'From 1 to 5'. */
export const scaleHeader = (labels: readonly string[]): string =>
  `From ${labels[0] ?? 1} to ${labels.at(-1) ?? highestRating}`

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
