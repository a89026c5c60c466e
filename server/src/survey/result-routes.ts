import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { readSurveyResults, surveyAnswerSheet } from '@callboard/contract/survey/office-survey.ts'
import { csvLines, csvText } from '@callboard/domain/kernel/csv.ts'
import { ratingLabels } from '@callboard/domain/survey/availability.ts'
import { mostSheetLines } from '@callboard/domain/survey/question.ts'
import { checkSheetLines } from '@callboard/domain/survey/results.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { savedAs } from '../platform/files/store.ts'
import { orNotFound, orRefuse } from '../platform/http/errors.ts'
import { serve, servePhases, type App } from '../platform/http/serve.ts'
import { listVersionQuestions } from './office-queries.ts'
import {
  findVersion,
  listAnswerLines,
  listSurveyCities,
  loadResults,
  noResults,
  type AnswerLine,
} from './result-queries.ts'

/** The columns of the spreadsheet of answers. None says whose an answer is. */
const columns: readonly (readonly [header: string, cell: (line: AnswerLine) => string | number])[] = [
  ['Event', ({ event }) => event],
  ['City', ({ city }) => city],
  ['First day', ({ start_date }) => start_date],
  ['Question', ({ question }) => question],
  ['Judge or class', ({ entry }) => entry ?? ''],
  ['Rating', ({ rating }) => rating ?? ''],
  ['Text', ({ text }) => text ?? ''],
  ['Comments', ({ comments }) => comments ?? ''],
  ['Not applicable', ({ not_applicable }) => (not_applicable ? 'yes' : '')],
]

/** Lines in one part of a file: a part of this length takes some milliseconds. */
const partLines = 2_000

/** The file a part at a time, so that the process answers other calls between two parts. */
async function* sheetParts(lines: readonly AnswerLine[]): AsyncGenerator<string> {
  yield csvText([columns.map(([header]) => header)])
  for (let start = 0; start < lines.length; start += partLines) {
    yield csvLines(lines.slice(start, start + partLines).map((line) => columns.map(([, cell]) => cell(line))))
    await nextTurn()
  }
}

/** The results of the survey as the office reads them, and the answers behind them as a spreadsheet. */
export function surveyResultRoutes(app: App) {
  serve(app, readSurveyResults, async (tx, { query }) => {
    const { season, event, version } = orNotFound(await findVersion(tx, query.version))
    const results = await loadResults(tx, query)
    const questions = await listVersionQuestions(tx, version)
    const cities = await listSurveyCities(tx, version)
    return {
      ...{ version, season, event },
      cities: cities.map(({ labels, ...city }) => ({ ...city, rating_labels: ratingLabels(labels) })),
      questions: questions.map(({ id, question, survey_question_group_id, survey_question_type }) => ({
        ...{ id, question, survey_question_group_id, survey_question_type },
        results: results.get(id) ?? noResults,
      })),
    }
  })

  // In phases: no connection waits while the file is sent.
  servePhases(app, surveyAnswerSheet, async (db, { query, reply }) => {
    const lines = await inTransaction(db, async (tx) => {
      orNotFound(await findVersion(tx, query.version))
      return listAnswerLines(tx, query, mostSheetLines + 1)
    })
    orRefuse(checkSheetLines(lines.length))
    void reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', savedAs(`Survey ${query.version}.csv`))
      .header('cache-control', 'private, no-store')
    return Readable.from(sheetParts(lines))
  })
}
