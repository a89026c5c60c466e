export const entryStates = [
  'planned',
  'checked_in',
  'on_deck',
  'on_stage',
  'danced',
  'scratched',
  'no_show',
  'canceled',
] as const
/** Where an entry is on the day. `canceled`: disqualified after it danced. */
export type OrderEntryState = (typeof entryStates)[number]

/** The moves between the states of an entry. A move to the stage, or off it, that was a mistake is taken back. */
export const entryTransitions: Readonly<Record<OrderEntryState, readonly OrderEntryState[]>> = {
  planned: ['checked_in', 'scratched', 'no_show'],
  checked_in: ['on_deck', 'planned', 'scratched', 'no_show'],
  on_deck: ['on_stage', 'checked_in', 'scratched', 'no_show'],
  on_stage: ['danced', 'on_deck'],
  danced: ['canceled', 'on_stage'],
  scratched: ['planned'],
  no_show: ['planned'],
  canceled: ['danced'],
}

export const stateLabels: Readonly<Record<OrderEntryState, string>> = {
  planned: 'Planned',
  checked_in: 'Checked in',
  on_deck: 'On deck',
  on_stage: 'On stage',
  danced: 'Danced',
  scratched: 'Scratched',
  no_show: 'No show',
  canceled: 'Disqualified',
}

export const isOnStage = ({ state }: { state: OrderEntryState }): boolean => state === 'on_stage'

/** Whether an entry still has to dance. */
export const isAhead = ({ state }: { state: OrderEntryState }): boolean =>
  state === 'planned' || state === 'checked_in' || state === 'on_deck'

/** Whether an entry takes time on stage; what was scratched or did not show up takes none. */
export const takesTime = (state: OrderEntryState): boolean => state !== 'scratched' && state !== 'no_show'

/** Whether an entry is out of the competition: it has no total, level or place. */
export const isOut = (state: OrderEntryState): boolean => !takesTime(state) || state === 'canceled'

/** Whether an entry is over or under way, so that its place in the order is history. */
export const hasStarted = (state: OrderEntryState): boolean =>
  state === 'on_stage' || state === 'danced' || state === 'canceled' || state === 'no_show'
