import { accept, refuse, type Result } from '../kernel/result.ts'
import { checkNominations } from './nominations/check-nominations.ts'
import type { NominationRefusal } from './nominations/refusals.ts'
import { levelKey } from './places/place-key.ts'
import { countNeededPlaces } from './places/needed-places.ts'
import { shortagesOf } from './places/availability.ts'
import { shortageSentence } from './places/shortage.ts'
import { whyNotBestDancers } from './best-dancers/complete.ts'
import type { BestDancerRefusal } from './best-dancers/refusals.ts'
import { isOpen } from '../tours/registration-window.ts'
import { hasCompetition, isCompetitionOpen } from './routines/competition-open.ts'
import { whyLinesFail } from './line-refusals.ts'
import type { RegistrationRefusal } from './refusals.ts'
import type { LineFacts } from './revalidation.ts'
import { attendeesOf, type Facts, type Registration } from './registration.ts'
import { flowOf, stepOf } from './steps.ts'

type Check = (registration: Registration, facts: LineFacts) => RegistrationRefusal | NominationRefusal | null

/**
 * An edit of a completed registration is not bound to the window; `showsEdit` sets its end. A registration that holds
 * places or has paid for them may also finish.
 */
const window: Check = ({ editing }, facts) =>
  editing || facts.is_paid || facts.rates_as_of !== undefined || isOpen(facts)
    ? null
    : { code: 'registration.closed', tab: 'review' }

const people: Check = (registration, { tour_date, workshop_levels }) => {
  const attendees = attendeesOf(registration)
  if (flowOf(tour_date.event) === 'intensive') {
    if (attendees.length === 0) return { code: 'submit.no_attendee', tab: 'dancers' }
    const hasIntensives = attendees.every(({ intensive_id }) => intensive_id !== null)
    return hasIntensives ? null : { code: 'submit.no_intensive', tab: 'dancers' }
  }
  const kinds = new Map(workshop_levels.map(({ id, kind }) => [id, kind]))
  const dancesOrTeaches = attendees.some(({ workshop_level_id }) =>
    ['dancer', 'teacher'].includes(kinds.get(workshop_level_id) ?? ''),
  )
  return dancesOrTeaches ? null : { code: 'submit.no_dancer_or_teacher', tab: 'dancers' }
}

/** Routines that were registered before the competition closed are no news and stay. */
const closedCompetition: Check = ({ routines }, facts) => {
  const hasNew = routines.some(({ date_routine_id, is_best_dancer }) => date_routine_id === null && !is_best_dancer)
  return hasNew && !facts.is_paid && !isCompetitionOpen(facts)
    ? { code: 'submit.competition_closed', tab: 'competition' }
    : null
}

const noRoutines: Check = ({ is_competing, routines, waiting_list_routines }, facts) => {
  const none = routines.length + waiting_list_routines.length === 0
  const asksForCompetition = is_competing === true && hasCompetition(facts) && isCompetitionOpen(facts)
  return none && asksForCompetition ? { code: 'submit.no_routines', tab: 'competition' } : null
}

/** The first line that does not hold any more; the review shows all of them. */
const lines: Check = (registration, facts) => whyLinesFail(registration, facts)[0] ?? null

const finalsSoloists: Check = ({ routines, attendees }, { routine_categories, settings }) => {
  const solos = new Set(routine_categories.filter(({ is_solo }) => is_solo).map(({ category_id }) => category_id))
  const inGroups = new Set(
    routines
      .filter((routine) => routine.attendees.length >= settings.group_routine_dancers)
      .flatMap((routine) => routine.attendees.map(({ person_id }) => person_id)),
  )
  for (const { finals, routine_category, attendees: cast } of routines) {
    if (!finals || !solos.has(routine_category.category_id)) continue
    const alone = cast.find(({ person_id }) => !inGroups.has(person_id))
    if (!alone) continue
    const person = attendees[alone.person_id]?.person
    const name = person ? `${person.fname} ${person.lname}` : 'This dancer'
    return { code: 'submit.finals_soloist', tab: 'competition', person_id: alone.person_id, name }
  }
  return null
}

const smallSolos: Check = (registration, facts) => {
  const short = shortagesOf(countNeededPlaces(registration, facts), facts.held ?? {}, facts.places)
  const solos = short.find(({ key }) => key === 'small_solos')
  const email = facts.tour_date.event.support_email
  const below = facts.settings.small_registration_dancers
  return solos ? { code: 'submit.small_solos', tab: 'competition', email, over: solos.over, below } : null
}

const room: Check = (registration, facts) => {
  const [first] = shortagesOf(countNeededPlaces(registration, facts), facts.held ?? {}, facts.places)
  if (!first) return null
  const sentence = shortageSentence(first, registration, facts)
  return { code: 'submit.no_room', tab: tabOf(first.key, facts), ...first, sentence }
}

/** Where a shortage is mended. */
function tabOf(key: string, { tour_date, workshop_levels }: Facts) {
  const level = workshop_levels.find(({ id }) => levelKey(id) === key)
  return level ? stepOf(level.kind, tour_date.event) : 'competition'
}

const terms: Check = ({ waiver, competitionCodeWaiver, is_competing }) =>
  waiver && (competitionCodeWaiver || !is_competing) ? null : { code: 'submit.terms', tab: 'review' }

/** In the order the documents print them; what is only derived anew refuses nothing: see `revalidate`. REV-008 to REV-012, REV-031, WIZ-042. */
const checks: readonly Check[] = [
  window,
  people,
  closedCompetition,
  noRoutines,
  lines,
  finalsSoloists,
  checkNominations,
  smallSolos,
  room,
  terms,
]

/** Every reason why a registration could not be submitted: each line that fails, then the other checks. */
export const failedChecks = (
  registration: Registration,
  facts: LineFacts,
): (RegistrationRefusal | NominationRefusal)[] => [
  ...whyLinesFail(registration, facts),
  ...checks.filter((check) => check !== lines).flatMap((check) => check(registration, facts) ?? []),
]

/**
 * The first reason why a registration cannot be submitted, with the tab that mends it. The best dancers' rule comes last,
 * after the terms. The server asks the same again at completion. REV-004, REV-005, REV-023, WIZ-047.
 */
export function checkSubmit(
  registration: Registration,
  facts: LineFacts,
): Result<null, RegistrationRefusal | NominationRefusal | BestDancerRefusal> {
  for (const check of checks) {
    const refusal = check(registration, facts)
    if (refusal) return refuse(refusal)
  }
  const bestDancers = whyNotBestDancers(registration, facts)
  return bestDancers === null ? accept(null) : refuse(bestDancers)
}
