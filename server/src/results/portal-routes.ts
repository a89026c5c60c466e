import { portalEndpoints } from '@callboard/contract/results/portal.ts'
import { registrationData } from '@callboard/domain/results/registration-data.ts'
import type { ReleasedEntry } from '@callboard/domain/results/release.ts'
import { listItems } from '../critiques/queries.ts'
import type { Tx } from '../platform/db/connect.ts'
import { NotFound, orNotFound, Refused } from '../platform/http/errors.ts'
import { serve, type App } from '../platform/http/serve.ts'
import { hashOf } from '../platform/http/sessions.ts'
import { signedOutUser } from '../platform/user.ts'
import { findShareOfPage } from '../share-links/queries.ts'
import { findRegistrationOfRoutine, type PortalRegistration } from './portal-queries.ts'
import { loadReadable, loadScoreLines, loadShownPart, presentCritiques, presentResults } from './portal.ts'
import { listShownParts } from './release-queries.ts'

const headOf = ({ event, city, registration_id }: PortalRegistration) => ({ event, city, registration_id })

/** The results portal: what is released of a registration, to its owner and through shared links. */
export function portalRoutes(app: App) {
  const endpoints = portalEndpoints

  serve(app, endpoints.readPortal, async (tx, { query, ...reader }) => {
    const registration = await loadReadable(tx, reader, query.registration_id)
    const parts = (await listShownParts(tx, registration.tour_date_id, reader.now)).map(({ part }) => part)
    return {
      ...headOf(registration),
      season_has_portal: registration.is_portal,
      no_critiques: registration.no_critiques,
      critiques: parts.includes('critiques') && !registration.no_critiques,
      ...{ results: parts.includes('results'), data: parts.includes('data') },
    }
  })

  serve(app, endpoints.readCritiques, async (tx, { query, ...reader }) => {
    const registration = await loadReadable(tx, reader, query.registration_id)
    const part = await loadShownPart(tx, registration, 'critiques', reader)
    const routines = part ? await presentCritiques(tx, app.files, part, reader.now) : []
    const { correction = null, source = 'sheets' } = part ?? {}
    const { no_critiques } = registration
    return { ...headOf(registration), released: part !== null, no_critiques, correction, source, routines }
  })

  serve(app, endpoints.readCritique, async (tx, { query, ...reader }) => {
    const registration = await loadReadable(tx, reader, query.registration_id)
    if ((query.event_id ?? registration.event_id) !== registration.event_id) throw new NotFound()
    const part = await loadShownPart(tx, registration, 'critiques', reader)
    if (!part) throw new Refused({ code: registration.no_critiques ? 'critiques.none' : 'critiques.not_released' })
    const entries = part.entries.filter(({ id }) => id === query.routine_id)
    const [record] = await presentCritiques(tx, app.files, { ...part, entries }, reader.now)
    return orNotFound(record)
  })

  serve(app, endpoints.readResults, async (tx, { query, ...reader }) => {
    const registration = await loadReadable(tx, reader, query.registration_id)
    const part = await loadShownPart(tx, registration, 'results', reader)
    const empty = { adjudicated: [], best_dancers: [], studio_awards: [], special_awards: [], scholarships: [] }
    const results = part ? await presentResults(tx, part, reader.shared) : empty
    return { ...headOf(registration), released: part !== null, correction: part?.correction ?? null, ...results }
  })

  serve(app, endpoints.readData, async (tx, { query, ...reader }) => {
    const registration = await loadReadable(tx, reader, query.registration_id)
    const part = await loadShownPart(tx, registration, 'data', reader)
    if (!part) throw new Refused({ code: 'data.not_released' })
    return { ...headOf(registration), ...(await presentData(tx, part)) }
  })

  serve(app, endpoints.readRoutineScores, async (tx, { query, ...reader }) => {
    const id = orNotFound(await findRegistrationOfRoutine(tx, query.registrations_routine_id))
    const registration = await loadReadable(tx, reader, id)
    const part = await loadShownPart(tx, registration, 'results', reader)
    if (!part) throw new Refused({ code: 'results.not_released' })
    const entry = part.entries.find((one) => one.id === query.registrations_routine_id)
    if (!entry) throw new NotFound()
    return scoresOf(part, entry, (await loadScoreLines(tx, [entry]))(entry))
  })

  serve(app, endpoints.readRegistrationScores, async (tx, { params, ...reader }) => {
    const registration = await loadReadable(tx, reader, params.id)
    const part = await loadShownPart(tx, registration, 'results', reader)
    if (!part) return []
    const linesOf = await loadScoreLines(tx, part.entries)
    return part.entries.map((entry) => ({
      id: entry.id,
      date_routine: { scores: scoresOf(part, entry, linesOf(entry)) },
    }))
  })

  serve(app, endpoints.readPublicCritiques, async (tx, { query, now }) => {
    const shared = orNotFound(await findShareOfPage(tx, hashOf(query.token), 'critiques', now))
    const reader = { user: signedOutUser, shared, now }
    const registration = await loadReadable(tx, reader, shared.registration_id)
    const part = await loadShownPart(tx, registration, 'critiques', reader)
    const { registration_id: id, event, city, studio } = registration
    return {
      registration: { id, event, city, studio },
      routine: part ? await presentCritiques(tx, app.files, part, now) : [],
    }
  })
}

type ShownPart = NonNullable<Awaited<ReturnType<typeof loadShownPart>>>

type ScoreLines = ReturnType<Awaited<ReturnType<typeof loadScoreLines>>>

function scoresOf({ present }: ShownPart, entry: ReleasedEntry, scores: ScoreLines) {
  const { total_score, dropped_score, canceled, place, competition_award } = present(entry)
  return { scores, total_score, dropped_score, canceled, place, award: competition_award }
}

const percent = (part: number, whole: number) => Math.round((100 * part) / whole)

/** The figures of the released routines that a total was made for. RES-019, RES-020, RES-023. */
async function presentData(tx: Tx, { slice, entries, results_follow, levelName, performanceName }: ShownPart) {
  const routines = entries.flatMap(({ total, award_id, places, performance_division_id, sheets }) =>
    total === null
      ? []
      : [
          {
            ...{ total, award_id, places: places.map(({ place }) => place) },
            performance_division: { id: performance_division_id, name: performanceName(performance_division_id) },
            marks: sheets.flatMap(({ items }) => items),
          },
        ],
  )
  const data = registrationData(routines, slice.award_order)
  if (!data) throw new Refused({ code: 'data.too_few_routines' })
  const itemNames = new Map((await listItems(tx)).map(({ id, name }) => [id, name]))
  const division = ({ name, mean, count }: (typeof data.by_division)[number]) => ({ name, average: mean / 100, count })
  const figures = {
    average: data.average / 100,
    by_division: data.by_division.map(division),
    top_divisions: data.top_divisions.map(division),
    awards: data.awards.map(({ award_id, count }) => ({ name: levelName(award_id), count })),
    places: data.places,
  }
  const noFigures = { average: null, by_division: [], top_divisions: [], awards: [], places: null }
  return {
    ...{ routine_count: data.routine_count, results_follow, ...(results_follow ? noFigures : figures) },
    level1: data.level1.map(({ level_1_id, good, count }) => ({
      ...{
        name: itemNames.get(level_1_id) ?? 'A removed item',
        good,
        bad: count - good,
        good_percent: percent(good, count),
      },
    })),
  }
}
