import { conflictsOf, isHard, type OrderSettings } from '@callboard/domain/running-order/conflicts.ts'
import { hasStarted } from '@callboard/domain/running-order/entry-state.ts'
import { applyMoves, type OrderMove } from '@callboard/domain/running-order/moves.ts'
import { OrderSearch } from '@callboard/domain/running-order/order-search.ts'
import type { Order } from '@callboard/domain/running-order/order.ts'
import { movesTo } from '@callboard/domain/running-order/suggested-moves.ts'
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
export const movableCount = ({ entries }: OfficeOrder): number =>
  entries.filter(
    ({ block_id, pinned, published, state }) => block_id !== null && !pinned && !published && !hasStarted(state),
  ).length

export type ConflictCounts = { hard: number; gap_short: number; studio_run: number }

export function countConflicts(order: Order, settings: OrderSettings): ConflictCounts {
  const conflicts = conflictsOf(order, settings)
  const count = (kind: string) => conflicts.filter((conflict) => conflict.kind === kind).length
  return {
    hard: conflicts.filter(isHard).length,
    gap_short: count('gap_short'),
    studio_run: count('studio_run'),
  }
}

export type SearchRequest = { order: Order; settings: OrderSettings; milliseconds: number }
/** The best order so far, as moves; `isDone` once the time is over. */
export type SearchProgress = { moves: readonly OrderMove[]; counts: ConflictCounts; isDone: boolean }

/** Between two reports, in milliseconds. */
const reportEvery = 400

/** Searches for as long as it is asked to, and reports the best order from time to time. */
export function search({ order, settings, milliseconds }: SearchRequest, report: (progress: SearchProgress) => void) {
  const orderSearch = new OrderSearch(order, settings, 1)
  const end = performance.now() + milliseconds
  for (let isDone = false; !isDone;) {
    const next = Math.min(end, performance.now() + reportEvery)
    do orderSearch.run(200)
    while (performance.now() < next)
    isDone = performance.now() >= end
    const moves = movesTo(order, orderSearch.best())
    const movedOrder = applyMoves(order, moves)
    if (movedOrder.ok) report({ moves, counts: countConflicts(movedOrder.value, settings), isDone })
  }
}
