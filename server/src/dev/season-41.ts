import { logoFolder } from '@callboard/domain/kernel/files.ts'
import { type CityInput, portland } from './build-cities.ts'
import type { EventInput } from './build-season.ts'

/** Everything that is nominated anywhere. */
const allNominations = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 21, 22, 23, 24, 31, 32, 41, 51, 61]

/** Brands of the demonstration data. Brands differ by flags, never by id. OFF-046. */
export const demonstrationEvents: readonly EventInput[] = [
  { id: 7, name: 'Meridian', subdomain: 'meridian', color: '#7A1F4B', allows_routine_copy: true },
  {
    id: 8,
    name: 'Northlight',
    subdomain: 'northlight',
    color: '#1B5E83',
    logo_key: `${logoFolder(8)}demonstration.png`,
    allows_routine_copy: true,
    free_teacher_rule: 'per_ten',
  },
  { id: 18, name: 'Voltage', subdomain: 'voltage', color: '#8A3B00', allows_routine_copy: true, is_kaos: true },
  {
    id: 14,
    name: 'Meridian Nationals',
    subdomain: 'meridian-nationals',
    color: '#4A2A7F',
    is_nationals: true,
    free_teacher_rule: 'tier_nationals',
  },
  {
    id: 47,
    name: 'Radius',
    subdomain: 'radius',
    color: '#0F5C4F',
    is_nationals: true,
    is_radix: true,
    free_teacher_rule: 'tier_nationals',
    vip_name: 'Core Performer',
    vip_name_plural: 'Core Performers',
    vip_route: 'core-performers',
  },
  {
    id: 28,
    name: 'Deep Water Intensive',
    subdomain: 'deep-water',
    color: '#2C4A9A',
    is_intensive: true,
  },
  {
    id: 48,
    name: 'Tandem',
    subdomain: 'tandem',
    color: '#6B4E00',
    is_combined_workshop: true,
    allows_check_for_all: true,
    attended_multiplier: 9_000,
  },
  {
    id: 49,
    name: 'Open Floor',
    subdomain: 'open-floor',
    color: '#9A1F3D',
    allows_check_for_all: true,
    needs_no_prequalification: true,
    hide_early_rate_deadline: true,
  },
  {
    id: 51,
    name: 'Footnote',
    subdomain: 'footnote',
    color: '#33556B',
    is_workshop_only: true,
    success_text: 'Bring layers: the ballrooms are cold in the morning.',
    mobile_registration: 'notice',
  },
  {
    id: 52,
    name: 'Encore Company',
    subdomain: 'encore',
    color: '#5A3A2E',
    is_aftermath: true,
    surveys_on: false,
    vip_name: 'Cast Experience',
    vip_name_plural: 'Cast Experiences',
    vip_route: 'the-cast-experience',
  },
].map((event) => ({ mobile_registration: 'full', ...event }) as EventInput)

/** Brands whose competition has crew showdown; `needs_no_prequalification` hides it at another. COMP-019, COMP-044. */
export const crewShowdownEvents: readonly number[] = [7, 14, 18]

/** Meridian's season: every state a city can be in, one city each. */
const meridian: readonly CityInput[] = [
  { city: 'Sacramento', state: 'CA', starts: '2024-09-13' },
  { city: 'Boise', state: 'ID', starts: '2024-09-27' },
  { city: 'Eugene', state: 'OR', starts: '2024-10-11', early: '2024-08-30', late: '2024-09-27' },
  { city: 'Reno', state: 'NV', starts: '2024-10-25', early: '2024-09-13', late: '2024-10-11' },
  {
    ...portland,
    waiting_list: true,
    news: [
      ['2024-09-20', 'Doors open at 6:45 am on Friday. Please allow time to park.'],
      ['2024-09-27', 'The early rate ends on Thursday, October 3.'],
    ],
  },
  { city: 'Spokane', state: 'WA', starts: '2024-11-22', regenabled: false, exceptions: ['marlowe@example.com'] },
  { city: 'Tucson', state: 'AZ', starts: '2024-12-06', canceled: true },
  { city: 'Fresno', state: 'CA', starts: '2025-01-10', postponed: true },
  { city: 'El Paso', state: 'TX', starts: '2025-01-17', canceled: true, postponed: true },
  { city: 'Denver', state: 'CO', starts: '2025-01-24', total_routine_limit: 40, waiting_list: true },
  {
    city: 'Salt Lake City',
    state: 'UT',
    starts: '2025-02-07',
    categories: [
      { category_id: 1, max_routines: 12 },
      { category_id: 6, enabled: false },
    ],
  },
  { city: 'Omaha', state: 'NE', starts: '2025-02-21', no_competition: true },
  { city: 'Kansas City', state: 'MO', starts: '2025-03-07', compenabled: false },
  { city: 'Nashville', state: 'TN', starts: '2025-03-14', obsdisabled: true, employee_email_allowed: true },
  {
    city: 'Everywhere',
    state: '',
    starts: '2025-04-05',
    nights: 1,
    virtual_only: true,
    allows_virtual: true,
    venue: null,
    hotel: null,
  },
  { city: 'Anchorage', state: 'AK', starts: '2025-04-25', coming_soon: true, venue: null, hotel: null },
  {
    city: 'Honolulu',
    state: 'HI',
    starts: '2025-05-02',
    venue: null,
    late: null,
    solo_groups: 6,
    independents_compete: true,
    independent_max_routines: 3,
  },
  {
    city: 'Albuquerque',
    state: 'NM',
    starts: '2025-05-16',
    allows_virtual: true,
    levels: [
      { level_id: 4, status: 'sold_out' },
      { level_id: 3, status: 'not_available' },
      { level_id: 1, max_people: 30 },
    ],
  },
].map((city) => ({ event_id: 7, ...city }) as CityInput)

