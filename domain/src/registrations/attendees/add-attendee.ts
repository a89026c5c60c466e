import { accept, refuse } from '../../kernel/result.ts'
import type { Facts, Registration } from '../registration.ts'
import type { LevelKind } from '../../tours/city.ts'
import { firstLevel, newAttendee, seasonAge, type Candidate } from './candidate.ts'
import { personRef, withAttendees, type AttendeesResult } from './attendee-change.ts'
import { kindOf, levelsById } from './level.ts'

/** Adds one dancer. From 20 on it is asked whether they teach (not at combined workshops); `answered` says what they are. ATT-006 to ATT-008. */
export function addDancer(
  registration: Registration,
  { candidate, answered }: { candidate: Candidate; answered?: 'dancer' | 'teacher' },
  facts: Facts,
): AttendeesResult {
  const { settings, tour_date } = facts
  const already = registered(registration, candidate, 'dancer', facts)
  if (already) return already

  const age = seasonAge(candidate.person, facts)
  if (age === null) return refuse({ code: 'attendee.birthdate_missing', tab: 'roster', ...personRef(candidate) })
  if (age < settings.minimum_dancer_age) return refuse({ code: 'attendee.too_young', ...personRef(candidate) })
  // Yes puts the person among the teachers. ATT-070.
  if (answered === 'teacher') return add(registration, candidate, 'teacher', facts)
  if (age >= settings.dancer_age_threshold && !tour_date.event.is_combined_workshop && answered !== 'dancer') {
    return refuse({ code: 'attendee.is_teacher?', ...personRef(candidate) })
  }
  return add(registration, candidate, 'dancer', facts)
}

/** Adds one teacher; under 18 it is asked whether they are a dancer, and `answered` says what they are. ATT-010, ATT-011. */
export function addTeacher(
  registration: Registration,
  { candidate, answered }: { candidate: Candidate; answered?: 'dancer' | 'teacher' },
  facts: Facts,
): AttendeesResult {
  const already = registered(registration, candidate, 'teacher', facts)
  if (already) return already

  const age = seasonAge(candidate.person, facts)
  if (age === null) return refuse({ code: 'attendee.birthdate_missing', tab: 'roster', ...personRef(candidate) })
  if (answered === 'dancer') return addDancer(registration, { candidate, answered }, facts)
  if (age < facts.settings.teacher_minimum_age && answered !== 'teacher') {
    return refuse({ code: 'attendee.is_dancer?', ...personRef(candidate) })
  }
  return add(registration, candidate, 'teacher', facts)
}

/** Adds one named observer, for two days unless said otherwise; no birthdate is needed. ATT-036, ATT-040, ATT-069. */
export function addObserver(
  registration: Registration,
  { candidate, days = 2 }: { candidate: Candidate; days?: 1 | 2 },
  facts: Facts,
): AttendeesResult {
  const already = registered(registration, candidate, 'observer', facts)
  if (already) return already
  if (!observersAllowed(facts)) return refuse({ code: 'attendee.observers_not_offered' })
  return add(registration, candidate, 'observer', facts, days)
}

/** Adds everyone from 4 to under 20 who has a birthdate and is not registered yet; says nothing of the others. ATT-009. */
export function addDancers(registration: Registration, candidates: readonly Candidate[], facts: Facts): Registration {
  const { minimum_dancer_age, dancer_age_threshold } = facts.settings
  return addAll(registration, candidates, 'dancer', facts, (age) => {
    return age !== null && age >= minimum_dancer_age && age < dancer_age_threshold
  })
}

/** Adds everyone from 18 on who has a birthdate and is not registered yet. ATT-012. */
export const addTeachers = (registration: Registration, candidates: readonly Candidate[], facts: Facts): Registration =>
  addAll(registration, candidates, 'teacher', facts, (age) => age !== null && age >= facts.settings.teacher_minimum_age)

/** Adds everyone who is not registered yet as an observer, where the city takes observers. ROST-026, ATT-040. */
export const addObservers = (
  registration: Registration,
  candidates: readonly Candidate[],
  facts: Facts,
): Registration => addAll(registration, candidates, 'observer', facts, () => observersAllowed(facts))

/** Whether observers may be registered: neither the city nor the brand refuses them, or the person is exempt. ATT-040. */
export const observersAllowed = ({ tour_date, exempt }: Pick<Facts, 'tour_date' | 'exempt'>): boolean =>
  exempt || !(tour_date.settings.obsdisabled || tour_date.event.settings.no_observers)

function addAll(
  registration: Registration,
  candidates: readonly Candidate[],
  kind: LevelKind,
  facts: Facts,
  isWanted: (age: number | null) => boolean,
): Registration {
  const newAttendees = candidates.flatMap((candidate) => {
    if (registration.attendees[candidate.person_id] || !isWanted(seasonAge(candidate.person, facts))) return []
    const level = firstLevel(candidate, kind, facts)
    return level.ok ? [newAttendee(candidate, level.value, facts)] : []
  })
  return withAttendees(registration, newAttendees)
}

function add(
  registration: Registration,
  candidate: Candidate,
  kind: LevelKind,
  facts: Facts,
  days?: 1 | 2,
): AttendeesResult {
  const level = firstLevel(candidate, kind, facts, days)
  return level.ok ? accept(withAttendees(registration, [newAttendee(candidate, level.value, facts)])) : level
}

/** A second add of the same person changes nothing; as something else it is refused. ATT-005. */
function registered(
  registration: Registration,
  candidate: Candidate,
  kind: LevelKind,
  facts: Facts,
): AttendeesResult | null {
  const attendee = registration.attendees[candidate.person_id]
  if (!attendee) return null
  const is = kindOf(attendee, levelsById(facts.workshop_levels)) ?? kind
  return is === kind
    ? accept(registration)
    : refuse({ code: 'attendee.already_registered', kind: is, ...personRef(attendee) })
}
