import { officeSurveyEndpoints } from '@callboard/contract/survey/office-survey.ts'
import { mergeEdit } from '@callboard/domain/kernel/merge-edit.ts'
import {
  checkLabels,
  checkQuestion,
  checkVersionMove,
  questionFields,
  type QuestionDraft,
} from '@callboard/domain/survey/versions.ts'
import { audited, type Caller } from '../platform/audit-queries.ts'
import type { Tx } from '../platform/db/connect.ts'
import { orNotFound, orRefuse, Refused } from '../platform/http/errors.ts'
import { serve, type App } from '../platform/http/serve.ts'
import { findCityHead } from '../tours/city-queries.ts'
import {
  replaceClasses,
  deleteQuestion,
  findLabels,
  findOtherOpen,
  findQuestionVersion,
  findVersionState,
  insertQuestions,
  insertVersion,
  listLabels,
  listLevels,
  listRatedClasses,
  listVersionQuestions,
  listVersions,
  lockVersion,
  setLabels,
  setPositions,
  setQuestion,
  setVersionState,
  type LockedVersion,
} from './office-queries.ts'
import { countCitySurvey, listCityTexts, listCityVersions, listClasses } from './queries.ts'
import { loadResults, noResults } from './result-queries.ts'

async function presentVersion(tx: Tx, version: number) {
  const { state } = orNotFound(await findVersionState(tx, version))
  const results = await loadResults(tx, { version })
  const questions = await listVersionQuestions(tx, version)
  const rows = questions.map((row) => {
    const { entries: _, ...counts } = results.get(row.id) ?? noResults
    return { ...row, results: counts }
  })
  return { version, state, rows }
}

/** A new draft with the questions of another version; says which of its questions came of which. */
async function copyVersion(tx: Tx, { season_id, event_id, questions }: LockedVersion) {
  const { version } = await insertVersion(tx, { season_id, event_id })
  const copied =
    questions.length > 0
      ? await insertQuestions(
          tx,
          questions.map(({ id: _, ...row }) => ({ ...row, version })),
        )
      : []
  return { version, ids: new Map(questions.map(({ id }, index) => [id, copied[index]?.id ?? 0])) }
}

/** The version that a change is made in: the one named, or a draft copy once it has answers. */
async function loadForChange(tx: Tx, version: number) {
  const lockedVersion = orNotFound(await lockVersion(tx, version))
  if (!lockedVersion.is_answered) return { version, idOf: (id: number) => id }
  const copy = await copyVersion(tx, lockedVersion)
  return { version: copy.version, idOf: (id: number) => copy.ids.get(id) ?? 0 }
}

const questionLabels = {
  survey_question_group_id: 'group',
  survey_question_type: 'answer',
  not_applicable: 'not-applicable text',
  feedback: 'comments',
}

/** Puts a question before another of its group, or last. */
async function placeQuestion(tx: Tx, version: number, id: number, before_id: number | null) {
  const ids = (await listVersionQuestions(tx, version)).map((row) => row.id).filter((other) => other !== id)
  const index = before_id === null ? -1 : ids.indexOf(before_id)
  await setPositions(tx, index < 0 ? [...ids, id] : ids.toSpliced(index, 0, id))
}

