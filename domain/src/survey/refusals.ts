import type { Wording } from '../kernel/wording.ts'
import { surveyMessages } from './availability.ts'
import { mostSheetLines, type SurveyVersionState } from './question.ts'

export type SurveyRefusal =
  | { code: 'survey.unavailable' }
  | { code: 'survey.waiting' }
  | { code: 'survey.submitted' }
  | { code: 'survey.version' }
  | { code: 'survey.question'; field: string }
  | { code: 'survey.answer'; field: string }
  | { code: 'survey.too_long'; field: string; most: number }
  | { code: 'survey.list_entry'; field: string }
  | { code: 'survey.missing'; field: string; questions: readonly number[] }
  | { code: 'survey.version_state'; from: SurveyVersionState; to: SurveyVersionState }
  | { code: 'survey.version_empty' }
  | { code: 'survey.version_open' }
  | { code: 'survey.question_text'; field: string }
  | { code: 'survey.group'; field: string }
  | { code: 'survey.labels'; field: string }
  | { code: 'survey.class_rated'; name: string }
  | { code: 'survey.sheet_too_long' }

const stateNames: Readonly<Record<SurveyVersionState, string>> = { draft: 'a draft', open: 'open', closed: 'closed' }

export const longSheetText = `A spreadsheet holds up to ${mostSheetLines.toLocaleString('en-US')} answers. Choose an event or a city.`

export const surveyWording: Wording<SurveyRefusal> = {
  'survey.unavailable': () => surveyMessages.unavailable,
  'survey.waiting': () => surveyMessages.waiting,
  'survey.submitted': () => 'This survey has been submitted. Thank you!',
  'survey.version': () => 'The questions have changed. Please reload the page.',
  'survey.question': () => 'This question is not part of the survey. Please reload the page.',
  'survey.answer': () => 'This is not an answer to the question. Choose or type another.',
  'survey.too_long': ({ most }) => `Use up to ${most} characters. Most emoji count as two.`,
  'survey.list_entry': () => 'This list has changed. Please reload the page.',
  'survey.missing': () => 'Required',
  'survey.version_state': ({ from, to }) =>
    `A survey that is ${stateNames[from]} cannot become ${stateNames[to]}. Please reload the page.`,
  'survey.version_empty': () => 'This survey has no questions yet. Add one before you open it.',
  'survey.version_open': () => 'Another survey of this season and event is open. Close it first.',
  'survey.question_text': () => 'Required',
  'survey.group': () => 'Choose a group from 1 to 8.',
  'survey.labels': () => 'Enter all five labels, or none.',
  'survey.class_rated': ({ name }) => `${name} has been rated in a survey, so it stays.`,
  'survey.sheet_too_long': () => longSheetText,
}
