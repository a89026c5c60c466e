import type { NominationStep } from '../../tours/city.ts'
import type { stepOfNominations } from './nomination.ts'
import type { Wording } from '../../kernel/wording.ts'

type Tab = (typeof stepOfNominations)[NominationStep]

export type NominationRefusal =
  | { code: 'nominations.not_here' }
  | { code: 'nominations.not_offered'; nomination_type_id: number }
  | { code: 'nominations.twice'; nomination_type_id: number }
  | { code: 'nominations.not_eligible'; nomination_type_id: number; type: string; tab: Tab }
  | { code: 'nominations.details_missing'; nomination_type_id: number; asks_for: string; type: string; tab: Tab }
  | { code: 'nominations.only_removing' }
  | { code: 'nominations.reason'; field: 'reason' }
  | { code: 'nominations.too_few_groups'; least: number; tab: 'studio-awards' }
  | { code: 'donation.not_here' }
  | { code: 'soty.not_here'; city: string }
  | { code: 'soty.locked'; email: string }
  | { code: 'soty.incomplete'; needed: number; chosen: number; tab: 'soty' }
  | { code: 'soty.routine_twice'; name: string; tab: 'soty' }
  | { code: 'soty.too_many_outside'; most: number; of: number; tab: 'soty' }

/** M107, M109; the others in the wording of the requirements. */
export const nominationWording: Wording<NominationRefusal> = {
  'nominations.not_here': () => 'There are no nominations in this city.',
  'nominations.not_offered': () => 'This nomination is not offered in this city.',
  'nominations.twice': () => 'Each nomination takes one routine.',
  'nominations.not_eligible': ({ type }) => `${type}: this routine does not have the required division and category.`,
  'nominations.details_missing': ({ type, asks_for }) => `${type}: please name the ${asks_for}.`,
  'nominations.only_removing': () => 'A completed registration’s nominations can be removed, but not added or changed.',
  'nominations.reason': () => 'Please enter a reason for the change.',
  'nominations.too_few_groups': ({ least }) =>
    `Studio awards need at least ${least} different group routines. Nominate more, or remove the studio awards.`,
  'donation.not_here': () => 'Donation forms are sent with registrations for nationals.',
  'soty.not_here': ({ city }) => `Sorry! The Studio of The Year competition is not happening in ${city} this year.`,
  'soty.locked': ({ email }) => `Please email ${email} to make changes to your Studio Of The Year nominated routines.`,
  'soty.incomplete': ({ needed, chosen }) => `Please choose all ${needed} routines: ${needed - chosen} to go.`,
  'soty.routine_twice': ({ name }) => `${name} is chosen twice. Each routine can be entered once.`,
  'soty.too_many_outside': ({ most, of }) =>
    `Only ${most} of the ${of} routines may be choreographed by an outside choreographer.`,
}

/** M012. */
export const sotyLockedTitle = 'Sorry'
