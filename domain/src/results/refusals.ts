import type { Wording } from '../kernel/wording.ts'
import { pointsText, type Points } from '../judging/points.ts'

export type ResultsRefusal =
  | { code: 'award_scale.no_lowest' }
  | { code: 'award_scale.repeated'; minimum_points: Points }
  | { code: 'award_scale.out_of_reach'; most: Points }
  | { code: 'award.not_picked' }
  | { code: 'award.one_subject' }
  | { code: 'award.picked_twice' }
  /** Auditions rank all dancers, studio awards all studios. */
  | { code: 'award.scope_unfit' }
  | { code: 'award.places_repeated'; from: number }
  | { code: 'award.name_taken'; name: string }
  | { code: 'award.criterion_unknown'; name: string }
  /** `state` as screens say it: 'Scratched'. */
  | { code: 'award.entry_out'; label: string; state: string }
  | { code: 'award.scholarship_terms' }
  | { code: 'award.amount_unfit' }
  | { code: 'award.not_of_city' }
  /** Somebody else changed the award. */
  | { code: 'award.changed_meanwhile'; version: number }
  | { code: 'award_scale.changed_meanwhile' }
  | { code: 'release.key' }
  | { code: 'release.sent_already' }
  | { code: 'release.block_waits' }
  | { code: 'release.no_such_block' }
  | { code: 'release.nothing' }
  | { code: 'release.unaccepted'; warnings: readonly string[] }
  | { code: 'release.no_proposal' }
  /** Inputs moved after the proposal; `moved` says which, in sentences. */
  | { code: 'release.moved'; moved: readonly string[] }
  | { code: 'release.same_person' }
  | { code: 'release.no_change' }
  | { code: 'release.reason_missing' }
  | { code: 'release.embargo_past' }
  | { code: 'release.scholarship_used'; registration_id: number }
  /** In the moment of this confirmation, so it is not known where. */
  | { code: 'release.scholarship_chosen' }
  | { code: 'release.not_released' }
  | { code: 'release.no_papers' }
  | { code: 'results.not_released' }
  | { code: 'critiques.not_released' }
  | { code: 'critiques.none' }
  | { code: 'data.not_released' }
  | { code: 'data.too_few_routines' }

/** Said at the address of critiques of a city whose switch “There are no critiques” is on. RES-041. */
export const noCritiques = 'There are no critiques for this event.'

export const resultsWording: Wording<ResultsRefusal> = {
  'award_scale.no_lowest': () => 'The lowest level must begin at 0, so that every routine has a level.',
  'award_scale.repeated': ({ minimum_points }) => `Two levels begin at ${pointsText(minimum_points)}.`,
  'award_scale.out_of_reach': ({ most }) =>
    `No total is above ${pointsText(most)}, so no routine could reach this level.`,
  'award.not_picked': () => 'This award is decided by the totals. There is nothing to pick.',
  'award.one_subject': () => 'Choose one routine, one person or one studio for each pick.',
  'award.picked_twice': () => 'The same winner is picked twice.',
  'award.scope_unfit': () =>
    'An award of this kind ranks everyone of the city together. Remove its groups and limits, or choose another kind.',
  'award.places_repeated': ({ from }) => `Two rows of places begin at ${from} ${from === 1 ? 'entry' : 'entries'}.`,
  'award.name_taken': ({ name }) => `This city already has an award named ${name}. Choose another name.`,
  'award.criterion_unknown': ({ name }) => `No scale of this event has a part named ${name}.`,
  'award.entry_out': ({ label, state }) => `Entry ${label} is “${state}”, so it cannot be picked.`,
  'award.scholarship_terms': () => 'A scholarship needs a person and an amount.',
  'award.amount_unfit': () => 'Only a scholarship has an amount.',
  'award.not_of_city': () => 'This award is not given in this city.',
  'award_scale.changed_meanwhile': () => 'Someone else changed these levels. We have loaded what is new.',
  'award.changed_meanwhile': () => 'Someone else changed this award. We have loaded what is new.',
  'release.key': () => 'This could not be sent. Please reload the page and try again.',
  'release.sent_already': () => 'This was already sent with different content. Please reload the page.',
  'release.block_waits': () =>
    'A confirmed release is waiting for the awards of this block. Release or withdraw it first.',
  'release.no_such_block': () => 'Choose a block of awards of this city.',
  'release.nothing': () => 'No routine or audition of this city has a result yet.',
  'release.unaccepted': ({ warnings }) => `Accept each warning first. ${warnings.join(' ')}`,
  'release.no_proposal': () => 'Nothing is proposed yet. Propose a release first.',
  'release.moved': ({ moved }) =>
    ['Something changed after this was proposed.', ...moved, 'Propose it again.'].join(' '),
  'release.same_person': () => 'You proposed this release. Another person has to confirm it.',
  'release.no_change': () => 'These results are already released.',
  'release.reason_missing': () => 'Give the reason for this correction.',
  'release.embargo_past': () => 'Choose a time in the future, or release now.',
  'release.scholarship_chosen': () =>
    'A studio has just chosen a scholarship that this correction takes back. Confirm again to see where.',
  'release.scholarship_used': ({ registration_id }) =>
    `A scholarship of these results is used in registration ${registration_id}. Settle that first.`,
  'release.no_papers': () => 'No results are confirmed yet, so there is nothing to print.',
  'release.not_released': () => 'There is no release to withdraw.',
  'results.not_released': () => 'Results will be available after the event.',
  'critiques.not_released': () =>
    'Scores and Critiques will be available after the event. We will notify you via email once it is enabled.',
  'critiques.none': () => noCritiques,
  'data.not_released': () => 'Data has not been activated yet.',
  'data.too_few_routines': () => 'Data is only available for registrations with 3 or more routines.',
}
