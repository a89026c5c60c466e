import type { Facts, Registration } from '../registration.ts'
import { isWithoutStudio } from './removed-routines.ts'
import type { RoutineRefusal } from './refusals.ts'

/** Whether this city has a competition at all; neither its flag nor a workshop-only event allows one. COMP-009, A10. */
export const hasCompetition = ({ tour_date }: Pick<Facts, 'tour_date'>): boolean =>
  !tour_date.web.no_competition && !tour_date.event.is_workshop_only

/** Whether there may be music to upload: a routine is entered, in a city with a competition. REV-018, MUS-020. */
export const hasMusic = ({ routines }: Pick<Registration, 'routines'>, facts: Pick<Facts, 'tour_date'>): boolean =>
  hasCompetition(facts) && routines.length > 0

/** Whether routines may be added: the competition is open, or the person is exempt, or the office acts. COMP-058. */
export const isCompetitionOpen = ({
  tour_date,
  exempt,
  by_office = false,
}: Pick<Facts, 'tour_date' | 'exempt' | 'by_office'>): boolean => tour_date.settings.compenabled || exempt || by_office

/**
 * Whether a registration may compete in this city under the rule for independents. A registration without a studio is
 * independent, even before it answers the question. COMP-004, COMP-007, COMP-008.
 */
export const mayCompeteAsIs = (
  registration: Pick<Registration, 'independent' | 'studio_id'>,
  { tour_date }: Pick<Facts, 'tour_date'>,
): boolean => !isWithoutStudio(registration) || tour_date.entry_limit_rules.independent !== null

/** Why no routine may be added now; null: one may. COMP-008, COMP-009, COMP-058. */
export function whyNotCompete(registration: Registration, facts: Facts): RoutineRefusal | null {
  if (!isCompetitionOpen(facts)) return { code: 'competition.closed', email: facts.tour_date.event.support_email }
  if (!hasCompetition(facts)) return { code: 'competition.none' }
  if (!mayCompeteAsIs(registration, facts)) return { code: 'competition.no_independents' }
  return null
}
