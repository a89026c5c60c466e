import { auditionEndpoints } from '@callboard/contract/judging/auditions.ts'
import { checkMark, unusualMark } from '@callboard/domain/judging/mark.ts'
import { cellOf, markOf, nextRevision, type StoredSheet } from '@callboard/domain/judging/sheet.ts'
import { droppedSeats, rankAuditions } from '@callboard/domain/results/audition-ranks.ts'
import { audited } from '../platform/audit-queries.ts'
import type { Tx } from '../platform/db/connect.ts'
import { orNotFound, orRefuse, Refused } from '../platform/http/errors.ts'
import { serve, type App } from '../platform/http/serve.ts'
import { findOrderCity } from '../running-order/queries.ts'
import {
  confirmAuditionSheets,
  findAuditionSheets,
  insertAuditionSheet,
  listAuditioners,
  listAuditionSheets,
  lockAuditionSeat,
  rejectAuditionSheets,
} from './audition-queries.ts'
import { loadAuditioners } from './inputs-queries.ts'
import { listScoringPanels } from './panel-queries.ts'

type AuditionSheet = Awaited<ReturnType<typeof listAuditionSheets>>[number]

/** An audition sheet as the rule of cells reads it: always paper, of one author. */
const storedSheet = (sheet: AuditionSheet): StoredSheet & AuditionSheet => ({
  ...sheet,
  contested: false,
  source: 'paper',
})

/** Of a dancer without a mark that counts. */
const notRanked = { sums: { ballet: null, jazz: null, solo: null }, total: null, place: null }

async function presentAuditions(tx: Tx, tour_date_id: number, user_id: number) {
  const { event, city } = orNotFound(await findOrderCity(tx, tour_date_id))
  const panels = await listScoringPanels(tx, tour_date_id, { isAudition: true })
  const sheets = (await listAuditionSheets(tx, tour_date_id)).map(storedSheet)
  const auditioners = await loadAuditioners(tx, tour_date_id)
  const panelOf = Object.fromEntries(panels.map(({ kind, id, counted, dropping }) => [kind, { id, counted, dropping }]))
  const ranks = rankAuditions(auditioners, panelOf)
  const auditionerById = new Map(auditioners.map((dancer) => [dancer.attendee_id, dancer]))
  const rankOf = new Map(ranks.map(({ attendee_id, ...rank }) => [attendee_id, rank]))
  const seats = panels.flatMap(({ kind, seats: own }) => own.map(({ id, position }) => ({ id, kind, position })))
  return {
    ...{ tour_date_id, event, city },
    panels: panels.flatMap(({ kind, id, name, seats, max_points, step, soft_floor }) =>
      kind === 'competition' ? [] : [{ kind, id, name, seats, scale: { max_points, step, soft_floor } }],
    ),
    dancers: (await listAuditioners(tx, tour_date_id)).map((dancer) => {
      const ofDancer = sheets.filter(({ attendee_id }) => attendee_id === dancer.attendee_id)
      const auditioner = auditionerById.get(dancer.attendee_id)
      const dropped = auditioner ? droppedSeats(auditioner, panelOf) : []
      const cells = seats.map(({ id: seat_id, kind, position }) => {
        const own = ofDancer.filter((sheet) => sheet.seat_id === seat_id)
        const { state, sheet } = cellOf(own, false)
        return {
          ...{ seat_id, state, next_revision: nextRevision(own), points: sheet?.points ?? null },
          dropped: dropped.some((one) => one.discipline === kind && one.position === position),
          ...{ client_id: sheet?.client_id ?? null, is_own: sheet?.entered_by === user_id },
        }
      })
      return { ...dancer, ...(rankOf.get(dancer.attendee_id) ?? notRanked), cells }
    }),
  }
}

