import { secondsBetween, type Instant } from '../kernel/instant.ts'
import { entryNumbers } from './entry-numbers.ts'
import { takesTime } from './entry-state.ts'
import { entriesInOrder, type Order } from './order.ts'
import { timetable, type TimetableSettings } from './timetable.ts'

/** An entry as a version of the order has it: ids and numbers only, no names. */
export type VersionEntry = {
  id: number
  registration_id: number
  entry_number: number
  suffix: string
  stage: number
  starts_at: Instant
  scratched: boolean
}
export type OrderVersion = { entries: readonly VersionEntry[] }

export type OrderChange =
  | { kind: 'added'; entry: VersionEntry }
  | { kind: 'moved'; entry: VersionEntry; before: VersionEntry }
  | { kind: 'scratched'; entry: VersionEntry }

/** The order as it would be published now. */
export function versionOf(order: Order, settings: TimetableSettings): OrderVersion {
  const times = timetable(order, settings)
  const numbers = entryNumbers(order)
  const stages = new Map(order.blocks.map(({ id, stage }) => [id, stage]))
  const entries = entriesInOrder(order).flatMap(({ id, registration_id, block_id, state }) => {
    const slot = times.entries.get(id)
    const number = numbers.get(id)
    if (!slot || !number) return []
    const stage = stages.get(block_id) ?? 1
    return [{ id, registration_id, ...number, stage, starts_at: slot.start, scratched: !takesTime(state) }]
  })
  return { entries }
}

const isSameEntry = (one: VersionEntry, other: VersionEntry | undefined): boolean =>
  one.id === other?.id &&
  one.entry_number === other.entry_number &&
  one.suffix === other.suffix &&
  one.stage === other.stage &&
  one.starts_at === other.starts_at &&
  one.scratched === other.scratched

/** Whether two versions say the same, to the second. */
export const isSameVersion = (one: OrderVersion, other: OrderVersion): boolean =>
  one.entries.length === other.entries.length &&
  one.entries.every((entry, index) => isSameEntry(entry, other.entries[index]))

/** Up to a minute earlier or later is no change. */
const movedSeconds = 60

function changeOf(before: VersionEntry | undefined, entry: VersionEntry): OrderChange | null {
  if (!before || before.scratched) return entry.scratched ? null : { kind: 'added', entry }
  if (entry.scratched) return { kind: 'scratched', entry: before }
  const hasMoved =
    Math.abs(secondsBetween(before.starts_at, entry.starts_at)) > movedSeconds ||
    before.stage !== entry.stage ||
    before.entry_number !== entry.entry_number ||
    before.suffix !== entry.suffix
  return hasMoved ? { kind: 'moved', entry, before } : null
}

/**
 * Returns the differences between two versions, by registration: added, moved by more than a minute, to another stage or number,
 * scratched. Without an earlier version, everything is added.
 */
export function orderChanges(before: OrderVersion | null, after: OrderVersion): Map<number, OrderChange[]> {
  const earlier = new Map(before?.entries.map((entry) => [entry.id, entry]))
  const changes = new Map<number, OrderChange[]>()
  const add = (registration_id: number, change: OrderChange) =>
    changes.set(registration_id, [...(changes.get(registration_id) ?? []), change])
  for (const entry of after.entries) {
    const change = changeOf(earlier.get(entry.id), entry)
    if (change) add(entry.registration_id, change)
    earlier.delete(entry.id)
  }
  for (const entry of earlier.values()) if (!entry.scratched) add(entry.registration_id, { kind: 'scratched', entry })
  return changes
}
