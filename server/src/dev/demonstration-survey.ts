import type { SurveyQuestionType } from '@callboard/domain/survey/question.ts'
import { thisSeason } from './build-season.ts'
import type { Office } from './demonstration-office.ts'

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

const classes = ['Jazz with Noor Haddad', 'Contemporary with Lee Marsh', 'Tap with Ana Ruiz']

/** The labels of the demonstration's events, an open survey of this season, and the classes of a city. */
export async function writeSurvey({ call }: Office, tour_date_id: number): Promise<void> {
  for (const [event_id, labels] of eventLabels) {
    await call(1, 'PUT', '/v1/office/survey-labels', { event_id, labels })
  }
  const { version } = await call<{ version: number }>(1, 'POST', '/v1/office/survey-versions', {
    ...{ season_id: thisSeason.id, event_id: null, from: null },
  })
  for (const [group, type, question, more = {}] of questions) {
    await call(1, 'POST', '/v1/office/survey-questions', {
      ...{ version, question, survey_question_group_id: group, survey_question_type: type },
      ...{ required: more.required ?? true, feedback: more.feedback ?? false },
      not_applicable: more.not_applicable ?? null,
    })
  }
  await call(1, 'PUT', `/v1/office/survey-versions/${version}`, { state: 'open' })
  const drafts = classes.map((name) => ({ name, level_ids: [] }))
  await call(1, 'PUT', '/v1/office/workshop-classes', { tour_date_id, classes: drafts })
}
