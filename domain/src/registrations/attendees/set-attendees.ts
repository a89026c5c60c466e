import { isBoundByCompletion } from '../registration-status.ts'
import { accept, refuse } from '../../kernel/result.ts'
import type { Attendee, AttendeePerson, Facts, Registration } from '../registration.ts'
import { takeBestDancer } from '../best-dancers/best-dancer.ts'
import { withProgramRoutines } from '../best-dancers/program-routines.ts'
import { observersAllowed } from './add-attendee.ts'
import { newAttendee, seasonAge } from './candidate.ts'
import {
  personRef,
  nameOf,
  personTwice,
  withAttendees,
  type AttendeesResult,
  type AttendeeResult,
} from './attendee-change.ts'
import { competingInPerson, competingPeople, peopleInRoutines } from './competing-people.ts'
import { levelsById, type Levels } from './level.ts'
import { without } from './remove-attendee.ts'
import { takeAttended, setCollege } from './set-discounts.ts'
import { takeLevel, takeOneDay } from './set-level.ts'
import { takeIntensive, takeOptions, type AttendeeOptions } from './set-options.ts'

/** The fields of an attendee that a client may set. The server owns all others and keeps them. */
export type AttendeeDraft = AttendeeOptions &
  Pick<
    Attendee,
    | 'person_id'
    | 'workshop_level_id'
    | 'virtual'
    | 'one_day'
    | 'attended_reg'
    | 'college_discount'
    | 'intensive_id'
    | 'best_dancer_type_id'
    | 'vip_type_id'
    | 'jacket_size_id'
    | 'jacket_name'
  > & {
    /** The solo in the program; undefined: unchanged. PROG-018. */
    routine?: Attendee['routine'] | undefined
  }

/** Beside the city: who the owner may register. */
export type PeopleById = { people: ReadonlyMap<number, AttendeePerson> }

type AttendeeDraftFacts = {
  facts: Facts & PeopleById
  levels: Levels
  competing: ReadonlySet<number>
  inPerson: ReadonlySet<number>
  completed: boolean
}

/**
 * Sets a registration's people as a whole, from an untrusted client: who is missing leaves, every rule is checked
 * again, unknown people are refused, and doing it twice changes nothing more. ATT-005, ATT-056, ATT-057.
 */
export function setAttendees(
  registration: Registration,
  drafts: readonly AttendeeDraft[],
  facts: Facts & PeopleById,
): AttendeesResult {
  const twice = personTwice(drafts)
  if (twice !== undefined) {
    const person = facts.people.get(twice) ?? registration.attendees[twice]?.person
    return refuse({
      code: 'attendee.twice',
      field: 'attendees',
      person_id: twice,
      name: person ? nameOf(person) : 'Somebody',
    })
  }
  const byPerson = new Map(drafts.map((draft) => [draft.person_id, draft]))
  const routineDancers = peopleInRoutines(registration)
  const leaving = new Set(
    Object.values(registration.attendees).flatMap(({ person_id }) => (byPerson.has(person_id) ? [] : [person_id])),
  )
  for (const person_id of leaving) {
    if (routineDancers.has(person_id)) return refuse({ code: 'attendee.competing', person_id })
  }
  const remaining = without(registration, leaving)
  const draftFacts = {
    facts,
    levels: levelsById(facts.workshop_levels),
    competing: competingPeople(remaining),
    inPerson: competingInPerson(remaining),
    completed: registration.completed,
  }

  const attendees: Attendee[] = []
  for (const draft of byPerson.values()) {
    const settled = settle(registration.attendees[draft.person_id], draft, draftFacts)
    if (!settled.ok) return settled
    attendees.push(settled.value)
  }
  return accept(withProgramRoutines(withAttendees(remaining, attendees), facts))
}

