import type { Wording } from '../kernel/wording.ts'
import { pointsText, type Points } from './points.ts'

export type JudgingRefusal =
  | { code: 'mark.not_a_number' }
  | { code: 'mark.too_high'; max_points: Points; criterion?: string }
  | { code: 'mark.between_steps'; step: Points }
  | { code: 'mark.criteria_missing' }
  | { code: 'mark.unusual'; points: Points; why: 'below_floor' | 'far_from_others' }
  | { code: 'score_scale.criteria_sum'; max_points: Points; sum: Points }
  | { code: 'score_scale.step'; field: string }
  | { code: 'score_scale.in_use' }
  | { code: 'deduction.zero'; field: string }
  | { code: 'deduction.too_high'; field: string; most: Points }
  | { code: 'panel.position_twice'; position: number }
  | { code: 'panel.judge_twice'; field: string }
  | { code: 'panel.too_few_seats'; field: 'seats'; counted: number }
  | { code: 'panel.too_many_seats'; field: 'seats'; counted: number }
  | { code: 'panel.has_sheets' }
  | { code: 'panel.in_use' }
  | { code: 'panel.wrong_kind' }
  | { code: 'panel.other_city' }
  | { code: 'block.has_sheets'; name: string }
  | { code: 'block.without_panel'; name: string }
  | { code: 'block.locked'; name: string }
  | { code: 'block.not_locked'; name: string }
  | { code: 'block.unresolved'; to_confirm: number; contested: number }
  | { code: 'sheet.not_judged_here' }
  | { code: 'sheet.nothing_to_judge' }
  | { code: 'sheet.not_on_stage' }
  | { code: 'sheet.recused' }
  | { code: 'sheet.locked' }
  | { code: 'sheet.not_locked' }
  | { code: 'sheet.changed_meanwhile'; revision: number }
  | { code: 'sheet.own' }
  | { code: 'sheet.not_to_confirm' }
  | { code: 'sheet.not_contested' }
  | { code: 'sheet.to_confirm_first' }
  | { code: 'sheet.no_substitute' }
  | { code: 'sheet.another_content' }
  | { code: 'swap.other_panel' }
  | { code: 'swap.same_entry' }
  | { code: 'swap.contested' }
  | { code: 'pairing.wrong_code'; tries_left: number }
  | { code: 'pairing.over' }
  | { code: 'pairing.city_over' }
  | { code: 'hand_over.unreadable' }
  | { code: 'hand_over.incomplete'; missing: number }
  | { code: 'hand_over.foreign' }
  | { code: 'judging.changed_meanwhile'; version: number }
  | { code: 'routine.judged' }
  | { code: 'attendee.judged' }

