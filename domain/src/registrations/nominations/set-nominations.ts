import { accept, refuse, type Result } from '../../kernel/result.ts'
import type { Facts, Registration, Nomination } from '../registration.ts'
import type { NominationStep } from '../../tours/city.ts'
import { isBoundByCompletion } from '../registration-status.ts'
import { nominationSteps, whyNotNominated } from './check-nominations.ts'
import { hasAwards, hasSotyHere, isSameNomination, nominatedIn, typesOf } from './nomination.ts'
import type { NominationRefusal } from './refusals.ts'

export type Nominations = Pick<Registration, 'has_soty' | 'nomination_routines'>
type NominationFacts = Pick<Facts, 'tour_date' | 'nominations' | 'settings' | 'by_office'>

/**
 * A registration that nominates these routines, and no others. Each step that changes must stand as a whole; of a
 * completed registration its owner only removes nominations, and its Studio of the Year stays. PROG-028 to PROG-040, SEC-017, A49.
 */
export function setNominations(
  before: Registration,
  input: Nominations,
  facts: NominationFacts,
): Result<Registration, NominationRefusal> {
  const after = settled(before, input, facts)
  const refusal =
    whyNotHere(before, input, facts) ??
    whyNotKnown(before, after, facts) ??
    (isBoundByCompletion(before, facts)
      ? whyNotWhileEditing(before, input, after, facts)
      : whyNotStanding(before, after, facts))
  return refusal ? refuse(refusal) : accept(after)
}

/** In the order of their types, without empty words; who does not enter nominates nothing for the Studio of the Year. */
function settled(
  before: Registration,
  { has_soty, nomination_routines }: Nominations,
  facts: NominationFacts,
): Registration {
  const soty = new Set(typesOf('soty', facts).map(({ id }) => id))
  const nominationInputs = nomination_routines
    // Of a completed registration nothing of it may go unseen: that is refused, not done.
    .filter(({ nomination_type_id }) => has_soty || isBoundByCompletion(before, facts) || !soty.has(nomination_type_id))
    .map(({ details, ...one }): Nomination => ({
      ...one,
      details: { outside: details.outside, name: details.name?.trim() || null },
    }))
    .toSorted((one, other) => one.nomination_type_id - other.nomination_type_id)
  return { ...before, has_soty, nomination_routines: nominationInputs }
}

function whyNotHere(before: Registration, input: Nominations, facts: NominationFacts): NominationRefusal | null {
  const { event, event_city } = facts.tour_date
  if (!hasAwards(event)) return { code: 'nominations.not_here' }
  if (input.has_soty && !before.has_soty && !hasSotyHere(facts)) {
    return { code: 'soty.not_here', city: event_city.name }
  }
  return null
}

/** Every type is one of this city's, and named once; what was nominated before may stay where a type has gone since. */
function whyNotKnown(before: Registration, after: Registration, facts: NominationFacts): NominationRefusal | null {
  const typeIds = new Set(nominationSteps.flatMap((step) => typesOf(step, facts)).map(({ id }) => id))
  const typeIdsNamed = new Set<number>()
  for (const nomination of after.nomination_routines) {
    const { nomination_type_id } = nomination
    if (typeIdsNamed.has(nomination_type_id)) return { code: 'nominations.twice', nomination_type_id }
    typeIdsNamed.add(nomination_type_id)
    if (typeIds.has(nomination_type_id)) continue
    if (!before.nomination_routines.some((existing) => isSameNomination(existing, nomination))) {
      return { code: 'nominations.not_offered', nomination_type_id }
    }
  }
  return null
}

const isChanged = (
  step: NominationStep,
  before: Registration,
  after: Registration,
  facts: NominationFacts,
): boolean => {
  const [was, is] = [nominatedIn(step, before, facts), nominatedIn(step, after, facts)]
  if (step === 'soty' && before.has_soty !== after.has_soty) return true
  return was.length !== is.length || !is.every((one) => was.some((other) => isSameNomination(one, other)))
}

function whyNotWhileEditing(
  before: Registration,
  input: Nominations,
  after: Registration,
  facts: NominationFacts,
): NominationRefusal | null {
  if (isChanged('soty', before, after, facts) || input.has_soty !== before.has_soty) {
    return { code: 'soty.locked', email: facts.tour_date.event.support_email }
  }
  const isKnown = (one: Nomination) => before.nomination_routines.some((other) => isSameNomination(one, other))
  return after.nomination_routines.every(isKnown) ? null : { code: 'nominations.only_removing' }
}

/** A step that stays as it is may wait for its turn; where nothing changes, all of them are asked. */
function whyNotStanding(before: Registration, after: Registration, facts: NominationFacts): NominationRefusal | null {
  const changedSteps = nominationSteps.filter((step) => isChanged(step, before, after, facts))
  for (const step of changedSteps.length === 0 ? nominationSteps : changedSteps) {
    const refusal = whyNotNominated(step, after, facts)
    if (refusal) return refusal
  }
  return null
}

/**
 * The same by the office, which alone changes what a completed registration nominates: whole as ever, and for a reason
 * that is kept. OFF-014, S3 §6 L160.
 */
export function correctNominations(
  before: Registration,
  { reason, ...input }: Nominations & { reason: string },
  facts: NominationFacts,
): Result<Registration, NominationRefusal> {
  if (reason.trim() === '') return refuse({ code: 'nominations.reason', field: 'reason' })
  const set = setNominations({ ...before, completed: false }, input, facts)
  return set.ok ? accept({ ...set.value, completed: before.completed }) : set
}