const labsAndBattles: CityInput['choices'] = [
  ['lab', 'Turns and leaps'],
  ['lab', 'Partnering'],
  ['lab', 'Improvisation'],
  ['freestyle_battle', 'All styles, solo'],
  ['freestyle_battle', 'Hip hop, two against two'],
]

const others: readonly CityInput[] = [
  { event_id: 8, city: 'Minneapolis', state: 'MN', starts: '2024-11-08' },
  { event_id: 8, city: 'Milwaukee', state: 'WI', starts: '2025-01-31', allows_virtual: true },
  { event_id: 8, city: 'Buffalo', state: 'NY', starts: '2025-02-28', virtual_only_groups: true, allows_virtual: true },
  { event_id: 8, city: 'Burlington', state: 'VT', starts: '2025-04-11', independents_compete: true },
  {
    event_id: 18,
    city: 'Atlanta',
    state: 'GA',
    starts: '2024-12-13',
    add_ons: ['media_pass', 'kdoty', 'freestyle_battle', 'lab'],
    choices: labsAndBattles,
  },
  {
    event_id: 18,
    city: 'Charlotte',
    state: 'NC',
    starts: '2025-02-14',
    add_ons: ['media_pass', 'kdoty', 'freestyle_battle', 'lab'],
    choices: labsAndBattles,
  },
  {
    event_id: 18,
    city: 'Orlando',
    state: 'FL',
    starts: '2025-03-21',
    add_ons: ['media_pass', 'kdoty', 'freestyle_battle', 'lab'],
    choices: labsAndBattles,
  },
  {
    event_id: 14,
    city: 'Las Vegas',
    state: 'NV',
    starts: '2025-07-05',
    nights: 6,
    has_soty: true,
    nomination_types: allNominations,
  },
  {
    event_id: 14,
    city: 'Orlando',
    state: 'FL',
    starts: '2025-07-19',
    nights: 6,
    nomination_types: [21, 22, 23, 24, 41, 51],
  },
  { event_id: 47, city: 'Anaheim', state: 'CA', starts: '2025-06-28', nights: 5 },
  {
    event_id: 28,
    city: 'Chicago',
    state: 'IL',
    starts: '2025-06-16',
    nights: 5,
    add_ons: ['media_pass', 'vip_experience', 'photoshoot', 'awe_experience'],
    intensives: [
      ['Contemporary track', 695, 625],
      ['Commercial track', 695, 625],
      ['Choreography lab', 895, null],
    ],
  },
  {
    event_id: 28,
    city: 'Seattle',
    state: 'WA',
    starts: '2024-12-27',
    nights: 3,
    add_ons: ['photoshoot', 'awe_experience'],
    intensives: [['Winter track', 495, 450]],
  },
  { event_id: 48, city: 'Columbus', state: 'OH', starts: '2024-11-22' },
  { event_id: 48, city: 'Pittsburgh', state: 'PA', starts: '2025-03-28' },
  { event_id: 49, city: 'Hartford', state: 'CT', starts: '2024-12-06' },
  { event_id: 49, city: 'Providence', state: 'RI', starts: '2025-04-04' },
  { event_id: 51, city: 'San Diego', state: 'CA', starts: '2024-11-09', nights: 1 },
  { event_id: 51, city: 'Vancouver', state: 'BC', starts: '2025-05-10', nights: 1 },
  { event_id: 52, city: 'Philadelphia', state: 'PA', starts: '2025-05-30' },
]

/** Last year's cities of the same brands; routines registered there can be copied. */
export const lastYear: readonly CityInput[] = [
  { event_id: 7, season_id: 40, city: 'Portland', state: 'OR', starts: '2023-11-17' },
  { event_id: 7, season_id: 40, city: 'Reno', state: 'NV', starts: '2024-02-09' },
  { event_id: 8, season_id: 40, city: 'Milwaukee', state: 'WI', starts: '2024-03-01' },
  {
    event_id: 14,
    season_id: 40,
    city: 'Las Vegas',
    state: 'NV',
    starts: '2024-07-06',
    nights: 6,
    has_soty: true,
    nomination_types: allNominations,
  },
]

export const thisYear: readonly CityInput[] = [...meridian, ...others]
