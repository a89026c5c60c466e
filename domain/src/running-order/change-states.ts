import { accept, refuse, type Result } from '../kernel/result.ts'
import type { Instant } from '../kernel/instant.ts'
import { entryTransitions, type OrderEntryState } from './entry-state.ts'
import type { RunningOrderRefusal } from './refusals.ts'
import { mayTakeBackEnd, takeBackMinutes } from './stage-view.ts'

/** `is_locked`: the scores of its block are. */
type StageEntry = {
  id: number
  stage: number
  state: OrderEntryState
  on_stage_at: Instant | null
  is_locked: boolean
}
type StateChange = { id: number; state: OrderEntryState }

/**
 * The states of the entries after these changes, in their order. A stage has one entry on it at a time. An end is taken
 * back within minutes, and not once the scores of its block are locked: it takes the entry's total away.
 */
export function changeStates(
  entries: readonly StageEntry[],
  changes: readonly StateChange[],
  now: Instant,
): Result<StageEntry[], RunningOrderRefusal> {
  let current = [...entries]
  for (const { id, state } of changes) {
    const entry = current.find((one) => one.id === id)
    if (!entry) return refuse({ code: 'order.not_in_order' })
    if (!entryTransitions[entry.state].includes(state)) {
      return refuse({ code: 'order.state_unfit', from: entry.state, to: state })
    }
    if (entry.state === 'danced' && state === 'on_stage') {
      if (entry.is_locked) return refuse({ code: 'order.scores_locked' })
      if (!mayTakeBackEnd(entry.on_stage_at, now)) return refuse({ code: 'order.end_final', minutes: takeBackMinutes })
    }
    const isTaken = current.some((one) => one.stage === entry.stage && one.state === 'on_stage')
    if (state === 'on_stage' && isTaken) return refuse({ code: 'order.stage_taken' })
    const on_stage_at = state === 'on_stage' && entry.state !== 'danced' ? now : entry.on_stage_at
    current = current.map((one) => (one.id === id ? { ...one, state, on_stage_at } : one))
  }
  return accept(current)
}
