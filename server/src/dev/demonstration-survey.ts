import { instant } from '@callboard/domain/kernel/instant.ts'
import type { SurveyQuestionType } from '@callboard/domain/survey/question.ts'
import type { Db, Tx } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { App } from '../platform/http/serve.ts'
import { listCityJudges, listClasses } from '../survey/queries.ts'
import { insertRegistration } from './build-registrations.ts'
import { thisSeason } from './build-season.ts'
import { openAccounts, type Office } from './demonstration-office.ts'
import { thisYear } from './season-41.ts'

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

type Owner = { user_id: number; studio_id?: number; person_ids: readonly number[] }
type Owners = Readonly<Record<'second' | 'alone' | 'parent', Owner>>

/** Registrations for the workshop of two cities that are over; their owners answer the survey. */
export async function insertSurveyedRegistrations(tx: Tx, current: readonly number[], owners: Owners): Promise<void> {
  const cityOf = (name: string) =>
    current[thisYear.findIndex(({ city, event_id }) => city === name && event_id === 7)] ?? 0
  const entries = [
    ...([
      ['Sacramento', owners.second, 9],
      ['Sacramento', owners.alone, 1],
      ['Sacramento', owners.parent, 2],
    ] as const),
    ...([
      ['Boise', owners.second, 6],
      ['Boise', owners.parent, 2],
    ] as const),
  ]
  for (const [city, { user_id, studio_id = null, person_ids }, dancers] of entries) {
    await insertRegistration(tx, {
      ...{ user_id, studio_id, tour_date_id: cityOf(city), dancers: person_ids.slice(0, dancers), teachers: [] },
      ...{ at: instant('2024-08-12T17:00:00Z'), left_off: 'success', state: 'confirmed', paid: 'all' },
    })
  }
}

type Sheet = {
  email: string
  city: string
  /** The event, registering, the venue, the competition, the staff, coming again; null: it does not apply. */
  ratings: readonly (number | null)[]
  /** Of each judge and class, by name; empty: it does not apply. */
  judges: readonly number[]
  classes: readonly number[]
  /** About the event, the venue, the competition and the staff. */
  feedback?: readonly string[]
  keep?: string
  change?: string
  isSubmitted: boolean
}

const sheets: readonly Sheet[] = [
  {
    ...{ email: 'marlowe@example.com', city: 'Sacramento', isSubmitted: true },
    ...{ ratings: [5, 4, 3, 5, 5, 5], judges: [5, 4, 5, 3], classes: [5, 4, 5] },
    feedback: [
      'The best weekend of our fall.',
      'The wings were dark, and we had no room to warm up.',
      '',
      'Kind and quick.',
    ],
    keep: 'The critiques: our dancers heard theirs twice on the way home.',
    change: 'More time between the classes.',
  },
  {
    ...{ email: 'iris@example.com', city: 'Sacramento', isSubmitted: true },
    ...{ ratings: [4, 5, 4, 4, 4, 4], judges: [4, 5, 3, 4], classes: [3, 5, 4] },
    feedback: ['', '', 'Announce who is next a little louder.', ''],
    change: 'A water station near the ballroom.',
  },
  {
    ...{ email: 'parent@example.com', city: 'Sacramento', isSubmitted: false },
    ...{ ratings: [4, 2], judges: [], classes: [] },
  },
  {
    ...{ email: 'marlowe@example.com', city: 'Boise', isSubmitted: true },
    ...{ ratings: [4, 4, 2, null, 5, 4], judges: [], classes: [] },
    feedback: ['', 'Parking took half an hour.', '', ''],
    keep: 'Small classes.',
  },
  {
    ...{ email: 'parent@example.com', city: 'Boise', isSubmitted: true },
    ...{ ratings: [5, 3, 4, null, 4, 5], judges: [], classes: [] },
    change: 'Please send the schedule a week earlier.',
  },
]

type Entry = { id: number }
type CityLists = { judges: readonly Entry[]; classes: readonly Entry[] }

