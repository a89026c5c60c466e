import { canonicalText, isSame } from './canonical.ts'
import { pointsText } from '../judging/points.ts'
import { numberOrder } from './placement.ts'
import {
  emptySlice,
  releaseOf,
  type ReleaseBody,
  type ReleasedEntry,
  type ReleaseInputs,
  type ReleasePart,
  type ReleaseSlice,
} from './release.ts'

/** A difference for a registration between two versions. Ids and numbers only. */
export type SliceChange =
  | { kind: 'entry_added'; entry_id: number }
  | { kind: 'entry_removed'; entry_id: number }
  | { kind: 'critique'; entry_id: number }
  | { kind: 'total'; entry_id: number; from: number | null; to: number | null }
  | { kind: 'level'; entry_id: number; from: number | null; to: number | null }
  | { kind: 'place'; entry_id: number; definition_id: number; from: number | null; to: number | null }
  | { kind: 'award'; definition_id: number }

/** Whether a change says a number of the results, which no other part says before they are open. */
export const saysResults = ({ kind }: SliceChange): boolean =>
  kind === 'total' || kind === 'level' || kind === 'place' || kind === 'award'

function entryChanges(before: ReleasedEntry, after: ReleasedEntry): SliceChange[] {
  const entry_id = after.id
  const changes: SliceChange[] = []
  if (before.total !== after.total) changes.push({ kind: 'total', entry_id, from: before.total, to: after.total })
  if (before.award_id !== after.award_id) {
    changes.push({ kind: 'level', entry_id, from: before.award_id, to: after.award_id })
  }
  const placeIn = ({ places }: ReleasedEntry, id: number) =>
    places.find(({ definition_id }) => definition_id === id)?.place ?? null
  const definitions = new Set([...before.places, ...after.places].map(({ definition_id }) => definition_id))
  for (const definition_id of definitions) {
    const [from, to] = [placeIn(before, definition_id), placeIn(after, definition_id)]
    if (from !== to) changes.push({ kind: 'place', entry_id, definition_id, from, to })
  }
  if (!isSame(before.sheets, after.sheets)) changes.push({ kind: 'critique', entry_id })
  return changes
}

/** Sheets as a part shows them: data counts items, and the sheet that they stand on is no difference. */
const shownSheets = (part: ReleasePart, entry: ReleasedEntry): ReleasedEntry =>
  part === 'data' ? { ...entry, sheets: entry.sheets.map((sheet) => ({ ...sheet, client_id: '' })) } : entry

/** Whether two releases of a part say the same to everybody. */
export const isSameRelease = (part: ReleasePart, before: ReleaseBody, after: ReleaseBody): boolean =>
  isSame(
    { ...before, entries: before.entries.map((entry) => shownSheets(part, entry)) },
    { ...after, entries: after.entries.map((entry) => shownSheets(part, entry)) },
  )

/** The part of a slice whose change is worth a mail: how many others competed is not. */
const shownSlice = (slice: ReleaseSlice) => ({
  ...slice,
  award_order: [],
  entries: slice.entries.map((entry) => ({
    ...entry,
    places: entry.places.map(({ definition_id, place }) => ({ definition_id, place })),
  })),
})

/** Whether a registration has to be told of a correction. */
const isSameSlice = (before: ReleaseSlice, after: ReleaseSlice): boolean =>
  isSame(shownSlice(before), shownSlice(after))

/** Lists what differs, entries in the order of their numbers. */
function sliceChanges(before: ReleaseSlice, after: ReleaseSlice): SliceChange[] {
  const earlier = new Map(before.entries.map((entry) => [entry.id, entry]))
  const later = new Map(after.entries.map((entry) => [entry.id, entry]))
  const awards = (slice: ReleaseSlice) => [...slice.studio_awards, ...slice.auditions]
  const definitionIds = new Set([
    ...[...awards(before), ...awards(after)].map(({ definition_id }) => definition_id),
    ...[...before.picks, ...after.picks].map(({ award_definition_id }) => award_definition_id),
  ])
  const ofDefinition = (slice: ReleaseSlice, id: number) => [
    ...awards(slice).filter(({ definition_id }) => definition_id === id),
    ...slice.picks.filter(({ award_definition_id }) => award_definition_id === id),
  ]
  return [
    ...after.entries.toSorted(numberOrder).flatMap((entry): SliceChange[] => {
      const own = earlier.get(entry.id)
      return own ? entryChanges(own, entry) : [{ kind: 'entry_added', entry_id: entry.id }]
    }),
    ...before.entries
      .toSorted(numberOrder)
      .filter(({ id }) => !later.has(id))
      .map(({ id }): SliceChange => ({ kind: 'entry_removed', entry_id: id })),
    ...[...definitionIds]
      .filter((id) => !isSame(ofDefinition(before, id), ofDefinition(after, id)))
      .map((definition_id): SliceChange => ({ kind: 'award', definition_id })),
  ]
}

/** The changes of several registrations as one list: entries in the order of their numbers, then the awards. */
export function mergeChanges(slices: readonly ChangedSlice[], entries: readonly ReleasedEntry[]): SliceChange[] {
  const places = new Map(entries.toSorted(numberOrder).map(({ id }, place) => [id, place]))
  const placeOf = (change: SliceChange) =>
    change.kind === 'award' ? Infinity : (places.get(change.entry_id) ?? places.size)
  return slices
    .flatMap(({ changes }) => changes)
    .toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : placeOf(a) > placeOf(b) ? 1 : 0))
}

