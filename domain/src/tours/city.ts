import type { CalendarDate } from '../kernel/calendar.ts'
import type { Instant } from '../kernel/instant.ts'
import type { Cents } from '../kernel/money.ts'
import type { ProductSettings } from './settings/registry.ts'

/** The three price levels of a registration, cheapest first. FEE-001. */
export type RateTier = 'discount' | 'full' | 'late'
export type PriceKind = 'full' | 'one_day' | 'virtual'

/** The kind of registration an event needs. A10, A20: never stored, derived from the event's flags. */
export type WizardFlow = 'workshop' | 'nationals' | 'intensive'

/** Flags of a brand. Each is a column the office can change; rules read the flag and never an id. */
export type Event = {
  id: number
  name: string
  subdomain: string
  is_nationals: boolean
  is_intensive: boolean
  is_workshop_only: boolean
  is_combined_workshop: boolean
  is_radix: boolean
  is_kaos: boolean
  is_aftermath: boolean
  vip_name: string
  vip_name_plural: string
  vip_route: string
  /** Basis points: 7500 = the workshop fee times 0.75. A51. */
  attended_multiplier: number
  free_teacher_rule: 'tier_regional' | 'tier_nationals' | 'per_ten'
  allows_routine_copy: boolean
  allows_check_for_all: boolean
  needs_no_prequalification: boolean
  support_email: string
  settings: {
    hide_early_rate_deadline: boolean
    coming_soon: boolean
    surveys_on: boolean
    no_observers: boolean
    success_text: string | null
    mobile_registration: 'notice' | 'full'
  }
}

export type Season = {
  id: number
  start_year: number
  end_year: number
  /** Ages count as of January 1 of this year. ROST-009, A15. */
  age_year: number
  current: boolean
  is_portal: boolean
  omit_jacket_name: boolean
}

export type Venue = { name: string; address: string; phone: string; website: string }
export type Hotel = Venue & { room: { rates: string; reservations_link: string } }

export type EntryLimitRules = {
  /** Solos the city takes from registrations with under 5 dancers; null: no such limit. COMP-035. */
  solo_groups: number | null
  one_solos: boolean
  /** Null: independents cannot compete here. COMP-004. */
  independent: { max_routines: number | null } | null
  split_teen_performance: boolean
}

/** A city of a tour: when, where, and what may be done there. TOUR-025 to TOUR-028. */
export type TourDate = {
  id: number
  event_id: number
  event: Event
  event_city: { id: number; name: string; state: string }
  season_id: number
  season: Season
  time_zone: string
  start_date: CalendarDate
  end_date: CalendarDate
  cutoff_start_date: Instant
  cutoff_end_date: Instant
  late_start_date: Instant | null
  late_end_date: Instant | null
  payment_date: CalendarDate | null
  send_check_date: CalendarDate | null
  canceled: boolean
  postponed: boolean
  virtual_only: boolean
  has_soty: boolean
  disabled_best_dancers: boolean
  waiting_list: boolean
  nomination_types: readonly number[]
  add_ons: readonly AddOn[]
  disabled_workshop_levels: readonly { level_id: number; status: 'sold_out' | 'not_available' }[]
  entry_limit_rules: EntryLimitRules
  hotel: Hotel | null
  venue: Venue | null
  /** Null: the city takes any number of routines. */
  total_routine_limit: number | null
  settings: {
    regenabled: boolean
    compenabled: boolean
    virtual: boolean
    no_virtual: boolean
    no_virtual_competition: boolean
    obsdisabled: boolean
    edit_routines: boolean
    edit_bd_photo: boolean
    edit_bd_jacket: boolean
    edit_bd_routine: boolean
    virtual_only_groups: boolean
    music_upload: boolean
  }
  web: { critiques: boolean; results: boolean; no_critiques: boolean; no_competition: boolean }
  mybtf: { coda: boolean; no_virtual: boolean; edit_bd_photo: boolean; edit_bd_jacket: boolean; music_upload: boolean }
}

