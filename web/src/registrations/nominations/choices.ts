import { eligibleRoutines, noDetails } from '@callboard/domain/registrations/nominations/nomination.ts'
import type {
  Nomination,
  NominationDetails,
  Facts,
  Registration,
  RegistrationRoutine,
} from '@callboard/domain/registrations/registration.ts'
import type { NominationType } from '@callboard/domain/tours/city.ts'
import type { Option } from '../../ui/fields.tsx'

/** Nominations of a step are edited locally and saved together on continue. */
export type NominationProps = {
  registration: Pick<Registration, 'routines'>
  facts: Facts
  nominations: readonly Nomination[]
  onChange: (nominations: readonly Nomination[]) => void
}

export const selectRoutine = 'SELECT ROUTINE'
export const noneEligible = 'NO ELIGIBLE ROUTINES'

export const nominationOf = (
  type: Pick<NominationType, 'id'>,
  nominations: readonly Nomination[],
): Nomination | undefined => nominations.find(({ nomination_type_id }) => nomination_type_id === type.id)

export const nominatedRoutine = (
  nomination: Nomination | undefined,
  { routines }: Pick<Registration, 'routines'>,
): RegistrationRoutine | undefined => routines.find(({ id }) => id === nomination?.registrations_routine_id)

/** Returns the eligible routines of an award type, and the current one even if it is no longer eligible. PROG-040. */
export function optionsFor(
  type: NominationType,
  registration: Pick<Registration, 'routines'>,
  nominations: readonly Nomination[],
): Option<number>[] {
  const current = nominatedRoutine(nominationOf(type, nominations), registration)
  const eligible = eligibleRoutines(type, registration)
  const option = (routine: RegistrationRoutine, words: string): Option<number>[] =>
    routine.id === null ? [] : [{ value: routine.id, label: words }]
  const fitting = eligible.flatMap((routine) => option(routine, routine.routine.name))
  if (!current || eligible.includes(current)) return fitting
  return [...fitting, ...option(current, `${current.routine.name} (no longer eligible)`)]
}

/** A type with another routine, or with none. `alone`: a routine that stood elsewhere moves here. */
export function withRoutine(
  type: NominationType,
  routine: RegistrationRoutine | undefined,
  nominations: readonly Nomination[],
  alone = false,
): Nomination[] {
  const others = nominations.filter(
    ({ nomination_type_id, registrations_routine_id }) =>
      nomination_type_id !== type.id && !(alone && registrations_routine_id === routine?.id),
  )
  if (!routine || routine.id === null) return others
  const before = nominations.find(({ registrations_routine_id }) => alone && registrations_routine_id === routine.id)
  const name = type.asks_for === 'choreographer' && !alone ? routine.routine.choreographer.trim() || null : null
  return [
    ...others,
    {
      nomination_type_id: type.id,
      registrations_routine_id: routine.id,
      // Details already entered for this routine are kept.
      details: before?.details ?? { ...noDetails, name },
    },
  ]
}

export const withDetails = (
  type: Pick<NominationType, 'id'>,
  change: Partial<NominationDetails>,
  nominations: readonly Nomination[],
): Nomination[] =>
  nominations.map((one) =>
    one.nomination_type_id === type.id ? { ...one, details: { ...one.details, ...change } } : one,
  )

/** 'Mini, Junior · Small Group, Large Group': what a type is open to; null: to anything. */
export function openTo({ age_divisions, categories }: NominationType, facts: Facts): string | null {
  const divisions = facts.age_divisions.filter(({ level_id }) => age_divisions.includes(level_id))
  const kinds = facts.routine_categories.filter(({ category_id }) => categories.includes(category_id))
  const words = [divisions, kinds].map((list) => list.map(({ name }) => name).join(', ')).filter(Boolean)
  return words.length === 0 ? null : words.join(' · ')
}