/** The answers of a sheet by the number of their question. A city without a list has no question about it. */
function answersOf(sheet: Sheet, ids: readonly number[], { judges, classes }: CityLists) {
  const { ratings, feedback = [], keep = '', change = '' } = sheet
  const [event = '', venue = '', competition = '', staff = ''] = feedback
  const listOf = (entries: readonly Entry[], marks: readonly number[]) =>
    marks.length === 0 ? null : entries.map(({ id }, index) => ({ id, rating: marks[index] ?? null }))
  const of = (value: unknown, text = '') => ({ value, not_applicable: value === null, feedback: text })
  const firstPage = [of(ratings[0], event), of(ratings[1])]
  const rest = [
    of(ratings[2], venue),
    of(ratings[3], competition),
    ...(judges.length > 0 ? [of(listOf(judges, sheet.judges))] : []),
    ...(classes.length > 0 ? [of(listOf(classes, sheet.classes))] : []),
    of(ratings[4], staff),
    ...[of(ratings[5]), of(keep), of(change)],
  ]
  const askedIds = ids.filter((_, index) => {
    const [, type] = questions[index] ?? []
    return type === 'judge_list' ? judges.length > 0 : type !== 'workshop_list' || classes.length > 0
  })
  const answers = sheet.isSubmitted ? [...firstPage, ...rest] : firstPage
  return Object.fromEntries(answers.map((answer, index) => [askedIds[index], answer]))
}

const noLists: CityLists = { judges: [], classes: [] }

type Survey = Awaited<ReturnType<typeof writeSurvey>>

/** Answers of three accounts, by the calls that they make themselves. */
export async function answerSurvey(app: App, db: Db, { tour_date_id, question_ids }: Survey): Promise<void> {
  const emails = [...new Set(sheets.map(({ email }) => email))]
  const owners = await openAccounts(app, db, emails)
  const registrations = await db
    .selectFrom('registrations as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .innerJoin('tour_dates as t', 't.id', 'r.tour_date_id')
    .innerJoin('event_cities as c', 'c.id', 't.event_city_id')
    .where('t.season_id', '=', thisSeason.id)
    .where('u.email', 'in', emails)
    .select(['r.id', 'r.tour_date_id', 'u.email', 'c.name as city'])
    .execute()
  const lists = await inTransaction(db, async (tx) => ({
    judges: await listCityJudges(tx, tour_date_id),
    classes: await listClasses(tx, tour_date_id),
  }))
  for (const sheet of sheets) {
    const own = registrations.find(({ email, city }) => email === sheet.email && city === sheet.city)
    if (!own) continue
    const who = emails.indexOf(sheet.email)
    const registration_id = own.id
    const answers = answersOf(sheet, question_ids, own.tour_date_id === tour_date_id ? lists : noLists)
    await owners.call(who, 'PUT', '/v1/dance360/survey/answers', { registration_id, questions: answers })
    if (sheet.isSubmitted) await owners.call(who, 'POST', '/v1/dance360/survey/submit', { registration_id })
  }
  await owners.close()
}

/** The labels of the demonstration's events, an open survey of this season, and the classes of a city. */
export async function writeSurvey({ call }: Office, tour_date_id: number) {
  for (const [event_id, labels] of eventLabels) {
    await call(1, 'PUT', '/v1/office/survey-labels', { event_id, labels })
  }
  const { version } = await call<{ version: number }>(1, 'POST', '/v1/office/survey-versions', {
    ...{ season_id: thisSeason.id, event_id: null, from: null },
  })
  let question_ids: number[] = []
  for (const [group, type, question, more = {}] of questions) {
    const { rows } = await call<{ rows: { id: number }[] }>(1, 'POST', '/v1/office/survey-questions', {
      ...{ version, question, survey_question_group_id: group, survey_question_type: type },
      ...{ required: more.required ?? true, feedback: more.feedback ?? false },
      not_applicable: more.not_applicable ?? null,
    })
    question_ids = rows.map(({ id }) => id)
  }
  await call(1, 'PUT', `/v1/office/survey-versions/${version}`, { state: 'open' })
  const drafts = classes.map((name) => ({ name, level_ids: [] }))
  await call(1, 'PUT', '/v1/office/workshop-classes', { tour_date_id, classes: drafts })
  return { tour_date_id, question_ids }
}
