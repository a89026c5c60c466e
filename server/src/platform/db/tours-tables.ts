import type { CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { Cents } from '@callboard/domain/kernel/money.ts'
import type {
  AddOn,
  ChoiceKind,
  JacketSize,
  LevelKind,
  NominationStep,
  NominationType,
  PriceKind,
  RateTier,
} from '@callboard/domain/tours/city.ts'
import type { Generated } from 'kysely'
import type { Flag, Id, Json } from './column-types.ts'

/** A row of a list that the product has and a brand may extend, replace or hide. */
type BrandListRow = {
  /** Null: the product's own row. */
  event_id: Generated<number | null>
  /** The product's row that this one of a brand stands for. */
  replaces: Generated<number | null>
  hidden: Generated<boolean>
}

export type TourTables = {
  seasons: {
    id: number
    start_year: number
    end_year: number
    age_year: number
    current: Flag
    is_portal: Flag
    omit_jacket_name: Flag
  }
  events: {
    id: number
    name: string
    subdomain: string
    color: Generated<string>
    is_nationals: Flag
    is_intensive: Flag
    is_workshop_only: Flag
    is_combined_workshop: Flag
    is_radix: Flag
    is_kaos: Flag
    is_aftermath: Flag
    vip_name: Generated<string>
    vip_name_plural: Generated<string>
    vip_route: Generated<string>
    attended_multiplier: Generated<number>
    free_teacher_rule: Generated<'tier_regional' | 'tier_nationals' | 'per_ten'>
    allows_routine_copy: Flag
    allows_check_for_all: Flag
    needs_no_prequalification: Flag
    support_email: string
    hide_early_rate_deadline: Flag
    coming_soon: Flag
    surveys_on: Flag
    no_observers: Flag
    success_text: Generated<string | null>
    mobile_registration: Generated<'notice' | 'full'>
    /** Sender of mails about its registrations; null: the installation's. */
    mail_from_name: Generated<string | null>
    mail_from_address: Generated<string | null>
    mail_footer: Generated<string | null>
    /** In the file store; null: the brand has no logo. */
    logo_key: Generated<string | null>
    published: Flag
  }
  event_cities: { id: Id; name: string; state: Generated<string> }
  venues: {
    id: Id
    name: string
    address: Generated<string>
    phone: Generated<string>
    website: Generated<string>
    room_rates: string | null
    reservations_link: string | null
  }
  tour_dates: {
    id: Id
    event_id: number
    event_city_id: number
    season_id: number
    time_zone: Generated<string>
    start_date: CalendarDate
    end_date: CalendarDate
    cutoff_start_date: Instant
    cutoff_end_date: Instant
    late_start_date: Instant | null
    late_end_date: Instant | null
    payment_date: Generated<CalendarDate | null>
    send_check_date: Generated<CalendarDate | null>
    canceled: Flag
    postponed: Flag
    coming_soon: Flag
    virtual_only: Flag
    has_soty: Flag
    disabled_best_dancers: Flag
    waiting_list: Flag
    nomination_types: Generated<number[]>
    add_ons: Generated<AddOn[]>
    venue_id: number | null
    hotel_id: number | null
    regenabled: Flag
    compenabled: Flag
    allows_virtual: Flag
    no_virtual: Flag
    no_virtual_competition: Flag
    obsdisabled: Flag
    edit_routines: Flag
    edit_bd_photo: Flag
    edit_bd_jacket: Flag
    edit_bd_routine: Flag
    virtual_only_groups: Flag
    music_upload: Flag
    critiques: Flag
    results: Flag
    no_critiques: Flag
    no_competition: Flag
    coda: Flag
    data: Flag
    one_solos: Flag
    solo_groups: Generated<number | null>
    independents_compete: Flag
    independent_max_routines: Generated<number | null>
    split_teen_performance: Flag
    total_routine_limit: Generated<number | null>
    employee_email_allowed: Flag
    /** Recipients of these mails; none: the event's support address. */
    employee_emails: Generated<string[]>
    published: Flag
    season_copy_id: number | null
  }
  season_copies: {
    id: Id
    from_season_id: number
    season_id: number
    priced_event_ids: number[]
    created: Instant
    created_by: number | null
    undone_at: Instant | null
  }
  tour_date_exceptions: { tour_date_id: number; email: string }
  workshop_levels: BrandListRow & {
    id: number
    id_v: string
    level: string
    plural_name: string
    recommended_age: string
    range: string
    minimum_age: number
    maximum_age: number | null
    kind: LevelKind
    observer_days: 1 | 2 | null
    college_eligible: Flag
    position: number
  }
  level_prices: {
    event_id: number
    season_id: number
    level_id: number
    tier: RateTier
    kind: PriceKind
    price: Cents
  }
  tour_date_levels: {
    tour_date_id: number
    level_id: number
    status: Generated<'open' | 'sold_out' | 'not_available'>
    max_people: Generated<number | null>
  }
  routine_categories: {
    category_id: number
    name: string
    abbreviation: string
    min_dancers: number
    is_solo: Flag
    allowed_seconds: Generated<number>
  }
  category_fees: { event_id: number; season_id: number; category_id: number; fee_per_dancer: Cents }
  tour_date_categories: {
    tour_date_id: number
    category_id: number
    enabled: Flag
    max_routines: Generated<number | null>
  }
  age_divisions: BrandListRow & {
    level_id: number
    name: string
    minimum_age: number
    is_showcase: Flag
    splits_by_performance: Flag
  }
  performance_divisions: BrandListRow & {
    id: number
    name: string
    level: number
    is_ballet: Flag
  }
  intensives: {
    id: Id
    tour_date_id: number
    name: string
    price: Cents
    group_price: Cents | null
    offered: Generated<boolean>
  }
  city_choices: { id: Id; tour_date_id: number; kind: ChoiceKind; name: string; offered: Flag }
  competition_awards: {
    id: number
    name: string
    minimum_score: number
    /** Both null: the product's own levels. */
    event_id: number | null
    season_id: number | null
    minimum_points: Generated<number>
    position: Generated<number>
    retired: Flag
  }
  jacket_sizes: JacketSize
  vip_types: { id: number; code: string; name: string; amount: Cents; active: Flag; add_winner: Flag }
  nominations: { id: number; name: string; step: Generated<NominationStep> }
  nomination_types: BrandListRow & {
    id: number
    nomination_id: number
    name: string
    age_divisions: Generated<number[]>
    categories: Generated<number[]>
    asks_for: Generated<NominationType['asks_for']>
    half: Generated<NominationType['half']>
  }
  settings: {
    id: Id
    name: string
    tour_date_id: Generated<number | null>
    event_id: Generated<number | null>
    season_id: Generated<number | null>
    value: Json<unknown>
  }
  capacity: {
    tour_date_id: number
    key: string
    places: number | null
    taken: Generated<number>
    waiting: Generated<number>
    granted: Generated<number>
    small_below: Generated<number | null>
  }
  tour_date_totals: {
    tour_date_id: number
    registrations: Generated<number>
    dancers: Generated<number>
    teachers: Generated<number>
    observers: Generated<number>
    routines: Generated<number>
    total: Generated<number>
    paid: Generated<number>
  }
  catalogue_version: { one: Flag; version: Generated<number> }
  news: { id: Id; tour_date_id: number; date: CalendarDate; text: string }
  city_media_passes: { tour_date_id: number; key: string; name: string; size: number; added: Instant }
}
