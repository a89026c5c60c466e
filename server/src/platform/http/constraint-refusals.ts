import { judgingWording } from '@callboard/domain/judging/refusals.ts'
import { resultsWording } from '@callboard/domain/results/refusals.ts'
import { runningOrderWording } from '@callboard/domain/running-order/refusals.ts'
import { seasonYearsTaken } from '@callboard/domain/tours/season-plan.ts'

/** The answer to a request that meets a constraint of the database: `field` is the part of the request at fault. */
type ConstraintRefusal = {
  status: 409 | 422
  code:
    | 'taken'
    | 'unknown'
    | 'unfit'
    | 'routine.scheduled'
    | 'routine.judged'
    | 'attendee.judged'
    | 'release.same_person'
    | 'release.block_waits'
  field: string
  message: string
}

const unknown = (field: string, thing: string): ConstraintRefusal => ({
  status: 422,
  code: 'unknown',
  field,
  message: `There is no such ${thing}.`,
})
const takenRefusal = (field: string, message: string): ConstraintRefusal => ({
  status: 409,
  code: 'taken',
  field,
  message,
})
const unfit = (field: string, message: string): ConstraintRefusal => ({ status: 422, code: 'unfit', field, message })

const routineJudged: ConstraintRefusal = {
  status: 422,
  code: 'routine.judged',
  field: 'routines',
  message: judgingWording['routine.judged']({ code: 'routine.judged' }),
}

const onlyOnce = 'This already exists.'

/**
 * Database constraints that client requests can violate: a missing reference, a duplicate name, or two concurrent
 * requests. All other constraints have their reason in `tests/platform/constraint-reasons.ts`.
 */
