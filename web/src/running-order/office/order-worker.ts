import type { OrderSettings } from '@callboard/domain/running-order/conflicts.ts'
import { applyMoves, type OrderMove } from '@callboard/domain/running-order/moves.ts'
import { OrderSearch } from '@callboard/domain/running-order/order-search.ts'
import type { Order } from '@callboard/domain/running-order/order.ts'
import { movesTo } from '@callboard/domain/running-order/suggested-moves.ts'
import { countConflicts, type ConflictCounts } from './improve-order.ts'

type SearchRequest = { order: Order; settings: OrderSettings; milliseconds: number }
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

// In a worker of its own the page stays quick during a search, and ends it by ending the worker.
if ('WorkerGlobalScope' in globalThis) {
  self.addEventListener('message', ({ data }: MessageEvent<SearchRequest>) =>
    search(data, (progress) => self.postMessage(progress)),
  )
}