type ChangedSlice = { registration_id: number; slice: ReleaseSlice; changes: SliceChange[] }

/**
 * The slices of a version with what each says anew to its registration. `before`: the slices that readers see now; null:
 * they see none, and nothing is a change. A registration that loses everything has an empty slice, by which it learns so.
 */
export function changedSlices(
  before: ReadonlyMap<number, ReleaseSlice> | null,
  after: ReadonlyMap<number, ReleaseSlice>,
  part: ReleasePart = 'results',
): ChangedSlice[] {
  const comparable = (slice: ReleaseSlice) => ({
    ...slice,
    entries: slice.entries.map((entry) => shownSheets(part, entry)),
  })
  const lostIds = [...(before?.keys() ?? [])].filter((id) => !after.has(id))
  return [...after, ...lostIds.map((id) => [id, emptySlice] as const)].map(([registration_id, slice]) => {
    const [earlier, later] = [comparable(before?.get(registration_id) ?? emptySlice), comparable(slice)]
    const isSameAsBefore = before === null || isSameSlice(earlier, later)
    return { registration_id, slice, changes: isSameAsBefore ? [] : sliceChanges(earlier, later) }
  })
}

/** The names that a change's sentence uses. */
export type ChangeNames = {
  entry: (id: number) => string
  level: (id: number) => string
  award: (id: number) => string
}

const shownPoints = (points: number | null) => (points === null ? 'none' : pointsText(points))

/** One change as a sentence. */
export function sliceChangeText(change: SliceChange, names: ChangeNames): string {
  if (change.kind === 'award') return `${names.award(change.definition_id)} changed.`
  const entry = names.entry(change.entry_id)
  if (change.kind === 'entry_added') return `${entry} was added.`
  if (change.kind === 'entry_removed') return `${entry} was removed.`
  if (change.kind === 'critique') return `${entry}: its critique changed.`
  if (change.kind === 'total') return `${entry}: total ${shownPoints(change.to)} (was ${shownPoints(change.from)}).`
  if (change.kind === 'level') {
    const name = (id: number | null) => (id === null ? 'none' : names.level(id))
    return `${entry}: award ${name(change.to)} (was ${name(change.from)}).`
  }
  const place = (number: number | null) => (number === null ? 'no place' : `place ${number}`)
  return `${entry}: ${place(change.to)} in ${names.award(change.definition_id)} (was ${place(change.from)}).`
}

const rowsById = <Row extends { id: number }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]))

/** The ids of rows that are in one list alone, or differ. */
function differingIds(before: readonly { id: number }[], after: readonly { id: number }[]): number[] {
  const [earlier, later] = [rowsById(before), rowsById(after)]
  return [...new Set([...earlier.keys(), ...later.keys()])]
    .filter((id) => canonicalText(earlier.get(id) ?? null) !== canonicalText(later.get(id) ?? null))
    .toSorted((a, b) => a - b)
}

/** Sentences that say which inputs moved between a proposal and now: the refusal of a confirmation. */
export function movedInputs(
  part: ReleasePart,
  before: ReleaseInputs,
  after: ReleaseInputs,
  names: Pick<ChangeNames, 'entry' | 'award'>,
): string[] {
  const totals = (inputs: ReleaseInputs) =>
    new Map(releaseOf(part, inputs).body.entries.map(({ id, total }) => [id, total]))
  const [earlier, later] = [totals(before), totals(after)]
  const entries = differingIds(before.tabulation.entries, after.tabulation.entries).map((id) => {
    const [from = null, to = null] = [earlier.get(id), later.get(id)]
    if (from === to) return `${names.entry(id)} changed, its total did not.`
    return `${names.entry(id)}: total ${shownPoints(to)} (was ${shownPoints(from)}).`
  })
  const definitions = [
    ...differingIds(before.tabulation.placements, after.tabulation.placements),
    ...differingIds(before.tabulation.studio_awards, after.tabulation.studio_awards),
  ].map((id) => `The award ${names.award(id)} changed.`)
  const pickedAwards = (ids: readonly number[]) => {
    const picks = [...before.picks, ...after.picks].filter(({ id }) => ids.includes(id))
    return [...new Set(picks.map(({ award_definition_id }) => award_definition_id))]
  }
  const picks = pickedAwards(differingIds(before.picks, after.picks)).map(
    (id) => `A pick of ${names.award(id)} changed.`,
  )
  const others: [same: boolean, sentence: string][] = [
    [isSame(before.tabulation.levels, after.tabulation.levels), 'The levels changed.'],
    [isSame(before.tabulation.panels, after.tabulation.panels), 'A panel changed.'],
    [isSame(before.tabulation.blocks, after.tabulation.blocks), 'A block was locked or opened.'],
    [isSame(before.tabulation.auditions, after.tabulation.auditions), 'A mark of an audition changed.'],
    [isSame(before.sheets, after.sheets), 'A critique changed.'],
    [isSame(before.holders, after.holders), 'A registration changed.'],
  ]
  const rest = others.filter(([same]) => !same).map(([, sentence]) => sentence)
  return [...entries, ...definitions, ...picks, ...rest]
}
