import { accept, refuse } from '../../kernel/result.ts'
import type { Attendee, Facts, Registration } from '../registration.ts'
import { isOfferedAs, offersVirtual } from '../../tours/level-offers.ts'
import { seasonAge } from './candidate.ts'
import { changeAttendee, personRef, type AttendeesResult, type AttendeeResult } from './attendee-change.ts'
import { competingInPerson, competingPeople } from './competing-people.ts'
import { refusalOfClosed } from './level.ts'
import { noCollege } from './set-discounts.ts'

type LevelChoice = { workshop_level_id: number; virtual: boolean }

/** Gives someone another level of their kind, in person or virtual; a refusal keeps the old one. ATT-017 to ATT-022. */
export function setLevel(
  registration: Registration,
  { person_id, ...choice }: LevelChoice & { person_id: number },
  facts: Facts,
): AttendeesResult {
  return changeAttendee(registration, person_id, (attendee) => {
    const kind = facts.workshop_levels.find(({ id }) => id === attendee.workshop_level_id)?.kind
    const level = facts.workshop_levels.find(({ id }) => id === choice.workshop_level_id)
    if (kind && level && kind !== level.kind) {
      return refuse({ code: 'attendee.level_invalid', field: 'workshop_level_id', person_id })
    }
    const goesAway = choice.virtual && !attendee.virtual && !facts.tour_date.virtual_only
    if (goesAway && competingInPerson(registration).has(person_id)) {
      return refuse({ code: 'attendee.virtual_competing', ...personRef(attendee) })
    }
    return takeLevel(attendee, choice, facts)
  })
}

/** Comes for one day, or for the whole workshop again; never while in a routine. ATT-023. */
export function setOneDay(
  registration: Registration,
  { person_id, one_day }: { person_id: number; one_day: boolean },
  facts: Facts,
): AttendeesResult {
  const competing = competingPeople(registration)
  return changeAttendee(registration, person_id, (attendee) => takeOneDay(attendee, one_day, facts, competing))
}

/** The attendee at the chosen level. A level they already hold is always allowed. ATT-021, ATT-026, ATT-074. */
export function takeLevel(attendee: Attendee, choice: LevelChoice, facts: Facts): AttendeeResult {
  const { person_id } = attendee
  const level = facts.workshop_levels.find(({ id }) => id === choice.workshop_level_id)
  const invalid = { code: 'attendee.level_invalid', field: 'workshop_level_id', person_id } as const
  if (!level) return refuse(invalid)

  if (level.id !== attendee.workshop_level_id || attendee.id === null) {
    const closedRefusal = refusalOfClosed(level)
    if (closedRefusal) return refuse(closedRefusal)
    const age = seasonAge(attendee.person, facts)
    if (level.kind === 'dancer' && age === null) {
      return refuse({ code: 'attendee.birthdate_missing', tab: 'roster', ...personRef(attendee) })
    }
    if (level.kind === 'dancer' && age !== null && age < level.minimum_age) return refuse(invalid)
  }
  const virtual = choice.virtual || facts.tour_date.virtual_only
  if (virtual && !attendee.virtual && !offersVirtual(level, facts)) {
    return refuse({ code: 'attendee.virtual_not_offered', level: level.level })
  }
  return accept({
    ...attendee,
    workshop_level_id: level.id,
    virtual,
    attended_reg: attendee.attended_reg && !virtual && level.kind === 'dancer',
    one_day: attendee.one_day && !virtual && isOfferedAs(level, 'one_day'),
    ...(attendee.college_discount && !level.college_eligible && noCollege),
  })
}

/** The attendee with One Day turned on or off. ATT-021, ATT-023. */
export function takeOneDay(
  attendee: Attendee,
  one_day: boolean,
  facts: Facts,
  competing: ReadonlySet<number>,
): AttendeeResult {
  if (!one_day || attendee.one_day) return accept({ ...attendee, one_day })
  const { person_id } = attendee
  const level = facts.workshop_levels.find(({ id }) => id === attendee.workshop_level_id)
  if (competing.has(person_id)) return refuse({ code: 'attendee.one_day_competing', person_id })
  if (attendee.virtual) return refuse({ code: 'attendee.one_day_virtual' })
  if (!level || !isOfferedAs(level, 'one_day')) {
    return refuse({ code: 'attendee.one_day_not_offered', level: level?.level ?? 'This level' })
  }
  return accept({ ...attendee, one_day })
}
