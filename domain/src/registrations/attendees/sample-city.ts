import { calendarDate } from '../../kernel/calendar.ts'
import { instant } from '../../kernel/instant.ts'
import { dollars } from '../../kernel/money.ts'
import type { Attendee, Facts, Registration } from '../registration.ts'
import { defaultSettings } from '../../tours/settings/registry.ts'
import type { Event, JacketSize, TourDate, VipType, WorkshopLevel } from '../../tours/city.ts'
import { attendeePerson, newAttendee, type Candidate } from './candidate.ts'
import { plainRoutine } from '../routines/routine-options.ts'

/** An invented regional city, its prices in round numbers, for rule tests. Early rates end as October 3 does in Los Angeles. */
export const sampleEvent: Event = {
  id: 1,
  name: 'Meridian',
  subdomain: 'meridian',
  is_nationals: false,
  is_intensive: false,
  is_workshop_only: false,
  is_combined_workshop: false,
  is_radix: false,
  is_kaos: false,
  is_aftermath: false,
  vip_name: 'Best Dancer',
  vip_name_plural: 'Best Dancers',
  vip_route: 'best-dancers',
  attended_multiplier: 7_500,
  free_teacher_rule: 'tier_regional',
  allows_routine_copy: true,
  allows_check_for_all: false,
  needs_no_prequalification: false,
  support_email: 'help@meridian.example',
  settings: {
    hide_early_rate_deadline: false,
    coming_soon: false,
    surveys_on: true,
    no_observers: false,
    success_text: null,
    mobile_registration: 'notice',
  },
}

export const sampleTourDate: TourDate = {
  id: 10,
  event_id: 1,
  event: sampleEvent,
  event_city: { id: 1, name: 'Juniper Falls', state: 'CA' },
  season_id: 41,
  season: {
    id: 41,
    start_year: 2024,
    end_year: 2025,
    age_year: 2025,
    current: true,
    is_portal: true,
    omit_jacket_name: false,
  },
  time_zone: 'America/Los_Angeles',
  start_date: calendarDate('2024-11-15'),
  end_date: calendarDate('2024-11-17'),
  cutoff_start_date: instant('2024-10-04T00:00:00Z'),
  cutoff_end_date: instant('2024-10-04T00:00:00Z'),
  late_start_date: instant('2024-11-01T00:00:00Z'),
  late_end_date: instant('2024-11-01T00:00:00Z'),
  payment_date: null,
  send_check_date: null,
  canceled: false,
  postponed: false,
  virtual_only: false,
  has_soty: false,
  disabled_best_dancers: false,
  waiting_list: false,
  nomination_types: [],
  add_ons: ['vip_experience', 'photoshoot', 'awe_experience', 'media_pass', 'comp_room'],
  disabled_workshop_levels: [],
  entry_limit_rules: { solo_groups: null, one_solos: true, independent: null, split_teen_performance: false },
  hotel: null,
  venue: null,
  total_routine_limit: null,
  settings: {
    regenabled: true,
    compenabled: true,
    virtual: true,
    no_virtual: false,
    no_virtual_competition: false,
    obsdisabled: false,
    edit_routines: true,
    edit_bd_photo: true,
    edit_bd_jacket: true,
    edit_bd_routine: true,
    virtual_only_groups: false,
    music_upload: true,
  },
  web: { critiques: true, results: true, no_critiques: false, no_competition: false },
  mybtf: { coda: true, no_virtual: false, edit_bd_photo: true, edit_bd_jacket: true, music_upload: true },
}

const priceFields = (price: number, one_day: number | null, virtual: number | null) => ({
  full: dollars(price),
  one_day: one_day === null ? null : dollars(one_day),
  virtual: virtual === null ? null : dollars(virtual),
})

function sampleLevel(
  id: number,
  level: string,
  ages: readonly [number, number | null],
  price: number,
  more: Partial<WorkshopLevel> = {},
): WorkshopLevel {
  const isDancer = (more.kind ?? 'dancer') === 'dancer'
  const at = (offsetDays: number) =>
    isDancer
      ? priceFields(price + offsetDays, 100 + offsetDays, 80 + offsetDays)
      : priceFields(price + offsetDays, null, null)
  return {
    id,
    id_v: `${id}-v`,
    level,
    plural_name: `${level}s`,
    recommended_age: `${ages[0]}${ages[1] ? `-${ages[1]}` : '+'}`,
    range: '',
    minimum_age: ages[0],
    maximum_age: ages[1],
    kind: 'dancer',
    observer_days: null,
    college_eligible: false,
    status: 'open',
    prices: { discount: at(0), full: at(20), late: at(40) },
    ...more,
  }
}

/** Competing 1, jacket only 2, workshop only 3, the cast 4. */
const sampleVipTypes: readonly VipType[] = [
  { id: 1, code: 'COMPETING', name: 'Competing', amount: dollars(125), active: true, add_winner: true },
  { id: 2, code: 'JACKET_ONLY', name: 'Jacket only', amount: dollars(95), active: true, add_winner: false },
  { id: 3, code: 'WORKSHOP_ONLY', name: 'Workshop only', amount: dollars(0), active: true, add_winner: false },
  { id: 4, code: 'CAST', name: 'Cast Experience', amount: dollars(145), active: true, add_winner: false },
]

