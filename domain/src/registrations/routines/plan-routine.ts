import { accept, refuse, type Result } from '../../kernel/result.ts'
import type { Facts, Registration, RegistrationRoutine } from '../registration.ts'
import type { AgeDivision, RoutineCategory } from '../../tours/city.ts'
import { personTwice } from '../attendees/attendee-change.ts'
import { castOf, placingOf, type Cast, waitsWithDancers } from './cast.ts'
import { whyNotCopied } from './copying.ts'
import { whyNotCompete } from './competition-open.ts'
import { checkOptions } from './options.ts'
import type { RoutineRefusal } from './refusals.ts'
import { isSameRoutine, type RoutineDraft } from './routine-draft.ts'
import { routineFee } from './routine-fee.ts'
import { routineOptionNames } from './routine-options.ts'
import { whyNoRoom } from './routine-limits.ts'

/** A routine that passed every check, with the category, division and fee (cents) that follow from its cast. */
type PlannedRoutine = RegistrationRoutine

const untouched = {
  routine_id: null,
  date_routine_id: null,
  regional_award_id: null,
  music_id: null,
  no_music: false,
  upload_email: null,
  is_best_dancer: false,
} as const

/** Decides whether a drafted routine may stand in a registration, and what it becomes; checks run as a person meets them. COMP-027 to COMP-054. */
export function planRoutine(
  draft: RoutineDraft,
  registration: Registration,
  facts: Facts,
): Result<PlannedRoutine, RoutineRefusal> {
  const before = findRoutine(registration, draft)
  if (draft.id !== null && !before) return refuse({ code: 'routine.not_found' })
  if (before?.is_best_dancer) return refuse(ofProgram(facts))

  const name = draft.name.trim()
  const { performance_division_id } = draft
  if (name === '') return refuse({ code: 'routine.incomplete', field: 'name' })
  if (
    performance_division_id === null ||
    !divisionsFor(before, facts).some(({ id }) => id === performance_division_id)
  ) {
    return refuse({ code: 'routine.incomplete', field: 'performance_division_id' })
  }
  if (draft.attendees.length === 0) return refuse({ code: 'routine.no_dancers', field: 'attendees' })

  const words = { name, choreographer: draft.choreographer.trim() }
  if (before?.date_routine_id && !facts.by_office)
    return planRegistered(draft, before, words, performance_division_id, facts)

  if (before && waitsWithDancers(before)) return planWaitingWithDancers(draft, before, words, performance_division_id)

  const twice = personTwice(draft.attendees)
  if (twice !== undefined) return refuse({ code: 'routine.dances_already', field: 'attendees', person_id: twice })
  const cast = castOf(draft.attendees, registration, facts)
  const castRefusal = whyNotCast(cast)
  if (castRefusal) return refuse(castRefusal)

  const awayRefusal = whyNotDancedInPerson(draft, cast, facts)
  if (awayRefusal) return refuse(awayRefusal)

  const refusal = whyNotCompete(registration, facts)
  if (refusal) return refuse(refusal)

  const { category, division } = placingOf(cast, draft.age_up, facts)
  if (!category) return refuse({ code: 'routine.not_offered', field: 'attendees', dancers: cast.dancers })

  const full = whyNoRoom(draft, before, cast, category, registration, facts)
  if (full) return refuse(full)
  const options = checkOptions(draft, cast, registration, facts)
  if (!options.ok) return options
  const copied = whyNotCopied(draft, before, registration, facts)
  if (copied) return refuse(copied)
  if (!division) return refuse({ code: 'routine.no_division', field: 'attendees' })

  return accept(toRoutine(draft, before, words, performance_division_id, cast, category, division, facts))
}

/** The divisions a routine may be in: those offered, and the one it is in already. */
export const divisionsFor = (
  routine: Pick<RoutineDraft, 'performance_division_id'> | undefined,
  { performance_divisions }: Pick<Facts, 'performance_divisions'>,
) => performance_divisions.filter(({ id, offered }) => offered || id === routine?.performance_division_id)

/** A program's solo follows its dancer, not the list of routines. PROG-019, A43. */
export const ofProgram = ({ tour_date }: Pick<Facts, 'tour_date'>): RoutineRefusal => ({
  code: 'routine.of_programme',
  program: tour_date.event.vip_name_plural,
})

/** The routine of a registration, waiting or not, that a draft speaks of. */
export const findRoutine = (
  registration: Pick<Registration, 'routines' | 'waiting_list_routines'>,
  routineRef: Pick<RegistrationRoutine, 'id' | '_temp_id'>,
): RegistrationRoutine | undefined =>
  [...registration.routines, ...registration.waiting_list_routines].find((routine) =>
    isSameRoutine(routine, routineRef),
  )

