import type { Facts, Registration, Nomination } from '../registration.ts'
import type { NominationCategory, NominationStep } from '../../tours/city.ts'
import { categoriesOf, fits, hasSotyHere, nominatedIn, stepOfNominations, titleOfType, typesOf } from './nomination.ts'
import type { NominationRefusal } from './refusals.ts'

type NominationFacts = Pick<Facts, 'tour_date' | 'nominations' | 'settings'>
type Nominating = Pick<Registration, 'has_soty' | 'nomination_routines' | 'routines'>

const titledTypes = (categories: readonly NominationCategory[]) =>
  new Map(
    categories.flatMap((category) =>
      category.nomination_types.map((type) => [type.id, { ...type, title: titleOfType(category, type) }] as const),
    ),
  )
const routinesOf = ({ routines }: Pick<Nominating, 'routines'>) => new Map(routines.map((one) => [one.id, one]))

/** Each nomination names a routine that fits, and whom its type asks for. PROG-033, PROG-040. */
function checkEach(
  step: NominationStep,
  nominated: readonly Nomination[],
  registration: Nominating,
  facts: NominationFacts,
): NominationRefusal | null {
  const types = titledTypes(categoriesOf(step, facts))
  const routines = routinesOf(registration)
  const tab = stepOfNominations[step]
  for (const { nomination_type_id, registrations_routine_id, details } of nominated) {
    const type = types.get(nomination_type_id)
    const routine = routines.get(registrations_routine_id)
    if (!type || !routine || !fits(type, routine)) {
      return { code: 'nominations.not_eligible', nomination_type_id, type: type?.title ?? 'Nomination', tab }
    }
    // The Studio of the Year asks only whether the choreographer came from outside. A48.
    if (step !== 'soty' && type.asks_for !== null && !details.name?.trim()) {
      return { code: 'nominations.details_missing', nomination_type_id, asks_for: type.asks_for, type: type.title, tab }
    }
  }
  return null
}

/** A routine for each type, no routine twice, a few by outside choreographers. PROG-028, PROG-029, PROG-039, PROG-053. */
function checkWholeStudio(
  nominated: readonly Nomination[],
  registration: Nominating,
  facts: NominationFacts,
): NominationRefusal | null {
  const requiredCount = typesOf('soty', facts).length
  const routineIds = new Set<number>()
  for (const { registrations_routine_id } of nominated) {
    if (routineIds.has(registrations_routine_id)) {
      const name = routinesOf(registration).get(registrations_routine_id)?.routine.name ?? 'A routine'
      return { code: 'soty.routine_twice', name, tab: 'soty' }
    }
    routineIds.add(registrations_routine_id)
  }
  const most = facts.settings.soty_outside_choreographers
  if (nominated.filter(({ details }) => details.outside).length > most) {
    return { code: 'soty.too_many_outside', most, of: requiredCount, tab: 'soty' }
  }
  if (nominated.length < requiredCount)
    return { code: 'soty.incomplete', needed: requiredCount, chosen: nominated.length, tab: 'soty' }
  return null
}

/** Different group routines that are put forward for studio awards. */
function groupsNominated(registration: Nominating, facts: NominationFacts): number {
  const routines = routinesOf(registration)
  const least = facts.settings.group_routine_dancers
  const groups = nominatedIn('studio-awards', registration, facts).filter(
    ({ registrations_routine_id }) => (routines.get(registrations_routine_id)?.attendees.length ?? 0) >= least,
  )
  return new Set(groups.map(({ registrations_routine_id }) => registrations_routine_id)).size
}

/** Why what a registration nominates in one step does not stand; null: it does. PROG-028 to PROG-040, A47. */
export function whyNotNominated(
  step: NominationStep,
  registration: Nominating,
  facts: NominationFacts,
): NominationRefusal | null {
  const nominated = nominatedIn(step, registration, facts)
  if (step === 'soty') {
    if (!registration.has_soty || !hasSotyHere(facts)) return null
    return checkEach(step, nominated, registration, facts) ?? checkWholeStudio(nominated, registration, facts)
  }
  const unfit = checkEach(step, nominated, registration, facts)
  if (unfit) return unfit
  const least = facts.settings.studio_award_groups
  if (step === 'studio-awards' && nominated.length > 0 && groupsNominated(registration, facts) < least) {
    return { code: 'nominations.too_few_groups', least, tab: 'studio-awards' }
  }
  return null
}

export const nominationSteps: readonly NominationStep[] = ['soty', 'studio-awards', 'specialty']

/**
 * The first reason why the nominations of an unfinished registration do not stand. Those of a completed one can only be
 * removed, so that nothing of them could be put right. A49.
 */
export function checkNominations(
  registration: Nominating & Pick<Registration, 'completed'>,
  facts: NominationFacts,
): NominationRefusal | null {
  if (registration.completed) return null
  for (const step of nominationSteps) {
    const refusal = whyNotNominated(step, registration, facts)
    if (refusal) return refusal
  }
  return null
}
