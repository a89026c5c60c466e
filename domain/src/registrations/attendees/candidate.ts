import { ageAsOf } from '../../roster/birthdate.ts'
import { attendeeDetails, mapNames } from '../../roster/person-fields.ts'
import { zeroCents } from '../../kernel/money.ts'
import { accept, refuse, type Result } from '../../kernel/result.ts'
import type { Attendee, AttendeePerson, Facts } from '../registration.ts'
import type { LevelKind, WorkshopLevel } from '../../tours/city.ts'
import { nameOf } from './attendee-change.ts'
import { levelOfAge, refusalOfClosed, suggestedLevel } from './level.ts'
import type { AttendeeRefusal } from './refusals.ts'

/** Someone of the roster who may become an attendee. */
export type Candidate = { person_id: number; person: AttendeePerson }

/** Returns the part of a roster person that an attendee carries. */
export const attendeePerson = (person: AttendeePerson): AttendeePerson => {
  const { fname, lname, birthdate, gender_id } = person
  return { fname, lname, birthdate, gender_id, ...mapNames(attendeeDetails, (name) => person[name] ?? null) }
}

/** A person's age (completed years) for this city's season; null without a birthdate. ROST-009. */
export const seasonAge = (person: Pick<AttendeePerson, 'birthdate'>, { tour_date }: Pick<Facts, 'tour_date'>) =>
  person.birthdate && ageAsOf(person.birthdate, tour_date.season.age_year)

/** The level someone of a kind starts in: dancers by age, teachers and observers the first that is open. ATT-017, ATT-060. */
export function firstLevel(
  { person_id, person }: Candidate,
  kind: LevelKind,
  facts: Facts,
  days: 1 | 2 = 2,
): Result<WorkshopLevel, AttendeeRefusal> {
  const name = nameOf(person)
  if (kind === 'dancer') {
    const age = seasonAge(person, facts)
    if (age === null) return refuse({ code: 'attendee.birthdate_missing', tab: 'roster', person_id, name })
    const level = suggestedLevel(facts.workshop_levels, age)
    if (level) return accept(level)
    if (!suggestedLevel(facts.workshop_levels, Number.POSITIVE_INFINITY)) {
      return refuse({ code: 'attendee.no_level_open', kind })
    }
    // Levels for older dancers are open: theirs is closed, or there is none.
    const own = levelOfAge(facts.workshop_levels, age)
    return refuse((own && refusalOfClosed(own)) ?? { code: 'attendee.too_young', person_id, name })
  }
  const open = facts.workshop_levels.filter((level) => level.kind === kind && level.status === 'open')
  const level = (kind === 'observer' ? open.find(({ observer_days }) => observer_days === days) : undefined) ?? open[0]
  return level ? accept(level) : refuse({ code: 'attendee.no_level_open', kind })
}

/** A person's place in a registration before anything is chosen. Virtual-only cities know no other place. A105. */
export function newAttendee(
  { person_id, person }: Candidate,
  level: Pick<WorkshopLevel, 'id'>,
  facts: Facts,
): Attendee {
  const kind = facts.workshop_levels.find(({ id }) => id === level.id)?.kind
  const isInPerson = kind === 'dancer' && !facts.tour_date.virtual_only
  return {
    id: null,
    person_id,
    person: attendeePerson(person),
    workshop_level_id: level.id,
    virtual: facts.tour_date.virtual_only,
    one_day: false,
    // On record at the office, the discount needs no declaration. OFF-023.
    attended_reg: isInPerson && facts.attendance?.[person_id] === true,
    college_discount: false,
    has_college_discount: false,
    student_id_url: null,
    has_scholarship: false,
    scholarship_id: null,
    scholarship_amount: zeroCents,
    media_pass: false,
    media_pass_old: false,
    vip_experience: false,
    photoshoot: false,
    awe_experience: false,
    kdoty: false,
    freestyle_battle_id: null,
    lab_id: null,
    intensive_id: null,
    best_dancer_type_id: null,
    vip_type_id: null,
    jacket_size_id: null,
    jacket_name: null,
    best_dancer_photo: null,
    best_dancer_photo_original: null,
    routine: null,
    date_attendee_id: null,
    access_code: null,
    fee: zeroCents,
  }
}
