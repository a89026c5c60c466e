import type { CalendarDate } from '../kernel/calendar.ts'
import { takesTime } from './entry-state.ts'
import { entriesInOrder, type Order, type PlacedEntry } from './order.ts'

/** A day with no more entries of a studio than these is hardly worth the way, where it has more on another day. */
const fewEntries = 2

/** A day on which a studio has only a few entries. It has as many or more on another. */
export type ThinDay = { registration_id: number; day: CalendarDate; entry_ids: readonly number[] }

/** The days for which studios come for a few entries only, by day. Of two days alike the earlier one counts as full. */
export function thinDays(order: Order): ThinDay[] {
  const dayOfBlock = new Map(order.blocks.map(({ id, day }) => [id, day]))
  const studios = new Map<number, Map<CalendarDate, PlacedEntry[]>>()
  for (const entry of entriesInOrder(order)) {
    const day = dayOfBlock.get(entry.block_id)
    if (day === undefined || !takesTime(entry.state)) continue
    const days = studios.get(entry.registration_id) ?? new Map<CalendarDate, PlacedEntry[]>()
    studios.set(entry.registration_id, days)
    days.set(day, [...(days.get(day) ?? []), entry])
  }
  const thin = [...studios].flatMap(([registration_id, days]) => {
    const most = Math.max(...[...days.values()].map(({ length }) => length))
    const fullDay = [...days].find(([, entries]) => entries.length === most)?.[0]
    return [...days].flatMap(([day, entries]): ThinDay[] =>
      day === fullDay || entries.length > fewEntries
        ? []
        : [{ registration_id, day, entry_ids: entries.map(({ id }) => id) }],
    )
  })
  return thin.toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))
}
