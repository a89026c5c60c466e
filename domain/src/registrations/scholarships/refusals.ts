import type { Wording } from '../../kernel/wording.ts'

export type ScholarshipRefusal =
  | { code: 'scholarship.amount'; field: 'amount' }
  | { code: 'scholarship.unknown_person'; field: 'person_id' }
  | { code: 'scholarship.unknown_season'; field: 'season_id' }
  | { code: 'scholarship.unknown_event'; field: 'event_id' }
  | { code: 'scholarship.unknown_vip_type'; field: 'vip_type_id' }
  | { code: 'scholarship.in_use'; registration_id: number }

export const scholarshipWording: Wording<ScholarshipRefusal> = {
  'scholarship.amount': () => 'Please enter an amount above $0.00 and up to $100,000.00.',
  'scholarship.unknown_person': () => 'Please choose a dancer from the list.',
  'scholarship.unknown_season': () => 'Please choose a season.',
  'scholarship.unknown_event': () => 'Please choose an event from the list.',
  'scholarship.unknown_vip_type': () => 'Please choose a VIP type from the list.',
  'scholarship.in_use': ({ registration_id }) =>
    `Registration #${registration_id} uses this scholarship, so it stays as it is. Take it off there first.`,
}
