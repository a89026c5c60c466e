import { awardEndpoints, type officeAwards } from '@callboard/contract/results/awards.ts'
import { checkAwardScale } from '@callboard/domain/results/award-scale.ts'
import { checkAward, checkPicks, type AwardDefinition } from '@callboard/domain/results/award.ts'
import { isOut, stateLabels } from '@callboard/domain/running-order/entry-state.ts'
import type { z } from 'zod'
import { audited } from '../platform/audit-queries.ts'
import type { Tx } from '../platform/db/connect.ts'
import { answerWith, orNotFound, orRefuse, Refused } from '../platform/http/errors.ts'
import { serve, type App } from '../platform/http/serve.ts'
import { listCriteria } from '../judging/judge-queries.ts'
import {
  type AwardCity,
  findAwardBlock,
  findAwardCity,
  findScaleVersion,
  insertAward,
  listAwardBlocks,
  listAwards,
  listCandidates,
  listDivisionOptions,
  listPicks,
  loadLevels,
  lockAward,
  raiseAwardVersion,
  raiseScaleVersion,
  replacePicks,
  replaceScale,
  setAwardBlock,
  updateAward,
} from './award-queries.ts'

/** The scopes whose levels a city's page can change. */
const scaleScopes = ({ event_id, season_id }: AwardCity) => ({
  event: { event_id, season_id: null },
  season: { event_id: null, season_id },
  'event and season': { event_id, season_id },
})

async function presentAwards(tx: Tx, city: AwardCity): Promise<z.input<typeof officeAwards>> {
  const { tour_date_id, event_id, season_id, event } = city
  const picks = await listPicks(tx, tour_date_id)
  const awards = await listAwards(tx, city)
  const blocks = await listAwardBlocks(tx, tour_date_id)
  const scopes = scaleScopes(city)
  const candidates = await listCandidates(tx, tour_date_id)
  const pickedIds = new Set(picks.map(({ registration_routine_id }) => registration_routine_id))
  return {
    ...{ tour_date_id, event_id, season_id, event, city: city.city },
    awards: awards.map((award) => ({
      ...award,
      picks: picks.filter(({ award_definition_id }) => award_definition_id === award.id),
    })),
    ...(await loadLevels(tx, city)),
    scale_versions: {
      event: await findScaleVersion(tx, scopes.event),
      season: await findScaleVersion(tx, scopes.season),
      'event and season': await findScaleVersion(tx, scopes['event and season']),
    },
    blocks: blocks.map(({ id, name }) => ({ id, name })),
    ...(await listDivisionOptions(tx, tour_date_id)),
    ...candidates,
    // A pick made before its entry was out is still shown as it is.
    routines: candidates.routines.filter(({ id, state }) => !isOut(state) || pickedIds.has(id)),
  }
}

const loadCity = async (tx: Tx, id: number) => orNotFound(await findAwardCity(tx, id))

/** The highest total that any panel can give: five judges count a hundred points each at most. */
const mostPoints = 50_000

/** An award given in a city, locked. Refused when it is not the version that the caller read. */
async function lockAwardOfCity(tx: Tx, { id, version }: { id: number; version: number }, city: AwardCity) {
  const award = orNotFound(await lockAward(tx, id))
  const isOfCity =
    award.event_id === city.event_id &&
    award.season_id === city.season_id &&
    (award.tour_date_id === null || award.tour_date_id === city.tour_date_id)
  if (!isOfCity) throw new Refused({ code: 'award.not_of_city' })
  if (award.version !== version) throw new Refused({ code: 'award.changed_meanwhile', version: award.version })
  return { ...award, block_id: await findAwardBlock(tx, id, city.tour_date_id) }
}

/** A block of another city announces nothing here. */
async function checkBlock(tx: Tx, { block_id }: AwardDefinition, city: AwardCity) {
  if (block_id === null) return
  const blocks = await listAwardBlocks(tx, city.tour_date_id)
  if (!blocks.some(({ id }) => id === block_id)) throw new Refused({ code: 'award.not_of_city' })
}

/** Checks an award that is new in a city, or changed there. A name that it had before stays. */
async function checkAwardOfCity(
  tx: Tx,
  award: AwardDefinition,
  city: AwardCity,
  before?: { id: number; name: string },
) {
  const others = (await listAwards(tx, city)).filter(({ id, active }) => active && id !== before?.id)
  const names = others.map(({ name }) => name).filter((name) => name !== before?.name)
  orRefuse(checkAward(award, { names, criteria: await listCriteria(tx, city) }))
}

