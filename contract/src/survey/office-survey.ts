import { questionTypes } from '@callboard/domain/survey/question.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  calendarDateField,
  idField,
  idInPath,
  instantField,
  lineField,
  listOf,
  listUpTo,
  baseField,
} from '../fields.ts'
import { surveyQuestion } from './survey.ts'

const state = z.enum(['draft', 'open', 'closed'])

const versionLine = z.object({
  version: z.int(),
  season_id: z.int(),
  season: z.string(),
  event_id: z.int().nullable(),
  event: z.string().nullable(),
  state,
  created: instantField,
  questions: z.int(),
  /** Registrations that answer it. */
  registrations: z.int(),
  submitted: z.int(),
})
const versionParams = z.object({ version: idInPath })

export const listSurveyVersions = endpoint({
  summary: 'The versions of the survey, newest first, and the rating labels of each event',
  method: 'GET',
  path: '/v1/office/survey-versions',
  auth: 'office',
  reply: z.object({
    rows: listOf(versionLine),
    /** `labels` null: the product's. */
    events: listOf(z.object({ event_id: z.int(), event: z.string(), labels: listOf(z.string()).nullable() })),
  }),
  example: () => ({}),
})

export const createSurveyVersion = endpoint({
  summary: 'Begin a version of the survey for a season, empty or with the questions of another one',
  method: 'POST',
  path: '/v1/office/survey-versions',
  auth: 'office',
  body: z.object({ season_id: idField, event_id: idField.nullable(), from: idField.nullable() }),
  reply: z.object({ version: z.int() }),
  example: ({ season_id, survey }) => ({ body: { season_id, event_id: null, from: survey.version } }),
})

export const changeSurveyVersion = endpoint({
  summary: 'Open a version of the survey for its season, or close it',
  method: 'PUT',
  path: '/v1/office/survey-versions/{version}',
  auth: 'office',
  params: versionParams,
  body: z.object({ state }),
  reply: z.object({ version: z.int() }),
  refusals: ['survey.version_state', 'survey.version_empty', 'survey.version_open'],
  example: ({ survey }) => ({ params: { version: survey.version }, body: { state: 'closed' } }),
})

const ratings = {
  /** The mean of all ratings, in hundredths; null: none. */
  mean: z.int().nullable(),
  /** How often 1 to 5. */
  ratings: listOf(z.int()),
}
/** Answers in numbers, for the office to read. */
const results = z.object({ answers: z.int(), not_applicable: z.int(), ...ratings })

const officeQuestion = surveyQuestion.omit({ answer: true }).extend({ position: z.int(), results })
const questionsReply = z.object({
  /** The version they are in: a new draft, when the one that was changed has answers. */
  version: z.int(),
  state,
  rows: listOf(officeQuestion),
})

export const listOfficeSurveyQuestions = endpoint({
  summary: 'The questions of a version of the survey, with what was answered',
  catalogue: 'C114',
  method: 'GET',
  path: '/v1/office/survey-questions',
  auth: 'office',
  query: z.object({ version: idInPath }),
  reply: questionsReply,
  example: ({ survey }) => ({ query: { version: survey.version } }),
})

const resultFilters = z.object({
  version: idInPath,
  event_id: idInPath.optional(),
  tour_date_id: idInPath.optional(),
})

const resultFields = { id: true, question: true, survey_question_group_id: true, survey_question_type: true } as const

export const readSurveyResults = endpoint({
  summary: 'The results of a version of the survey, of all cities, an event or a city: each question, judge and class',
  method: 'GET',
  path: '/v1/office/survey-results',
  auth: 'office',
  query: resultFilters,
  reply: z.object({
    version: z.int(),
    season: z.string(),
    /** Null: of every event. */
    event: z.string().nullable(),
    /** Those in which the version was begun, whatever the filter. */
    cities: listOf(
      z.object({
        ...{ tour_date_id: z.int(), event_id: z.int(), event: z.string(), city: z.string() },
        start_date: calendarDateField,
        /** Labels of the ratings 1 to 5 at its event; empty: the numbers stand alone. */
        rating_labels: listOf(z.string()),
        /** Registrations. */
        begun: z.int(),
        submitted: z.int(),
      }),
    ),
    questions: listOf(
      surveyQuestion.pick(resultFields).extend({
        results: results.extend({
          /** The judges or classes of a list that have ratings; `tour_date_id` is that of a class. */
          entries: listOf(z.object({ id: z.int(), name: z.string(), tour_date_id: z.int().nullable(), ...ratings })),
        }),
      }),
    ),
  }),
  example: ({ survey }) => ({ query: { version: survey.version, tour_date_id: survey.tour_date_id } }),
})

export const surveyAnswerSheet = endpoint({
  summary: 'The answers behind the results as a spreadsheet, one a line, without names of accounts and studios',
  method: 'GET',
  path: '/v1/office/survey-answers.csv',
  auth: 'office',
  query: resultFilters,
  reply: z.unknown(),
  answers: 'file',
  refusals: ['survey.sheet_too_long'],
  example: ({ survey }) => ({ query: { version: survey.version } }),
})

