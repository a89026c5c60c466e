import { accept, refuse } from '../../kernel/result.ts'
import type { Attendee, Facts, Registration } from '../registration.ts'
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

/** Whether an act for everyone adds somebody of this age; null: without a birthdate. */
const isWanted: Record<LevelKind, (age: number | null, facts: Facts) => boolean> = {
  dancer: (age, { settings }) =>
    age !== null && age >= settings.minimum_dancer_age && age < settings.dancer_age_threshold,
  teacher: (age, { settings }) => age !== null && age >= settings.teacher_minimum_age,
  observer: (_, facts) => observersAllowed(facts),
}

/**
 * The attendees that `addEveryone` adds: as dancers, everyone from 4 to under 20; as teachers, from 18 on; as observers,
 * where the city takes them, with a birthdate or without. Those who are registered are left out. ATT-009, ATT-012, ATT-040.
 */
export const listNewAttendees = (
  registration: Registration,
  candidates: readonly Candidate[],
  kind: LevelKind,
  facts: Facts,
): Attendee[] =>
  candidates.flatMap((candidate) => {
    if (registration.attendees[candidate.person_id]) return []
    if (!isWanted[kind](seasonAge(candidate.person, facts), facts)) return []
    const level = firstLevel(candidate, kind, facts)
    return level.ok ? [newAttendee(candidate, level.value, facts)] : []
  })

/** Adds everyone who fits and is not registered yet; says nothing of the others. ATT-009, ATT-012, ROST-026. */
export const addEveryone = (
  registration: Registration,
  candidates: readonly Candidate[],
  kind: LevelKind,
  facts: Facts,
): Registration => withAttendees(registration, listNewAttendees(registration, candidates, kind, facts))

/** Whether observers may be registered: neither the city nor the brand refuses them, or the person is exempt. ATT-040. */
export const observersAllowed = ({ tour_date, exempt }: Pick<Facts, 'tour_date' | 'exempt'>): boolean =>
  exempt || !(tour_date.settings.obsdisabled || tour_date.event.settings.no_observers)

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
