import { compareInstants, secondsBetween, type Instant } from '../kernel/instant.ts'
import type { ProductSettings } from '../tours/settings/registry.ts'
import { meetsWish } from './entry-request.ts'
import { takesTime } from './entry-state.ts'
import { blocksInOrder, entriesInOrder, type Order, type PlacedEntry } from './order.ts'
import { thinDays, type ThinDay } from './studio-days.ts'
import { timetable, type Timetable, type TimetableSettings } from './timetable.ts'

export type OrderSettings = TimetableSettings &
  Pick<ProductSettings, 'dancer_gap_minutes' | 'dancer_gap_entries' | 'studio_run_most'>

/** Two entries of one dancer. `gap_seconds` is from the end of the first to the start of the second. */
type DancerConflict = {
  kind: 'two_at_once' | 'back_to_back' | 'gap_short'
  person_id: number
  first_id: number
  second_id: number
  gap_seconds: number
  /** Entries between the two, where they are in one block. */
  entries_between: number | null
}
export type Conflict =
  | DancerConflict
  /** A block lasts beyond the start of the next on its stage. */
  | { kind: 'block_overrun'; block_id: number; next_block_id: number; over_seconds: number }
  /** An entry starts when its studio would rather not have it. */
  | { kind: 'request_unmet'; registration_id: number; entry_id: number; starts_at: Instant }
  /** A studio comes for this day with a few entries only. */
  | ({ kind: 'studio_day' } & ThinDay)
  /** More entries of one registration in a row than `studio_run_most`. */
  | { kind: 'studio_run'; registration_id: number; first_id: number; last_id: number; count: number }

export const isHard = ({ kind }: Conflict): boolean =>
  kind === 'two_at_once' || kind === 'back_to_back' || kind === 'block_overrun'

/** Everything that speaks against an order: hard conflicts first, then by time. */
export function conflictsOf(order: Order, settings: OrderSettings, times = timetable(order, settings)): Conflict[] {
  const entries = entriesInOrder(order).filter(({ state }) => takesTime(state))
  const conflicts = [
    ...blockOverruns(order, times),
    ...dancerConflicts(entries, times, settings),
    ...unmetRequests(entries, times),
    ...thinDays(order).map((day): Conflict => ({ kind: 'studio_day', ...day })),
    ...studioRuns(entries, settings),
  ]
  return [...conflicts.filter(isHard), ...conflicts.filter((conflict) => !isHard(conflict))]
}

/** Entries that a conflict names. */
export const entriesOfConflict = (conflict: Conflict): number[] => {
  if (conflict.kind === 'block_overrun') return []
  if (conflict.kind === 'request_unmet') return [conflict.entry_id]
  if (conflict.kind === 'studio_day') return [...conflict.entry_ids]
  return [conflict.first_id, conflict.kind === 'studio_run' ? conflict.last_id : conflict.second_id]
}

function blockOverruns(order: Order, times: Timetable): Conflict[] {
  const blocks = blocksInOrder(order.blocks)
  return blocks.flatMap(({ id, stage }, index): Conflict[] => {
    const next = blocks.slice(index + 1).find((block) => block.stage === stage)
    const slot = times.blocks.get(id)
    if (!next || !slot || slot.end <= next.starts_at) return []
    const over_seconds = secondsBetween(next.starts_at, slot.end)
    return [{ kind: 'block_overrun', block_id: id, next_block_id: next.id, over_seconds }]
  })
}

/** `start` and `end` in seconds since 1970: they are compared by pairs of a dancer's entries, at each drag. */
type TimedEntry = { entry: PlacedEntry; index: number; start: number; end: number }

function dancerConflicts(entries: readonly PlacedEntry[], times: Timetable, settings: OrderSettings): DancerConflict[] {
  const ofDancer = new Map<number, TimedEntry[]>()
  for (const [index, entry] of entries.entries()) {
    const slot = times.entries.get(entry.id)
    if (!slot) continue
    const timed = { entry, index, start: Date.parse(slot.start) / 1000, end: Date.parse(slot.end) / 1000 }
    for (const person_id of entry.dancers) {
      const others = ofDancer.get(person_id)
      if (others) others.push(timed)
      else ofDancer.set(person_id, [timed])
    }
  }
  const conflicts = [...ofDancer].flatMap(([person_id, own]) => {
    const timed = own.toSorted((one, other) => one.start - other.start || one.index - other.index)
    return timed.flatMap((second, place) =>
      timed.slice(0, place).flatMap((first, earlier) => {
        const conflict = conflictBetween(person_id, first, second, settings)
        // Of entries that do not overlap, only neighbors are compared: the gap to an earlier one is longer still.
        return conflict && (conflict.kind === 'two_at_once' || earlier === place - 1) ? [conflict] : []
      }),
    )
  })
  return conflicts.toSorted((one, other) => {
    const [start, otherStart] = [times.entries.get(one.second_id)?.start, times.entries.get(other.second_id)?.start]
    return start && otherStart ? compareInstants(start, otherStart) : 0
  })
}

function conflictBetween(
  person_id: number,
  first: TimedEntry,
  second: TimedEntry,
  settings: OrderSettings,
): DancerConflict | null {
  const gap_seconds = second.start - first.end
  const isOneBlock = first.entry.block_id === second.entry.block_id
  const entries_between = isOneBlock ? second.index - first.index - 1 : null
  const conflict = { person_id, first_id: first.entry.id, second_id: second.entry.id, gap_seconds, entries_between }
  if (gap_seconds < 0) return { kind: 'two_at_once', ...conflict }
  if (gap_seconds < Math.max(settings.changeover_seconds, 1)) return { kind: 'back_to_back', ...conflict }
  const isShort =
    gap_seconds < 60 * settings.dancer_gap_minutes ||
    (entries_between !== null && entries_between < settings.dancer_gap_entries)
  return isShort ? { kind: 'gap_short', ...conflict } : null
}

const unmetRequests = (entries: readonly PlacedEntry[], times: Timetable): Conflict[] =>
  entries.flatMap(({ id, registration_id, wish_windows }): Conflict[] => {
    const starts_at = times.entries.get(id)?.start
    if (starts_at === undefined || meetsWish(starts_at, wish_windows)) return []
    return [{ kind: 'request_unmet', registration_id, entry_id: id, starts_at }]
  })

function studioRuns(entries: readonly PlacedEntry[], { studio_run_most }: OrderSettings): Conflict[] {
  const runs: PlacedEntry[][] = []
  for (const entry of entries) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run && last?.registration_id === entry.registration_id && last.block_id === entry.block_id) run.push(entry)
    else runs.push([entry])
  }
  return runs.flatMap((run): Conflict[] => {
    const [first] = run
    const last = run.at(-1)
    if (!first || !last || run.length <= studio_run_most) return []
    const { registration_id } = first
    return [{ kind: 'studio_run', registration_id, first_id: first.id, last_id: last.id, count: run.length }]
  })
}