/** Why these people cannot dance one routine; null: they can. COMP-049, COMP-050, COMP-066. */
export function whyNotCast({ members, missing, has_teacher }: Cast): RoutineRefusal | null {
  const [stranger] = missing
  if (stranger !== undefined) {
    return { code: 'routine.dancer_not_registered', field: 'attendees', person_id: stranger }
  }
  const oneDay = members.find(({ one_day }) => one_day)
  if (oneDay) return { code: 'routine.one_day_dancer', field: 'attendees', person_id: oneDay.person_id }
  const ageless = members.find(({ person }) => person.birthdate === null)
  if (ageless && !has_teacher) {
    const { person, person_id } = ageless
    const name = `${person.fname} ${person.lname}`
    return { code: 'routine.birthdate_missing', field: 'attendees', person_id, name }
  }
  return null
}

/**
 * Refuses an in-person routine with virtual attendees: their routine must be virtual, unless the whole city is.
 * COMP-021, A105.
 */
export function whyNotDancedInPerson(
  { virtual }: Pick<RegistrationRoutine, 'virtual'>,
  { members }: Cast,
  { tour_date }: Pick<Facts, 'tour_date'>,
): RoutineRefusal | null {
  const away = virtual || tour_date.virtual_only ? undefined : members.find((member) => member.virtual)
  if (!away) return null
  const { person_id, person } = away
  return { code: 'routine.virtual_dancer', field: 'attendees', person_id, name: `${person.fname} ${person.lname}` }
}

type Words = { name: string; choreographer: string }

/** Of a registered routine only three things change, and only where the city allows. COMP-054, COMP-055, A32. */
function planRegistered(
  draft: RoutineDraft,
  before: RegistrationRoutine,
  routine: Words,
  performance_division_id: number,
  { tour_date }: Facts,
): Result<PlannedRoutine, RoutineRefusal> {
  const email = tour_date.event.support_email
  const same = isSameBut(draft, before)
  const renamed =
    routine.name !== before.routine.name ||
    routine.choreographer !== before.routine.choreographer ||
    performance_division_id !== before.performance_division_id
  if (!same) return refuse({ code: 'routine.locked', email })
  if (renamed && !tour_date.settings.edit_routines) return refuse({ code: 'routine.edits_closed', email })
  return accept({ ...before, routine, performance_division_id })
}

/** Of a routine that waits with its dancers only the words change: what it becomes was planned with all of them. A18. */
function planWaitingWithDancers(
  draft: RoutineDraft,
  before: RegistrationRoutine,
  routine: Words,
  performance_division_id: number,
): Result<PlannedRoutine, RoutineRefusal> {
  return isSameBut(draft, before)
    ? accept({ ...before, routine, performance_division_id })
    : refuse({ code: 'routine.waits_with_dancers' })
}

const lockedFields = ['extra_time', ...routineOptionNames] as const satisfies readonly (keyof RoutineDraft)[]

function isSameBut(draft: RoutineDraft, before: RegistrationRoutine): boolean {
  const people = new Set(before.attendees.map(({ person_id }) => person_id))
  const requestedIds = new Set(draft.attendees.map(({ person_id }) => person_id))
  const sameCast = people.size === requestedIds.size && [...people].every((person) => requestedIds.has(person))
  return sameCast && lockedFields.every((field) => draft[field] === before[field])
}

function toRoutine(
  draft: RoutineDraft,
  before: RegistrationRoutine | undefined,
  routine: Words,
  performance_division_id: number,
  cast: Cast,
  category: RoutineCategory,
  division: AgeDivision,
  { settings }: Facts,
): PlannedRoutine {
  const { name: _name, choreographer: _choreographer, ...wishes } = draft
  // Where it came from is said once, when it is entered.
  const from = before ?? draft
  const keptFields = before ?? { ...untouched, id: null }
  return {
    ...keptFields,
    ...wishes,
    id: keptFields.id,
    status: before?.status ?? draft.status,
    copied_from: from.copied_from,
    old_music_id: from.old_music_id,
    // Music is set elsewhere (`music/`), not by this form.
    ...(before && { no_music: before.no_music, upload_email: before.upload_email }),
    routine,
    performance_division_id,
    attendees: cast.members.map(({ person_id }) => ({ person_id })),
    age_division: { level_id: division.level_id, name: division.name, minimum_age: division.minimum_age },
    routine_category: {
      category_id: category.category_id,
      name: category.name,
      abbreviation: category.abbreviation,
      limit: category.limit,
    },
    fee: routineFee(
      { ...wishes, is_best_dancer: keptFields.is_best_dancer, dancers: cast.dancers },
      category,
      settings,
    ),
  }
}
