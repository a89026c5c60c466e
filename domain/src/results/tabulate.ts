import { rankAuditions, type AuditionScore } from './audition-ranks.ts'
import type { AwardLevel } from './award-scale.ts'
import type { Auditioner, JudgedEntry } from '../judging/judged-entry.ts'
import type { Discipline, Panel, TabulatedPanel } from '../judging/panel.ts'
import { scoreEntry, type EntryScore } from './entry-score.ts'
import { placeEntries, type PlacementDefinition, type PlacementGroup, type ScoredEntry } from './placement.ts'
import { rankStudios, type StudioAwardDefinition, type StudioRank } from './studio-award.ts'
import { releaseWarnings, type ReleaseWarning } from './release-warnings.ts'

/**
 * The version of these rules. It rises with every change that can move a number, and the older module stays: stored
 * results are verified by the rules that made them.
 */
const rulesVersion = 1

/** Everything that results are made of. Ids and numbers only. */
export type TabulationInputs = {
  entries: readonly JudgedEntry[]
  panels: readonly TabulatedPanel[]
  levels: readonly AwardLevel[]
  placements: readonly PlacementDefinition[]
  studio_awards: readonly StudioAwardDefinition[]
  auditions: readonly {
    definition_id: number
    dancers: readonly Auditioner[]
    panels: Readonly<Partial<Record<Discipline, Panel>>>
  }[]
  /** Awards that the office picks: whether each has its pick. */
  picks: readonly { definition_id: number; is_picked: boolean }[]
  /** Blocks of the order: whether each is locked. */
  blocks: readonly { id: number; is_locked: boolean }[]
}

export type Results = {
  rules_version: number
  entries: readonly EntryScore[]
  placements: readonly PlacementGroup[]
  studio_awards: readonly { definition_id: number; studios: readonly StudioRank[] }[]
  auditions: readonly { definition_id: number; dancers: readonly AuditionScore[] }[]
  warnings: readonly ReleaseWarning[]
}

const hasTotal = (score: EntryScore): score is EntryScore & { total: number } => score.total !== null

/**
 * Computes totals, levels, places and warnings. The tabulator's page, the release and the verification of stored results
 * all call it, so that they cannot differ. Pure: the order of its inputs makes no difference.
 */
export function tabulate(inputs: TabulationInputs): Results {
  const panelOf = new Map(inputs.panels.map((panel) => [panel.id, panel]))
  const inOrder = inputs.entries.toSorted((a, b) => a.id - b.id)
  const scores = inOrder.map((entry) => {
    const panel = panelOf.get(entry.panel_id)
    if (!panel) throw new Error(`Entry ${entry.id} names panel ${entry.panel_id}, which is not among the inputs.`)
    return { entry, score: scoreEntry(entry, panel, inputs.levels) }
  })
  const scoredEntries = scores.flatMap(({ entry, score }): ScoredEntry[] => (hasTotal(score) ? [{ entry, score }] : []))
  const placements = inputs.placements.flatMap((definition) => placeEntries(scoredEntries, definition))
  const studio_awards = inputs.studio_awards.map((definition) => ({
    definition_id: definition.id,
    studios: rankStudios(scoredEntries, definition),
  }))
  const auditions = inputs.auditions.map(({ definition_id, dancers, panels }) => ({
    definition_id,
    dancers: rankAuditions(
      dancers.toSorted((a, b) => a.attendee_id - b.attendee_id),
      panels,
    ),
  }))
  return {
    rules_version: rulesVersion,
    entries: scores.map(({ score }) => score),
    placements,
    studio_awards,
    auditions,
    warnings: releaseWarnings(inputs, scores, placements, { studio_awards, auditions }),
  }
}
