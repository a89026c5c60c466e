import { observersAllowed } from './attendees/add-attendee.ts'
import { seasonAge } from './attendees/candidate.ts'
import { personRef } from './attendees/attendee-change.ts'
import { competingPeople } from './attendees/competing-people.ts'
import { levelsById, refusalOfClosed } from './attendees/level.ts'
import { attendeeWording, type AttendeeRefusal } from './attendees/refusals.ts'
import { isOfferedAs, offersVirtual } from '../tours/level-offers.ts'
import { worded } from '../kernel/wording.ts'
import { observerLevel } from './pricing/observer-lines.ts'
import { castOf, placingOf } from './routines/cast.ts'
import { hasCompetition, mayCompeteAsIs } from './routines/competition-open.ts'
import { optionChecks } from './routines/options.ts'
import { whyNotCast, whyNotDancedInPerson } from './routines/plan-routine.ts'
import { routineWording, type RoutineRefusal } from './routines/refusals.ts'
import { draftOf } from './routines/routine-draft.ts'
import { dancesSolo } from './routines/routine-limits.ts'
import type { WorkshopLevel } from '../tours/city.ts'
import { attendeesOf, type Attendee, type Registration, type RegistrationRoutine } from './registration.ts'
import { isPlaceKept, isRoutineKept, routineKey, type LineFacts } from './revalidation.ts'
import { stepOf } from './steps.ts'

/** A line of a registration that does not hold any more: which one, why, and the step and field that mend it. */
export type LineRefusal = {
  code: 'submit.line'
  tab: 'roster' | 'dancers' | 'teachers' | 'observers' | 'competition'
  field: string
  person_id: number | null
  /** The routine's id, or its `_temp_id` before it is saved; null: about no routine. */
  routine: number | string | null
  /** The rule that says no, by its own code. */
  reason: string
  sentence: string
}

const birthdateSentence = (name: string) => `${name} needs a birthdate. Please add it in the roster.`

type PersonCheck = (
  attendee: Attendee,
  level: WorkshopLevel,
  context: { facts: LineFacts; competing: ReadonlySet<number>; isKept: boolean },
) => AttendeeRefusal | null

/** Ages as they are now, on January 1 of the season's age year. ATT-007, ATT-017, ATT-018. */
const age: PersonCheck = (attendee, level, { facts, isKept }) => {
  if (level.kind === 'observer') return null
  const years = seasonAge(attendee.person, facts)
  if (years === null)
    return isKept ? null : { code: 'attendee.birthdate_missing', tab: 'roster', ...personRef(attendee) }
  if (level.kind !== 'dancer') return null
  if (years < facts.settings.minimum_dancer_age) return { code: 'attendee.too_young', ...personRef(attendee) }
  if (years >= level.minimum_age) return null
  return {
    code: 'attendee.level_too_young',
    field: 'workshop_level_id',
    level: level.level,
    age: years,
    from: level.minimum_age,
    ...personRef(attendee),
  }
}

/** Refuses a level the office has closed. The room check counts the places left. ATT-040, ATT-074. */
const closedLevel: PersonCheck = (_, level, { facts, isKept }) => {
  if (isKept) return null
  if (level.kind === 'observer' && !observersAllowed(facts)) return { code: 'attendee.observers_not_offered' }
  const shut = facts.tour_date.disabled_workshop_levels.find(({ level_id }) => level_id === level.id)
  return shut ? refusalOfClosed({ status: shut.status, level: level.level }) : null
}

/** ATT-022, ATT-023. */
const kindOfPlace: PersonCheck = ({ virtual, one_day, person_id }, level, { facts, competing, isKept }) => {
  if (one_day && competing.has(person_id)) return { code: 'attendee.one_day_competing', person_id }
  if (isKept) return null
  // Where all is virtual, a level without such a price takes its own. A105.
  if (virtual && !facts.tour_date.virtual_only && !offersVirtual(level, facts))
    return { code: 'attendee.virtual_not_offered', level: level.level }
  if (one_day && !isOfferedAs(level, 'one_day')) return { code: 'attendee.one_day_not_offered', level: level.level }
  return null
}

