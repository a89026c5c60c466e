import { createHash } from 'node:crypto'
import { canonicalText } from '@callboard/domain/results/canonical.ts'
import { isPickedKind, tabulatedAwards } from '@callboard/domain/results/award.ts'
import { groupBy } from '@callboard/domain/results/ranking.ts'
import { inputsOfPart, type ReleaseInputs, type ReleasePart } from '@callboard/domain/results/release.ts'
import { listCritiqueMarks } from '../critiques/queries.ts'
import { listSheetsShown, loadJudgedCity } from '../judging/inputs-queries.ts'
import type { Tx } from '../platform/db/connect.ts'
import { listAwards, listPicks, loadLevels, type AwardCity } from './award-queries.ts'
import { listHolders } from './holder-queries.ts'

/** Everything a part of a city's results is made of, as it is now. */
export async function loadReleaseInputs(tx: Tx, city: AwardCity, part: ReleasePart): Promise<ReleaseInputs> {
  const { tour_date_id } = city
  const judged = await loadJudgedCity(tx, tour_date_id)
  const awards = await listAwards(tx, city)
  const { levels } = await loadLevels(tx, city)
  const activeIds = new Set(awards.filter(({ active }) => active).map(({ id }) => id))
  const picks = (await listPicks(tx, tour_date_id)).filter((pick) => activeIds.has(pick.award_definition_id))
  const entryIds = judged.entries.map(({ id }) => id)
  const sheets = part === 'results' ? [] : await listSheetsShown(tx, entryIds)
  const marks = part === 'results' ? [] : await listCritiqueMarks(tx, entryIds)
  const markKey = ({ registration_routine_id, position }: { registration_routine_id: number; position: number }) =>
    `${registration_routine_id} ${position}`
  const marksOf = groupBy(marks, markKey)
  const picked = awards.filter(({ active, kind }) => active && isPickedKind(kind))
  const inputs: ReleaseInputs = {
    tabulation: {
      entries: judged.entries,
      panels: judged.panels,
      levels: levels.toSorted((a, b) => a.id - b.id),
      ...tabulatedAwards(awards),
      auditions: awards
        .filter(({ active, kind }) => active && kind === 'audition')
        .map(({ id }) => ({ definition_id: id, dancers: judged.dancers, panels: judged.audition_panels }))
        .toSorted((a, b) => a.definition_id - b.definition_id),
      picks: picked
        .map(({ id }) => ({
          definition_id: id,
          is_picked: picks.some(({ award_definition_id }) => award_definition_id === id),
        }))
        .toSorted((a, b) => a.definition_id - b.definition_id),
      blocks: judged.blocks,
    },
    picks: picks
      .map(({ id, award_definition_id, registration_routine_id, person_id, studio_id, place, amount }) => ({
        ...{ id, award_definition_id, registration_routine_id, person_id, studio_id, place, amount },
      }))
      .toSorted((a, b) => a.id - b.id),
    holders: await listHolders(tx, tour_date_id, {
      person_ids: picks.flatMap(({ person_id }) => person_id ?? []),
      attendee_ids: judged.dancers.map(({ attendee_id }) => attendee_id),
    }),
    sheets: sheets.map(({ registration_routine_id, client_id, judge_id, position, points }) => ({
      ...{ registration_routine_id, client_id, judge_id: judge_id ?? 0, position, points },
      items: (marksOf.get(markKey({ registration_routine_id, position })) ?? []).map(({ level_1_id, good }) => ({
        ...{ level_1_id, good },
      })),
    })),
  }
  return inputsOfPart(part, inputs)
}

/** SHA-256 of a value, the same for equal values with their fields in another order. */
export const hashOfValue = (value: unknown): string => createHash('sha256').update(canonicalText(value)).digest('hex')

type Link = {
  tour_date_id: number
  part: ReleasePart
  version: number
  input_hash: string
  result_hash: string
  previous_hash: string | null
}

/** The hash of a version within its chain. */
export const chainHash = ({ tour_date_id, part, version, input_hash, result_hash, previous_hash }: Link): string =>
  hashOfValue({ tour_date_id, part, version, input_hash, result_hash, previous_hash })
