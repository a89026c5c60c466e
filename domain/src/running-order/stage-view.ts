import { secondsBetween, type Instant } from '../kernel/instant.ts'
import { isAhead, isOnStage, type OrderEntryState } from './entry-state.ts'

type StageEntry = { state: OrderEntryState; starts_at: Instant; on_stage_at: Instant | null }

/** How many entries are named as the next ones. */
const entriesAhead = 3
/** A delay below so many minutes is not worth a sentence. */
const delayMinutes = 5

/** The last one that went on: an entry scratched or not yet there tells nothing of the stage's time. */
const lastOnStage = <Entry extends StageEntry>(entries: readonly Entry[]) =>
  entries
    .filter((entry): entry is Entry & { on_stage_at: Instant } => entry.on_stage_at !== null)
    .toSorted((one, other) => (one.on_stage_at < other.on_stage_at ? 1 : -1))[0]

/** One stage at a moment: the entry on it, the next ones, and by how many minutes it is late. `entries`: in their order. */
export function stageView<Entry extends StageEntry>(entries: readonly Entry[]) {
  const current = entries.find(isOnStage) ?? null
  const ahead = entries.filter(isAhead)
  const last = lastOnStage(entries)
  const late = last ? Math.floor(secondsBetween(last.starts_at, last.on_stage_at) / 60) : 0
  // With none on stage or ahead nobody waits.
  const isLate = late >= delayMinutes && (current !== null || ahead.length > 0)
  return { current, next: ahead.slice(0, entriesAhead), late_minutes: isLate ? late : 0 }
}

/** An end is taken back as a mistake for so long; afterwards the stage has gone on. */
export const takeBackMinutes = 15

/** Whether the end of an entry may still be a mistake. `on_stage_at`: when it went on. */
export const mayTakeBackEnd = (on_stage_at: Instant | null, now: Instant): boolean =>
  on_stage_at !== null && secondsBetween(on_stage_at, now) <= 60 * takeBackMinutes

/**
 * The entry that danced last on a stage, while its end may be taken back: minutes after its start, none on stage, and the
 * scores of its block not locked.
 */
export function lastEnded<Entry extends StageEntry & { is_locked: boolean }>(
  entries: readonly Entry[],
  now: Instant,
): Entry | null {
  if (entries.some(isOnStage)) return null
  const last = lastOnStage(entries)
  return last?.state === 'danced' && !last.is_locked && mayTakeBackEnd(last.on_stage_at, now) ? last : null
}

export const delayText = (minutes: number): string =>
  minutes < 60
    ? `Running ${minutes} minutes late`
    : `Running ${Math.floor(minutes / 60)} h ${minutes % 60 > 0 ? `${minutes % 60} min ` : ''}late`
