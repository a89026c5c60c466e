import { accept, refuse, type Result } from '../kernel/result.ts'
import { entryTransitions, type OrderEntryState } from './entry-state.ts'
import type { RunningOrderRefusal } from './refusals.ts'

type StageEntry = { id: number; stage: number; state: OrderEntryState }
type StateChange = { id: number; state: OrderEntryState }

/** The states of the entries after these changes, in their order. A stage has one entry on it at a time. */
export function changeStates(
  entries: readonly StageEntry[],
  changes: readonly StateChange[],
): Result<StageEntry[], RunningOrderRefusal> {
  let current = [...entries]
  for (const { id, state } of changes) {
    const entry = current.find((one) => one.id === id)
    if (!entry) return refuse({ code: 'order.not_in_order' })
    if (!entryTransitions[entry.state].includes(state)) {
      return refuse({ code: 'order.state_unfit', from: entry.state, to: state })
    }
    const isTaken = current.some((one) => one.stage === entry.stage && one.state === 'on_stage')
    if (state === 'on_stage' && isTaken) return refuse({ code: 'order.stage_taken' })
    current = current.map((one) => (one.id === id ? { ...one, state } : one))
  }
  return accept(current)
}
