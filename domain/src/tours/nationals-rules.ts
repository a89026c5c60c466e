import type { Event } from './city.ts'

type Rule = Event['free_teacher_rule']

/** The free teachers of an event that becomes nationals, or no longer is; a rule of another kind stays. ATT-043. */
export function freeTeacherRuleOf(is_nationals: boolean, rule: Rule): Rule {
  if (rule === 'per_ten') return rule
  return is_nationals ? 'tier_nationals' : 'tier_regional'
}

/** More paying dancers than this earn the complimentary room at nationals. ATT-046. */
const nationalsRoomStudents = 79

/**
 * The event's own `comp_room_students` once it becomes nationals, or no longer is: null where it has none, so that the
 * setting of the season or the product holds. A number that the office chose stays.
 */
export function roomStudentsOf(is_nationals: boolean, own: number | null): number | null {
  if (is_nationals) return own ?? nationalsRoomStudents
  return own === nationalsRoomStudents ? null : own
}
