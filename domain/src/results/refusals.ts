import type { Wording } from '../kernel/wording.ts'
import { pointsText, type Points } from '../judging/points.ts'

export type ResultsRefusal =
  | { code: 'award_scale.no_lowest' }
  | { code: 'award_scale.repeated'; minimum_points: Points }
  | { code: 'award_scale.out_of_reach'; most: Points }

export const resultsWording: Wording<ResultsRefusal> = {
  'award_scale.no_lowest': () => 'The lowest level must begin at 0, so that every routine has a level.',
  'award_scale.repeated': ({ minimum_points }) => `Two levels begin at ${pointsText(minimum_points)}.`,
  'award_scale.out_of_reach': ({ most }) =>
    `No total is above ${pointsText(most)}, so no routine could reach this level.`,
}