const count = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`

export const judgingWording: Wording<JudgingRefusal> = {
  'mark.not_a_number': () => 'Please enter a number such as 94 or 94.5.',
  'mark.too_high': ({ max_points, criterion }) =>
    criterion === undefined
      ? `The highest mark is ${pointsText(max_points)}.`
      : `The highest mark for ${criterion} is ${pointsText(max_points)}.`,
  'mark.between_steps': ({ step }) => `Marks go in steps of ${pointsText(step)}.`,
  'mark.criteria_missing': () => 'Please enter every part of the mark.',
  'mark.unusual': ({ points, why }) =>
    why === 'below_floor'
      ? `${pointsText(points)} is unusually low. Is it right?`
      : `${pointsText(points)} is far from the other judges’ marks. Is it right?`,
  'score_scale.criteria_sum': ({ max_points, sum }) =>
    `The parts add up to ${pointsText(sum)}, but the highest mark is ${pointsText(max_points)}.`,
  'score_scale.step': () => 'Every limit must be a multiple of the step.',
  'score_scale.in_use': () => 'This scale already has scores. Add another scale instead.',
  'deduction.zero': () => 'Deduct more than 0 points.',
  'deduction.too_high': ({ most }) =>
    `The highest total of this panel is ${pointsText(most)} points. Deduct no more than that.`,
  'panel.position_twice': ({ position }) => `Two seats have position ${position}.`,
  'panel.judge_twice': () => 'This judge has another seat already. Choose another judge for one of them.',
  'panel.too_few_seats': ({ counted }) =>
    `A total needs ${count(counted, 'mark')}, and this panel has fewer seats that count.`,
  'panel.too_many_seats': ({ counted }) =>
    `With no mark dropped, this panel needs exactly ${count(counted, 'seat')} that count.`,
  'panel.has_sheets': () => 'This panel already has scores. Add a new panel for the next block.',
  'panel.in_use': () => 'This panel judges a block. Choose another panel for the block first.',
  'panel.wrong_kind': () => 'Choose a competition panel. Audition panels do not judge blocks.',
  'panel.other_city': () => 'This panel belongs to another city. Choose a panel of this city.',
  'block.has_sheets': ({ name }) => `${name} already has scores, so its panel cannot change.`,
  'block.without_panel': ({ name }) => `${name} has no panel yet. Choose one first.`,
  'block.locked': ({ name }) => `${name} is locked. Reopen the score with a reason.`,
  'block.not_locked': ({ name }) => `${name} is not locked.`,
  'block.unresolved': ({ to_confirm, contested }) =>
    `${[
      ...(to_confirm > 0 ? [`${count(to_confirm, 'score')} to confirm`] : []),
      ...(contested > 0 ? [`${contested} contested`] : []),
    ].join(' and ')}. Resolve this before you lock the block.`,
  'sheet.nothing_to_judge': () =>
    'This seat has no entries yet. Publish the running order, and give a block its panel.',
  'sheet.not_judged_here': () => 'This seat does not judge this entry.',
  'sheet.not_on_stage': () => 'This entry was scratched or did not show up, so it has no scores.',
  'sheet.recused': () => 'This judge does not judge this studio.',
  'sheet.locked': () => 'This block is locked. The tabulator can reopen the score.',
  'sheet.not_locked': () => 'This score is already open.',
  'sheet.changed_meanwhile': () => 'This score has changed since you saw it. We have loaded what is new.',
  'sheet.own': () => 'You typed this score. Another person has to confirm it.',
  'sheet.not_to_confirm': () => 'This score is not waiting to be confirmed. Please reload the page.',
  'sheet.not_contested': () => 'This score is not contested. Please reload the page.',
  'sheet.to_confirm_first': () => 'A typed score is still waiting to be confirmed or rejected.',
  'sheet.no_substitute': () => 'A substitute replaces a missing mark and needs marks from the other judges.',
  'sheet.another_content': () => 'This sheet was already sent with different marks.',
  'swap.other_panel': () => 'Two different panels judged these entries, so their scores cannot be swapped.',
  'swap.same_entry': () => 'Choose two different entries.',
  'swap.contested': () => 'One of these scores is contested. Choose the one that counts before you swap.',
  'pairing.wrong_code': ({ tries_left }) =>
    tries_left === 0
      ? 'This code is wrong. Please ask for a new one.'
      : `This code is wrong. ${count(tries_left, 'more try').replace('trys', 'tries')}.`,
  'pairing.city_over': () => 'This city is over. Tablets can be paired until the day after it.',
  'pairing.over': () => 'This code has expired. Please ask for a new one.',
  'hand_over.unreadable': () => 'This is not a code from a judge’s tablet. Scan it again.',
  'hand_over.incomplete': ({ missing }) => `${count(missing, 'code')} missing. Scan all codes that the tablet shows.`,
  'hand_over.foreign': () => 'These codes do not come from this tablet. Type the scores from paper instead.',
  'judging.changed_meanwhile': () => 'Someone else changed this. We have loaded what is new.',
  'routine.judged': () =>
    'This routine has scores, so it cannot be removed. Please ask the office to scratch it instead.',
  'attendee.judged': () => 'This dancer has audition scores, so the registration keeps the dancer.',
}
