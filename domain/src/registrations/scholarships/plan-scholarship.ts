import type { Cents } from '../../kernel/money.ts'
import { accept, refuse, type Result } from '../../kernel/result.ts'
import type { Wording } from '../../kernel/wording.ts'

export type ScholarshipRefusal =
  | { code: 'scholarship.amount'; field: 'amount' }
  | { code: 'scholarship.unknown_person'; field: 'person_id' }
  | { code: 'scholarship.unknown_season'; field: 'season_id' }
  | { code: 'scholarship.unknown_event'; field: 'event_id' }
  | { code: 'scholarship.unknown_vip_type'; field: 'vip_type_id' }
  | { code: 'scholarship.in_use'; registration_id: number }
  | { code: 'scholarship.recorded_already' }
  | { code: 'scholarship.key' }

export const scholarshipWording: Wording<ScholarshipRefusal> = {
  'scholarship.amount': () => 'Please enter an amount above $0.00 and up to $100,000.00.',
  'scholarship.unknown_person': () => 'Please choose a dancer from the list.',
  'scholarship.unknown_season': () => 'Please choose a season.',
  'scholarship.unknown_event': () => 'Please choose an event from the list.',
  'scholarship.unknown_vip_type': () => 'Please choose a VIP type from the list.',
  'scholarship.in_use': ({ registration_id }) =>
    `Registration #${registration_id} uses this scholarship, so it stays as it is. Take it off there first.`,
  'scholarship.recorded_already': () =>
    'This scholarship is already recorded as you first entered it. Close this and check the list.',
  'scholarship.key': () => 'This scholarship could not be recorded. Please reload the page and try again.',
}

/** A scholarship as the office enters it. Without an event it holds for every event of the season. OFF-023. */
export type ScholarshipDraft = {
  person_id: number
  season_id: number
  event_id: number | null
  vip_type_id: number | null
  /** Cents. */
  amount: Cents
  note: string
}

/** Which of the rows that a draft names exist. An id that the draft leaves out is not asked about. */
export type ScholarshipReferences = Record<'person' | 'season' | 'event' | 'vip_type', boolean>

const amountAtMost = 10_000_000

/** Returns the draft with its note trimmed, or the first field that does not hold. OFF-023. */
export function planScholarship(
  draft: ScholarshipDraft,
  exists: ScholarshipReferences,
): Result<ScholarshipDraft, ScholarshipRefusal> {
  if (!exists.person) return refuse({ code: 'scholarship.unknown_person', field: 'person_id' })
  if (!exists.season) return refuse({ code: 'scholarship.unknown_season', field: 'season_id' })
  if (draft.event_id !== null && !exists.event) return refuse({ code: 'scholarship.unknown_event', field: 'event_id' })
  if (draft.vip_type_id !== null && !exists.vip_type) {
    return refuse({ code: 'scholarship.unknown_vip_type', field: 'vip_type_id' })
  }
  if (!isAmount(draft.amount)) return refuse({ code: 'scholarship.amount', field: 'amount' })
  return accept({ ...draft, note: draft.note.trim() })
}

/** Whether an amount in cents can be recorded; screens check the typed amount with it too. */
export const isAmount = (amount: number) => amount > 0 && amount <= amountAtMost
