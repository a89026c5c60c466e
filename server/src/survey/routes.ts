import { surveyEndpoints } from '@callboard/contract/survey/survey.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { CallerIdentity } from '@callboard/domain/share-links/share-link.ts'
import { checkAnswers } from '@callboard/domain/survey/answers.ts'
import { ratingLabels, surveyStatus } from '@callboard/domain/survey/availability.ts'
import { missingAnswers } from '@callboard/domain/survey/pages.ts'
import { rewardPromo } from '@callboard/domain/survey/reward.ts'
import { answerable, entriesOf, type SurveyLists, type SurveyQuestion } from '@callboard/domain/survey/question.ts'
import { grantPromo } from '../ledger/promo-queries.ts'
import type { Tx } from '../platform/db/connect.ts'
import { NotFound, orNotFound, orRefuse, Refused } from '../platform/http/errors.ts'
import { serve, type App } from '../platform/http/serve.ts'
import { markSurveySubmitted, setSurveyVersion } from '../registrations/root-queries.ts'
import {
  findOpenVersion,
  findSurveyed,
  holdVersion,
  insertSubmission,
  listCityJudges,
  listClasses,
  listQuestions,
  lockSurveyed,
  saveAnswers,
  type SurveyedRegistration,
} from './queries.ts'

type QuestionRow = Awaited<ReturnType<typeof listQuestions>>[number]

const listsOf = async (tx: Tx, { tour_date_id }: SurveyedRegistration): Promise<SurveyLists> => ({
  judge_list: await listCityJudges(tx, tour_date_id),
  workshop_list: (await listClasses(tx, tour_date_id)).map(({ id, name }) => ({ id, name })),
})

/** A question as the wire has it: the entries of a list have their names of today. */
function presentQuestion(row: QuestionRow, lists: SurveyLists): SurveyQuestion {
  const { value, is_not_applicable, feedback_text, updated, ...question } = row
  const { id, survey_question_type: type } = question
  if (updated === null) return { ...question, answer: null }
  const answer = { id, type, not_applicable: is_not_applicable ?? false, feedback: feedback_text ?? '' }
  if (!Array.isArray(value)) return { ...question, answer: { ...answer, value: value as number | string | null } }
  const ratings = new Map((value as { id: number; rating: number }[]).map((rating) => [rating.id, rating.rating]))
  const entries = entriesOf(type, lists).map((entry) => ({ ...entry, rating: ratings.get(entry.id) ?? null }))
  return { ...question, answer: { ...answer, value: entries } }
}

/** A registration's survey: its version, the questions its city can answer, and whether it may. */
async function loadSurvey(tx: Tx, registration: SurveyedRegistration, now: Instant) {
  if (!registration.completed) throw new Refused({ code: 'registration.not_completed' })
  const { survey_version, registration_id, is_nationals, is_aftermath, surveys_on, current } = registration
  const version = survey_version ?? (await findOpenVersion(tx, registration))?.version ?? null
  const lists = await listsOf(tx, registration)
  const rows = version === null ? [] : await listQuestions(tx, version, registration_id)
  const questions = answerable(
    rows.map((row) => presentQuestion(row, lists)),
    lists,
  )
  const event = { is_nationals, is_aftermath, settings: { surveys_on } }
  const tour_date = { ...registration, event, season: { current } }
  const facts = { tour_date, submitted: registration.survey_submitted, has_questions: questions.length > 0, now }
  return { version, lists, questions, status: surveyStatus(facts) }
}

const findRegistration = async (tx: Tx, caller: CallerIdentity, registration_id: number) =>
  orNotFound(await findSurveyed(tx, caller, registration_id))

const rewardOf = ({ promo_code, amount }: SurveyedRegistration) =>
  promo_code !== null && amount !== null ? { promo_code, amount } : null

/** Refuses a survey that may not be answered now. SURV-011, SURV-012. */
function requireOpen(status: Awaited<ReturnType<typeof loadSurvey>>['status']) {
  if (status === 'open') return
  throw new Refused({ code: `survey.${status}` })
}

/** The survey after an event, for its owner and by a shared link. docs/rules/survey.md. */
export function surveyRoutes(app: App) {
  const endpoints = surveyEndpoints

  serve(app, endpoints.readSurvey, async (tx, { query, now, ...caller }) => {
    const registration = await findRegistration(tx, caller, query.registration_id)
    const { version, status } = await loadSurvey(tx, registration, now)
    const { registration_id, event_id, event, city, labels } = registration
    const rating_labels = ratingLabels(labels)
    return { registration_id, event_id, event, city, status, version, rating_labels, reward: rewardOf(registration) }
  })

  serve(app, endpoints.listSurveyQuestions, async (tx, { query, now, ...caller }) => {
    const registration = await findRegistration(tx, caller, query.registration_id)
    if ((query.event_id ?? registration.event_id) !== registration.event_id) throw new NotFound()
    const { version, questions, status } = await loadSurvey(tx, registration, now)
    if (status === 'unavailable') throw new Refused({ code: 'survey.unavailable' })
    if (status === 'waiting') return []
    if ((query.version ?? version) !== version) throw new Refused({ code: 'survey.version' })
    return questions
  })

  serve(app, endpoints.listSurveyJudges, async (tx, { query, now, ...caller }) => {
    const registration = await findRegistration(tx, caller, query.registration_id)
    return (await loadSurvey(tx, registration, now)).lists.judge_list
  })

  serve(app, endpoints.listSurveyWorkshops, async (tx, { query, now, ...caller }) => {
    const registration = await findRegistration(tx, caller, query.registration_id)
    return (await loadSurvey(tx, registration, now)).lists.workshop_list
  })

  serve(app, endpoints.saveSurveyAnswers, async (tx, { body, now, ...caller }) => {
    const registration = orNotFound(await lockSurveyed(tx, caller, body.registration_id))
    const { version, status, questions, lists } = await loadSurvey(tx, registration, now)
    requireOpen(status)
    if (version === null || (body.version ?? version) !== version) throw new Refused({ code: 'survey.version' })
    if (registration.survey_version === null) {
      await holdVersion(tx, version)
      await setSurveyVersion(tx, body.registration_id, version)
    }
    const answers = orRefuse(checkAnswers(questions, body.questions, lists))
    await saveAnswers(tx, body.registration_id, answers, now)
    return { survey_version: version }
  })

  serve(app, endpoints.submitSurvey, async (tx, { body: { registration_id }, now, ...caller }) => {
    const registration = orNotFound(await lockSurveyed(tx, caller, registration_id))
    const earlierReward = rewardOf(registration)
    if (earlierReward) return earlierReward
    const { status, questions, lists } = await loadSurvey(tx, registration, now)
    requireOpen(status)
    const answers = Object.fromEntries(questions.map(({ id, answer }) => [id, answer ?? undefined]))
    const missing = missingAnswers(questions, answers, lists)
    const [first] = missing
    if (first !== undefined) {
      throw new Refused({ code: 'survey.missing', field: `questions.${first}`, questions: missing })
    }
    const promo = rewardPromo(registration)
    const promo_code_id = await grantPromo(tx, promo, { user_id: registration.user_id, granted_at: now })
    await insertSubmission(tx, registration_id, promo_code_id, now)
    await markSurveySubmitted(tx, registration_id)
    return { promo_code: promo.code, amount: promo.amount }
  })
}
