import { expect, test } from 'vitest'
import { instant } from '../kernel/instant.ts'
import { delayText, lastEnded, stageView } from './stage-view.ts'

const at = (time: string) => instant(`2024-11-02T${time}:00.000Z`)
const entry = (
  id: number,
  state: Parameters<typeof stageView>[0][number]['state'],
  starts: string,
  began?: string,
) => ({
  ...{ id, state, starts_at: at(starts), on_stage_at: began ? at(began) : null, is_locked: false },
})
const ids = (entries: readonly { id: number }[]) => entries.map(({ id }) => id)

test('a stage names the entry on it and the next three that still have to dance', () => {
  const { current, next } = stageView([
    entry(1, 'danced', '09:00', '09:00'),
    entry(2, 'on_stage', '09:03', '09:04'),
    entry(3, 'scratched', '09:06'),
    entry(4, 'on_deck', '09:09'),
    entry(5, 'no_show', '09:12'),
    entry(6, 'checked_in', '09:15'),
    entry(7, 'planned', '09:18'),
    entry(8, 'planned', '09:21'),
  ])
  expect(current?.id).toBe(2)
  expect(ids(next)).toEqual([4, 6, 7])
})

test('an empty stage, and one whose entries are all over, name nothing', () => {
  expect(stageView([])).toEqual({ current: null, next: [], late_minutes: 0 })
  expect(stageView([entry(1, 'danced', '09:00', '10:02')])).toEqual({ current: null, next: [], late_minutes: 0 })
})

test.each([
  ['on time', '09:03', '09:03', 0],
  ['early', '09:03', '08:50', 0],
  ['4 minutes late', '09:03', '09:07', 0],
  ['5 minutes late', '09:03', '09:08', 5],
  ['an hour and a half late', '09:03', '10:33', 90],
])('a stage that is %s says so from five minutes on', (_, starts, began, minutes) => {
  expect(stageView([entry(1, 'on_stage', starts, began)]).late_minutes).toBe(minutes)
})

test('the delay is that of the entry that went on last, also when none is on stage, or it danced out of its order', () => {
  const first = entry(1, 'danced', '09:00', '09:40')
  const second = entry(2, 'danced', '09:03', '09:11')
  expect(stageView([first, second, entry(3, 'planned', '09:06')]).late_minutes).toBe(40)
})

test.each([
  [5, 'Running 5 minutes late'],
  [59, 'Running 59 minutes late'],
  [60, 'Running 1 h late'],
  [95, 'Running 1 h 35 min late'],
])('a delay of %i minutes is said as “%s”', (minutes, text) => {
  expect(delayText(minutes)).toBe(text)
})

test.each([
  ['minutes after its start', '09:15', [], 1],
  ['not once the stage has gone on', '09:16', [], undefined],
  ['not while another is on stage', '09:05', [entry(2, 'on_stage', '09:03', '09:04')], undefined],
  ['the later of two', '09:10', [entry(2, 'danced', '09:03', '09:05')], 2],
  [
    'not once the scores of its block are locked',
    '09:10',
    [{ ...entry(2, 'danced', '09:03', '09:05'), is_locked: true }],
    undefined,
  ],
  ['not one that was disqualified since', '09:10', [entry(2, 'canceled', '09:03', '09:05')], undefined],
])('an end by mistake is taken back: %s', (_, now, others, id) => {
  expect(lastEnded([entry(1, 'danced', '09:00', '09:00'), ...others], at(now))?.id).toBe(id)
})
