import type { Scholarship } from './attendees/set-scholarship.ts'
import type { Attendee, Facts, Registration, RegistrationRoutine } from './registration.ts'
import type { RoutineRefusal } from './routines/refusals.ts'

/** Facts from other registrations and the office about things this registration chose. */
export type Elsewhere = {
  /** By person: the media pass of this season is paid in another registration. */
  media_passes: readonly number[]
  /** By person: the media pass that this registration paid for is used by another completed one of the season. */
  passes_in_use: readonly number[]
  /** The scholarships its people may use here. */
  scholarships: readonly Pick<Scholarship, 'id' | 'person_id' | 'amount'>[]
}

/** The facts a review needs beside the city's. */
export type RevalidationFacts = Facts & {
  elsewhere: Elsewhere
  /** Of an edit: the registration it is an edit of, whose own choices stay open to it. */
  live?: Registration | undefined
  /** A covering payment has come, or is on its way: what the office changes from then on takes nothing away. */
  is_paid?: boolean
}

/** The same without what only the server knows: for checks that do not need it. */
export type LineFacts = Facts & Pick<RevalidationFacts, 'live' | 'is_paid'>

/** Something that was derived anew, as its owner is told before paying. */
export type RevalidationNotice = {
  person_id: number | null
  /** The routine's id, or its `_temp_id` before it is saved; null: about no routine. */
  routine: number | string | null
  /** The fields that changed, of the person, the routine or the registration: the same for programs. API-036. */
  fields: readonly string[]
  sentence: string
}

/** `refusal`: why an option was taken off a routine. Its words end the sentence; a price needs none of them. */
export type DerivedNotice = RevalidationNotice & { refusal?: RoutineRefusal }

type Derived = { registration: Registration; notices: readonly DerivedNotice[] }
/** One part of a revalidation: the registration with that part derived anew, and what changed. */
export type Derivation = (registration: Registration, facts: RevalidationFacts) => Derived

const same = ['workshop_level_id', 'virtual', 'one_day', 'intensive_id'] as const satisfies readonly (keyof Attendee)[]

/** Whether somebody has their place for good as they chose it: closing it takes nothing from them. ATT-074. */
export function isPlaceKept(attendee: Attendee, { live, is_paid }: LineFacts): boolean {
  if (is_paid) return true
  if (!live) return attendee.date_attendee_id !== null
  const before = live.attendees[attendee.person_id]
  return before !== undefined && same.every((field) => before[field] === attendee[field])
}

/** Whether a routine has been registered for good: what the city closes from then on does not concern it. COMP-054. */
export const isRoutineKept = ({ date_routine_id }: RegistrationRoutine, { is_paid }: LineFacts): boolean =>
  is_paid === true || date_routine_id !== null

/** How a routine is named in a notice or a refusal before and after it is saved. */
export const routineKey = ({ id, _temp_id }: RegistrationRoutine): number | string | null => id ?? _temp_id
