import { needsAffiliation } from '../accounts/person-types.ts'
import { hasCompetition, mayCompeteAsIs } from './routines/competition-open.ts'
import type { Facts, Registration } from './registration.ts'
import { flowOf } from './steps.ts'
import { isSubmitted, statusOf, type RegistrationStatus } from './registration-status.ts'

export type PathKind = 'event' | 'registration' | 'step' | 'success'
type Destination = 'stay' | 'registration' | 'overview'

const unfinished = { event: 'registration', registration: 'stay', step: 'stay', success: 'registration' } as const
const editing = { event: 'stay', registration: 'stay', step: 'stay', success: 'stay' } as const

/** By status. A deleted registration is not loaded; its pages lead as those of an unfinished one. A23. */
const destinations: Record<RegistrationStatus, Record<PathKind, Destination>> = {
  in_progress: unfinished,
  reviewed: unfinished,
  editing,
  edit_reviewed: editing,
  completed: { event: 'stay', registration: 'overview', step: 'overview', success: 'stay' },
  confirmed: { event: 'stay', registration: 'stay', step: 'registration', success: 'stay' },
  deleted: unfinished,
}

/** Where a visit to one of a registration's pages leads. WIZ-034 to WIZ-036, A23, EVT-011. */
export const destinationOf = (
  registration: Pick<Registration, 'completed' | 'confirmed' | 'editing'>,
  path: PathKind,
): Destination => destinations[statusOf(registration)][path]

type RootScreen = 'nothing' | 'affiliation' | 'completed' | 'steps'

/** The screen at the wizard's root; 'nothing' until the registration is loaded. WIZ-023 to WIZ-026, A22, A27. */
export function rootScreen(registration: Registration | null): RootScreen {
  if (registration === null) return 'nothing'
  if (needsAffiliation(registration)) return 'affiliation'
  return isSubmitted(registration) ? 'completed' : 'steps'
}

/** Whether 'before you continue' comes before the steps: in the workshop flow, once. WIZ-027, A84. */
export const asksBeforeContinuing = (
  { info_acknowledged, completed }: Pick<Registration, 'info_acknowledged' | 'completed'>,
  { tour_date }: Pick<Facts, 'tour_date'>,
): boolean => flowOf(tour_date.event) === 'workshop' && !info_acknowledged && !completed

type CompetitionScreen = 'no_competition' | 'no_independents' | 'entry' | 'list'

/** The screen of the competition step. WIZ-009, WIZ-062, COMP-004, COMP-009. */
export function competitionScreen(
  registration: Pick<Registration, 'independent' | 'studio_id' | 'is_competing' | 'routines' | 'waiting_list_routines'>,
  facts: Pick<Facts, 'tour_date'>,
): CompetitionScreen {
  // Routines from before it was closed have to be found to be removed.
  if (registration.routines.some(({ is_best_dancer }) => !is_best_dancer)) return 'list'
  if (!hasCompetition(facts)) return 'no_competition'
  if (!mayCompeteAsIs(registration, facts)) return 'no_independents'
  return registration.is_competing || registration.waiting_list_routines.length > 0 ? 'list' : 'entry'
}
