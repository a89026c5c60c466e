import { longestAnswer, questionTypes } from '@callboard/domain/survey/question.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { centsField, idField, idInPath, lineField, listOf, listUpTo } from '../fields.ts'

const questionType = z.enum(questionTypes)
const feedbackText = z.string().max(longestAnswer)

const answer = z.object({
  id: z.int(),
  type: questionType,
  /** A rating, a text, the ratings of a list; null: not answered. */
  value: z.union([
    z.int(),
    z.string(),
    listOf(z.object({ id: z.int(), name: z.string(), rating: z.int().nullable() })),
    z.null(),
  ]),
  not_applicable: z.boolean(),
  feedback: z.string(),
})

export const surveyQuestion = z.object({
  id: z.int(),
  question: z.string(),
  required: z.boolean(),
  survey_question_group_id: z.int(),
  survey_question_type: questionType,
  /** The answer to a group that does not apply; null: it always applies. */
  not_applicable: z.string().nullable(),
  /** Whether a text may be added to the answer. */
  feedback: z.boolean(),
  version: z.int(),
  answer: answer.nullable(),
})

const ofRegistration = z.object({ registration_id: idInPath })
const reward = { promo_code: z.string(), amount: centsField }

export const readSurvey = endpoint({
  summary: 'The status of a registration’s survey: may it be answered, what did it earn',
  method: 'GET',
  path: '/v1/dance360/survey/status',
  auth: 'user',
  share: 'survey',
  query: ofRegistration,
  reply: z.object({
    registration_id: z.int(),
    event_id: z.int(),
    event: z.string(),
    city: z.string(),
    status: z.enum(['unavailable', 'waiting', 'open', 'submitted']),
    /** The version that is answered, or would be; null: there is none. */
    version: z.int().nullable(),
    /** Labels of the ratings 1 to 5; empty: the numbers stand alone. */
    rating_labels: listOf(z.string()),
    /** Null until the survey is submitted. */
    reward: z.object(reward).nullable(),
  }),
  refusals: ['registration.not_completed'],
  example: ({ survey }) => ({ query: { registration_id: survey.registration_id } }),
})

export const listSurveyQuestions = endpoint({
  summary: 'The questions of the survey with the answers so far; none while the survey is not open',
  catalogue: 'C086',
  method: 'GET',
  path: '/v1/dance360/survey/questions',
  auth: 'user',
  share: 'survey',
  query: ofRegistration.extend({ event_id: idInPath.optional(), version: idInPath.optional() }),
  reply: listOf(surveyQuestion),
  refusals: ['registration.not_completed', 'survey.unavailable', 'survey.version'],
  example: ({ survey }) => ({ query: { registration_id: survey.registration_id } }),
})

const listEntry = z.object({ id: z.int(), name: z.string() })

export const listSurveyJudges = endpoint({
  summary: 'The judges of the registration’s city, for questions about each of them',
  catalogue: 'C087',
  method: 'GET',
  path: '/v1/dance360/survey/judges',
  auth: 'user',
  share: 'survey',
  query: ofRegistration,
  reply: listOf(listEntry),
  refusals: ['registration.not_completed'],
  example: ({ survey }) => ({ query: { registration_id: survey.registration_id } }),
})

export const listSurveyWorkshops = endpoint({
  summary: 'The classes of the registration’s city, for questions about each of them',
  catalogue: 'C088',
  method: 'GET',
  path: '/v1/dance360/survey/workshops',
  auth: 'user',
  share: 'survey',
  query: ofRegistration,
  reply: listOf(listEntry),
  refusals: ['registration.not_completed'],
  example: ({ survey }) => ({ query: { registration_id: survey.registration_id } }),
})

const answerInput = z.object({
  value: z
    .union([
      z.number(),
      feedbackText,
      listUpTo(
        200,
        z.object({ id: idField, name: lineField(200).optional(), rating: z.number().nullable().default(null) }),
      ),
      z.null(),
    ])
    .default(null),
  not_applicable: z.boolean().default(false),
  feedback: feedbackText.default(''),
})

export const saveSurveyAnswers = endpoint({
  summary: 'Save answers by question; the others stay. `version` only while the registration has none',
  catalogue: 'C089',
  method: 'PUT',
  path: '/v1/dance360/survey/answers',
  auth: 'user',
  share: 'survey',
  body: z.object({
    registration_id: idField,
    questions: z.record(z.string().regex(/^\d{1,9}$/), answerInput),
    version: idField.optional(),
  }),
  reply: z.object({ survey_version: z.int() }),
  refusals: [
    'registration.not_completed',
    'survey.unavailable',
    'survey.waiting',
    'survey.submitted',
    'survey.version',
    'survey.question',
    'survey.answer',
    'survey.too_long',
    'survey.list_entry',
  ],
  example: ({ survey }) => ({
    body: {
      registration_id: survey.registration_id,
      questions: { [survey.question_id]: { value: 5, not_applicable: false, feedback: '' } },
    },
  }),
})

export const submitSurvey = endpoint({
  summary: 'Submit the survey for good and get its promo code; submitted again, the same is answered',
  catalogue: 'C090',
  method: 'POST',
  path: '/v1/dance360/survey/submit',
  auth: 'user',
  share: 'survey',
  body: z.object({ registration_id: idField }),
  reply: z.object(reward),
  refusals: ['registration.not_completed', 'survey.unavailable', 'survey.waiting', 'survey.missing'],
  example: ({ survey }) => ({ body: { registration_id: survey.answered_registration_id } }),
})

export const surveyEndpoints = {
  readSurvey,
  listSurveyQuestions,
  listSurveyJudges,
  listSurveyWorkshops,
  saveSurveyAnswers,
  submitSurvey,
}
