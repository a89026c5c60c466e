import type { Wording } from '../../kernel/wording.ts'

export type RoutineRefusal =
  | { code: 'routine.incomplete'; field: 'name' | 'performance_division_id' }
  | { code: 'routine.no_dancers'; field: 'attendees' }
  | { code: 'routine.dancer_not_registered'; field: 'attendees'; person_id: number }
  | { code: 'routine.one_day_dancer'; field: 'attendees'; person_id: number }
  | { code: 'routine.virtual_dancer'; field: 'attendees'; person_id: number; name: string }
  | { code: 'routine.birthdate_missing'; field: 'attendees'; person_id: number; name: string }
  | { code: 'routine.locked'; email: string }
  | { code: 'routine.edits_closed'; email: string }
  | { code: 'routine.not_found' }
  | { code: 'routine.not_offered'; field: 'attendees'; dancers: number }
  | { code: 'routine.no_division'; field: 'attendees' }
  | { code: 'routine.city_full'; limit: number; waiting_list: boolean }
  | { code: 'routine.category_disabled'; field: 'attendees'; category: string }
  | { code: 'routine.category_full'; field: 'attendees'; category: string; waiting_list: boolean }
  | { code: 'routine.independent_limit'; limit: number }
  | { code: 'routine.second_solo'; field: 'attendees'; person_id: number }
  | { code: 'routine.small_solos_full'; email: string; below: number; waiting_list: boolean }
  | { code: 'routine.second_free'; field: 'free_ballet' }
  | { code: 'routine.free_studio_only'; field: 'free_ballet' }
  | { code: 'routine.free_dancers'; field: 'free_ballet'; least: number; most: number }
  | { code: 'routine.free_paying'; field: 'free_ballet'; least: number }
  | { code: 'routine.free_ballet_only'; field: 'free_ballet' }
  | { code: 'routine.age_up_refused'; field: 'age_up'; dancers: number; below: number }
  | { code: 'routine.extra_time_range'; field: 'extra_time'; most: number }
  | { code: 'routine.extra_time_refused'; field: 'extra_time'; dancers: number }
  | { code: 'routine.crew_showdown_refused'; field: 'crew_showdown' | 'crew_showdown_pq'; dancers: number }
  | { code: 'routine.crew_showdown_not_offered'; field: 'crew_showdown' | 'crew_showdown_pq' }
  | { code: 'routine.virtual_not_offered'; field: 'virtual' }
  | { code: 'routine.virtual_groups_only'; field: 'virtual' }
  | { code: 'routine.virtual_music'; field: 'copy_music' }
  | { code: 'routine.copied_already' }
  | { code: 'routine.not_copied_here' }
  | { code: 'routine.copy_unknown' }
  | { code: 'routine.dances_already'; field: 'attendees'; person_id: number }
  | { code: 'routine.no_waiting_list' }
  | { code: 'routine.waits_with_dancers' }
  | { code: 'routine.of_programme'; program: string }
  | { code: 'competition.closed'; email: string }
  | { code: 'competition.none' }
  | { code: 'competition.no_independents' }
  | { code: 'competition.has_routines' }

/** COMP-027 to COMP-059, COMP-072: the dialog that shows these is titled 'Sorry!'. */
export const routineRefusalTitle = 'Sorry!'

/** The documents' own sentences where they quote one (M084 to M098), else the wording of the requirements. */
export const routineWording: Wording<RoutineRefusal> = {
  'routine.incomplete': () => 'Please fill out all required fields.',
  'routine.no_dancers': () => 'Please add at least one dancer to the routine.',
  'routine.dancer_not_registered': () => 'Please register this dancer for the workshop and try again.',
  'routine.one_day_dancer': () => 'Please change this dancer to a full workshop dancer (not one-day) and try again.',
  'routine.virtual_dancer': ({ name }) =>
    `${name} attends virtually and can dance in virtual routines only. Please make the routine virtual or change ${name} to attend in person.`,
  'routine.birthdate_missing': ({ name }) => `${name} needs a birthdate first. Go to the roster?`,
  'routine.of_programme': ({ program }) => `This routine belongs to ${program}. Change it there, with its dancer.`,
  'routine.locked': ({ email }) =>
    `This routine is registered: only its name, choreographer and performance division can be changed here. Please email ${email} for other changes.`,
  'routine.edits_closed': ({ email }) =>
    `Registered routines of this city can no longer be changed here. Please email ${email} for changes.`,
  'routine.not_found': () => 'This routine is no longer part of the registration.',
  'routine.not_offered': ({ dancers }) =>
    `This city has no category for a routine with ${dancers === 1 ? '1 dancer' : `${dancers} dancers`}.`,
  'routine.no_division': () => 'This city has no age division for these dancers.',
  'routine.city_full': ({ limit }) => `You have reached the maximum total routine limit (${limit}) for this city.`,
  'routine.category_disabled': ({ category }) => `${category} routines are disabled for this city.`,
  'routine.category_full': () => 'Routine limits for this category have been reached.',
  'routine.independent_limit': ({ limit }) =>
    `An independent registration may enter ${limit === 1 ? '1 routine' : `${limit} routines`} in this city.`,
  'routine.second_solo': () => 'Solos are limited to one Solo per dancer.',
  'routine.small_solos_full': ({ email, below }) =>
    `The limit of solos has been reached for this city from registrations with under ${below} dancers. If you would like to be added to the waiting list, please email ${email}.`,
  'routine.second_free': () => 'You can only have one free routine.',
  'routine.free_studio_only': () => 'The free routine is for studios.',
  'routine.free_dancers': ({ least, most }) => `The free routine needs ${least} to ${most} dancers.`,
  'routine.free_paying': ({ least }) => `The free routine comes with ${least} or more paying dancers.`,
  'routine.free_ballet_only': () => 'The free routine must be a ballet routine.',
  'routine.age_up_refused': ({ dancers, below }) =>
    `Aging up needs ${dancers} or more dancers, all under ${below}, and an older division.`,
  'routine.extra_time_range': ({ most }) => `Extra time is 0 to ${most} minutes.`,
  'routine.extra_time_refused': ({ dancers }) => `Extra time needs ${dancers} or more dancers.`,
  'routine.crew_showdown_refused': ({ dancers }) => `Crew showdown needs ${dancers} or more dancers.`,
  'routine.crew_showdown_not_offered': () => 'Crew showdown is not offered in this city.',
  'routine.virtual_not_offered': () => 'Virtual Competition is not available in this city.',
  'routine.virtual_groups_only': () => 'Virtual Competition is not available for solo and duo/trio routines.',
  'routine.virtual_music': () => 'Music is not copied for virtual routines.',
  'routine.copied_already': () => 'This routine has already been copied into this registration.',
  'routine.not_copied_here': () => 'Routines cannot be copied into this city.',
  'routine.copy_unknown': () => 'This routine is not one of yours that can be copied here.',
  'routine.dances_already': () => 'This dancer is already in the routine.',
  'routine.no_waiting_list': () => 'This city has no waiting list.',
  'routine.waits_with_dancers': () =>
    'This routine is waiting with dancers who are not registered yet. Only its name, choreographer and performance division can be changed. To change more, leave the line and join again.',
  'competition.closed': ({ email }) => `Competition has been closed. Please email ${email} for changes.`,
  'competition.none': () => 'There is no competition in this city.',
  'competition.no_independents': () => 'Independent Registrations cannot compete',
  'competition.has_routines': () => 'Please remove all routines before leaving the competition.',
}
