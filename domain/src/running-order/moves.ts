import { accept, refuse, type Result } from '../kernel/result.ts'
import { conflictsOf, entriesOfConflict, isHard, type Conflict, type OrderSettings } from './conflicts.ts'
import { conflictText, groupConflicts, type ConflictNames } from './conflict-text.ts'
import { entryLabel } from './entry-numbers.ts'
import { hasStarted, takesTime } from './entry-state.ts'
import { entriesOfBlock, type Order, type OrderEntry } from './order.ts'
import type { RunningOrderRefusal } from './refusals.ts'

export type OrderMove =
  /** Puts a routine into a block, before another entry or last: from outside the order, or from its place there. */
  | { kind: 'place'; id: number; block_id: number; before_id: number | null }
  /** Takes an unpublished entry out of the order. */
  | { kind: 'remove'; id: number }
  | { kind: 'pin'; id: number; pinned: boolean }

/** The order after these moves, one after the other. Positions of the blocks they touch count from 1 again. */
export function applyMoves(order: Order, moves: readonly OrderMove[]): Result<Order, RunningOrderRefusal> {
  let current = order
  for (const move of moves) {
    const movedOrder = applyMove(current, move)
    if (!movedOrder.ok) return movedOrder
    current = movedOrder.value
  }
  return accept(current)
}

function applyMove(order: Order, move: OrderMove): Result<Order, RunningOrderRefusal> {
  const entry = order.entries.find(({ id }) => id === move.id)
  if (!entry) return refuse({ code: 'order.not_in_order' })
  if (move.kind === 'pin') {
    if (entry.block_id === null) return refuse({ code: 'order.not_in_order' })
    return accept(withEntries(order, [{ ...entry, pinned: move.pinned }]))
  }
  const label = entryLabel(entry) || String(entry.position)
  if (entry.pinned) return refuse({ code: 'order.pinned', label })
  if (hasStarted(entry.state)) return refuse({ code: 'order.started', label })
  if (move.kind === 'remove') {
    if (entry.entry_number !== null) return refuse({ code: 'order.numbered', label })
    return accept(renumbered(withEntries(order, [{ ...entry, block_id: null, position: 0 }]), [entry.block_id]))
  }
  const block = order.blocks.find(({ id }) => id === move.block_id)
  if (!block) return refuse({ code: 'order.not_in_order' })
  if (block.kind !== 'routines') return refuse({ code: 'order.not_routines', name: block.name })
  if (move.before_id === entry.id) return accept(order)
  const others = entriesOfBlock(order, block.id).filter(({ id }) => id !== entry.id)
  const place = move.before_id === null ? others.length : others.findIndex(({ id }) => id === move.before_id)
  if (place < 0) return refuse({ code: 'order.not_in_order' })
  const reordered: OrderEntry[] = others.toSpliced(place, 0, { ...entry, block_id: block.id })
  const positioned = reordered.map((one, index) => ({ ...one, position: index + 1 }))
  return accept(renumbered(withEntries(order, positioned), [entry.block_id]))
}

function withEntries(order: Order, changedEntries: readonly OrderEntry[]): Order {
  const byId = new Map(changedEntries.map((entry) => [entry.id, entry]))
  return { ...order, entries: order.entries.map((entry) => byId.get(entry.id) ?? entry) }
}

/** The order with positions of these blocks counting from 1 without gaps. */
const renumbered = (order: Order, block_ids: readonly (number | null)[]): Order =>
  block_ids.reduce<Order>(
    (current, block_id) =>
      block_id === null
        ? current
        : withEntries(
            current,
            entriesOfBlock(current, block_id).map((entry, index) => ({ ...entry, position: index + 1 })),
          ),
    order,
  )

/** Identifies a conflict; its gap may change. */
const keyOf = (conflict: Conflict): string =>
  conflict.kind === 'block_overrun'
    ? `${conflict.kind} ${conflict.block_id} ${conflict.next_block_id}`
    : [
        conflict.kind,
        'person_id' in conflict ? conflict.person_id : '',
        ...entriesOfConflict(conflict).toSorted(),
      ].join(' ')

/** Hard conflicts that the second order has and the first does not. */
function newHardConflicts(before: Order, after: Order, settings: OrderSettings): Conflict[] {
  const existing = new Set(conflictsOf(before, settings).map(keyOf))
  return conflictsOf(after, settings).filter((conflict) => isHard(conflict) && !existing.has(keyOf(conflict)))
}

/** Whether the conflict is one of this entry. An overrun is one of every entry of its block. */
const concerns = (conflict: Conflict, { id, block_id }: OrderEntry): boolean =>
  conflict.kind === 'block_overrun' ? conflict.block_id === block_id : entriesOfConflict(conflict).includes(id)

/** Entries with which the reason of a new conflict stays: those that the moves brought into it. */
function reasonBearers(conflict: Conflict, before: Order, after: Order, moves: readonly OrderMove[]): OrderEntry[] {
  const entries = after.entries.filter((entry) => concerns(conflict, entry))
  if (conflict.kind === 'block_overrun') {
    const earlier = new Map(before.entries.map(({ id, block_id }) => [id, block_id]))
    return entries.filter(({ id, block_id }) => earlier.get(id) !== block_id)
  }
  const movedEntries = entries.filter(({ id }) => moves.some((move) => move.id === id))
  // An entry may also have moved out from between the two.
  return movedEntries.length > 0 ? movedEntries : entries
}

/** `names` are those of the new order: its numbers are the ones that its conflicts are about. */
type Override = { reason: string; settings: OrderSettings; names: (after: Order) => ConflictNames }

/**
 * The order after these moves. A hard conflict that they make is refused without a reason; with one, the reason stays
 * with the entries that were moved into it, as long as they have a hard conflict.
 */
export function moveEntries(
  order: Order,
  moves: readonly OrderMove[],
  { reason, settings, names }: Override,
): Result<Order, RunningOrderRefusal> {
  const movedOrder = applyMoves(order, moves)
  if (!movedOrder.ok) return movedOrder
  const after = movedOrder.value
  const conflicts = newHardConflicts(order, after, settings)
  if (conflicts.length > 0 && reason === '') {
    const sentences = groupConflicts(conflicts)
      .slice(0, 3)
      .map((group) => conflictText(group, names(after)))
    return refuse({ code: 'order.hard_conflict', conflicts: sentences })
  }
  const bearers = new Set(conflicts.flatMap((conflict) => reasonBearers(conflict, order, after, moves)))
  const hardConflicts = conflictsOf(after, settings).filter(isHard)
  const outdatedEntries = after.entries.filter(
    (entry) =>
      entry.override_reason !== '' &&
      takesTime(entry.state) &&
      !hardConflicts.some((conflict) => concerns(conflict, entry)),
  )
  return accept(
    withEntries(after, [
      ...outdatedEntries.map((entry) => ({ ...entry, override_reason: '' })),
      ...[...bearers].map((entry) => ({ ...entry, override_reason: reason })),
    ]),
  )
}