function settle(before: Attendee | undefined, draft: AttendeeDraft, draftFacts: AttendeeDraftFacts): AttendeeResult {
  const { facts } = draftFacts
  const { person_id } = draft
  const person = facts.people.get(person_id) ?? before?.person
  if (!person) return refuse({ code: 'attendee.unknown_person', person_id })

  const base = before
    ? { ...before, person }
    : newAttendee({ person_id, person }, { id: draft.workshop_level_id }, facts)
  const atLevel = place(base, before, draft, draftFacts)
  if (!atLevel.ok) return atLevel
  const virtual = atLevel.value.virtual
  const oneDay = takeOneDay(atLevel.value, draft.one_day && !virtual, facts, draftFacts.competing)
  if (!oneDay.ok) return oneDay
  const discounted = discounts(oneDay.value, { ...draft, attended_reg: draft.attended_reg && !virtual }, draftFacts)
  if (!discounted.ok) return discounted
  const withIntensive = takeIntensive(discounted.value, draft.intensive_id, facts)
  if (!withIntensive.ok) return withIntensive

  const { vip_experience, photoshoot, awe_experience, media_pass, kdoty, freestyle_battle_id, lab_id } = draft
  const options = { vip_experience, photoshoot, awe_experience, media_pass, kdoty, freestyle_battle_id, lab_id }
  const { jacket_size_id, jacket_name, routine = base.routine } = draft
  // Option and program type are one: whichever is named is meant. A44.
  const best_dancer_type_id = draft.best_dancer_type_id ?? draft.vip_type_id
  const program = { best_dancer_type_id, jacket_size_id, jacket_name, routine }
  const withProgram = takeBestDancer(withIntensive.value, program, facts, isBoundByCompletion(draftFacts, facts))
  return withProgram.ok ? takeOptions(withProgram.value, options, facts) : withProgram
}

/** The level, with what a new person or a change of kind must meet. */
function place(
  base: Attendee,
  before: Attendee | undefined,
  draft: AttendeeDraft,
  draftFacts: AttendeeDraftFacts,
): AttendeeResult {
  const { facts, levels, competing } = draftFacts
  const { person_id } = base
  const kind = levels.get(draft.workshop_level_id)?.kind
  const kindBefore = before && levels.get(before.workshop_level_id)?.kind
  if (kind && kind !== kindBefore) {
    if (kindBefore && competing.has(person_id)) return refuse({ code: 'attendee.competing', person_id })
    const age = seasonAge(base.person, facts)
    if (kind === 'observer' && !observersAllowed(facts)) return refuse({ code: 'attendee.observers_not_offered' })
    if (kind !== 'observer' && age === null) {
      return refuse({ code: 'attendee.birthdate_missing', tab: 'roster', ...personRef(base) })
    }
    if (kind === 'dancer' && age !== null && age < facts.settings.minimum_dancer_age) {
      return refuse({ code: 'attendee.too_young', ...personRef(base) })
    }
  }
  const goesAway = draft.virtual && !base.virtual && !facts.tour_date.virtual_only
  if (goesAway && draftFacts.inPerson.has(person_id))
    return refuse({ code: 'attendee.virtual_competing', ...personRef(base) })
  // A new attendee holds no level yet, so a sold-out one is refused.
  const current = before ? base : { ...base, id: null }
  return takeLevel(current, draft, facts)
}

/** Of two discounts that exclude each other the one newly asked for wins; a level without college discount has none. */
function discounts(attendee: Attendee, draft: AttendeeDraft, { facts, levels }: AttendeeDraftFacts): AttendeeResult {
  const isEligible = levels.get(attendee.workshop_level_id)?.college_eligible === true
  const isNewCollege = draft.college_discount && isEligible && !attendee.college_discount
  const wantsAttended = draft.attended_reg && !(isNewCollege && attendee.attended_reg)
  const wantsCollege = draft.college_discount && isEligible && !wantsAttended

  const isLeaving = attendee.college_discount && !draft.college_discount
  const left = isLeaving ? setCollege(attendee, false, facts) : accept(attendee)
  if (!left.ok) return left
  const attended = takeAttended(left.value, wantsAttended, facts)
  if (!attended.ok || !wantsCollege) return attended
  return setCollege(attended.value, true, facts)
}
