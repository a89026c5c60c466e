import type { Reply } from '../../api/call.ts'

export type CityRecord = Reply<'GET /v1/office/tour-dates/{id}'>

export type CityPart = { city: CityRecord; onChange: (change: Partial<CityRecord>) => void; readOnly: boolean }

/** `help`: what the switch does, where its label does not say it. */
export type Flags<Name extends string> = readonly (readonly [name: Name, label: string, help?: string])[]

/** The switches of a city, as the office says them. */
export const cityFlags: Readonly<Record<string, Flags<CityFlag>>> = {
  'Open or closed': [
    ['regenabled', 'Registration is open'],
    ['compenabled', 'Competition is open'],
    ['obsdisabled', 'No observers'],
    ['waiting_list', 'Has a waiting list', 'When it is full, studios can join the list.'],
    ['coming_soon', 'Coming soon', 'Listed without a way to register.'],
    ['postponed', 'Postponed'],
    ['canceled', 'Canceled'],
  ],
  'Virtual and in person': [
    ['allows_virtual', 'Can be attended virtually', 'Dancers choose between in person and virtual.'],
    ['no_virtual', 'Closed to virtual', 'No one new can choose virtual.'],
    ['no_virtual_competition', 'No virtual competition'],
    ['virtual_only', 'Virtual only', 'No one attends in person.'],
    ['virtual_only_groups', 'Virtual for groups only', 'Solos and small routines are in person.'],
  ],
  Programs: [
    ['has_soty', 'Studio of the Year'],
    ['disabled_best_dancers', 'No Best Dancers', 'Only nationals have them.'],
    ['no_competition', 'No competition at all'],
  ],
  'Entries in competition': [
    ['one_solos', 'One solo per dancer'],
    ['independents_compete', 'Independents compete', 'Dancers without a studio can enter routines.'],
    [
      'split_teen_performance',
      'Teens are split by performance division',
      'Their awards are placed by performance division: Teen Jazz apart from Teen Tap.',
    ],
  ],
  'After registering': [
    ['edit_routines', 'Routines can be edited'],
    ['edit_bd_photo', 'Best Dancer photos can be changed'],
    ['edit_bd_jacket', 'Best Dancer jackets can be changed'],
    ['edit_bd_routine', 'Best Dancer routines can be changed'],
    ['music_upload', 'Music can be uploaded'],
    ['employee_email_allowed', 'Employee emails are allowed'],
  ],
  'Results portal': [['no_critiques', 'There are no critiques']],
}

type CityFlag =
  | 'regenabled'
  | 'compenabled'
  | 'obsdisabled'
  | 'waiting_list'
  | 'coming_soon'
  | 'postponed'
  | 'canceled'
  | 'allows_virtual'
  | 'no_virtual'
  | 'no_virtual_competition'
  | 'virtual_only'
  | 'virtual_only_groups'
  | 'has_soty'
  | 'disabled_best_dancers'
  | 'no_competition'
  | 'one_solos'
  | 'independents_compete'
  | 'split_teen_performance'
  | 'edit_routines'
  | 'edit_bd_photo'
  | 'edit_bd_jacket'
  | 'edit_bd_routine'
  | 'music_upload'
  | 'employee_email_allowed'
  | 'no_critiques'

export type EventFlag =
  | 'is_nationals'
  | 'is_intensive'
  | 'is_workshop_only'
  | 'is_combined_workshop'
  | 'is_radix'
  | 'is_kaos'
  | 'is_aftermath'
  | 'allows_routine_copy'
  | 'allows_check_for_all'
  | 'needs_no_prequalification'
  | 'hide_early_rate_deadline'
  | 'coming_soon'
  | 'surveys_on'
  | 'no_observers'

export const eventFlags: Readonly<Record<string, Flags<EventFlag>>> = {
  'Kind of event': [
    ['is_nationals', 'Nationals', 'Has Best Dancers and award nominations; free teachers and the free room follow.'],
    ['is_intensive', 'Intensive', 'Classes only: people choose an intensive, not a level.'],
    ['is_workshop_only', 'Workshop only', 'No competition.'],
    ['is_combined_workshop', 'Combined workshop', 'Adults are not asked whether they teach.'],
    ['is_radix', 'Radix', 'Nationals without award nominations.'],
    ['is_kaos', 'Kaos'],
    ['is_aftermath', 'Aftermath', 'Every dancer is in the cast and gets the cast top.'],
  ],
  Options: [
    ['allows_routine_copy', 'Earlier routines can be copied'],
    ['allows_check_for_all', 'Everyone can pay by check'],
    ['needs_no_prequalification', 'Needs no pre-qualification', 'Routines are not asked about Crew Showdown.'],
    ['no_observers', 'No observers'],
    ['surveys_on', 'Has a survey'],
    ['hide_early_rate_deadline', 'The early rate’s deadline is not shown'],
    ['coming_soon', 'Coming soon', 'Listed without a way to register.'],
  ],
}

export const addOns = [
  ['vip_experience', 'VIP experience'],
  ['photoshoot', 'Photoshoot'],
  ['awe_experience', 'Awe experience'],
  ['media_pass', 'Media pass'],
  ['comp_room', 'Complimentary room'],
  ['beat_street', 'Beat Street'],
  ['kdoty', 'Dancer of the Year'],
  ['freestyle_battle', 'Freestyle battle'],
  ['lab', 'Lab'],
] as const
