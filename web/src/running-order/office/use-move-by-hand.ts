import type { OrderMove } from '@callboard/domain/running-order/moves.ts'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { toast } from '../../ui/toasts.ts'
import { pinnedReason, type EntryActs } from './EntryRow.tsx'
import type { OfficeEntry, OfficeOrder, RunningOrder } from './use-running-order.ts'

/** The entries of a block, by position. */
export const entriesOf = (data: OfficeOrder, block_id: number): OfficeEntry[] =>
  data.entries.filter((entry) => entry.block_id === block_id).toSorted((one, other) => one.position - other.position)

type Place = { block_id: number; before_id: number | null }

/** The place one step up or down: within the block, else at the near end of the neighboring block of routines. */
function neighborPlace(data: OfficeOrder, entry: OfficeEntry, step: -1 | 1): Place | null {
  if (entry.block_id === null) return null
  const entries = entriesOf(data, entry.block_id)
  const index = entries.findIndex(({ id }) => id === entry.id)
  if (step === -1 && index > 0) return { block_id: entry.block_id, before_id: entries[index - 1]?.id ?? null }
  if (step === 1 && index < entries.length - 1) {
    return { block_id: entry.block_id, before_id: entries[index + 2]?.id ?? null }
  }
  const blocks = data.blocks.filter(({ kind }) => kind === 'routines')
  const neighbor = blocks[blocks.findIndex(({ id }) => id === entry.block_id) + step]
  if (!neighbor) return null
  return { block_id: neighbor.id, before_id: step === 1 ? (entriesOf(data, neighbor.id)[0]?.id ?? null) : null }
}

/**
 * Moves entries by dragging and by arrow keys; after a move by keys, focus stays on the entry. A move that is not answered
 * lets no other begin.
 */
export function useMoveByHand(
  data: OfficeOrder,
  order: Pick<RunningOrder, 'pending' | 'move' | 'scratch'>,
  onAnswer: (entry: OfficeEntry) => void,
) {
  const [draggedId, setDraggedId] = useState<number | null>(null)
  const [target, setTarget] = useState<Place | null>(null)
  const focusId = useRef<number | null>(null)
  useEffect(() => {
    if (focusId.current === null) return
    document.querySelector<HTMLElement>(`[data-entry="${focusId.current}"]`)?.focus()
    focusId.current = null
  }, [data])
  const latest = useRef({ data, order })
  useEffect(() => {
    latest.current = { data, order }
  })

  const acts = useMemo<EntryActs & { aim: (to: Place) => void; drop: (id: number | null, to: Place) => void }>(() => {
    const place = (id: number, to: Place) => acts.move({ kind: 'place', id, ...to })
    const acts = {
      start: setDraggedId,
      /** A dragged entry reports its place many times a second; only another place is drawn. */
      aim(to: Place) {
        setTarget((now) => (now?.block_id === to.block_id && now.before_id === to.before_id ? now : to))
      },
      over({ id, block_id }: OfficeEntry) {
        if (block_id !== null) acts.aim({ block_id, before_id: id })
      },
      end() {
        setDraggedId(null)
        setTarget(null)
      },
      drop(id: number | null, to: Place) {
        if (id !== null && id !== to.before_id) place(id, to)
        acts.end()
      },
      onKey(event: KeyboardEvent, entry: OfficeEntry) {
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
        event.preventDefault()
        if (entry.pinned) {
          toast(pinnedReason)
          return
        }
        if (latest.current.order.pending) return
        const to = neighborPlace(latest.current.data, entry, event.key === 'ArrowUp' ? -1 : 1)
        if (!to) return
        focusId.current = entry.id
        place(entry.id, to)
      },
      move(move: OrderMove) {
        if (!latest.current.order.pending) void latest.current.order.move([move])
      },
      answer: onAnswer,
      scratch(id: number, state: 'scratched' | 'planned') {
        if (!latest.current.order.pending) void latest.current.order.scratch(id, state)
      },
    }
    return acts
  }, [onAnswer])
  return { draggedId, target, acts }
}

export type MoveByHand = ReturnType<typeof useMoveByHand>
