import { needsAffiliation } from '../accounts/affiliation.ts'
import { hasCompetition, mayCompeteAsIs } from './routines/competition-open.ts'
import type { Facts, Registration } from './registration.ts'
import { flowOf } from './steps.ts'

export type PathKind = 'event' | 'registration' | 'step' | 'success'
type Destination = 'stay' | 'registration' | 'overview'
type Standing = 'unfinished' | 'editing' | 'unconfirmed' | 'confirmed'

/** How a registration stands as far as its pages go. A23. */
export function standingOf({
  completed,
  confirmed,
  editing,
}: Pick<Registration, 'completed' | 'confirmed' | 'editing'>): Standing {
  if (!completed) return 'unfinished'
  if (editing) return 'editing'
  return confirmed ? 'confirmed' : 'unconfirmed'
}

const destinations: Record<Standing, Record<PathKind, Destination>> = {
  unfinished: { event: 'registration', registration: 'stay', step: 'stay', success: 'registration' },
  editing: { event: 'stay', registration: 'stay', step: 'stay', success: 'stay' },
  unconfirmed: { event: 'stay', registration: 'overview', step: 'overview', success: 'stay' },
  confirmed: { event: 'stay', registration: 'stay', step: 'registration', success: 'stay' },
}

/** Where a visit to one of a registration's pages leads. WIZ-034 to WIZ-036, A23, EVT-011. */
export const whereTo = (
  registration: Pick<Registration, 'completed' | 'confirmed' | 'editing'>,
  path: PathKind,
): Destination => destinations[standingOf(registration)][path]

type RootScreen = 'nothing' | 'affiliation' | 'completed' | 'steps'

/** The screen at the wizard's root; 'nothing' until the registration is loaded. WIZ-023 to WIZ-026, A22, A27. */
export function rootScreen(registration: Registration | null): RootScreen {
  if (registration === null) return 'nothing'
  if (needsAffiliation(registration)) return 'affiliation'
  return registration.completed && !registration.editing ? 'completed' : 'steps'
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
