import type { OrderMove } from '@callboard/domain/running-order/moves.ts'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { OfficeEntry, OfficeOrder } from './use-running-order.ts'

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

/** Moves entries by dragging and by arrow keys; after a move by keys, focus stays on the entry. */
export function useMoveByHand(data: OfficeOrder, move: (moves: readonly OrderMove[]) => Promise<boolean>) {
  const [draggedId, setDraggedId] = useState<number | null>(null)
  const [target, setTarget] = useState<Place | null>(null)
  const focusId = useRef<number | null>(null)
  useEffect(() => {
    if (focusId.current === null) return
    document.querySelector<HTMLElement>(`[data-entry="${focusId.current}"]`)?.focus()
    focusId.current = null
  }, [data])

  const place = (id: number, to: Place) => move([{ kind: 'place', id, ...to }])
  return {
    ...{ draggedId, target, setTarget },
    start: setDraggedId,
    end() {
      setDraggedId(null)
      setTarget(null)
    },
    drop(to: Place) {
      if (draggedId !== null && draggedId !== to.before_id) void place(draggedId, to)
      setDraggedId(null)
      setTarget(null)
    },
    onKey(event: KeyboardEvent, entry: OfficeEntry) {
      if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
      event.preventDefault()
      const to = neighborPlace(data, entry, event.key === 'ArrowUp' ? -1 : 1)
      if (!to) return
      focusId.current = entry.id
      void place(entry.id, to)
    },
  }
}

export type MoveByHand = ReturnType<typeof useMoveByHand>