export type AddOn =
  | 'vip_experience'
  | 'photoshoot'
  | 'awe_experience'
  | 'media_pass'
  | 'comp_room'
  | 'beat_street'
  | 'kdoty'
  | 'freestyle_battle'
  | 'lab'

export type LevelKind = 'dancer' | 'teacher' | 'observer'

/** A workshop level as this city offers it. Prices are null where the level is not offered that way. ATT-016. */
export type WorkshopLevel = {
  id: number
  id_v: string
  level: string
  plural_name: string
  recommended_age: string
  range: string
  minimum_age: number
  /** The oldest recommended age; null: no upper end. Only suggests a level, never refuses one. */
  maximum_age: number | null
  kind: LevelKind
  /** An observer's level says for how many days it admits. */
  observer_days: 1 | 2 | null
  college_eligible: boolean
  status: 'open' | 'sold_out' | 'not_available'
  prices: Readonly<Record<RateTier, Readonly<Record<PriceKind, Cents | null>>>>
}

/** COMP-047. `limit`: routines of this category the city takes; null: any number. */
export type RoutineCategory = {
  category_id: number
  name: string
  abbreviation: string
  min_dancers: number
  fee_per_dancer: Cents
  is_solo: boolean
  enabled: boolean
  limit: number | null
}

/** Which step of the wizard asks for a nomination. */
export type NominationStep = 'soty' | 'studio-awards' | 'specialty'

/** One thing a routine can be put forward for. PROG-033, PROG-034. */
export type NominationType = {
  id: number
  name: string
  /** Empty: any. */
  age_divisions: readonly number[]
  /** Empty: any. */
  categories: readonly number[]
  /** The kind of person whose name a nomination includes. */
  asks_for: 'choreographer' | 'costume designer' | null
  /** The column it stands in; null: it is in no table of two. PROG-026. */
  half: 'teen_senior' | 'mini_junior' | null
}
export type NominationCategory = {
  id: number
  name: string
  step: NominationStep
  nomination_types: readonly NominationType[]
}

export type AgeDivision = { level_id: number; name: string; minimum_age: number; is_showcase: boolean }
/** Not offered: the brand has another row for it; routines that are in it stay. */
export type PerformanceDivision = { id: number; name: string; level: number; is_ballet: boolean; offered: boolean }
/** Free choices of dancers, each kind being an add-on of the city. ATT-054. */
export type ChoiceKind = 'lab' | 'freestyle_battle'
/** Not offered: nobody chooses it any more, who has keeps it. */
export type CityChoice = { id: number; kind: ChoiceKind; name: string; offered: boolean }

/** How a dancer takes part in the program of the finals. Rules read the code; the rest is the office's. PROG-004. */
export type VipType = { id: number; code: string; name: string; amount: Cents; active: boolean; add_winner: boolean }

/** A size with what it measures in inches, as jacket and as top; empty: not told. UI-016. */
export type JacketSize = {
  id: number
  name: string
  chest: string
  length: string
  top_chest: string
  top_length: string
}

/** Prices in cents. One that is no longer offered stays with those who chose it. */
export type Intensive = { id: number; name: string; price: Cents; group_price: Cents | null; offered: boolean }

/** Live counts of one scarce thing. `taken` counts completed registrations and live holds. */
export type PlaceCount = { places: number | null; taken: number; waiting: number }

/** Everything about a city that the rules of a registration read. One answer serves browser and server. */
export type City = {
  tour_date: TourDate
  workshop_levels: readonly WorkshopLevel[]
  routine_categories: readonly RoutineCategory[]
  age_divisions: readonly AgeDivision[]
  performance_divisions: readonly PerformanceDivision[]
  intensives: readonly Intensive[]
  city_choices: readonly CityChoice[]
  vip_types: readonly VipType[]
  jacket_sizes: readonly JacketSize[]
  /** The nomination categories; a category without any type of the city is omitted. */
  nominations: readonly NominationCategory[]
  settings: ProductSettings
  /** By place key; see `placesOf`. A key that is missing has no limit and nothing taken. */
  places: Readonly<Record<string, PlaceCount>>
}
