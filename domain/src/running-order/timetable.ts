import { minutesAfter, secondsAfter, type Instant } from '../kernel/instant.ts'
import type { ProductSettings } from '../tours/settings/registry.ts'
import { takesTime } from './entry-state.ts'
import { entriesInOrder, type Order, type OrderEntry } from './order.ts'

export type TimetableSettings = Pick<ProductSettings, 'changeover_seconds' | 'prop_seconds'>
/** A stretch of time on a stage; `end` includes the changeover. */
type Slot = { start: Instant; end: Instant }
export type Timetable = { entries: ReadonlyMap<number, Slot>; blocks: ReadonlyMap<number, Slot> }

type EntryLength = Pick<OrderEntry, 'allowed_seconds' | 'extra_minutes' | 'has_prop'>

/** The seconds of stage time an entry takes: its music, the changeover, and the setup of a prop. */
export const entrySeconds = (entry: EntryLength, settings: TimetableSettings): number =>
  entry.allowed_seconds +
  60 * entry.extra_minutes +
  settings.changeover_seconds +
  (entry.has_prop ? settings.prop_seconds : 0)

/** When each entry starts and each block ends. Derived whenever it is needed, never stored. */
export function timetable(order: Order, settings: TimetableSettings): Timetable {
  const entries = new Map<number, Slot>()
  const ends = new Map(order.blocks.map(({ id, starts_at }) => [id, starts_at]))
  for (const entry of entriesInOrder(order)) {
    const start = ends.get(entry.block_id)
    if (start === undefined) continue
    const end = takesTime(entry.state) ? secondsAfter(start, entrySeconds(entry, settings)) : start
    entries.set(entry.id, { start, end })
    ends.set(entry.block_id, end)
  }
  const blocks = new Map(
    order.blocks.map(({ id, kind, starts_at, minutes }) => {
      const end = kind === 'routines' ? (ends.get(id) ?? starts_at) : minutesAfter(starts_at, minutes)
      return [id, { start: starts_at, end }]
    }),
  )
  return { entries, blocks }
}
