import { conflictsOf, isHard, type OrderSettings } from '@callboard/domain/running-order/conflicts.ts'
import { groupConflicts } from '@callboard/domain/running-order/conflict-text.ts'
import { hasStarted } from '@callboard/domain/running-order/entry-state.ts'
import type { Order } from '@callboard/domain/running-order/order.ts'
import type { OfficeOrder } from './use-running-order.ts'

/** The order as the rules read it. */
export const orderOf = ({ blocks, entries }: OfficeOrder): Order => ({
  blocks,
  entries: entries.map(({ dancers, seconds, published, entry_number, ...entry }) => ({
    ...entry,
    allowed_seconds: seconds,
    extra_minutes: 0,
    // Before publication the number is a preview, which follows the position.
    entry_number: published ? entry_number : null,
    dancers: dancers.map(({ person_id }) => person_id),
  })),
})

/** How many entries an improvement may move. */
const movableCount = ({ entries }: OfficeOrder): number =>
  entries.filter(
    ({ block_id, pinned, published, state }) => block_id !== null && !pinned && !published && !hasStarted(state),
  ).length

/** Why the order is not improved; null: it can be. */
export function improveBlockedBy(data: OfficeOrder): string | null {
  if (movableCount(data) > 1) return null
  const scheduledCount = data.entries.filter(({ block_id }) => block_id !== null).length
  if (scheduledCount === 0)
    return 'The running order has no entries yet. Add routines before you improve or publish it.'
  if (scheduledCount === 1) return 'Add a second routine before you improve the order.'
  const state = data.published_version === null ? 'pinned' : 'published'
  return `Nothing is left to improve: ${state} routines stay where they are. Move them by hand.`
}

export type ConflictCounts = {
  hard: number
  gap_short: number
  request_unmet: number
  studio_day: number
  studio_run: number
}

/** Counted as the page counts them: two entries conflict once, however many dancers they share. */
export function countConflicts(order: Order, settings: OrderSettings): ConflictCounts {
  const conflicts = groupConflicts(conflictsOf(order, settings)).map(({ conflict }) => conflict)
  const count = (kind: string) => conflicts.filter((conflict) => conflict.kind === kind).length
  return {
    hard: conflicts.filter(isHard).length,
    gap_short: count('gap_short'),
    request_unmet: count('request_unmet'),
    studio_day: count('studio_day'),
    studio_run: count('studio_run'),
  }
}