/** The office writes the survey, opens it for a season, and keeps the classes of a city. OFF-034. */
export function officeSurveyRoutes(app: App) {
  const endpoints = officeSurveyEndpoints
  const entity = 'survey_version'

  serve(app, endpoints.listSurveyVersions, async (tx) => ({
    rows: await listVersions(tx),
    events: await listLabels(tx),
  }))

  serve(app, endpoints.createSurveyVersion, async (tx, { body: { season_id, event_id, from }, ...caller }) => {
    const source = from === null ? null : orNotFound(await lockVersion(tx, from))
    const { version } = source
      ? await copyVersion(tx, { ...source, season_id, event_id })
      : await insertVersion(tx, { season_id, event_id })
    const after = { season_id, event_id, from }
    await audited(tx, caller, { action: 'begin survey', entity, entity_id: version, before: null, after })
    return { version }
  })

  serve(app, endpoints.changeSurveyVersion, async (tx, { params: { version }, body: { state }, ...caller }) => {
    const before = orNotFound(await lockVersion(tx, version))
    orRefuse(checkVersionMove(before.state, state, before.questions.length))
    if (state === 'open' && (await findOtherOpen(tx, before))) throw new Refused({ code: 'survey.version_open' })
    await setVersionState(tx, version, state)
    const change = { before: { state: before.state }, after: { state, season_id: before.season_id } }
    await audited(tx, caller, { action: 'change survey', entity, entity_id: version, ...change })
    return { version }
  })

  serve(app, endpoints.listOfficeSurveyQuestions, (tx, { query }) => presentVersion(tx, query.version))

  serve(app, endpoints.addSurveyQuestion, async (tx, { body, ...caller }) => {
    const draft = questionFields(orRefuse(checkQuestion(body)))
    const { version } = await loadForChange(tx, body.version)
    const [row] = await insertQuestions(tx, [{ ...draft, version, position: 0 }])
    await placeQuestion(tx, version, row?.id ?? 0, null)
    await auditQuestion(tx, caller, version, { before: null, after: draft })
    return presentVersion(tx, version)
  })

  serve(app, endpoints.changeSurveyQuestion, async (tx, { params: { id }, body: { base, ...edit }, ...caller }) => {
    const change = await loadForChange(tx, orNotFound(await findQuestionVersion(tx, id)).version)
    const before = orNotFound(
      (await listVersionQuestions(tx, change.version)).find((row) => row.id === change.idOf(id)),
    )
    const { before_id, ...fields } = edit
    const current = questionFields(before)
    const merged = orRefuse(mergeEdit({ current, base, change: fields, labels: questionLabels }))
    const draft = questionFields(orRefuse(checkQuestion({ ...current, ...merged })))
    await setQuestion(tx, before.id, { ...draft, position: before.position })
    if (before_id !== undefined) {
      await placeQuestion(tx, change.version, before.id, before_id === null ? null : change.idOf(before_id))
    }
    await auditQuestion(tx, caller, change.version, { before: questionFields(before), after: draft })
    return presentVersion(tx, change.version)
  })

  serve(app, endpoints.removeSurveyQuestion, async (tx, { params: { id }, ...caller }) => {
    const change = await loadForChange(tx, orNotFound(await findQuestionVersion(tx, id)).version)
    const before = orNotFound(
      (await listVersionQuestions(tx, change.version)).find((row) => row.id === change.idOf(id)),
    )
    await deleteQuestion(tx, before.id)
    await auditQuestion(tx, caller, change.version, { before: questionFields(before), after: null })
    return presentVersion(tx, change.version)
  })

  serve(app, endpoints.saveSurveyLabels, async (tx, { body: { event_id, labels }, ...caller }) => {
    const before = orNotFound(await findLabels(tx, event_id))
    const after = labels && orRefuse(checkLabels(labels))
    await setLabels(tx, event_id, after)
    const change = { before: { labels: before.labels }, after: { labels: after } }
    await audited(tx, caller, { action: 'change survey labels', entity: 'event', entity_id: event_id, ...change })
    return { event_id }
  })

  serve(app, endpoints.listCitySurvey, async (tx, { query: { tour_date_id } }) => {
    const { event, city } = orNotFound(await findCityHead(tx, tour_date_id))
    const counts = await countCitySurvey(tx, tour_date_id)
    const texts = await listCityTexts(tx, tour_date_id)
    return {
      event,
      city,
      ...counts,
      texts,
      versions: (await listCityVersions(tx, tour_date_id)).map(({ version }) => version),
      classes: await listClasses(tx, tour_date_id),
      levels: await listLevels(tx, tour_date_id),
    }
  })

  serve(app, endpoints.saveWorkshopClasses, async (tx, { body: { tour_date_id, classes }, ...caller }) => {
    orNotFound(await findCityHead(tx, tour_date_id))
    const before = await listClasses(tx, tour_date_id)
    const ratedIds = await listRatedClasses(tx, tour_date_id)
    const keptIds = new Set(classes.map(({ id }) => id))
    const ratedClass = before.find(({ id }) => !keptIds.has(id) && ratedIds.has(id))
    if (ratedClass) throw new Refused({ code: 'survey.class_rated', name: ratedClass.name })
    const drafts = classes.map(({ id, name, level_ids }, position) => {
      if (!name.trim()) throw new Refused({ code: 'required', field: 'classes' })
      const class_id = id === undefined ? null : orNotFound(before.find((row) => row.id === id)).id
      return { id: class_id, name: name.trim(), level_ids: [...level_ids], position }
    })
    await replaceClasses(tx, tour_date_id, drafts)
    const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name).join(', ')
    const change = { before: { classes: names(before) }, after: { classes: names(classes) } }
    const city = { entity: 'tour_date', entity_id: tour_date_id }
    await audited(tx, caller, { action: 'change workshop classes', ...city, ...change })
    return { classes: classes.length }
  })
}

type Change = { before: QuestionDraft | null; after: QuestionDraft | null }

const auditQuestion = (tx: Tx, caller: Caller, version: number, change: Change) =>
  audited(tx, caller, { action: 'change survey question', entity: 'survey_version', entity_id: version, ...change })
