import { takesTime } from './entry-state.ts'
import type { OrderMove } from './moves.ts'
import { entriesOfBlock, type Order } from './order.ts'

type BlockSequence = { block_id: number; ids: readonly number[] }

/** The moves that lead from an order to these sequences. Entries that take no time stay behind the one before them. */
export function movesTo(order: Order, sequences: readonly BlockSequence[]): OrderMove[] {
  const pinned = new Set(order.entries.flatMap((entry) => (entry.pinned ? [entry.id] : [])))
  return sequences.flatMap(({ block_id, ids }) => {
    const present = entriesOfBlock(order, block_id).filter(({ state }) => takesTime(state))
    if (present.length === ids.length && present.every(({ id }, index) => id === ids[index])) return []
    // From the last to the first: each stands before one that is in its place already.
    return ids.toReversed().flatMap((id, index): OrderMove[] => {
      const before_id = index === 0 ? null : (ids[ids.length - index] ?? null)
      return pinned.has(id) ? [] : [{ kind: 'place', id, block_id, before_id }]
    })
  })
}

/** The busiest dancer and what no order can exceed: with `count` entries of `total`, so many entries between two. */
type GapBound = { person_id: number; count: number; total: number; most: number }

/** Null: nobody dances twice. */
export function gapBound(order: Order): GapBound | null {
  const danced = order.entries.filter(({ block_id, state }) => block_id !== null && takesTime(state))
  const counts = new Map<number, number>()
  for (const { dancers } of danced) for (const id of dancers) counts.set(id, (counts.get(id) ?? 0) + 1)
  let busiest: GapBound | null = null
  for (const [person_id, count] of counts) {
    if (count < 2 || count <= (busiest?.count ?? 1)) continue
    // Distances between k entries in n places add up to n - 1 at most; between two neighbors stands one less.
    busiest = { person_id, count, total: danced.length, most: Math.floor((danced.length - 1) / (count - 1)) - 1 }
  }
  return busiest
}
