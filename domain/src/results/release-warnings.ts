import { countingSheets, type Auditioner, type JudgedEntry } from '../judging/judged-entry.ts'
import type { Discipline, TabulatedPanel } from '../judging/panel.ts'
import { listed, namesIn } from '../kernel/wording.ts'
import type { AuditionScore } from './audition-ranks.ts'
import type { EntryScore } from './entry-score.ts'
import { unusualDistance } from '../judging/mark.ts'
import { medianOf } from '../judging/points.ts'
import { canonicalText } from './canonical.ts'
import type { PlacementGroup } from './placement.ts'
import { groupBy, readPlaces } from './ranking.ts'
import type { StudioRank } from './studio-award.ts'

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
  /** A pick of an entry that has no place in the results: disqualified, scratched or absent, or still to dance. */
  | { kind: 'pick_out'; definition_id: number; entry_id: number; state: Exclude<JudgedEntry['state'], 'danced'> }
  /** A mark far from the median of the other judges. */
  | { kind: 'unusual_mark'; entry_id: number; position: number }
  | { kind: 'open_block'; block_id: number }
  /** A dancer with some marks of an audition, who has no rank in it. */
  | { kind: 'audition_incomplete'; definition_id: number; attendee_id: number }
  /** Dancers of a program without any mark of its audition: they may have stayed away. */
  | { kind: 'audition_absent'; definition_id: number; attendee_ids: readonly number[] }
  /** So many dancers have marks of an audition, and the city gives no award of that kind. */
  | { kind: 'audition_unused'; dancers: number }
  /** Several dancers, or studios, share a place that is read. */
  | { kind: 'audition_tie'; definition_id: number; place: number; attendee_ids: readonly number[] }
  | { kind: 'studio_tie'; definition_id: number; place: number; studio_ids: readonly number[] }

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

/** The places up to `most` that several share, with those who do. */
function sharedPlaces<Ranked extends { place: number | null }>(ranked: readonly Ranked[], most: number) {
  const ofPlaces = groupBy(
    ranked.filter(({ place }) => place !== null && place <= most),
    ({ place }) => place ?? 0,
  )
  return [...ofPlaces].filter(([, sharing]) => sharing.length > 1).toSorted(([one], [other]) => one - other)
}

type RankedAudition = { definition_id: number; dancers: readonly AuditionScore[] }

function auditionWarnings(
  { definition_id, dancers: auditioners, panels }: AuditionInputs,
  ranked: RankedAudition | undefined,
): ReleaseWarning[] {
  if (Object.keys(panels).length === 0 || !ranked) return []
  const unranked = new Set(ranked.dancers.flatMap(({ attendee_id, total }) => (total === null ? [attendee_id] : [])))
  const inOrder = auditioners.filter(({ attendee_id }) => unranked.has(attendee_id)).toSorted(byAttendee)
  return [
    ...inOrder
      .filter(hasMarks)
      .map(({ attendee_id }): ReleaseWarning => ({ kind: 'audition_incomplete', definition_id, attendee_id })),
    ...sharedPlaces(ranked.dancers, readPlaces.audition).map(([place, sharing]): ReleaseWarning => ({
      ...{ kind: 'audition_tie', definition_id, place },
      attendee_ids: sharing.map(({ attendee_id }) => attendee_id),
    })),
  ]
}

const hasMarks = ({ marks }: Auditioner) => Object.values(marks).some((list) => list.length > 0)

/**
 * A warning for each audition about the dancers of a program who have no mark in it. They are no part of the inputs: a
 * dancer who stayed away has no result.
 */
export function absenceWarnings(
  auditions: readonly AuditionInputs[],
  program_attendee_ids: readonly number[],
): ReleaseWarning[] {
  return auditions.flatMap(({ definition_id, dancers, panels }): ReleaseWarning[] => {
    const markedIds = new Set(dancers.filter(hasMarks).map(({ attendee_id }) => attendee_id))
    const attendee_ids = program_attendee_ids.filter((id) => !markedIds.has(id)).toSorted((a, b) => a - b)
    const isHeld = Object.keys(panels).length > 0 && markedIds.size > 0
    return isHeld && attendee_ids.length > 0 ? [{ kind: 'audition_absent', definition_id, attendee_ids }] : []
  })
}

const byAttendee = (one: Auditioner, other: Auditioner) => one.attendee_id - other.attendee_id

const studioWarnings = ({ definition_id, studios }: RankedStudios): ReleaseWarning[] =>
  sharedPlaces(studios, readPlaces.studio).map(([place, sharing]) => ({
    ...{ kind: 'studio_tie', definition_id, place },
    studio_ids: sharing.map(({ studio_id }) => studio_id),
  }))

type RankedStudios = { definition_id: number; studios: readonly StudioRank[] }
type AuditionInputs = {
  definition_id: number
  dancers: readonly Auditioner[]
  panels: Readonly<Partial<Record<Discipline, unknown>>>
}
/** The rankings beside placements. */
type Rankings = { studio_awards: readonly RankedStudios[]; auditions: readonly RankedAudition[] }

/** Lists what is unusual about results, in a fixed order. */
export function releaseWarnings(
  inputs: {
    auditions: readonly AuditionInputs[]
    panels: readonly TabulatedPanel[]
    picks: readonly { definition_id: number; is_picked: boolean }[]
    blocks: readonly { id: number; is_locked: boolean }[]
  },
  judged: readonly Judged[],
  placements: readonly PlacementGroup[],
  { studio_awards, auditions }: Rankings,
): ReleaseWarning[] {
  const panelOf = new Map(judged.map(({ entry }) => [entry.id, entry.panel_id]))
  const panels = new Map(inputs.panels.map((panel) => [panel.id, panel]))
  return [
    ...judged.flatMap((one) => entryWarnings(one, panels.get(one.entry.panel_id))),
    ...placements.flatMap((group) => placementWarnings(group, panelOf)),
    ...studio_awards.flatMap(studioWarnings),
    ...inputs.auditions.flatMap((audition) =>
      auditionWarnings(
        audition,
        auditions.find(({ definition_id }) => definition_id === audition.definition_id),
      ),
    ),
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
  attendee: (id: number) => string
  studio: (id: number) => string
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
    case 'audition_incomplete':
      return `${names.award(warning.definition_id)}: marks of ${names.attendee(warning.attendee_id)} are missing.`
    case 'audition_absent':
      return `${names.award(warning.definition_id)}: without any mark: ${namesIn(warning.attendee_ids.map(names.attendee))}.`
    case 'audition_unused':
      return `Audition marks of ${warning.dancers === 1 ? '1 dancer' : `${warning.dancers} dancers`} are in no award.`
    case 'audition_tie':
      return `${names.award(warning.definition_id)}: ${listed(warning.attendee_ids.map(names.attendee))} share place ${warning.place}.`
    case 'studio_tie':
      return `${names.award(warning.definition_id)}: ${listed(warning.studio_ids.map(names.studio))} share place ${warning.place}.`
    case 'no_pick':
      return `${names.award(warning.definition_id)}: no one is picked.`
    case 'pick_out': {
      const reasons = { canceled: 'was disqualified', scratched: 'did not dance', pending: 'has not danced yet' }
      return `${names.award(warning.definition_id)}: ${names.entry(warning.entry_id)} is picked, but ${reasons[warning.state]}.`
    }
    case 'unusual_mark':
      return `${names.entry(warning.entry_id)}: the mark of judge ${warning.position} is far from the others.`
    case 'open_block':
      return `The block ${names.block(warning.block_id)} is not locked.`
  }
}
