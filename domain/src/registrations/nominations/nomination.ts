import type { NominationDetails, Nomination, Facts, Registration, RegistrationRoutine } from '../registration.ts'
import type { NominationCategory, NominationStep, NominationType } from '../../tours/city.ts'

/** Where the wizard asks for each kind: what is wrong is put right there. */
export const stepOfNominations = {
  soty: 'soty',
  'studio-awards': 'studio-awards',
  specialty: 'specialty-awards',
} as const satisfies Record<NominationStep, string>

export const noDetails: NominationDetails = { outside: false, name: null }

/** Whether a tour asks for nominations at all. WIZ-010 to WIZ-012, PROG-043. */
export const hasAwards = ({ is_nationals, is_radix }: Facts['tour_date']['event']): boolean => is_nationals && !is_radix

/** Whether a city holds the Studio of the Year. PROG-030. */
export const hasSotyHere = ({ tour_date }: Pick<Facts, 'tour_date'>): boolean =>
  hasAwards(tour_date.event) && tour_date.has_soty

type CityNominations = Pick<Facts, 'tour_date' | 'nominations'>

/** The nomination categories of a city in a step. */
export function categoriesOf(step: NominationStep, { tour_date, nominations }: CityNominations): NominationCategory[] {
  if (step === 'soty' ? !hasSotyHere({ tour_date }) : !hasAwards(tour_date.event)) return []
  return nominations.filter((category) => category.step === step)
}

const halves = { teen_senior: 'Teen & Senior', mini_junior: 'Mini & Junior' } as const

/** The full name of a type, for places that do not show its category or column. */
export const titleOfType = (
  { name, step }: Pick<NominationCategory, 'name' | 'step'>,
  type: Pick<NominationType, 'name' | 'half'>,
): string => {
  if (type.half !== null) return `${halves[type.half]} ${type.name}`
  return step === 'soty' ? type.name : `${name}, ${type.name}`
}

/** The types of a step, in their order. */
export const typesOf = (step: NominationStep, facts: CityNominations): NominationType[] =>
  categoriesOf(step, facts).flatMap(({ nomination_types }) => nomination_types)

/** The nominations of a registration in a step. Types that the city no longer has are omitted. */
export function nominatedIn(
  step: NominationStep,
  { nomination_routines }: Pick<Registration, 'nomination_routines'>,
  facts: CityNominations,
): Nomination[] {
  const types = new Set(typesOf(step, facts).map(({ id }) => id))
  return nomination_routines.filter(({ nomination_type_id }) => types.has(nomination_type_id))
}

/** Whether a routine fits a type: its age division and its category; no list means any. PROG-040. */
export const fits = (
  { age_divisions, categories }: Pick<NominationType, 'age_divisions' | 'categories'>,
  { id, age_division, routine_category, is_best_dancer }: RegistrationRoutine,
): boolean =>
  id !== null &&
  !is_best_dancer &&
  (age_divisions.length === 0 || age_divisions.includes(age_division.level_id)) &&
  (categories.length === 0 || categories.includes(routine_category.category_id))

/** The routines a type can be given; one that only waits for a place is none. PROG-040. */
export const eligibleRoutines = (
  type: Pick<NominationType, 'age_divisions' | 'categories'>,
  { routines }: Pick<Registration, 'routines'>,
): RegistrationRoutine[] => routines.filter((routine) => fits(type, routine))

/** The same nomination, details included. */
export const isSameNomination = (one: Nomination, other: Nomination): boolean =>
  one.nomination_type_id === other.nomination_type_id &&
  one.registrations_routine_id === other.registrations_routine_id &&
  one.details.outside === other.details.outside &&
  one.details.name === other.details.name

/** A routine put forward for a type. */
export const nomination = (
  nomination_type_id: number,
  registrations_routine_id: number,
  details: Partial<NominationDetails> = {},
): Nomination => ({ nomination_type_id, registrations_routine_id, details: { ...noDetails, ...details } })

type NominationChoice = Pick<NominationType, 'id' | 'name' | 'age_divisions'> & {
  /** The routine put forward for it; null: none. */
  routine_id: number | null
  /** Ids of the routines that it can be given. */
  routines: number[]
  details: NominationDetails | null
}
type NominationChoices = Pick<NominationCategory, 'id' | 'name' | 'step'> & { nomination_types: NominationChoice[] }

/** Every category of the city, and for each of its types the routine put forward and those it could be given. PROG-034. */
export const nominationChoices = (
  registration: Pick<Registration, 'nomination_routines' | 'routines'>,
  facts: CityNominations,
): NominationChoices[] =>
  (Object.keys(stepOfNominations) as NominationStep[])
    .flatMap((step) => categoriesOf(step, facts))
    .map(({ id, name, step, nomination_types }) => ({
      ...{ id, name, step },
      nomination_types: nomination_types.map((type) => {
        const existing = registration.nomination_routines.find(
          ({ nomination_type_id }) => nomination_type_id === type.id,
        )
        return {
          ...{ id: type.id, name: type.name, age_divisions: type.age_divisions },
          routine_id: existing?.registrations_routine_id ?? null,
          routines: eligibleRoutines(type, registration).flatMap((routine) => routine.id ?? []),
          details: existing?.details ?? null,
        }
      }),
    }))

type NominationTally = { added: number; total: number }

/** How many of a step's types have their nomination. EVT-017. */
export const nominationTally = (
  step: NominationStep,
  registration: Pick<Registration, 'nomination_routines'>,
  facts: CityNominations,
): NominationTally => ({
  added: nominatedIn(step, registration, facts).length,
  total: typesOf(step, facts).length,
})

/**
 * Removes the nominations of routines that are no longer entered. Without any nomination left, the registration leaves
 * the Studio of the Year. COMP-053, PROG-046.
 */
export function withoutLostNominations(registration: Registration, facts: CityNominations): Registration {
  const routineIds = new Set(registration.routines.map(({ id }) => id))
  const remaining = registration.nomination_routines.filter(({ registrations_routine_id }) =>
    routineIds.has(registrations_routine_id),
  )
  if (remaining.length === registration.nomination_routines.length) return registration
  const after = { ...registration, nomination_routines: remaining }
  const has_soty = registration.has_soty && nominatedIn('soty', after, facts).length > 0
  return { ...after, has_soty }
}