/** Awards, their picks, and the scale of levels. docs/rules/release.md. */
export function awardRoutes(app: App) {
  answerWith({ 'award.changed_meanwhile': 409, 'award_scale.changed_meanwhile': 409 })
  serve(app, awardEndpoints.readAwards, async (tx, { query }) =>
    presentAwards(tx, await loadCity(tx, query.tour_date_id)),
  )

  serve(app, awardEndpoints.addAward, async (tx, { body, ...caller }) => {
    const { tour_date_id, every_city, ...award } = body
    const city = await loadCity(tx, tour_date_id)
    await checkBlock(tx, award, city)
    await checkAwardOfCity(tx, award, city)
    const { event_id, season_id } = city
    const place = { event_id, season_id, tour_date_id: every_city ? null : tour_date_id }
    const { id } = await insertAward(tx, place, award)
    await setAwardBlock(tx, { award_definition_id: id, tour_date_id }, award.block_id)
    await audited(tx, caller, {
      ...{ action: 'add award', entity: 'results', entity_id: tour_date_id },
      ...{ before: null, after: { id, every_city, ...award } },
    })
    return presentAwards(tx, city)
  })

  serve(app, awardEndpoints.changeAward, async (tx, { params: { id }, body, ...caller }) => {
    const { tour_date_id, version, ...award } = body
    const city = await loadCity(tx, tour_date_id)
    const before = await lockAwardOfCity(tx, { id, version }, city)
    await checkBlock(tx, award, city)
    await checkAwardOfCity(tx, award, city, before)
    await updateAward(tx, id, award)
    await setAwardBlock(tx, { award_definition_id: id, tour_date_id }, award.block_id)
    await raiseAwardVersion(tx, id)
    await audited(tx, caller, {
      ...{ action: 'change award', entity: 'results', entity_id: tour_date_id },
      ...{ before, after: { id, ...award } },
    })
    return presentAwards(tx, city)
  })

  serve(app, awardEndpoints.pickAward, async (tx, { body, ...caller }) => {
    const { tour_date_id, award_definition_id, version, picks } = body
    const city = await loadCity(tx, tour_date_id)
    const { kind, name } = await lockAwardOfCity(tx, { id: award_definition_id, version }, city)
    orRefuse(checkPicks(kind, picks))
    const candidates = await listCandidates(tx, tour_date_id)
    const isAmong = (rows: readonly { id: number }[], id: number | null) =>
      id === null || rows.some((row) => row.id === id)
    const before = (await listPicks(tx, tour_date_id)).filter(
      (pick) => pick.award_definition_id === award_definition_id,
    )
    for (const pick of picks) {
      const isOfCity =
        isAmong(candidates.routines, pick.registration_routine_id) &&
        isAmong(candidates.people, pick.person_id) &&
        isAmong(candidates.studios, pick.studio_id)
      if (!isOfCity) throw new Refused({ code: 'award.not_of_city' })
    }
    const pickedOut = candidates.routines.find(
      ({ id, state }) => isOut(state) && picks.some(({ registration_routine_id }) => registration_routine_id === id),
    )
    if (pickedOut)
      throw new Refused({ code: 'award.entry_out', label: pickedOut.label, state: stateLabels[pickedOut.state] })
    await raiseAwardVersion(tx, award_definition_id)
    await replacePicks(tx, { award_definition_id, tour_date_id, now: caller.now, user_id: caller.user.id }, picks)
    await audited(tx, caller, {
      ...{ action: 'pick award', entity: 'results', entity_id: tour_date_id },
      ...{ before: { name, picks: before }, after: { name, picks } },
    })
    return presentAwards(tx, city)
  })

  serve(app, awardEndpoints.saveAwardScale, async (tx, { body, ...caller }) => {
    const { tour_date_id, of, version } = body
    const city = await loadCity(tx, tour_date_id)
    const levels = body.levels.toSorted((a, b) => b.minimum_points - a.minimum_points)
    if (levels.length > 0) orRefuse(checkAwardScale(levels, mostPoints))
    const scope = scaleScopes(city)[of]
    if (!(await raiseScaleVersion(tx, scope, version))) throw new Refused({ code: 'award_scale.changed_meanwhile' })
    const before = await loadLevels(tx, city)
    await replaceScale(tx, scope, levels)
    await audited(tx, caller, {
      ...{ action: 'change levels', entity: 'results', entity_id: tour_date_id },
      ...{ before, after: { of, levels } },
    })
    return presentAwards(tx, city)
  })
}
