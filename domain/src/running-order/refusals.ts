import type { Wording } from '../kernel/wording.ts'
import { stateLabels, type OrderEntryState } from './entry-state.ts'

export type RunningOrderRefusal =
  | { code: 'order.not_in_order' }
  | { code: 'order.not_routines'; name: string }
  | { code: 'order.pinned'; label: string }
  | { code: 'order.numbered'; label: string }
  | { code: 'order.started'; label: string }
  | { code: 'order.judged'; label: string }
  | { code: 'order.hard_conflict'; conflicts: readonly string[] }
  | { code: 'order.block_has_entries'; name: string }
  | { code: 'order.bad_time'; field: string }
  | { code: 'order.far_day'; field: string; days: number }
  | { code: 'order.no_block' }
  | { code: 'order.empty' }
  | { code: 'order.unpublished' }
  | { code: 'order.no_changes' }
  | { code: 'order.state_unfit'; from: OrderEntryState; to: OrderEntryState }
  | { code: 'order.stage_taken' }
  | { code: 'order.end_final'; minutes: number }
  | { code: 'order.scores_locked' }
  | { code: 'order.changed_meanwhile'; version: number }
  | { code: 'request.empty'; field: string }
  | { code: 'request.too_long'; field: string; length: number; most: number }
  | { code: 'request.other_day'; field: string }
  | { code: 'request.no_time_left'; field: string }
  | { code: 'request.closed' }
  | { code: 'request.changed_meanwhile' }
  | { code: 'routine.scheduled' }
  | { code: 'display.over' }
  | { code: 'display.city_over' }

export const runningOrderWording: Wording<RunningOrderRefusal> = {
  'order.not_in_order': () => 'This routine is not in the running order of this city. Please reload the page.',
  'order.not_routines': ({ name }) => `${name} is not a block of routines. Choose another block.`,
  'order.pinned': ({ label }) => `Entry ${label} is pinned. Unpin it first.`,
  'order.numbered': ({ label }) => `Entry ${label} has been published. Scratch it instead.`,
  'order.started': ({ label }) => `Entry ${label} has already been on stage, so it stays where it is.`,
  'order.judged': ({ label }) => `Entry ${label} has marks of its panel. Move it to a block that this panel judges.`,
  'order.hard_conflict': ({ conflicts }) => `${conflicts.join(' ')} Enter a reason to do it anyway.`,
  'order.block_has_entries': ({ name }) => `${name} has entries. Move them to another block first.`,
  'order.bad_time': () => 'Choose a day and a time.',
  'order.far_day': ({ days }) =>
    `This day is more than ${days} days away from the event. Choose a day of the event or near it.`,
  'order.no_block': () => 'There is no block of routines yet. Add one first.',
  'order.empty': () => 'The running order has no entries yet. Add routines before you publish it.',
  'order.unpublished': () => 'The running order is not published yet. Publish it first.',
  'order.no_changes': () => 'Nothing has changed since the running order was published.',
  'order.state_unfit': ({ from, to }) =>
    `An entry that is “${stateLabels[from]}” cannot become “${stateLabels[to]}”. Please reload the page.`,
  'order.stage_taken': () => 'Another entry is on this stage. End it first.',
  'order.end_final': ({ minutes }) =>
    `This entry went on stage more than ${minutes} minutes ago, so its end stays. Scores can still be changed on the scores page.`,
  'order.scores_locked': () => 'The scores of this block are locked, so an entry that danced stays as it is.',
  'order.changed_meanwhile': () => 'Someone else changed the running order. We have loaded what is new.',
  'request.empty': () => 'Write your request, or choose a day or a time.',
  'request.too_long': ({ length, most }) => `Use up to ${most} characters. This text has ${length}.`,
  'request.other_day': () => 'Choose a day of this event.',
  'request.no_time_left': () => 'Choose a time that is not before the earliest time.',
  'request.closed': () =>
    'This routine is in the published running order, so its request stays as it is. Please contact the office.',
  'request.changed_meanwhile': () => 'The studio has changed this request. We have loaded what is new.',
  'display.over': () => 'This link has ended. Please ask the office for a new one.',
  'display.city_over': () => 'This city is over, so its stage is no longer shown.',
  'routine.scheduled': () =>
    'This routine is in the published running order, so it cannot be removed. Please ask the office to scratch it.',
}