/** ATT-015. */
const intensive: PersonCheck = ({ intensive_id }, _, { facts, isKept }) =>
  intensive_id === null || isKept || facts.intensives.some(({ id }) => id === intensive_id)
    ? null
    : { code: 'attendee.intensive_not_offered' }

const personChecks: readonly PersonCheck[] = [age, closedLevel, kindOfPlace, intensive]

function whyPeopleFail(registration: Registration, facts: LineFacts): LineRefusal[] {
  const levels = levelsById(facts.workshop_levels)
  const competing = competingPeople(registration)
  return attendeesOf(registration).flatMap((attendee): LineRefusal[] => {
    const { person_id, workshop_level_id } = attendee
    const level = levels.get(workshop_level_id)
    const context = { facts, competing, isKept: isPlaceKept(attendee, facts) }
    const refusals: (AttendeeRefusal | null)[] = level
      ? personChecks.map((check) => check(attendee, level, context))
      : [{ code: 'attendee.level_invalid', field: 'workshop_level_id', person_id }]
    const refusal = refusals.find((one) => one !== null)
    if (!refusal) return []
    const { name } = personRef(attendee)
    const isAgeless = refusal.code === 'attendee.birthdate_missing'
    const sentence = isAgeless ? birthdateSentence(name) : worded(attendeeWording, refusal)
    return [
      {
        code: 'submit.line',
        tab: isAgeless ? 'roster' : stepOf(level?.kind ?? 'dancer', facts.tour_date.event),
        field: isAgeless ? 'birthdate' : 'field' in refusal ? refusal.field : 'attendees',
        person_id,
        routine: null,
        reason: refusal.code,
        sentence: sentence.includes(name) ? sentence : `${name}: ${sentence}`,
      },
    ]
  })
}

/** ATT-036 to ATT-040. */
function whyObserversFail(registration: Registration, facts: LineFacts): LineRefusal[] {
  const { live, is_paid, tour_date, workshop_levels } = facts
  if (is_paid || (registration.completed && !live)) return []
  const before = live?.additional_observers ?? { one: 0, two: 0 }
  const { one, two } = registration.additional_observers
  const shut = new Set(tour_date.disabled_workshop_levels.map(({ level_id }) => level_id))
  const refusalOf = (days: 1 | 2): AttendeeRefusal | null => {
    if (!observersAllowed(facts)) return { code: 'attendee.observers_not_offered' }
    const level = observerLevel(workshop_levels, days)
    return level && !shut.has(level.id) ? null : { code: 'attendee.observer_days_not_offered', days }
  }
  const refusals = [one > before.one ? refusalOf(1) : null, two > before.two ? refusalOf(2) : null]
  const refusal = refusals.find((some) => some !== null)
  if (!refusal) return []
  return [
    {
      code: 'submit.line',
      tab: 'observers',
      field: 'additional_observers',
      person_id: null,
      routine: null,
      reason: refusal.code,
      sentence: `Additional observers: ${worded(attendeeWording, refusal)}`,
    },
  ]
}

type RoutineCheck = (
  routine: RegistrationRoutine,
  registration: Registration,
  facts: LineFacts,
) => RoutineRefusal | null

/** Checks the cast, the category and the division. COMP-030, COMP-038, COMP-049. */
const cast: RoutineCheck = (routine, registration, facts) => {
  const dancing = castOf(routine.attendees, registration, facts)
  if (dancing.dancers + dancing.missing.length === 0) return { code: 'routine.no_dancers', field: 'attendees' }
  const isKept = isRoutineKept(routine, facts)
  const refusal = whyNotCast(dancing)
  if (refusal && !(isKept && refusal.code === 'routine.birthdate_missing')) return refusal
  const { category, division } = placingOf(dancing, routine.age_up, facts)
  if (isKept) return null
  if (!category) return { code: 'routine.not_offered', field: 'attendees', dancers: dancing.dancers }
  if (!category.enabled) return { code: 'routine.category_disabled', field: 'attendees', category: category.name }
  return division ? null : { code: 'routine.no_division', field: 'attendees' }
}

