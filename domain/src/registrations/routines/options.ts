import { payingDancers } from '../pricing/workshop-fee.ts'
import { accept, refuse, type Result } from '../../kernel/result.ts'
import type { Facts, Registration } from '../registration.ts'
import { divisionFor } from './age-division.ts'
import { castOf, type Cast } from './cast.ts'
import { takesNoMusic } from './copying.ts'
import type { RoutineRefusal } from './refusals.ts'
import { isWithoutStudio } from './removed-routines.ts'
import { isSameRoutine, type RoutineDraft } from './routine-draft.ts'
import { offersCrewShowdown, offersVirtualCompetition, type RoutineOption } from './routine-options.ts'

type Check = (draft: RoutineDraft, cast: Cast, registration: Registration, facts: Facts) => RoutineRefusal | null

const isGroup = (cast: Cast, { settings }: Facts) => cast.dancers >= settings.group_routine_dancers

const freeRoutine: Check = (draft, cast, registration, facts) => {
  const { free_routine_min: least, free_routine_max: most, free_routine_paying_dancers } = facts.settings
  if (!draft.free_ballet) return null
  if (isWithoutStudio(registration)) return { code: 'routine.free_studio_only', field: 'free_ballet' }
  const others = [...registration.routines, ...registration.waiting_list_routines]
  if (others.some((other) => other.free_ballet && !isSameRoutine(other, draft))) {
    return { code: 'routine.second_free', field: 'free_ballet' }
  }
  if (cast.dancers < least || cast.dancers > most) {
    return { code: 'routine.free_dancers', field: 'free_ballet', least, most }
  }
  if (payingDancers(registration, facts) < free_routine_paying_dancers) {
    return { code: 'routine.free_paying', field: 'free_ballet', least: free_routine_paying_dancers }
  }
  const division = facts.performance_divisions.find(({ id }) => id === draft.performance_division_id)
  if (facts.settings.free_routine_ballet_only && division && !division.is_ballet) {
    return { code: 'routine.free_ballet_only', field: 'free_ballet' }
  }
  return null
}

const ageUp: Check = (draft, cast, _, facts) => {
  if (!draft.age_up) return null
  const { open_division_age: below, group_routine_dancers: dancers } = facts.settings
  const own = divisionFor({ ...cast, age_up: false }, facts.age_divisions, facts.settings)
  const up = divisionFor({ ...cast, age_up: true }, facts.age_divisions, facts.settings)
  const canAgeUp = isGroup(cast, facts) && !cast.has_teacher && Math.max(...cast.ages) < below && up !== own
  return canAgeUp ? null : { code: 'routine.age_up_refused', field: 'age_up', dancers, below }
}

const extraTime: Check = ({ extra_time }, cast, _, facts) => {
  const { extra_time_max: most, group_routine_dancers: dancers } = facts.settings
  if (extra_time === 0) return null
  if (!Number.isInteger(extra_time) || extra_time < 0 || extra_time > most) {
    return { code: 'routine.extra_time_range', field: 'extra_time', most }
  }
  return isGroup(cast, facts) ? null : { code: 'routine.extra_time_refused', field: 'extra_time', dancers }
}

const crew =
  (field: 'crew_showdown' | 'crew_showdown_pq'): Check =>
  (draft, cast, _, facts) => {
    if (!draft[field]) return null
    if (!offersCrewShowdown(facts)) return { code: 'routine.crew_showdown_not_offered', field }
    const dancers = facts.settings.group_routine_dancers
    return isGroup(cast, facts) ? null : { code: 'routine.crew_showdown_refused', field, dancers }
  }

const virtual: Check = (draft, cast, _, facts) => {
  if (!draft.virtual) return null
  if (!offersVirtualCompetition(facts)) return { code: 'routine.virtual_not_offered', field: 'virtual' }
  if (facts.tour_date.settings.virtual_only_groups && !isGroup(cast, facts)) {
    return { code: 'routine.virtual_groups_only', field: 'virtual' }
  }
  return null
}

/** Each optional wish, in the order the form asks, with the rule that may refuse it. COMP-033, COMP-041 to COMP-044. */
export const optionChecks = {
  free_ballet: freeRoutine,
  age_up: ageUp,
  extra_time: extraTime,
  crew_showdown_pq: crew('crew_showdown_pq'),
  crew_showdown: crew('crew_showdown'),
  virtual,
} as const satisfies Partial<Record<RoutineOption | 'extra_time', Check>>

/** The options that a rule may refuse. */
export type CheckedOption = keyof typeof optionChecks
export const checkedOptions = Object.keys(optionChecks) as CheckedOption[]

const checkOf = (option: RoutineOption | 'extra_time') =>
  (optionChecks as Partial<Record<typeof option, Check>>)[option]

/** Why an option cannot be chosen now; null: it can. The form asks this for every switch it shows. COMP-020, COMP-041 to COMP-044. */
export function whyNotOption(
  option: RoutineOption | 'extra_time',
  draft: RoutineDraft,
  registration: Registration,
  facts: Facts,
): RoutineRefusal | null {
  const wish = option === 'extra_time' ? { ...draft, extra_time: draft.extra_time || 1 } : { ...draft, [option]: true }
  return checkOf(option)?.(wish, castOf(draft.attendees, registration, facts), registration, facts) ?? null
}

/** Refuses the first chosen option that is not allowed. */
export function checkOptions(
  draft: RoutineDraft,
  cast: Cast,
  registration: Registration,
  facts: Facts,
): Result<null, RoutineRefusal> {
  for (const option of checkedOptions) {
    const refusal = optionChecks[option](draft, cast, registration, facts)
    if (refusal) return refuse(refusal)
  }
  return accept(null)
}

/** A draft whose options that are no longer allowed are switched off; music is never copied to a virtual routine. COMP-073, COPY-008, COPY-009. */
export function withoutUnavailableOptions(draft: RoutineDraft, registration: Registration, facts: Facts): RoutineDraft {
  const cast = castOf(draft.attendees, registration, facts)
  let settled = draft
  for (const option of checkedOptions) {
    if (optionChecks[option](settled, cast, registration, facts)) {
      settled = { ...settled, [option]: option === 'extra_time' ? 0 : false }
    }
  }
  return settled.copy_music && takesNoMusic(settled, facts) ? { ...settled, copy_music: false } : settled
}
