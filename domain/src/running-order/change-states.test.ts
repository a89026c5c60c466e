import { expect, test } from 'vitest'
import { instant } from '../kernel/instant.ts'
import { changeStates } from './change-states.ts'
import { entryStates, entryTransitions, type OrderEntryState } from './entry-state.ts'

const at = (time: string) => instant(`2026-03-06T${time}:00Z`)
const entry = (id: number, state: OrderEntryState, own: { stage?: number; is_locked?: boolean } = {}) => ({
  ...{ id, state, stage: 1, on_stage_at: at('09:00'), is_locked: false },
  ...own,
})

const transitions = entryStates.flatMap((from) => entryStates.map((to) => [from, to] as const))
test.each(transitions)('%s → %s', (from, to) => {
  const allowedStates: Partial<Record<OrderEntryState, OrderEntryState[]>> = {
    planned: ['checked_in', 'scratched', 'no_show'],
    checked_in: ['on_deck', 'planned', 'scratched', 'no_show'],
    on_deck: ['on_stage', 'checked_in', 'scratched', 'no_show'],
    on_stage: ['danced', 'on_deck'],
    danced: ['canceled', 'on_stage'],
    scratched: ['planned'],
    no_show: ['planned'],
    canceled: ['danced'],
  }
  const change = changeStates([entry(1, from)], [{ id: 1, state: to }], at('09:03'))
  expect(change.ok).toBe(allowedStates[from]?.includes(to) ?? false)
  expect(entryTransitions[from].includes(to)).toBe(change.ok)
})

test('a stage has one entry on it; the next goes on with the end of the one before', () => {
  const entries = [entry(1, 'on_stage'), entry(2, 'on_deck'), entry(3, 'on_deck', { stage: 2 })]
  const next = { id: 2, state: 'on_stage' as const }
  const change = (...changes: { id: number; state: OrderEntryState }[]) => changeStates(entries, changes, at('09:03'))
  expect(change(next)).toMatchObject({ ok: false, refusal: { code: 'order.stage_taken' } })
  expect(change({ id: 1, state: 'danced' }, next).ok).toBe(true)
  expect(change({ id: 3, state: 'on_stage' }).ok).toBe(true)
})

test.each([
  ['within minutes of its start', entry(1, 'danced'), '09:15', undefined],
  ['not once the stage has gone on', entry(1, 'danced'), '09:16', 'order.end_final'],
  ['not by way of a disqualification', entry(1, 'canceled'), '09:16', 'order.end_final'],
  ['not of an entry without a start', { ...entry(1, 'danced'), on_stage_at: null }, '09:01', 'order.end_final'],
  [
    'not once the scores of its block are locked',
    entry(1, 'danced', { is_locked: true }),
    '09:05',
    'order.scores_locked',
  ],
])('an end is taken back: %s', (_, one, now, code) => {
  const path = [...(one.state === 'canceled' ? ['danced' as const] : []), 'on_stage' as const]
  const changes = path.map((state) => ({ id: 1, state }))
  const change = changeStates([one], changes, at(now))
  expect(change.ok ? undefined : change.refusal.code).toBe(code)
})