export const constraintRefusals: Readonly<Partial<Record<string, ConstraintRefusal>>> = {
  saved_views_name: takenRefusal('name', 'You already have a view with this name.'),
  saved_exports_name: takenRefusal('name', 'You already have an export with this name.'),
  invitations_email: takenRefusal('email', 'This address is already invited.'),

  // People and studios
  addresses_country_id_fkey: unknown('address.country_id', 'country'),
  addresses_state_id_fkey: unknown('address.state_id', 'state'),
  persons_gender_id_fkey: unknown('gender_id', 'gender'),
  persons_person_type_id_fkey: unknown('person_type_id', 'kind of person'),
  studio_contacts_person_type_id_fkey: unknown('studio_contacts.person_type_id', 'kind of person'),
  persons_fname_check: unfit('fname', 'Required'),
  persons_lname_check: unfit('lname', 'Required'),
  studios_name_check: unfit('name', 'Required'),
  users_email: takenRefusal('email', 'This email address already has an account.'),
  person_once_per_roster: takenRefusal('person', 'This person is already on your roster.'),

  // Registrations
  attendees_freestyle_battle: unknown('freestyle_battle_id', 'freestyle battle'),
  attendees_intensive_id_fkey: unknown('intensive_id', 'intensive'),
  attendees_jacket_size_id_fkey: unknown('jacket_size_id', 'jacket size'),
  attendees_lab: unknown('lab_id', 'lab'),
  attendees_person_id_fkey: unknown('person_id', 'person'),
  attendees_scholarship_id_fkey: {
    ...unknown('scholarship_id', 'scholarship'),
    message: 'This scholarship was withdrawn. Choose another, or none.',
  },
  attendees_vip_type_id_fkey: unknown('vip_type_id', 'program'),
  attendees_workshop_level_id_fkey: unknown('workshop_level_id', 'level'),
  copied_from_an_entry: unknown('copied_from', 'routine'),
  cast_is_registered: unknown('attendees', 'dancer in this registration'),
  registration_routines_performance_division_id_fkey: unknown('performance_division_id', 'division'),
  registration_nominations_nomination_type_id_fkey: unknown('nomination_type_id', 'nomination'),
  nominated_routine_is_entered: unknown('registrations_routine_id', 'routine in this registration'),
  routines_name_check: unfit('routine.name', 'Required'),
  // The city went while the registration began: the office undid the season that brought it.
  registrations_tour_date_id_fkey: unknown('tour_date_id', 'city'),
  registration_once_per_tour_date: takenRefusal('tour_date_id', 'You already have a registration for this city.'),
  person_once_per_registration: takenRefusal('attendees', 'A person can be registered once.'),
  waiting_people_registration_id_person_id_key: takenRefusal('people', 'This person is already waiting.'),
  entry_is_in_order: {
    status: 422,
    code: 'routine.scheduled',
    field: 'routines',
    message: runningOrderWording['routine.scheduled']({ code: 'routine.scheduled' }),
  },
  entry_is_judged: routineJudged,
  entry_has_deduction: routineJudged,
  reopened_entry: routineJudged,
  attendee_is_judged: {
    status: 422,
    code: 'attendee.judged',
    field: 'attendees',
    message: judgingWording['attendee.judged']({ code: 'attendee.judged' }),
  },
  routine_has_award: {
    status: 422,
    code: 'routine.scheduled',
    field: 'routines',
    message: runningOrderWording['routine.scheduled']({ code: 'routine.scheduled' }),
  },
  // Two people, also where two calls meet; the handler refuses it first.
  release_has_embargo: {
    status: 422,
    code: 'release.block_waits',
    field: 'id',
    message: resultsWording['release.block_waits']({ code: 'release.block_waits' }),
  },
  two_persons_release: {
    status: 422,
    code: 'release.same_person',
    field: 'proposal',
    message: resultsWording['release.same_person']({ code: 'release.same_person' }),
  },
  one_open_proposal: takenRefusal('part', 'Someone has just proposed this.'),
  version_once_per_part: takenRefusal('part', 'Someone has just released this.'),
  credits_registration_id_key: takenRefusal('credit', onlyOnce),
  scholarship_donations_registration_id_key: takenRefusal('file', onlyOnce),
  one_open_charge: takenRefusal('amount', 'We are confirming your payment. Do not pay again.'),
  one_open_refund: takenRefusal('amount', 'A refund of this payment is in progress.'),
  promo_once_per_account: takenRefusal('promo_codes', 'This promo code has been used.'),
  waiver_once_per_account: takenRefusal('signature', onlyOnce),

  // The office: tours, prices, settings
  events_subdomain_key: takenRefusal('subdomain', 'Another event has this web address. Choose another.'),
  season_years_once: takenRefusal('start_year', seasonYearsTaken),
  one_current_season: takenRefusal('current', 'Another season is already the current one.'),
  season_copied_once: takenRefusal('season', 'This season was already copied from it.'),
  tour_dates_event_id_fkey: unknown('event_id', 'event'),
  tour_dates_season_id_fkey: unknown('season_id', 'season'),
  tour_date_ends_after_it_starts: unfit('end_date', 'The last day is before the first.'),
  tour_date_levels_level_id_fkey: unknown('levels', 'level'),
  tour_date_categories_category_id_fkey: unknown('categories', 'category'),
  event_cities_name_state_key: takenRefusal('city', onlyOnce),
  level_prices_level_id_fkey: unknown('levels', 'level'),
  level_prices_season_id_fkey: unknown('season_id', 'season'),
  level_prices_event_id_fkey: unknown('event_id', 'event'),
  category_fees_category_id_fkey: unknown('categories', 'category'),
  category_fees_season_id_fkey: unknown('season_id', 'season'),
  category_fees_event_id_fkey: unknown('event_id', 'event'),
  settings_event_id_fkey: unknown('event_id', 'event'),
  settings_season_id_fkey: unknown('season_id', 'season'),
  settings_tour_date_id_fkey: unknown('tour_date_id', 'city'),
  setting_once_per_scope: takenRefusal('value', 'Someone else just changed this setting.'),
  promo_code_once: takenRefusal('code', 'There is already a promo code with this name.'),
  promo_codes_event_id_fkey: unknown('event_id', 'event'),
  promo_codes_season_id_fkey: unknown('season_id', 'season'),
  scholarships_person_id_fkey: unknown('person_id', 'person'),
  scholarships_event_id_fkey: unknown('event_id', 'event'),
  scholarships_season_id_fkey: unknown('season_id', 'season'),
  scholarships_vip_type_id_fkey: unknown('vip_type_id', 'program'),
  attendance_records_person_id_fkey: unknown('person_id', 'person'),
  attendance_records_season_id_fkey: unknown('season_id', 'season'),
  critique_item_once: takenRefusal('name', 'This item already exists.'),
  critique_items_event_id_fkey: unknown('event_id', 'event'),
  homework_divisions_performance_division_id_fkey: unknown('performance_division_ids', 'division'),
  homework_items_critique_item_id_fkey: unknown('critique_item_ids', 'item of the vocabulary'),
  survey_versions_season_id_fkey: unknown('season_id', 'season'),
  survey_versions_event_id_fkey: unknown('event_id', 'event'),
  one_open_survey: takenRefusal('state', 'Another survey of this season and event is open. Close it first.'),
  survey_submissions_promo_code_id_fkey: unfit('code', 'Submitted surveys earned this code. Switch it off instead.'),
  waiver_types_event_id_fkey: unknown('event_id', 'event'),
  waiver_types_season_id_fkey: unknown('season_id', 'season'),
  news_tour_date_id_fkey: unknown('tour_date_id', 'city'),
  city_media_passes_tour_date_id_fkey: unknown('tour_date_id', 'city'),

  // The office: judging
  overtime_once: takenRefusal('code', 'Overtime has already been deducted.'),
  score_scales_event_id_fkey: unknown('event_id', 'event'),
  score_scales_season_id_fkey: unknown('season_id', 'season'),
  scale_name_once: takenRefusal('name', 'There is already a scale with this name.'),
  panels_tour_date_id_fkey: unknown('tour_date_id', 'city'),
  panels_scale_id_fkey: unknown('scale_id', 'scale'),
  audition_panel_once: takenRefusal('kind', 'This city already has a panel for this discipline.'),
  judge_seats_judge_id_fkey: unknown('seats', 'judge'),
  recusals_registration_id_fkey: unknown('registration_id', 'registration'),

  // The office: the lists every form chooses from
  nomination_types_nomination_id_fkey: unknown('rows', 'group of nominations'),
  workshop_levels_event_id_fkey: unknown('rows', 'event'),
  workshop_levels_replaced_once: takenRefusal('rows', 'The brand already has a row for this one.'),
  age_divisions_event_id_fkey: unknown('rows', 'event'),
  age_divisions_replaced_once: takenRefusal('rows', 'The brand already has a row for this one.'),
  performance_divisions_event_id_fkey: unknown('rows', 'event'),
  performance_divisions_replaced_once: takenRefusal('rows', 'The brand already has a row for this one.'),
  nomination_types_event_id_fkey: unknown('rows', 'event'),
  nomination_types_replaced_once: takenRefusal('rows', 'The brand already has a row for this one.'),
  performance_divisions_name_key: takenRefusal('rows', 'Two divisions cannot have one name.'),
  person_types_name_key: takenRefusal('rows', 'Two kinds of person cannot have one name.'),
  vip_types_code_key: takenRefusal('rows', 'Two programs cannot have one code.'),
  workshop_levels_id_v_key: takenRefusal('rows', 'Two levels cannot have one code.'),
}
