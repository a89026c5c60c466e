import type { CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { Cents } from '@callboard/domain/kernel/money.ts'
import type { ChangeEffect } from '@callboard/domain/registrations/change.ts'
import type { PriceList } from '@callboard/domain/registrations/pricing/price-list.ts'
import type { QuoteLine } from '@callboard/domain/registrations/pricing/line.ts'
import type {
  BestDancerRoutine,
  LeftOff,
  Registration,
  NominationDetails,
} from '@callboard/domain/registrations/registration.ts'
import type { EditedMusic } from '@callboard/domain/registrations/routines/edited-music.ts'
import type { RoutineOption } from '@callboard/domain/registrations/routines/routine-options.ts'
import type { RateTier } from '@callboard/domain/tours/city.ts'
import type { EntryState } from '@callboard/domain/waiting-list/entry.ts'
import type { ColumnType, Generated } from 'kysely'
import type { Flag, Id, Json, JsonWithDefault } from './column-types.ts'

export type RegistrationTables = {
  registrations: {
    id: Id
    version: Generated<number>
    tour_date_id: number
    user_id: number
    studio_id: number | null
    ancillary: boolean
    independent: Flag
    info_acknowledged: Flag
    is_competing: Generated<boolean | null>
    observers_one: Generated<number>
    observers_two: Generated<number>
    observers_complimentary: Generated<number>
    comp_room: Flag
    beat_street: Flag
    full_rates: boolean
    late_rates: boolean
    rates_told: Generated<RateTier>
    reviewed: Flag
    waiver: Flag
    competition_code_waiver: Flag
    paying_by_check: Flag
    completed: Flag
    confirmed: Flag
    viewed: Flag
    deleted: Flag
    has_soty: Flag
    visited_steps: Generated<string[]>
    left_off: Generated<string | null>
    left_off_details: ColumnType<LeftOff | null, string | null | undefined, string | null>
    review_email: Generated<string | null>
    ancillary_person: ColumnType<unknown, string | null | undefined, string | null>
    competition_deposit_routines: Generated<number[]>
    removed_routines_post_deadline: Generated<number[]>
    created: Instant
    updated: Instant
    reviewed_at: Generated<Instant | null>
    completed_at: Generated<Instant | null>
    confirmed_at: Generated<Instant | null>
    confirmed_by: Generated<number | null>
    edited_at: Generated<Instant | null>
    hold_began: Generated<Instant | null>
    hold_ends: Generated<Instant | null>
    reserved: Flag
    price_list_id: Generated<number | null>
    survey_version: Generated<number | null>
    survey_submitted: Flag
    notes: Generated<string>
    dancers: Generated<number>
    teachers: Generated<number>
    observers: Generated<number>
    routine_count: Generated<number>
    total: Generated<Cents>
    paid: Generated<Cents>
    /** Balance by the ledger; zero before completion. */
    receivable: Generated<Cents>
    /** The studio's name, or the person's last and first, in lower case. Written by triggers (0023_sort_names.sql). */
    sort_name: Generated<string>
    fees: JsonWithDefault<Record<string, unknown>>
    free_teacher: JsonWithDefault<{ count: number; value: Cents }>
  }
  attendees: {
    id: Generated<number>
    registration_id: number
    person_id: number
    workshop_level_id: number
    virtual: Flag
    one_day: Flag
    attended_reg: Flag
    college_discount: Flag
    has_college_discount: Flag
    student_id_url: Generated<string | null>
    has_scholarship: Flag
    scholarship_id: Generated<number | null>
    scholarship_amount: Generated<Cents>
    media_pass: Flag
    media_pass_old: Flag
    vip_experience: Flag
    photoshoot: Flag
    awe_experience: Flag
    kdoty: Flag
    freestyle_battle_id: Generated<number | null>
    lab_id: Generated<number | null>
    intensive_id: Generated<number | null>
    best_dancer_type_id: Generated<number | null>
    vip_type_id: Generated<number | null>
    jacket_size_id: Generated<number | null>
    jacket_name: Generated<string | null>
    best_dancer_photo: Generated<string | null>
    best_dancer_photo_original: Generated<string | null>
    routine: Generated<BestDancerRoutine | null>
    date_attendee_id: Generated<number | null>
    access_code: Generated<string | null>
    reminder_email: Generated<string | null>
    fee: Generated<Cents>
  }
  routines: { id: Id; user_id: number; studio_id: number | null; name: string; choreographer: Generated<string> }
  registration_routines: Record<RoutineOption, Flag> & {
    id: Generated<number>
    registration_id: number
    routine_id: number
    date_routine_id: Generated<number | null>
    performance_division_id: number
    age_division_level_id: number
    category_id: number
    extra_time: Generated<number>
    regional_award_id: Generated<number | null>
    copy_music: Flag
    old_music_id: Generated<number | null>
    copied_from: Generated<number | null>
    music_id: Generated<number | null>
    no_music: Flag
    upload_email: Generated<string | null>
    is_best_dancer: Flag
    status: Generated<'registered' | 'waiting'>
    fee: Generated<Cents>
  }
  registration_nominations: {
    registration_id: number
    nomination_type_id: number
    registration_routine_id: number
    details: Json<NominationDetails>
  }
  routine_attendees: { registration_routine_id: number; registration_id: number; person_id: number }
  price_lines: { registration_id: number; key: string; position: number; line: Json<QuoteLine>; amount: Cents }
  price_lists: { id: Id; tour_date_id: number; prices: Json<PriceList> }
  hold_records: { user_id: number; tour_date_id: number; held_seconds: number; began: Instant; ends: Instant }
  place_claims: {
    registration_id: number
    tour_date_id: number
    key: string
    n: number
    held_until: Instant | null
    entry_id: Generated<number>
  }
  waiting_entries: {
    id: Id
    tour_date_id: number
    registration_id: number
    position: Generated<number>
    takes_part: Flag
    state: Generated<EntryState>
    title: string
    joined_at: Instant
    offered_at: Generated<Instant | null>
    offer_ends: Generated<Instant | null>
    closed_at: Generated<Instant | null>
    reason: Generated<string>
  }
  waiting_routines: { registration_routine_id: number; entry_id: number }
  waiting_people: {
    id: Id
    entry_id: number
    registration_id: number
    person_id: number
    level_id: number
    from_level_id: Generated<number | null>
    with_routine: Flag
  }
  waiting_casts: { registration_routine_id: number; registration_id: number; person_id: number; level_id: number }
  revisions: {
    registration_id: number
    version: number
    began_version: number
    began: Instant
    base: Json<Registration>
    record: Json<Registration>
    review_email: Generated<string | null>
    carried: Cents
    updated: Instant
  }
  office_edits: {
    registration_id: number
    user_id: number
    office_reason: string
    version: number
    began_version: number
    began: Instant
    base: Json<Registration>
    record: Json<Registration>
    music: JsonWithDefault<EditedMusic>
    updated: Instant
  }
  registration_changes: {
    id: Id
    registration_id: number
    snapshot_id: number | null
    made_by: 'owner' | 'office'
    created: Instant
    effect: Json<ChangeEffect>
    message: Generated<string>
    seen_at: Generated<Instant | null>
  }
  media_passes: { season_id: number; identity_key: string; person_id: number; registration_id: number }
  scholarship_donations: { id: Id; registration_id: number; key: string; name: string; created: Instant }
  scholarships: {
    id: Id
    person_id: number
    event_id: number | null
    season_id: number
    vip_type_id: number | null
    amount: Cents
    note: Generated<string>
    recorded: Generated<Instant>
    used_registration_id: Generated<number | null>
    /** The pick it was given for. */
    award_pick_id: Generated<number | null>
  }
  attendance_records: { person_id: number; season_id: number; attended: boolean; note: string; recorded: Instant }
  promo_codes: {
    id: Id
    code: string
    event_id: number | null
    season_id: number
    type: 'workshop' | 'competition' | 'media' | 'total'
    value: number
    percentage: Flag
    is_unique: Flag
    active: Flag
    max_uses: Generated<number | null>
    valid_from: Generated<CalendarDate | null>
    valid_through: Generated<CalendarDate | null>
    note: Generated<string>
    granted_only: Flag
    created: Generated<Instant>
  }
  promo_grants: { promo_code_id: number; user_id: number; granted_at: Instant }
  promo_uses: {
    registration_id: number
    promo_code_id: number
    user_id: number
    event_id: number
    season_id: number
    position: number
    amount: Generated<Cents>
    counted: Flag
  }
  credits: {
    id: Id
    registration_id: number
    from: string
    amount: Cents
    status: Generated<'claimed' | 'verified' | 'rejected'>
    decided_by: Generated<number | null>
  }
  snapshots: {
    id: Id
    registration_id: number
    created: Instant
    body: Json<Record<string, unknown>>
    pdf_key: Generated<string | null>
  }
  share_tokens: {
    token_hash: string
    path: string
    registration_id: number
    routine_ids: number[] | null
    created: Instant
    expires_at: Instant
  }
  report_tokens: {
    token_hash: string
    registration_id: number
    snapshot_id: number | null
    expires_at: Instant
  }
}
