import { countingSheets, type JudgedEntry } from '../judging/judged-entry.ts'
import type { TabulatedPanel } from '../judging/panel.ts'
import type { EntryScore } from './entry-score.ts'
import { unusualDistance } from '../judging/mark.ts'
import { medianOf } from '../judging/points.ts'
import { canonicalText } from './canonical.ts'
import type { PlacementGroup } from './placement.ts'

/** A warning that a person accepts by name before results are proposed. */
export type ReleaseWarning =
  /** Entries that compete with each other were judged by different panels. */
  | { kind: 'mixed_panels'; definition_id: number; scope: readonly number[]; panel_ids: readonly number[] }
  | { kind: 'incomplete' | 'contested' | 'no_critique'; entry_id: number }
  /** A judge who neither marked the entry nor abstained, although the others make a total: another mark may move it. */
  | { kind: 'no_mark'; entry_id: number; position: number }
  /** An award with a single entry. */
  | { kind: 'single_entry'; definition_id: number; scope: readonly number[]; entry_id: number }
  /** Several entries share an awarded place. */
  | { kind: 'tie'; definition_id: number; scope: readonly number[]; place: number; entry_ids: readonly number[] }
  | { kind: 'no_pick'; definition_id: number }
  /** A mark far from the median of the other judges. */
  | { kind: 'unusual_mark'; entry_id: number; position: number }
  | { kind: 'open_block'; block_id: number }

type Judged = { entry: JudgedEntry; score: EntryScore }

function placementWarnings(group: PlacementGroup, panelOf: ReadonlyMap<number, number>): ReleaseWarning[] {
  const { definition_id, scope, entries } = group
  const panel_ids = [...new Set(entries.map(({ id }) => panelOf.get(id) ?? 0))].toSorted((a, b) => a - b)
  const warnings: ReleaseWarning[] = []
  if (panel_ids.length > 1) warnings.push({ kind: 'mixed_panels', definition_id, scope, panel_ids })
  const [only] = entries
  if (only && entries.length === 1) warnings.push({ kind: 'single_entry', definition_id, scope, entry_id: only.id })
  for (const place of new Set(entries.filter(({ is_awarded }) => is_awarded).map((entry) => entry.place))) {
    const entry_ids = entries.filter((entry) => entry.place === place).map(({ id }) => id)
    if (entry_ids.length > 1) warnings.push({ kind: 'tie', definition_id, scope, place, entry_ids })
  }
  return warnings
}

/** Seats that owe an entry their word. */
function silentSeats(entry: JudgedEntry, { seats = [] }: TabulatedPanel) {
  const heardIds = new Set(countingSheets(entry).latest.map(({ seat_id }) => seat_id))
  return seats.filter(({ id }) => !heardIds.has(id) && !entry.recused_seats.includes(id))
}

function entryWarnings({ entry, score }: Judged, panel: TabulatedPanel | undefined): ReleaseWarning[] {
  if (entry.state !== 'danced') return []
  const warnings: ReleaseWarning[] = []
  if (score.tabulation === 'contested') warnings.push({ kind: 'contested', entry_id: entry.id })
  else if (score.tabulation !== 'complete') warnings.push({ kind: 'incomplete', entry_id: entry.id })
  else if (panel) {
    for (const { position } of silentSeats(entry, panel)) {
      warnings.push({ kind: 'no_mark', entry_id: entry.id, position })
    }
  }
  for (const [place, { position, points }] of score.marks.entries()) {
    const median = medianOf(score.marks.filter((_, other) => other !== place).map((mark) => mark.points))
    if (median !== null && Math.abs(points - median) >= unusualDistance) {
      warnings.push({ kind: 'unusual_mark', entry_id: entry.id, position })
    }
  }
  return warnings
}

/** Lists what is unusual about results, in a fixed order. */
export function releaseWarnings(
  inputs: {
    panels: readonly TabulatedPanel[]
    picks: readonly { definition_id: number; is_picked: boolean }[]
    blocks: readonly { id: number; is_locked: boolean }[]
  },
  judged: readonly Judged[],
  placements: readonly PlacementGroup[],
): ReleaseWarning[] {
  const panelOf = new Map(judged.map(({ entry }) => [entry.id, entry.panel_id]))
  const panels = new Map(inputs.panels.map((panel) => [panel.id, panel]))
  return [
    ...judged.flatMap((one) => entryWarnings(one, panels.get(one.entry.panel_id))),
    ...placements.flatMap((group) => placementWarnings(group, panelOf)),
    ...inputs.picks
      .filter(({ is_picked }) => !is_picked)
      .map(({ definition_id }): ReleaseWarning => ({ kind: 'no_pick', definition_id })),
    ...inputs.blocks
      .filter(({ is_locked }) => !is_locked)
      .map(({ id }): ReleaseWarning => ({ kind: 'open_block', block_id: id })),
  ]
}

/** The name by which a warning is accepted: another warning of the same kind has another. */
export const warningKey = (warning: ReleaseWarning): string => canonicalText(warning)

export type WarningNames = {
  entry: (id: number) => string
  award: (id: number) => string
  block: (id: number) => string
  /** The group of an award: 'Teen Solo'; empty for one without groups. */
  scope: (definition_id: number, scope: readonly number[]) => string
}

/** A warning as a sentence. */
export function warningText(warning: ReleaseWarning, names: WarningNames): string {
  const group = ({ definition_id, scope }: { definition_id: number; scope: readonly number[] }) =>
    [names.award(definition_id), names.scope(definition_id, scope)].filter(Boolean).join(', ')
  switch (warning.kind) {
    case 'mixed_panels':
      return `${group(warning)}: its entries were judged by ${warning.panel_ids.length} different panels.`
    case 'incomplete':
      return `${names.entry(warning.entry_id)}: marks are missing.`
    case 'no_mark':
      return `${names.entry(warning.entry_id)}: judge ${warning.position} gave no mark and did not abstain.`
    case 'contested':
      return `${names.entry(warning.entry_id)}: two devices disagree about a mark.`
    case 'no_critique':
      return `${names.entry(warning.entry_id)}: there is no critique.`
    case 'single_entry':
      return `${group(warning)}: ${names.entry(warning.entry_id)} is the only entry.`
    case 'tie':
      return `${group(warning)}: ${warning.entry_ids.map(names.entry).join(', ')} share place ${warning.place}.`
    case 'no_pick':
      return `${names.award(warning.definition_id)}: no one is picked.`
    case 'unusual_mark':
      return `${names.entry(warning.entry_id)}: the mark of judge ${warning.position} is far from the others.`
    case 'open_block':
      return `The block ${names.block(warning.block_id)} is not locked.`
  }
}
