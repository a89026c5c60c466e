import type { JudgedEntry } from '../judging/judged-entry.ts'
import type { EntryScore } from './entry-score.ts'
import type { Points } from '../judging/points.ts'
import { groupBy, placeCount, rank, type PlaceRule } from './ranking.ts'

export const scopeFields = ['age_division_id', 'category_id', 'performance_division_id'] as const
export type ScopeField = (typeof scopeFields)[number]

/** Follows the fields of `group_by` where a city splits a division. COMP-067. */
export const splitField: ScopeField = 'performance_division_id'

/** Which entries compete for an award, and by what they are grouped. */
export type AwardScope = {
  /** Entries that agree in these fields compete with each other; none: all of them do. */
  group_by: readonly ScopeField[]
  /** Only these; empty: any. */
  age_divisions?: readonly number[]
  categories?: readonly number[]
  performance_divisions?: readonly number[]
  /** Showcase entries have no place unless the award names them. */
  showcase?: boolean
}

/** A link of a tie-break chain. `criterion:<name>` compares one part of the marks. */
export type TieBreak = 'sum_of_all_marks' | 'single_highest_mark' | 'head_judge' | `criterion:${string}`

export type PlacementDefinition = {
  id: number
  scope: AwardScope
  places: PlaceRule
  /** Of the solos of one dancer only the best has a place. */
  one_per_dancer: boolean
  /** Links that separate equal totals, in this order. Empty: they share the place. */
  tie_break: readonly TieBreak[]
  minimum_points: Points
}

/** An entry with its total. */
export type ScoredEntry = { entry: JudgedEntry; score: EntryScore & { total: Points } }

export type PlacementGroup = {
  definition_id: number
  /** The values of `group_by`, in its order; of a division that a city splits, the performance division after them. */
  scope: readonly number[]
  /** Every eligible entry with its place, the best first. */
  entries: readonly { id: number; place: number; is_awarded: boolean }[]
  /** How many places are awarded; ties on the last one make more trophies. */
  places: number
  trophies: number
}

const isAmong = (ids: readonly number[] | undefined, id: number) => !ids || ids.length === 0 || ids.includes(id)

/** Decides for which award an entry competes, and with which others. */
export type ScopedEntry = Pick<JudgedEntry, ScopeField | 'is_showcase' | 'splits_by_performance'>

export const isInScope = (
  entry: ScopedEntry,
  { age_divisions, categories, performance_divisions, showcase }: AwardScope,
) =>
  isAmong(age_divisions, entry.age_division_id) &&
  isAmong(categories, entry.category_id) &&
  isAmong(performance_divisions, entry.performance_division_id) &&
  (!entry.is_showcase || showcase === true)

/** The number that a link of the chain compares; the higher one is better. */
function tieBreakValue({ score }: ScoredEntry, link: TieBreak): Points {
  const points = score.marks.map((mark) => mark.points)
  if (link === 'sum_of_all_marks') return points.reduce((sum, mark) => sum + mark, 0)
  if (link === 'single_highest_mark') return Math.max(...points)
  if (link === 'head_judge') return score.marks.find(({ position }) => position === 1)?.points ?? 0
  const criterion = link.slice('criterion:'.length)
  return score.marks
    .filter(({ is_dropped }) => !is_dropped)
    .reduce((sum, { criteria }) => sum + (criteria?.[criterion] ?? 0), 0)
}

/** The better one first; 0 where neither the total nor the chain separates them. */
const compareWith =
  (tieBreak: readonly TieBreak[]) =>
  (a: ScoredEntry, b: ScoredEntry): number => {
    if (a.score.total !== b.score.total) return b.score.total - a.score.total
    for (const link of tieBreak) {
      const difference = tieBreakValue(b, link) - tieBreakValue(a, link)
      if (difference !== 0) return difference
    }
    return 0
  }

type Numbered = Pick<JudgedEntry, 'id' | 'entry_number' | 'suffix'>

/** Entries as they dance: 12, 12a, 13. */
export const numberOrder = (a: Numbered, b: Numbered): number =>
  a.entry_number - b.entry_number || (a.suffix < b.suffix ? -1 : a.suffix > b.suffix ? 1 : a.id - b.id)

/** The best solo of each dancer; of equal ones the one with the lower number. Other entries stay. */
function bestOfEachSoloist(entries: readonly ScoredEntry[]): ScoredEntry[] {
  const best = new Map<number, ScoredEntry>()
  for (const one of entries) {
    const [dancer_id, ...others] = one.entry.dancer_ids
    if (dancer_id === undefined || others.length > 0) continue
    const other = best.get(dancer_id)
    const difference = other ? one.score.total - other.score.total : 1
    if (!other || difference > 0 || (difference === 0 && numberOrder(one.entry, other.entry) < 0)) {
      best.set(dancer_id, one)
    }
  }
  return entries.filter(
    (one) => one.entry.dancer_ids.length !== 1 || best.get(one.entry.dancer_ids[0] ?? 0)?.entry.id === one.entry.id,
  )
}

/** By what an entry is grouped. An award without divisions of ages has one group, also where a city splits one. */
const fieldsOf = (entry: ScopedEntry, { group_by }: AwardScope): readonly ScopeField[] =>
  entry.splits_by_performance && group_by.includes('age_division_id') && !group_by.includes(splitField)
    ? [...group_by, splitField]
    : group_by

/** The values by which an entry is grouped for an award. */
export const scopeValues = (entry: ScopedEntry, scope: AwardScope): number[] =>
  fieldsOf(entry, scope).map((field) => entry[field])

/**
 * The places of one award: its eligible entries grouped by the scope, ranked by total and the tie-break chain. Canceled,
 * scratched and incomplete entries, those that are only adjudicated and those below the minimum have no place. RES-017,
 * RES-043.
 */
export function placeEntries(entries: readonly ScoredEntry[], definition: PlacementDefinition): PlacementGroup[] {
  const { id: definition_id, scope, one_per_dancer, tie_break, minimum_points } = definition
  const eligibleEntries = entries.filter(
    ({ entry, score }) =>
      entry.state === 'danced' && !entry.adjudicated_only && score.total >= minimum_points && isInScope(entry, scope),
  )
  const valuesOf = ({ entry }: ScoredEntry) => scopeValues(entry, scope)
  const competingEntries = one_per_dancer ? bestOfEachSoloist(eligibleEntries) : eligibleEntries
  return [...groupBy(competingEntries, (one) => valuesOf(one).join()).values()]
    .map((members) => ({ members, values: members[0] ? valuesOf(members[0]) : [] }))
    .toSorted((a, b) => compareLists(a.values, b.values))
    .map(({ members, values }) => {
      const places = placeCount(members.length, definition.places)
      const inOrder = members.toSorted((a, b) => numberOrder(a.entry, b.entry))
      const placedEntries = rank(inOrder, compareWith(tie_break)).map(({ item, place }) => ({
        id: item.entry.id,
        place,
        is_awarded: place <= places,
      }))
      const trophies = placedEntries.filter(({ is_awarded }) => is_awarded).length
      return { definition_id, scope: values, entries: placedEntries, places, trophies }
    })
}

function compareLists(a: readonly number[], b: readonly number[]): number {
  for (const [place, value] of a.entries()) {
    const difference = value - (b[place] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
