import type { SurveyQuestionType } from '@callboard/domain/survey/question.ts'
import { insertQuestions, insertVersion, replaceClasses, setLabels, setVersionState } from '../survey/office-queries.ts'
import type { Tx } from '../platform/db/connect.ts'
import { thisSeason } from './build-season.ts'

/** Labels of the ratings by event; the others have the product's. VAR-017. */
const eventLabels: readonly (readonly [event_id: number, labels: readonly string[]])[] = [
  [7, ['Bronze', 'Silver', 'Gold', 'High-Gold', 'Spotlight']],
  [8, ['Bronze', 'Silver', 'Gold', 'High-Gold', 'Luminary']],
  [18, ['Bronze', 'Silver', 'Gold', 'High-Gold', 'Full Voltage']],
  [28, []],
  [14, []],
  [47, []],
]

type QuestionInput = readonly [
  group: number,
  type: SurveyQuestionType,
  question: string,
  more?: { required?: boolean; feedback?: boolean; not_applicable?: string },
]

const notCompeted = { not_applicable: 'We did not compete' }
const noWorkshop = { not_applicable: 'We did not take the workshop' }

const questions: readonly QuestionInput[] = [
  [1, 'rating', 'How do you rate the event as a whole?', { feedback: true }],
  [1, 'rating', 'How easy was it to register?'],
  [2, 'rating', 'How do you rate the venue and the stage?', { feedback: true }],
  [3, 'rating', 'How do you rate the competition?', { feedback: true, ...notCompeted }],
  [3, 'judge_list', 'How helpful were the critiques of each judge?', notCompeted],
  [4, 'workshop_list', 'How do you rate each class?', noWorkshop],
  [5, 'rating', 'How helpful was the staff on site?', { feedback: true }],
  [6, 'rating', 'How likely are you to come again?'],
  [7, 'text', 'What should we keep?', { required: false }],
  [8, 'text', 'What should we change?', { required: false }],
]

/** The labels of the demonstration's events, an open survey of this season, and the classes of a city. */
export async function insertDemonstrationSurvey(tx: Tx, tour_date_id: number) {
  for (const [event_id, labels] of eventLabels) await setLabels(tx, event_id, [...labels])
  const { version } = await insertVersion(tx, { season_id: thisSeason.id, event_id: null })
  const rows = questions.map(([group, type, question, more = {}], position) => ({
    ...{ version, position, question, survey_question_group_id: group, survey_question_type: type },
    ...{ required: more.required ?? true, feedback: more.feedback ?? false },
    not_applicable: more.not_applicable ?? null,
  }))
  await insertQuestions(tx, rows)
  await setVersionState(tx, version, 'open')
  const classes = ['Jazz with Noor Haddad', 'Contemporary with Lee Marsh', 'Tap with Ana Ruiz']
  const drafts = classes.map((name, position) => ({ id: null, name, level_ids: [], position }))
  await replaceClasses(tx, tour_date_id, drafts)
}