/** Best Dancer auditions: marks from paper, in ballet and jazz. PROG-022. */
export function officeAuditionRoutes(app: App) {
  const { readAuditionScores, enterAuditionScore, decideAuditionScores } = auditionEndpoints

  serve(app, readAuditionScores, (tx, { query, user }) => presentAuditions(tx, query.tour_date_id, user.id))

  serve(app, enterAuditionScore, async (tx, { body, ...caller }) => {
    const { client_id, attendee_id, seat_id, revision, points, accept_unusual } = body
    const abstained = points === null ? body.abstained.trim() || 'No reason given' : null
    const { tour_date_id, panel_id, ...scale } = orNotFound(await lockAuditionSeat(tx, seat_id))
    const dancers = await listAuditioners(tx, tour_date_id)
    if (!dancers.some((dancer) => dancer.attendee_id === attendee_id)) {
      throw new Refused({ code: 'sheet.not_judged_here' })
    }
    const [earlier] = await findAuditionSheets(tx, [client_id])
    if (earlier) {
      const isSame = earlier.attendee_id === attendee_id && earlier.seat_id === seat_id && earlier.points === points
      if (!isSame) throw new Refused({ code: 'sheet.another_content' })
    } else {
      if (points !== null) orRefuse(checkMark(points, scale))
      const sheets = (await listAuditionSheets(tx, tour_date_id)).filter((sheet) => sheet.attendee_id === attendee_id)
      const next = nextRevision(sheets.filter((sheet) => sheet.seat_id === seat_id))
      if (revision !== next) throw new Refused({ code: 'sheet.changed_meanwhile', revision: next })
      const panels = await listScoringPanels(tx, tour_date_id, { isAudition: true })
      const others = (panels.find(({ id }) => id === panel_id)?.seats ?? [])
        .filter(({ id, shadow }) => id !== seat_id && !shadow)
        .flatMap(({ id }) => markOf(sheets.filter((sheet) => sheet.seat_id === id).map(storedSheet)) ?? [])
      const why = points === null || accept_unusual ? null : unusualMark(points, others, scale)
      if (why && points !== null) throw new Refused({ code: 'mark.unusual', points, why })
      const by = { entered_by: caller.user.id, received_at: caller.now }
      await insertAuditionSheet(tx, { client_id, attendee_id, seat_id, revision, points, abstained, ...by })
    }
    const after = { attendee_id, judge_seat_id: seat_id, revision, points, abstained }
    const about = { entity: 'judging', entity_id: tour_date_id, before: null, after }
    await audited(tx, caller, { action: 'enter audition score', ...about })
    return presentAuditions(tx, tour_date_id, caller.user.id)
  })

  serve(app, decideAuditionScores, async (tx, { body: { client_ids, decision }, ...caller }) => {
    const sheets = await findAuditionSheets(tx, client_ids)
    const [first] = sheets
    if (!first) throw new Refused({ code: 'sheet.not_to_confirm' })
    const { tour_date_id } = first
    if (sheets.some((sheet) => sheet.tour_date_id !== tour_date_id))
      throw new Refused({ code: 'sheet.not_judged_here' })
    const isOwn = sheets.some(({ entered_by }) => entered_by === caller.user.id)
    if (decision === 'confirm' && isOwn) throw new Refused({ code: 'sheet.own' })
    const decide = decision === 'confirm' ? confirmAuditionSheets : rejectAuditionSheets
    const decidedRows = await decide(tx, client_ids, caller.user.id, caller.now)
    if (decidedRows.length < new Set(client_ids).size) throw new Refused({ code: 'sheet.not_to_confirm' })
    const after = { sheets: sheets.map(({ attendee_id, points }) => ({ attendee_id, points })) }
    const about = { entity: 'judging', entity_id: tour_date_id, before: null, after }
    await (decision === 'confirm'
      ? audited(tx, caller, { action: 'confirm audition scores', ...about })
      : audited(tx, caller, { action: 'reject audition scores', ...about }))
    return presentAuditions(tx, tour_date_id, caller.user.id)
  })
}