const questionDraft = z.object({
  question: z.string().max(500),
  required: z.boolean(),
  survey_question_group_id: z.int().min(0).max(1_000),
  survey_question_type: z.enum(questionTypes),
  not_applicable: lineField(200).nullable(),
  feedback: z.boolean(),
})
const exampleQuestion = {
  ...{ question: 'How do you rate the venue?', required: true, survey_question_group_id: 1 },
  ...{ survey_question_type: 'rating', not_applicable: null, feedback: true },
} as const
const questionRefusals = ['survey.question_text', 'survey.group']

export const addSurveyQuestion = endpoint({
  summary: 'Add a question to a version of the survey; a version with answers is copied first',
  catalogue: 'C114',
  method: 'POST',
  path: '/v1/office/survey-questions',
  auth: 'office',
  body: questionDraft.extend({ version: idField }),
  reply: questionsReply,
  refusals: questionRefusals,
  example: ({ survey }) => ({ body: { version: survey.version, ...exampleQuestion } }),
})

const questionParams = z.object({ id: idInPath })

export const changeSurveyQuestion = endpoint({
  summary: 'Change a question of the survey, or move it before another; a version with answers is copied first',
  catalogue: 'C114',
  method: 'PUT',
  path: '/v1/office/survey-questions/{id}',
  auth: 'office',
  params: questionParams,
  body: questionDraft.extend({
    /** The question of its group it then stands before; null: last; left out: where it is. */
    before_id: idField.nullable().optional(),
    base: baseField,
  }),
  reply: questionsReply,
  refusals: [...questionRefusals, 'edit_conflict'],
  example: ({ survey }) => ({ params: { id: survey.question_id }, body: exampleQuestion }),
})

export const removeSurveyQuestion = endpoint({
  summary: 'Remove a question from the survey; a version with answers is copied first',
  catalogue: 'C114',
  method: 'DELETE',
  path: '/v1/office/survey-questions/{id}',
  auth: 'office',
  params: questionParams,
  reply: questionsReply,
  example: ({ survey }) => ({ params: { id: survey.question_id } }),
})

export const saveSurveyLabels = endpoint({
  summary: 'Set the labels of an event’s ratings: five, none, or the product’s (null)',
  method: 'PUT',
  path: '/v1/office/survey-labels',
  auth: 'office',
  body: z.object({ event_id: idField, labels: listUpTo(5, lineField(40)).nullable() }),
  reply: z.object({ event_id: z.int() }),
  refusals: ['survey.labels'],
  example: ({ event_id }) => ({
    body: { event_id, labels: ['Bronze', 'Silver', 'Gold', 'High-Gold', 'Spotlight'] },
  }),
})

const surveyText = z.object({ survey_question_id: z.int(), question: z.string(), text: z.string() })

export const listCitySurvey = endpoint({
  summary: 'The survey of a city: how many registrations answered, and their texts without names',
  method: 'GET',
  path: '/v1/office/survey-answers',
  auth: 'office',
  query: z.object({ tour_date_id: idInPath }),
  reply: z.object({
    event: z.string(),
    city: z.string(),
    registrations: z.int(),
    begun: z.int(),
    submitted: z.int(),
    texts: listOf(surveyText),
    /** The versions that registrations of the city answer. */
    versions: listOf(z.int()),
    classes: listOf(z.object({ id: z.int(), name: z.string(), level_ids: listOf(z.int()) })),
    levels: listOf(z.object({ id: z.int(), name: z.string() })),
  }),
  example: ({ survey }) => ({ query: { tour_date_id: survey.tour_date_id } }),
})

export const saveWorkshopClasses = endpoint({
  summary: 'Set the classes of a city in their order; one without an id is new, one left out is removed',
  method: 'PUT',
  path: '/v1/office/workshop-classes',
  auth: 'office',
  body: z.object({
    tour_date_id: idField,
    classes: listUpTo(
      200,
      z.object({ id: idField.optional(), name: lineField(120), level_ids: listUpTo(50, idField) }),
    ),
  }),
  reply: z.object({ classes: z.int() }),
  refusals: ['survey.class_rated'],
  example: ({ survey }) => ({
    body: { tour_date_id: survey.tour_date_id, classes: [{ name: 'Jazz with Noor', level_ids: [] }] },
  }),
})

export const officeSurveyEndpoints = {
  listSurveyVersions,
  createSurveyVersion,
  changeSurveyVersion,
  listOfficeSurveyQuestions,
  readSurveyResults,
  surveyAnswerSheet,
  addSurveyQuestion,
  changeSurveyQuestion,
  removeSurveyQuestion,
  saveSurveyLabels,
  listCitySurvey,
  saveWorkshopClasses,
}