const sampleSizes: readonly JacketSize[] = [
  { id: 1, name: 'Youth S', chest: '25-26', length: '17', top_chest: '24-25', top_length: '18' },
]

/** Mini 1, Junior 2, Teen 3, Senior 4 (college), teacher 5, observers 31 and 34. */
export const sampleLevels: readonly WorkshopLevel[] = [
  sampleLevel(1, 'Mini', [4, 9], 200),
  sampleLevel(2, 'Junior', [10, 12], 240),
  sampleLevel(3, 'Teen', [13, 15], 260),
  sampleLevel(4, 'Senior', [16, null], 280, { college_eligible: true }),
  sampleLevel(5, 'Teacher', [0, null], 150, { kind: 'teacher' }),
  sampleLevel(31, 'Observer', [0, null], 40, { kind: 'observer', observer_days: 1 }),
  sampleLevel(34, 'Observer, two days', [0, null], 70, { kind: 'observer', observer_days: 2 }),
]

/** The city in its early rates, with what a test changes. */
export function sampleFacts(
  changes: Partial<Facts> & { city?: Partial<TourDate>; brand?: Partial<Event> } = {},
): Facts {
  const { city, brand, ...facts } = changes
  return {
    tour_date: { ...sampleTourDate, event: { ...sampleEvent, ...brand }, ...city },
    workshop_levels: sampleLevels,
    routine_categories: [],
    age_divisions: [],
    performance_divisions: [],
    vip_types: sampleVipTypes,
    jacket_sizes: sampleSizes,
    intensives: [],
    city_choices: [],
    nominations: [],
    settings: defaultSettings,
    places: {},
    now: instant('2024-09-01T12:00:00Z'),
    exempt: false,
    studio: {
      flagged: false,
      bypass_deposit: false,
      bypass_removed_routine_fee: false,
      bypass_removed_routine_fee_post_deadline: false,
    },
    ...facts,
  }
}

/** Someone of the roster who is so old on January 1, 2025; null: without a birthdate. */
export function sampleCandidate(person_id: number, age: number | null, fname = `Person${person_id}`): Candidate {
  const birthdate = age === null ? null : calendarDate(`${2025 - age}-01-01`)
  return { person_id, person: attendeePerson({ fname, lname: 'Reed', birthdate, gender_id: 1 }) }
}

export function sampleAttendee(
  person_id: number,
  workshop_level_id: number,
  changes: Partial<Attendee> = {},
): Attendee {
  const ages: Record<number, number> = { 1: 7, 2: 11, 3: 14, 4: 17 }
  const candidate = sampleCandidate(person_id, ages[workshop_level_id] ?? 35)
  return { ...newAttendee(candidate, { id: workshop_level_id }, sampleFacts()), id: person_id, ...changes }
}

/** A studio's unfinished registration with these people. */
export function sampleRegistration(attendees: readonly Attendee[], changes: Partial<Registration> = {}): Registration {
  return {
    id: 1,
    version: 1,
    tour_date_id: 10,
    mybtf_user_id: 1,
    studio_id: 1,
    ancillary: false,
    independent: false,
    info_acknowledged: true,
    is_competing: true,
    attendees: Object.fromEntries(attendees.map((attendee) => [attendee.person_id, attendee])),
    routines: [],
    waiting_list_routines: [],
    has_soty: false,
    nomination_routines: [],
    additional_observers: { one: 0, two: 0, complimentary: 0 },
    comp_room: false,
    beat_street: false,
    full_rates: false,
    late_rates: false,
    rates_told: 'discount',
    reviewed: false,
    waiver: false,
    competitionCodeWaiver: false,
    paying_by_check: false,
    completed: false,
    confirmed: false,
    editing: false,
    visited_steps: [],
    left_off: null,
    left_off_details: null,
    promo_codes: [],
    credit: null,
    competition_deposit_routines: [],
    removed_routines_post_deadline: [],
    dates: {
      created: instant('2024-09-01T00:00:00Z'),
      updated: instant('2024-09-01T00:00:00Z'),
      reviewed: null,
      completed: null,
      confirmed: null,
      edited: null,
    },
    ...changes,
  }
}

export function sampleRoutine(
  id: number,
  cast: readonly number[],
  changes: Partial<Registration['routines'][number]> = {},
): Registration['routines'][number] {
  return {
    ...plainRoutine,
    id,
    _temp_id: null,
    routine_id: id,
    routine: { name: `Routine ${id}`, choreographer: 'Sam Vale' },
    attendees: cast.map((person_id) => ({ person_id })),
    performance_division_id: 1,
    age_division: { level_id: 1, name: 'Junior', minimum_age: 10 },
    routine_category: { category_id: 1, name: 'Solo', abbreviation: 'SO', limit: null },
    is_best_dancer: false,
    status: 'registered',
    fee: dollars(120),
    ...changes,
  }
}
