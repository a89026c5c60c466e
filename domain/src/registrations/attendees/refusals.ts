import { missingAttendeesWording, type MissingAttendeesRefusal } from './may-continue.ts'
import type { Wording } from '../../kernel/wording.ts'
import type { LevelKind } from '../../tours/city.ts'

type PersonRef = { person_id: number; name: string }

export type AttendeeRefusal =
  /** A code that ends in '?' is a question: the same act goes through once it is answered. */
  | ({ code: 'attendee.is_teacher?' } & PersonRef)
  | ({ code: 'attendee.is_dancer?' } & PersonRef)
  | ({ code: 'attendee.college_off?' } & PersonRef)
  | ({ code: 'attendee.birthdate_missing'; tab: 'roster' } & PersonRef)
  | ({ code: 'attendee.too_young' } & PersonRef)
  | ({ code: 'attendee.already_registered'; kind: LevelKind } & PersonRef)
  | { code: 'attendee.not_registered'; person_id: number }
  | { code: 'attendee.unknown_person'; person_id: number }
  | { code: 'attendee.level_invalid'; field: 'workshop_level_id'; person_id: number }
  | ({
      code: 'attendee.level_too_young'
      field: 'workshop_level_id'
      level: string
      age: number
      from: number
    } & PersonRef)
  | { code: 'attendee.level_sold_out'; field: 'workshop_level_id'; level: string }
  | { code: 'attendee.level_not_available'; field: 'workshop_level_id'; level: string }
  | { code: 'attendee.no_level_open'; kind: LevelKind }
  | { code: 'attendee.virtual_not_offered'; level: string }
  | { code: 'attendee.one_day_not_offered'; level: string }
  | { code: 'attendee.one_day_virtual' }
  | { code: 'attendee.one_day_competing'; person_id: number }
  | ({ code: 'attendee.virtual_competing' } & PersonRef)
  | ({ code: 'attendee.twice'; field: 'attendees' } & PersonRef)
  | { code: 'attendee.competing'; person_id: number }
  | { code: 'attendee.some_competing'; person_ids: readonly number[] }
  | ({ code: 'attendee.attended_not_offered' } & PersonRef)
  | ({ code: 'attendee.not_attended' } & PersonRef)
  | { code: 'attendee.college_not_eligible'; level: string }
  | ({ code: 'attendee.student_id_needed' } & PersonRef)
  | ({ code: 'attendee.scholarship_unknown' } & PersonRef)
  | { code: 'attendee.add_on_not_offered'; add_on: string }
  | ({ code: 'attendee.add_on_for_dancers'; add_on: string } & PersonRef)
  | { code: 'attendee.awe_needs_intensive' }
  | { code: 'attendee.intensive_not_offered' }
  | { code: 'attendee.comp_room_not_earned'; more_than: number }
  | { code: 'attendee.observers_not_offered' }
  | { code: 'attendee.observer_days_not_offered'; days: 1 | 2 }
  | { code: 'attendee.observers_out_of_range'; field: 'additional_observers'; most: number }
  | MissingAttendeesRefusal

const kindNames: Record<LevelKind, string> = { dancer: 'a dancer', teacher: 'a teacher', observer: 'an observer' }

/** M068 to M075, and the sentences the documents only paraphrase. */
export const attendeeWording: Wording<AttendeeRefusal> = {
  'attendee.is_teacher?': ({ name }) => `Is ${name} a teacher?`,
  'attendee.is_dancer?': ({ name }) => `Is ${name} a dancer?`,
  'attendee.college_off?': () => 'Removing the discount deletes the uploaded ID. Continue?',
  'attendee.birthdate_missing': ({ name }) => `${name} needs a birthdate first. Go to the roster?`,
  'attendee.too_young': ({ name }) => `${name} does not meet the age requirements.`,
  'attendee.already_registered': ({ name, kind }) => `${name} is already registered as ${kindNames[kind]}.`,
  'attendee.not_registered': () => 'This person is not part of this registration.',
  'attendee.unknown_person': () => 'This person is not in your roster.',
  'attendee.level_invalid': () => 'Please select a valid workshop level.',
  'attendee.level_too_young': ({ name, age, level, from }) =>
    `${name} is ${age}, and ${level} is from ${from}. Please select another workshop level.`,
  'attendee.level_sold_out': ({ level }) => `${level} is sold out.`,
  'attendee.level_not_available': ({ level }) => `${level} is not available for this city.`,
  'attendee.no_level_open': ({ kind }) => `This city has no place left for ${kindNames[kind]}.`,
  'attendee.virtual_not_offered': ({ level }) => `${level} is not offered virtually in this city.`,
  'attendee.one_day_not_offered': ({ level }) => `${level} is not offered for one day in this city.`,
  'attendee.one_day_virtual': () => 'A virtual place is always for the full workshop.',
  'attendee.one_day_competing': () =>
    'This dancer is competing and one day dancers are ineligible to compete. Please remove this person from all competing routines first.',
  'attendee.virtual_competing': ({ name }) =>
    `${name} dances in a routine in person and cannot attend virtually. Please change the routine first.`,
  'attendee.twice': ({ name }) => `${name} is in the list twice. Please send each person once.`,
  'attendee.competing': () => 'This person must be removed from the competition first',
  'attendee.some_competing': () => 'Some dancers are competing and cannot be removed.',
  'attendee.not_attended': ({ name }) =>
    `Our records show that ${name} has not attended before this season. Please contact us if that is not right.`,
  'attendee.attended_not_offered': ({ name }) =>
    `The discount for having attended before is for dancers in person. ${name} cannot take it.`,
  'attendee.college_not_eligible': ({ level }) => `${level} has no college discount.`,
  'attendee.student_id_needed': ({ name }) => `Please upload the student ID of ${name} first.`,
  'attendee.scholarship_unknown': ({ name }) => `${name} does not hold this scholarship.`,
  'attendee.add_on_not_offered': ({ add_on }) => `${add_on} is not offered in this city.`,
  'attendee.add_on_for_dancers': ({ name, add_on }) => `${add_on} is for dancers. ${name} cannot take it.`,
  'attendee.awe_needs_intensive': () => 'Awe experience comes with an intensive. Please select an intensive first.',
  'attendee.intensive_not_offered': () => 'This intensive is not offered in this city.',
  'attendee.comp_room_not_earned': ({ more_than }) =>
    `A complimentary room comes with more than ${more_than} paying dancers.`,
  'attendee.observers_not_offered': () => 'Observers cannot be registered for this city.',
  'attendee.observer_days_not_offered': ({ days }) =>
    `${days === 1 ? 'One-day' : 'Two-day'} observers cannot be registered for this city.`,
  'attendee.observers_out_of_range': ({ most }) => `Please choose a number from 0 to ${most}.`,
  ...missingAttendeesWording,
}
