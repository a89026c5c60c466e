import type { CalendarDate } from '../kernel/calendar.ts'
import type { Instant } from '../kernel/instant.ts'
import type { Cents } from '../kernel/money.ts'
import type { AttendeeDetails } from '../roster/person-fields.ts'
import type { ChosenOptions } from './routines/routine-options.ts'
import type { City, RateTier } from '../tours/city.ts'

export type NominationDetails = {
  /** By an outside choreographer. A48. */
  outside: boolean
  /** Of the choreographer or costume designer, where the type asks for one. */
  name: string | null
}

/** A routine put forward for one type of nomination. PROG-034. */
export type Nomination = {
  nomination_type_id: number
  registrations_routine_id: number
  details: NominationDetails
}

export type AttendeePerson = AttendeeDetails & {
  fname: string
  lname: string
  birthdate: CalendarDate | null
  gender_id: number | null
}

/** The solo of a dancer in the program; the division is null until one is chosen. PROG-003. */
export type BestDancerRoutine = { name: string; choreographer: string; performance_division_id: number | null }

/** One person's place in a registration. ATT-002 to ATT-004; the names are the catalogue's. */
export type Attendee = {
  /** Null until saved. */
  id: number | null
  person_id: number
  person: AttendeePerson
  workshop_level_id: number
  virtual: boolean
  one_day: boolean
  attended_reg: boolean
  /** Asked for; `has_college_discount`: a student ID is uploaded, so it counts. ATT-030. */
  college_discount: boolean
  has_college_discount: boolean
  student_id_url: string | null
  has_scholarship: boolean
  /** Which one is used. ATT-031. */
  scholarship_id: number | null
  scholarship_amount: Cents
  media_pass: boolean
  /** A pass of this season is already paid for this dancer, in any city. ATT-052. */
  media_pass_old: boolean
  vip_experience: boolean
  photoshoot: boolean
  awe_experience: boolean
  kdoty: boolean
  freestyle_battle_id: number | null
  lab_id: number | null
  intensive_id: number | null
  best_dancer_type_id: number | null
  vip_type_id: number | null
  jacket_size_id: number | null
  jacket_name: string | null
  best_dancer_photo: string | null
  best_dancer_photo_original: string | null
  /** Null: does not compete in the program. */
  routine: BestDancerRoutine | null
  date_attendee_id: number | null
  access_code: string | null
  /** The fee of this attendee alone, as last computed by `quote`. */
  fee: Cents
}

export type RoutineStatus = 'registered' | 'waiting'

/** `workshop_level_id`: the level at which somebody not registered yet is to come in with a waiting routine. A18. */
export type CastMember = { person_id: number; workshop_level_id?: number | undefined }

/** One routine of a registration. COMP-022 to COMP-025. Category, division and fee follow from the cast. */
export type RegistrationRoutine = ChosenOptions & {
  /** Null until saved; `_temp_id` names it meanwhile. */
  id: number | null
  _temp_id: string | null
  routine_id: number | null
  date_routine_id: number | null
  routine: { name: string; choreographer: string }
  attendees: readonly CastMember[]
  performance_division_id: number
  age_division: { level_id: number; name: string; minimum_age: number }
  routine_category: { category_id: number; name: string; abbreviation: string; limit: number | null }
  /** Minutes beyond the category's time, 0 to 3. */
  extra_time: number
  regional_award_id: number | null
  copy_music: boolean
  old_music_id: number | null
  /** The entry of another city this one was copied from. COPY-003. */
  copied_from: number | null
  music_id: number | null
  no_music: boolean
  upload_email: string | null
  is_best_dancer: boolean
  status: RoutineStatus
  fee: Cents
}

/** Why and when the owner left, so that they come back to the same place. WIZ-037, WIZ-058. */
export type LeftOff = { total_steps: number; step_name: string; current_step: number }

export type PromoUse = {
  code: string
  type: 'workshop' | 'competition' | 'media' | 'total'
  /** Basis points when `percentage`, else cents. */
  value: number
  percentage: boolean
  unique: boolean
  /** The current discount in cents, computed by `quote`. */
  amount: Cents
}

export type Credit = { from: string; amount: Cents; status: 'claimed' | 'verified' | 'rejected' }

/** One studio's or independent's registration for one city. The acts in this folder change it; nothing else does. */
export type Registration = {
  id: number
  version: number
  tour_date_id: number
  mybtf_user_id: number
  studio_id: number | null
  /** The account is not a studio's. A27. */
  ancillary: boolean
  /** The person answered "not affiliated". A27. */
  independent: boolean
  info_acknowledged: boolean
  /** Null: not decided yet. */
  is_competing: boolean | null
  attendees: Readonly<Record<string, Attendee>>
  routines: readonly RegistrationRoutine[]
  waiting_list_routines: readonly RegistrationRoutine[]
  /** Entered into the Studio of the Year. */
  has_soty: boolean
  nomination_routines: readonly Nomination[]
  additional_observers: { one: number; two: number; complimentary: number }
  comp_room: boolean
  beat_street: boolean
  full_rates: boolean
  late_rates: boolean
  /** The rate tier the owner has last been told of. WIZ-040. */
  rates_told: RateTier
  reviewed: boolean
  waiver: boolean
  competitionCodeWaiver: boolean
  paying_by_check: boolean
  completed: boolean
  confirmed: boolean
  editing: boolean
  /** Names of the steps the owner has been through. A24. */
  visited_steps: readonly string[]
  left_off: string | null
  left_off_details: LeftOff | null
  promo_codes: readonly PromoUse[]
  credit: Credit | null
  competition_deposit_routines: readonly number[]
  removed_routines_post_deadline: readonly number[]
  dates: {
    created: Instant
    updated: Instant
    reviewed: Instant | null
    completed: Instant | null
    confirmed: Instant | null
    edited: Instant | null
  }
}

/** Permissions and obligations of the account's studio. FEE-018 to FEE-020. */
type StudioFlags = {
  flagged: boolean
  bypass_deposit: boolean
  bypass_removed_routine_fee: boolean
  bypass_removed_routine_fee_post_deadline: boolean
}

/** The account and the moment, beside the city: what every act of a registration may read. */
export type Facts = City & {
  now: Instant
  /** A live hold keeps the rates of the moment it began; without one, `now` decides. */
  rates_as_of?: Instant
  /** On the city's exception list, or exempt as a person. SEC-010, SEC-011. */
  exempt: boolean
  /** The office edits on behalf of the owner: deadlines and locks of registered routines do not bind it. */
  by_office?: boolean
  studio: StudioFlags | null
  /** By person id: the office confirmed (true) or denied (false) that they attended before. Others declare it. A52. */
  attendance?: Readonly<Record<number, boolean>>
  /** Places this registration holds or has claimed, by key. They are part of what `places` counts as taken. */
  held?: Readonly<Record<string, number>>
}

/** The people of a registration, by their numbers. */
export const attendeesOf = (registration: Pick<Registration, 'attendees'>): Attendee[] =>
  Object.values(registration.attendees)

/** Whether a registration is a group: enough attendees (5), of any kind, at an intensive. ATT-035, A26, A102. */
export function isGroup(
  registration: Pick<Registration, 'attendees'>,
  { tour_date, settings }: Pick<Facts, 'tour_date' | 'settings'>,
): boolean {
  return tour_date.event.is_intensive && attendeesOf(registration).length >= settings.group_size
}
