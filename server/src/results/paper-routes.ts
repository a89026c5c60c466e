import { randomBytes } from 'node:crypto'
import { paperEndpoints } from '@callboard/contract/results/papers.ts'
import { slashDate } from '@callboard/domain/kernel/moment-text.ts'
import type { ReportDocument } from '@callboard/domain/kernel/document.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import {
  certificateCards,
  medalLabels,
  resultsDocument,
  scoreSheetsDocument,
  scriptDocument,
  type PaperHead,
} from '@callboard/domain/results/papers.ts'
import { spokenNames } from '@callboard/domain/results/result-names.ts'
import { lacksPart } from '@callboard/domain/results/release.ts'
import { announcementScript } from '@callboard/domain/results/script.ts'
import type { FastifyReply } from 'fastify'
import type { Db, Tx } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { orNotFound, Refused } from '../platform/http/errors.ts'
import { servePhases, type App } from '../platform/http/serve.ts'
import { hashOf } from '../platform/http/sessions.ts'
import { limitPrints } from '../platform/pdf/print-cache.ts'
import { print, printCards, type PrintLogo } from '../platform/pdf/print.ts'
import { signedOutUser } from '../platform/user.ts'
import { pagePolicy, reportPage } from '../reports/page.ts'
import { findReportToken } from '../reports/queries.ts'
import { logoOfCity, logoOfRegistration } from '../tours/logo-files.ts'
import { findAwardCity, listAwardBlocks, listAwards } from './award-queries.ts'
import { listCasts } from './name-queries.ts'
import { loadNames } from './names.ts'
import { findPortalRegistration } from './portal-queries.ts'
import { loadShownPart, presentCritiques, presentResults } from './portal.ts'
import { findLatestVersion } from './release-queries.ts'

type Days = { start_date: Parameters<typeof slashDate>[0]; end_date: Parameters<typeof slashDate>[0] }
const daysText = ({ start_date, end_date }: Days) =>
  start_date === end_date ? slashDate(start_date) : `${slashDate(start_date)} to ${slashDate(end_date)}`

type Part = 'results' | 'critiques'

/** The document of what is released of a registration. */
async function loadDocument(tx: Tx, app: App, registration_id: number, part: Part, now: Instant) {
  const shared = { path: part, registration_id, routine_ids: null }
  const registration = orNotFound(await findPortalRegistration(tx, { user: signedOutUser, shared }, registration_id))
  const portalPart = await loadShownPart(tx, registration, part, { shared, now })
  if (lacksPart(part, registration)) throw new Refused({ code: 'critiques.none' })
  if (!portalPart) throw new Refused({ code: `${part}.not_released` })
  const { event, city, studio } = registration
  const head: PaperHead = { event, city, studio, days: daysText(registration) }
  return part === 'results'
    ? resultsDocument(head, await presentResults(tx, portalPart, null))
    : scoreSheetsDocument(head, await presentCritiques(tx, app.files, portalPart, now))
}

type Delivery = { format: 'html' | 'pdf'; name: string; logo: PrintLogo | null; now: Instant }

/** Answers a document as a page, or as a PDF to be kept. */
function send(reply: FastifyReply, document: ReportDocument, { format, name, logo, now }: Delivery) {
  if (format === 'html') {
    const nonce = randomBytes(16).toString('base64')
    void reply.header('content-security-policy', pagePolicy(nonce)).type('text/html; charset=utf-8')
    return reportPage(document, nonce)
  }
  void reply.type('application/pdf').header('content-disposition', `attachment; filename="${name}.pdf"`)
  return print(document, now, { logo })
}

/** Results and score sheets of a registration, and the office's papers of a city. RES-034. */
export function paperRoutes(app: App) {
  const endpoints = paperEndpoints

  async function openReport(db: Db, token: string, part: Part, now: Instant) {
    const token_hash = hashOf(token)
    const { registration_id } = orNotFound(await inTransaction(db, (tx) => findReportToken(tx, token_hash, now)))
    await limitPrints(app, token_hash)
    const document = await inTransaction(db, (tx) => loadDocument(tx, app, registration_id, part, now))
    return { document, logo: await logoOfRegistration(app, registration_id) }
  }

  // In phases: no connection waits while a PDF is drawn.
  servePhases(app, endpoints.readTourResults, async (db, { params, query, now, reply }) => {
    const { document, logo } = await openReport(db, params.token, 'results', now)
    return send(reply, document, { format: query.format, name: 'results', logo, now })
  })

  servePhases(app, endpoints.readScoreSheets, async (db, { params, query, now, reply }) => {
    const { document, logo } = await openReport(db, params.token, 'critiques', now)
    return send(reply, document, { format: query.format, name: 'score-sheets', logo, now })
  })

  servePhases(app, endpoints.readResultPaper, async (db, { params: { name }, query, now, user, reply }) => {
    await limitPrints(app, user.id)
    const { head, entries, blocks } = await inTransaction(db, (tx) => loadCityPaper(tx, query.tour_date_id))
    void reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${name}-${query.tour_date_id}.pdf"`)
    const logo = await logoOfCity(app, query.tour_date_id)
    if (name === 'script') return print(scriptDocument(head, blocks), now, { logo })
    if (name === 'certificates') return printCards(certificateCards(head, entries), now, { logo })
    return printCards(medalLabels(head, entries, { first: query.first_label, withNames: query.names === 'true' }), now)
  })
}

/** The newest confirmed results of a city, embargoed or not: papers are printed before the ceremony. */
async function loadCityPaper(tx: Tx, tour_date_id: number) {
  const city = orNotFound(await findAwardCity(tx, tour_date_id))
  const version = await findLatestVersion(tx, tour_date_id, 'results')
  if (!version) throw new Refused({ code: 'release.no_papers' })
  const names = await loadNames(tx, city, version)
  const casts = new Map((await listCasts(tx, tour_date_id)).map(({ id, dancers }) => [id, dancers]))
  const awards = await listAwards(tx, city)
  const awardBlocks = await listAwardBlocks(tx, tour_date_id)
  const head: PaperHead = { event: city.event, city: city.city, studio: '', days: daysText(city) }
  const entries = version.body.entries
    .toSorted((a, b) => a.entry_number - b.entry_number)
    .map(({ id, entry_number, suffix, award_id }) => ({
      label: `${entry_number}${suffix}`,
      name: names.entry(id).replace(/^\S+ /, ''),
      studio: names.studioOfEntry(id),
      level: award_id === null ? '' : names.level(award_id),
      dancers: casts.get(id) ?? [],
    }))
  return { head, entries, blocks: announcementScript(version.body, awards, awardBlocks, spokenNames(names)) }
}