/** COMP-008, COMP-009. */
const competition: RoutineCheck = (routine, registration, facts) => {
  if (isRoutineKept(routine, facts)) return null
  if (!hasCompetition(facts)) return { code: 'competition.none' }
  return mayCompeteAsIs(registration, facts) ? null : { code: 'competition.no_independents' }
}

/** How many routines an independent may enter: those beyond it are named. COMP-031. */
const independent: RoutineCheck = (routine, registration, facts) => {
  const most = facts.tour_date.entry_limit_rules.independent?.max_routines ?? null
  if (!registration.independent || most === null || isRoutineKept(routine, facts)) return null
  const countedRoutines = registration.routines.filter(({ is_best_dancer }) => !is_best_dancer)
  return countedRoutines.indexOf(routine) < most ? null : { code: 'routine.independent_limit', limit: most }
}

/** COMP-032. */
const secondSolo: RoutineCheck = (routine, registration, facts) => {
  const { category_id } = routine.routine_category
  const isSolo = facts.routine_categories.some((one) => one.category_id === category_id && one.is_solo)
  const soloist = routine.attendees[0]?.person_id
  if (!facts.tour_date.entry_limit_rules.one_solos || !isSolo || soloist === undefined) return null
  if (isRoutineKept(routine, facts) || !dancesSolo(soloist, routine, registration, facts)) return null
  return { code: 'routine.second_solo', field: 'attendees', person_id: soloist }
}

/** Whether it is danced in person or virtually is the owner's to decide. COMP-020, COMP-021. */
const virtual: RoutineCheck = (routine, registration, facts) => {
  if (isRoutineKept(routine, facts)) return null
  const dancing = castOf(routine.attendees, registration, facts)
  return (
    optionChecks.virtual(draftOf(routine), dancing, registration, facts) ??
    whyNotDancedInPerson(routine, dancing, facts)
  )
}

const performance: RoutineCheck = ({ performance_division_id }, _, { performance_divisions }) =>
  performance_divisions.some(({ id }) => id === performance_division_id)
    ? null
    : { code: 'routine.incomplete', field: 'performance_division_id' }

const routineChecks: readonly RoutineCheck[] = [competition, cast, independent, secondSolo, virtual, performance]

function whyRoutinesFail(registration: Registration, facts: LineFacts): LineRefusal[] {
  return registration.routines.flatMap((routine): LineRefusal[] => {
    // A program's solo follows its dancer. A43.
    if (routine.is_best_dancer) return []
    for (const check of routineChecks) {
      const refusal = check(routine, registration, facts)
      if (!refusal) continue
      const ageless = refusal.code === 'routine.birthdate_missing' ? refusal.name : null
      const sentence = ageless === null ? worded(routineWording, refusal) : birthdateSentence(ageless)
      return [
        {
          code: 'submit.line',
          tab: ageless === null ? 'competition' : 'roster',
          field: 'field' in refusal ? refusal.field : 'routines',
          person_id: 'person_id' in refusal ? refusal.person_id : null,
          routine: routineKey(routine),
          reason: refusal.code,
          sentence: `${routine.routine.name}: ${sentence}`,
        },
      ]
    }
    return []
  })
}

/** The lines of a registration that need a decision of its owner before it can be submitted. REV-023, WIZ-047. */
export const whyLinesFail = (registration: Registration, facts: LineFacts): LineRefusal[] => [
  ...whyPeopleFail(registration, facts),
  ...whyObserversFail(registration, facts),
  ...whyRoutinesFail(registration, facts),
]
