import { ageOn, dayIn, type CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import { birthdateText } from '@callboard/domain/roster/birthdate.ts'
import type { ProductSettings } from '@callboard/domain/tours/settings/registry.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { reminderAddress } from '@callboard/domain/waivers/request.ts'
import type { WaiverRegistration, WaiverRequest, WaiverRow } from './queries.ts'

/** One line of the owner's list: the person with today's age, by which they sign, and how far it is. WAIV-001, A15. */
export function presentRow(row: WaiverRow, today: CalendarDate) {
  const { birthdate } = row
  return {
    attendee_id: row.attendee_id,
    person_id: row.person_id,
    fname: row.fname,
    lname: row.lname,
    kind: row.kind,
    gender_id: row.gender_id,
    birthdate,
    birthdateString: birthdate ? birthdateText(birthdate) : '',
    age: birthdate ? ageOn(today, birthdate) : null,
    reminder_email: reminderAddress(row),
    waiver_type_id: row.waiver_type_id,
    waiver: row.waiver,
    signed_at: row.signed_at,
    request: requestOf(row),
    removable: isRemovable(row),
  }
}

/** Signed through this account, and not on paper with the office. WAIV-021. */
export const isRemovable = ({ signed_at, request_id, on_paper }: WaiverRow): boolean =>
  signed_at !== null && request_id !== null && !on_paper

const requestOf = (row: WaiverRow) =>
  row.request_id === null
    ? null
    : {
        id: row.request_id,
        waiver_type_id: row.waiver_type_id,
        waiver: row.waiver,
        version: row.request_version,
        created: row.request_created,
        expires_at: row.request_expires_at,
        mailed_to: row.mailed_to,
        mailed_at: row.mailed_at,
        signed_at: row.request_signed_at,
        signer_name: row.signer_name,
        parent_relationship: row.parent_relationship,
        on_paper: row.on_paper,
      }

export const presentRequest = (request: WaiverRequest) => ({
  id: request.id,
  waiver_type_id: request.waiver_type_id,
  waiver: request.waiver,
  version: request.version,
  created: request.created,
  expires_at: request.expires_at,
  mailed_to: request.mailed_to,
  mailed_at: request.mailed_at,
  signed_at: request.signed_at,
  signer_name: request.signer_name,
  parent_relationship: request.parent_relationship,
  on_paper: request.recorded_by !== null,
})

export const cityOf = ({ event, city, start_date, end_date }: WaiverRegistration) => ({
  event,
  city,
  start_date,
  end_date,
})

/** Returns today's date at the event and the age from which people sign for themselves. A15. */
export const ageFacts = (
  { time_zone }: Pick<WaiverRegistration, 'time_zone'>,
  { waiver_adult_age }: ProductSettings,
  now: Instant,
) => ({
  today: dayIn(time_zone, now),
  adult_age: waiver_adult_age,
})
