import type { Wording } from '../kernel/wording.ts'
import { pointsText, type Points } from './points.ts'

export type ResultsRefusal =
  | { code: 'mark.not_a_number' }
  | { code: 'mark.too_high'; max_points: Points; criterion?: string }
  | { code: 'mark.between_steps'; step: Points }
  | { code: 'mark.criteria_missing' }
  | { code: 'award_scale.no_lowest' }
  | { code: 'award_scale.repeated'; minimum_points: Points }
  | { code: 'award_scale.out_of_reach'; most: Points }

export const resultsWording: Wording<ResultsRefusal> = {
  'mark.not_a_number': () => 'Please enter a number such as 94 or 94.5.',
  'mark.too_high': ({ max_points, criterion }) =>
    criterion === undefined
      ? `The highest mark is ${pointsText(max_points)}.`
      : `The highest mark for ${criterion} is ${pointsText(max_points)}.`,
  'mark.between_steps': ({ step }) => `Marks go in steps of ${pointsText(step)}.`,
  'mark.criteria_missing': () => 'Please give every part of the mark.',
  'award_scale.no_lowest': () => 'The lowest level must begin at 0, so that every routine has a level.',
  'award_scale.repeated': ({ minimum_points }) => `Two levels begin at ${pointsText(minimum_points)}.`,
  'award_scale.out_of_reach': ({ most }) =>
    `No total is above ${pointsText(most)}, so no routine could reach this level.`,
}
